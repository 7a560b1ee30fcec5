"""MATCH SHEET: board by board both rooms' scores and the IMPs, then the sum and the rule set."""

from firmware_sim.screens.alone import match_book
from firmware_sim.screens.base import BACK, Pages, right
from firmware_sim.screens.imps import imps_text, room_text

WIDTHS = (3, 6, 6, 5)
SMALL_WIDTHS = (3, 5, 5, 3)
"""Board, both scores, IMPs: twenty columns in all, sixteen on the small glass."""


class MatchSheet(Pages):
    """From SCORES and after UNDO; OK goes on keying."""

    NAME = "MATCHSHEET"
    FIELD = "menu"
    HINT = "MATCHSHEET_KEYS"
    ARROWS = (
        ("OK, CANCEL, SCORES", "BACK", "looked at from another screen"),
        ("OK", "ROOM", ""),
        ("1", "UNDO", "a result is there"),
        ("CANCEL", "MATCH", ""),
    )

    def enter(self) -> "str | None":
        """The newest boards first in sight; over another screen it is only looked at."""
        self.looked_at = self.box.beneath != ""
        if self.looked_at:
            self.HINT = "LIST_KEYS"
        self.top = max(0, len(match_book(self.box).boards()) - 1)
        return None

    def heading(self) -> str:
        """The sum, from the home team's side."""
        home, away = match_book(self.box).total()
        return self.box.words("SUM_SHORT", home=home, away=away)

    def items(self) -> "list[str]":
        """``  7  +420   -50  +9``: board, open room, closed room, IMPs; then the rule set."""
        book = match_book(self.box)
        widths = WIDTHS if self.box.columns >= 20 else SMALL_WIDTHS
        rows = []
        for board in book.boards():
            cells = (
                str(board),
                room_text(book.score_ns(board, "O")),
                room_text(book.score_ns(board, "C")),
                imps_text(book.imps(board)),
            )
            rows.append("".join([right(cell, width) for cell, width in zip(cells, widths)]))
        return rows + [book.rules.title]

    def other(self, key: str) -> "str | None":
        """See the class."""
        if self.looked_at:
            return BACK if key in ("OK", "CANCEL", "SCORES") else None
        if key == "OK":
            return "ROOM"
        if key == "CANCEL":
            return "MATCH"
        if key == "1" and match_book(self.box).last is not None:
            return "UNDO"
        self.box.beep()
        return None
