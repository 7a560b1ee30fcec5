"""BOARD: which board was played; filled in where the box can know it."""

from firmware_sim.rules.vulnerability import dealer
from firmware_sim.screens.base import DIGITS, pad, right, type_digit
from firmware_sim.screens.entry_screen import EntryScreen, vulnerability_key

MOST_DIGITS = 3


class BoardNumber(EntryScreen):
    """The board's number, its dealer and vulnerability; OK goes on to the contract."""

    NAME = "BOARD"
    FIELD = "board"
    ARROWS = (
        ("number, OK", "CONTRACT", ""),
        ("number, OK", "PLAYED", "already played here"),
        ("number, OK", "NOTROUND", "not in this round"),
        ("number, OK", "ORDER", "out of order"),
        ("=", "ROUNDSHEET", "movement"),
        ("CANCEL", "PAIRS", "open event"),
        ("CANCEL", "ROUND", "movement"),
        ("SCORES", "SCORES", ""),
    )
    fresh = True
    minutes = 0

    def load(self, text: str) -> None:
        """The entry; digits go on where they stopped."""
        EntryScreen.load(self, text)
        self.fresh = False

    def lines(self) -> "list[str]":
        """Pairs, number and boards left, dealer and vulnerability, keys."""
        words, entry = self.box.words, self.entry
        about = ""
        if entry.board not in ("", "0"):
            number = int(entry.board)
            about = words("DEALER_VUL", dealer=dealer(number), vul=words(vulnerability_key(number)))
        return [
            self.title(pad(words("PAIRS_SHORT", ns=entry.ns, ew=entry.ew), 15) + self._clock()),
            self._field(),
            about,
            self.box.hint("NUMBER_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number."""
        return (1, len(self.box.words("BOARD_FIELD", board=self.entry.board)))

    def _clock(self) -> str:
        """Minutes left of the round, where the director set a clock."""
        left = self.box.sitting.minutes_left(self.box.now_ms)
        return "" if left is None else right("%d'" % left, 4)

    def tick(self, now_ms: int) -> "str | None":
        """One beep when the round's time is over."""
        left = self.box.sitting.minutes_left(now_ms)
        if left == 0 and self.minutes:
            self.box.beep()
        self.minutes = left or 0
        return None

    def _field(self) -> str:
        text = self.box.words("BOARD_FIELD", board=self.entry.board)
        sitting = self.box.sitting
        if not sitting.movement:
            return text
        left = self.box.words("BOARDS_LEFT", count=len(sitting.left(sitting.round)))
        return text + right(left, 20 - len(text))

    def key(self, key: str) -> "str | None":
        """Digits type, ^ and v count, OK goes on, CANCEL clears and goes back."""
        entry = self.entry
        if key in DIGITS:
            entry.board = type_digit("" if self.fresh else entry.board, key, MOST_DIGITS)
            self.fresh = False
        elif key in ("^", "v"):
            self._count(1 if key == "^" else -1)
        elif key == "CANCEL":
            return self._cancel()
        elif key == "OK":
            return self._ok()
        elif key == "SCORES":
            return "+SCORES"
        elif key == "=" and self.box.sitting.movement:
            return "ROUNDSHEET"
        return None

    def _count(self, step: int) -> None:
        """The next number; in a movement the next board left in the round."""
        sitting, entry = self.box.sitting, self.entry
        choices = sitting.left(sitting.round)
        number = int(entry.board or "0")
        if number in choices:
            number = choices[(choices.index(number) + step) % len(choices)]
        elif choices:
            number = choices[0]
        else:
            number = max(1, min(number + step, 999))
        entry.board = str(number)
        self.fresh = True

    def _ok(self) -> "str | None":
        entry = self.entry
        if entry.board in ("", "0"):
            self.refuse()
            return None
        self.fresh = True
        if entry.replaces and self._corrected() == entry.board:
            return "CONTRACT"
        entry.replaces = ""
        wrong = self.box.sitting.check(entry.board, entry.ns, entry.ew)
        if wrong:
            self.refuse()
        return wrong or "CONTRACT"

    def _corrected(self) -> str:
        """The board of the record that is being corrected."""
        old = self.box.evening.find(int(self.entry.replaces))
        return old.board if old else ""

    def _cancel(self) -> "str | None":
        if self.entry.board and not self.fresh:
            self.entry.board = ""
            return None
        if self.box.sitting.movement:
            return "ROUND"
        return "PAIRS"
