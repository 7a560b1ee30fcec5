"""RESULT: made, over, under, or declarer's tricks; with the score it amounts to."""

from firmware_sim.screens.base import DIGITS
from firmware_sim.screens.entry_screen import EntryScreen, signed


class Result(EntryScreen):
    """``=``, ``+`` and a number, ``-`` and a number, or the tricks 0 to 13; OK."""

    NAME = "RESULT"
    FIELD = "result"
    ARROWS = (
        ("result, OK", "PASSBOX", ""),
        ("result, OK", "SHEET", "rubber, Chicago"),
        ("result, OK", "WON", "the rubber's last deal"),
        ("result, OK", "HONOURS", "the rule set counts honours"),
        ("result, OK", "IMPS", "team of four"),
        ("result, OK", "GAMEFULL", "rubber, team of four: memory full"),
        ("CANCEL", "DECLARER", "nothing typed"),
    )
    impossible = False

    def lines(self) -> "list[str]":
        """What is known, the result and tricks, the score signed for North-South, keys."""
        words, entry = self.box.words, self.entry
        points, tricks = self.points(), entry.tricks()
        told = "" if points is None else words("TRICKS_SCORE", tricks=tricks, score=signed(points))
        if self.impossible:
            told = words("IMPOSSIBLE", contract=entry.contract, result=entry.result)
        return [
            self.above(),
            words("RESULT_FIELD", result=entry.result),
            told,
            self.box.hint("RESULT_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After what is typed."""
        return (1, min(19, len(self.lines()[1].rstrip())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        entry = self.entry
        self.impossible = False
        if key in ("=", "+", "-"):
            entry.result = key
        elif key in DIGITS:
            self._digit(key)
        elif key == "CANCEL":
            return self._cancel()
        elif key == "OK":
            return self._ok()
        else:
            self.refuse()
        return None

    def _digit(self, key: str) -> None:
        """One more digit, two at most; ``=`` gives way to a number of tricks."""
        result = self.entry.result
        if result == "=":
            result = ""
        sign = result[:1] if result[:1] in ("+", "-") else ""
        digits = result[len(sign) :]
        self.entry.result = sign + (digits + key if len(digits) < 2 and digits != "0" else key)

    def _ok(self) -> "str | None":
        if self.entry.tricks() is None:
            self.impossible = len(self.entry.result.lstrip("+-")) > 0
            self.refuse()
            return None
        return self.done()

    def _cancel(self) -> "str | None":
        if not self.entry.result:
            return "DECLARER"
        self.entry.result = ""
        return None
