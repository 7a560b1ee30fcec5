"""ROOM: which board of the match, in which room."""

from firmware_sim.entry import Entry
from firmware_sim.rules.vulnerability import dealer
from firmware_sim.screens.alone import match_book, room_of
from firmware_sim.screens.base import DIGITS, type_digit
from firmware_sim.screens.entry_screen import EntryScreen, vulnerability_key


class Room(EntryScreen):
    """Digits type the board, ^ and v change the room; OK goes on to the contract."""

    NAME = "ROOM"
    FIELD = "number"
    ARROWS = (
        ("board, OK", "CONTRACT", ""),
        ("^, v", "ROOM", "the other room"),
        ("SCORES", "MATCHSHEET", ""),
        ("CANCEL", "MATCH", ""),
    )
    fresh = True

    def load(self, text: str) -> None:
        """The entry; digits go on where they stopped."""
        EntryScreen.load(self, text)
        self.fresh = False

    def enter(self) -> "str | None":
        """Offer the board that comes next in the room keyed last."""
        if not self.entry.ns:
            board, room = match_book(self.box).next_place()
            self.box.entry = Entry()
            self.entry.board = str(board)
            self._sit(room)
        return None

    def lines(self) -> "list[str]":
        """Board and room; dealer and vulnerability, or that this result is there already; keys."""
        words, entry = self.box.words, self.entry
        room = room_of(entry)
        about = ""
        if entry.board not in ("", "0"):
            board = int(entry.board)
            about = words("DEALER_VUL", dealer=dealer(board), vul=words(vulnerability_key(board)))
            if (board, room) in match_book(self.box).results:
                about = words("REPLACES")
        return [
            self.title(words("ROOM_FIELD", room=words("ROOM_" + room))),
            words("BOARD_FIELD", board=entry.board),
            about,
            self.box.hint("ROOM_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number."""
        return (1, len(self.lines()[1].rstrip()))

    def key(self, key: str) -> "str | None":
        """See the class."""
        entry = self.entry
        if key in DIGITS:
            entry.board = type_digit("" if self.fresh else entry.board, key, 3)
            self.fresh = False
        elif key in ("^", "v"):
            self._sit("C" if room_of(entry) == "O" else "O")
        elif key == "OK":
            return self._ok()
        elif key == "SCORES":
            return "MATCHSHEET"
        elif key == "CANCEL":
            self.box.entry = Entry()
            return "MATCH"
        else:
            self.refuse()
        return None

    def _ok(self) -> "str | None":
        if self.entry.board in ("", "0"):
            self.refuse()
            return None
        return "CONTRACT"

    def _sit(self, room: str) -> None:
        self.entry.ns, self.entry.ew = ("1", "2") if room == "O" else ("2", "1")
