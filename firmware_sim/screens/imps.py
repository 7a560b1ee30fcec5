"""IMPS: what a board brought, once both rooms are there, and the match so far."""

from firmware_sim.screens.alone import match_book
from firmware_sim.screens.base import Screen, right
from firmware_sim.screens.entry_screen import signed


class Imps(Screen):
    """After each result: both rooms' scores for North-South, IMPs, sum."""

    NAME = "IMPS"
    FIELD = "menu"
    ARROWS = (
        ("OK, CANCEL", "ROOM", ""),
        ("1", "UNDO", ""),
        ("2, SCORES", "MATCHSHEET", ""),
    )

    def enter(self) -> "str | None":
        """Nothing to show when the last result was taken back."""
        return "ROOM" if match_book(self.box).last is None else None

    def lines(self) -> "list[str]":
        """Board, both rooms, IMPs and sum, keys."""
        box, book = self.box, match_book(self.box)
        words, last = box.words, book.last
        board = int(last.get("board")) if last is not None else 0
        home, away = book.total()
        return [
            self.title(words("IMPS_HEAD", board=board, imps=imps_text(book.imps(board)))),
            words(
                "BOTH_ROOMS",
                opened=right(room_text(book.score_ns(board, "O")), 5),
                closed=right(room_text(book.score_ns(board, "C")), 5),
            ),
            words("MATCH_SUM", home=home, away=away),
            box.hint("IMPS_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in ("OK", "CANCEL"):
            return "ROOM"
        if key == "1":
            return "UNDO"
        return "MATCHSHEET" if key in ("2", "SCORES") else None


def room_text(points: "int | None") -> str:
    """North-South's score with its sign, ``-`` while there is none."""
    return "-" if points is None else signed(points)


def imps_text(points: "int | None") -> str:
    """The home team's IMPs with their sign, ``?`` while a room is missing."""
    return "?" if points is None else signed(points)
