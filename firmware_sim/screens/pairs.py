"""PAIRS: in an open event the players key both pair numbers, as on a paper slip."""

from firmware_sim.screens.base import DIGITS, type_digit
from firmware_sim.screens.entry_screen import EntryScreen


class Pairs(EntryScreen):
    """North-South's number, OK, East-West's number, OK; the last board's pairs are offered."""

    NAME = "PAIRS"
    FIELD = "number"
    ARROWS = (
        ("numbers, OK OK", "BOARD", ""),
        ("CANCEL", "TABLE", "at the first number"),
        ("SCORES", "SCORES", ""),
    )

    at = 0
    fresh = True

    def enter(self) -> "str | None":
        """A new entry begins with what stayed from the last."""
        return None

    def save(self) -> str:
        """The entry, and which of the two numbers is being typed."""
        return self.entry.pack() + ("/" if self.at else "")

    def load(self, text: str) -> None:
        """Take back both."""
        self.fresh = False
        self.at = 1 if text[-1:] == "/" else 0
        self.entry.unpack(text.rstrip("/"))

    def lines(self) -> "list[str]":
        """Table, both numbers, keys."""
        box, entry = self.box, self.entry
        seat = "%s%d" % (box.settings.section, box.settings.table)
        return [
            self.title(box.words("PAIRS", table=seat)),
            box.words("PAIRS_NS", pair=entry.ns),
            box.words("PAIRS_EW", pair=entry.ew),
            box.hint("PAIRS_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number being typed."""
        return (1 + self.at, len(self.lines()[1 + self.at].rstrip()))

    def key(self, key: str) -> "str | None":
        """Digits type, OK goes on, ^ and v change the line, CANCEL clears and goes back."""
        if key in DIGITS:
            self._set(type_digit("" if self.fresh else self._get(), key, 4))
        elif key == "OK":
            return self._ok()
        elif key == "CANCEL":
            return self._cancel()
        elif key in ("^", "v"):
            self._to(0 if key == "^" else 1)
        elif key == "SCORES":
            return "+SCORES"
        return None

    def _ok(self) -> "str | None":
        if self._get() in ("", "0"):
            self.refuse()
        elif self.at == 0:
            self._to(1)
        elif self.entry.ns in ("", "0"):
            self._to(0)  # East-West's was typed first
        else:
            self.entry.board = self.entry.board or self.box.sitting.next_board()
            return "BOARD"
        return None

    def _cancel(self) -> "str | None":
        if self._get() and not self.fresh:
            self._set("")
        elif self.at:
            self._to(0)
        else:
            return "TABLE"
        return None

    def _to(self, at: int) -> None:
        self.at = at
        self.fresh = True

    def _get(self) -> str:
        return self.entry.ew if self.at else self.entry.ns

    def _set(self, text: str) -> None:
        self.fresh = False
        if self.at:
            self.entry.ew = text
        else:
            self.entry.ns = text
