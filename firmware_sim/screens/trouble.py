"""What may be wrong with an entry, each in words; the entry is kept."""

from firmware_sim.evening import Played
from firmware_sim.journal import MemoryFull
from firmware_sim.round_flow import correct, keep_result
from firmware_sim.screens.base import centre
from firmware_sim.screens.entry_screen import EntryScreen, card_text, line_of
from firmware_sim.screens.lead import leader


class NotInRound(EntryScreen):
    """BOARD NOT IN THIS ROUND, and which are left."""

    NAME = "NOTROUND"
    ARROWS = (("OK, CANCEL", "BOARD", ""),)

    def lines(self) -> "list[str]":
        """The board, those left, keys."""
        sitting = self.box.sitting
        left = " ".join([str(board) for board in sitting.left(sitting.round)])
        return [
            self.title(self.box.words("BOARD_FIELD", board=self.entry.board)),
            self.box.words("NOT_IN_ROUND"),
            self.box.words("LEFT", boards=left)[:20],
            self.box.hint("OK_BACK"),
        ]

    def key(self, key: str) -> "str | None":
        """Back to the number, with a board that is left."""
        if key not in ("OK", "CANCEL"):
            return None
        self.entry.board = self.box.sitting.next_board()
        return "BOARD"


class AlreadyPlayed(EntryScreen):
    """ALREADY PLAYED IN ROUND n; OK corrects it where that is allowed."""

    NAME = "PLAYED"
    ARROWS = (
        ("OK", "CONTRACT", "players may correct it"),
        ("OK", "BOARD", "they may not"),
        ("CANCEL", "BOARD", ""),
    )

    def _played(self) -> "Played | None":
        entry = self.entry
        return self.box.sitting.earlier(entry.board, entry.ns, entry.ew)

    def lines(self) -> "list[str]":
        """In which round, what was entered, keys."""
        words, played = self.box.words, self._played()
        if played is None:
            return [self.title(words("ALREADY_PLAYED")), "", "", self.box.hint("OK_BACK")]
        where = words("IN_ROUND", round=played.round) if played.round else ""
        may = self.box.sitting.may_correct(played)
        return [
            self.title(words("ALREADY_PLAYED")),
            where or words("PAIRS_SHORT", ns=played.ns, ew=played.ew),
            line_of(played, self.box.rules, 1),
            self.box.hint("OK_CORRECTS" if may else "OK_BACK"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "OK":
            played = self._played()
            if played is not None and self.box.sitting.may_correct(played):
                correct(self.box, played)
                return "CONTRACT"
        return "BOARD" if key in ("OK", "CANCEL") else None


class OutOfOrder(EntryScreen):
    """OUT OF ORDER: ACCEPT?"""

    NAME = "ORDER"
    ARROWS = (
        ("OK", "CONTRACT", ""),
        ("CANCEL", "BOARD", ""),
    )

    def lines(self) -> "list[str]":
        """The board, the one expected, keys."""
        words = self.box.words
        return [
            self.title(words("BOARD_FIELD", board=self.entry.board)),
            words("OUT_OF_ORDER"),
            words("EXPECTED", board=self.box.sitting.next_board()),
            self.box.hint("OK_CANCEL"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        return {"OK": "CONTRACT", "CANCEL": "BOARD"}.get(key)


class NotInHand(EntryScreen):
    """LEAD NOT IN HAND: type it again, or = keeps it (the hand may have been fouled)."""

    NAME = "NOTINHAND"
    FIELD = "accept"
    ARROWS = (
        ("OK, CANCEL", "LEAD", ""),
        ("=", "RESULT", "kept as typed"),
    )

    def lines(self) -> "list[str]":
        """The card and whose hand, keys."""
        words, entry = self.box.words, self.entry
        seat = words("SEAT_" + leader(entry.declarer))
        return [
            self.above(),
            words("NOT_IN_HAND"),
            words("LEAD_FIELD", seat=seat, card=card_text(entry.lead)),
            self.box.hint("NOT_IN_HAND_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "=":
            return "RESULT"
        if key in ("OK", "CANCEL"):
            self.entry.lead = ""
            return "LEAD"
        return None


class MemoryIsFull(EntryScreen):
    """MEMORY FULL, CONNECT HOST: the entry waits and is kept as soon as there is room."""

    NAME = "FULL"
    ARROWS = (
        ("room in the memory", "SAVED", ""),
        ("OK, CANCEL", "VERIFY", ""),
    )

    def lines(self) -> "list[str]":
        """What to do, how many wait, keys."""
        words = self.box.words
        return [
            self.title(words("MEMORY_FULL")),
            words("CONNECT_HOST"),
            words("WAITING", waiting=self.box.terminal.waiting),
            self.box.hint("OK_BACK"),
        ]

    def key(self, key: str) -> "str | None":
        """Back to the entry."""
        return "VERIFY" if key in ("OK", "CANCEL") else None

    def tick(self, now_ms: int) -> "str | None":
        """East-West accepted it already: keep it when the host has made room."""
        if not self.box.journal.room:
            return None
        try:
            keep_result(self.box)
        except MemoryFull:
            return None
        return "SAVED"


class NotComplete(EntryScreen):
    """ROUND NOT COMPLETE, and the board that is missing."""

    NAME = "NOTCOMPLETE"
    ARROWS = (("OK, CANCEL", "BOARD", "the missing one"),)

    def lines(self) -> "list[str]":
        """The board, keys."""
        words, board = self.box.words, self.box.sitting.next_board()
        return [
            self.title(words("ROUND_NUMBER", round=self.box.sitting.round)),
            centre(words("NOT_COMPLETE")),
            words("MISSING_BOARD", board=board),
            self.box.hint("OK_BACK"),
        ]

    def key(self, key: str) -> "str | None":
        """To that board."""
        if key not in ("OK", "CANCEL"):
            return None
        self.entry.clear_play()
        self.entry.ns, self.entry.ew = self.box.sitting.pairs()
        self.entry.board = self.box.sitting.next_board()
        return "BOARD"
