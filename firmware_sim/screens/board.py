"""BOARD: which board was played; filled in where the box can know it."""

from firmware_sim.rules.vulnerability import dealer
from firmware_sim.screens.base import DIGITS, type_digit
from firmware_sim.screens.entry_screen import EntryScreen, vulnerability_key

MOST_DIGITS = 3


class BoardNumber(EntryScreen):
    """The board's number, its dealer and vulnerability; OK goes on to the contract."""

    NAME = "BOARD"
    FIELD = "number"
    ARROWS = (
        ("number, OK", "CONTRACT", ""),
        ("CANCEL", "PAIRS", "open event"),
        ("SCORES", "SCORES", ""),
    )
    fresh = True

    def load(self, text: str) -> None:
        """The entry; digits go on where they stopped."""
        EntryScreen.load(self, text)
        self.fresh = False

    def enter(self) -> "str | None":
        """Offer the next board."""
        if not self.entry.board:
            self.entry.board = self.box.next_board()
        return None

    def lines(self) -> "list[str]":
        """Pairs, number, dealer and vulnerability, keys."""
        words, entry = self.box.words, self.entry
        about = ""
        if entry.board not in ("", "0"):
            number = int(entry.board)
            about = words("DEALER_VUL", dealer=dealer(number), vul=words(vulnerability_key(number)))
        return [
            self.title(words("PAIRS_SHORT", ns=entry.ns, ew=entry.ew)),
            words("BOARD_FIELD", board=entry.board),
            about,
            self.box.hint("NUMBER_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number."""
        return (1, len(self.lines()[1].rstrip()))

    def key(self, key: str) -> "str | None":
        """Digits type, ^ and v count, OK goes on, CANCEL clears and goes back."""
        entry = self.entry
        if key in DIGITS:
            entry.board = type_digit("" if self.fresh else entry.board, key, MOST_DIGITS)
            self.fresh = False
        elif key in ("^", "v"):
            number = int(entry.board or "0") + (1 if key == "^" else -1)
            entry.board = str(max(1, min(number, 999)))
            self.fresh = True
        elif key == "CANCEL":
            return self._cancel()
        elif key == "OK":
            return self._ok()
        elif key == "SCORES":
            return "+SCORES"
        return None

    def _ok(self) -> "str | None":
        if self.entry.board in ("", "0"):
            self.refuse()
            return None
        return "CONTRACT"

    def _cancel(self) -> "str | None":
        if self.entry.board and not self.fresh:
            self.entry.board = ""
            return None
        self.entry.board = ""
        return "PAIRS"
