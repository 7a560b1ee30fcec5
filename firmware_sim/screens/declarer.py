"""DECLARER: who played the contract."""

from firmware_sim.faces import COMPASS
from firmware_sim.screens.entry_screen import EntryScreen


class Declarer(EntryScreen):
    """N/S once is North, twice South; E/W once East, twice West (the membrane: 2 8 6 4).

    OK goes on; so does the result's first key ``=``, ``+`` or ``-``, which leaves the lead out.
    """

    NAME = "DECLARER"
    FIELD = "compass"
    ARROWS = (
        ("seat, OK", "RESULT", "no lead asked for"),
        ("seat, OK", "LEAD", "the lead is asked for"),
        ("seat, = + or -", "RESULT", "typed there"),
        ("CANCEL", "CONTRACT", "no seat"),
    )

    def lines(self) -> "list[str]":
        """What is known, the seat, keys."""
        words, seat = self.box.words, self.entry.declarer
        return [
            self.above(),
            words("DECLARER_FIELD", seat=words("SEAT_" + seat) if seat else ""),
            "",
            self.box.hint("DECLARER_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the seat."""
        return (1, min(19, len(self.lines()[1].rstrip())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        entry = self.entry
        if key in COMPASS:
            first, second = COMPASS[key]
            entry.declarer = second if entry.declarer == first else first
        elif key in ("N", "E", "S", "W"):
            entry.declarer = key
        elif key == "CANCEL":
            return self._cancel()
        elif key in ("OK", "=", "+", "-") and entry.declarer:
            return self._on(key)
        else:
            self.refuse()
        return None

    def _on(self, key: str) -> str:
        if key != "OK":
            self.entry.result = self.entry.lead = ""
            self.box.hand_on(key)
            return "RESULT"
        lead = "no" if self.alone else self.box.config.get("lead", "no")
        return "RESULT" if lead == "no" else "LEAD"

    def _cancel(self) -> "str | None":
        if not self.entry.declarer:
            return "CONTRACT"
        self.entry.declarer = ""
        return None
