"""SHEET: We and They, above and below the line, games, what is needed, totals, rule set."""

from firmware_sim.screens.alone import rubber_book
from firmware_sim.screens.base import BACK, Pages, pad, right

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box

LABEL = 4
COLUMN = 6


def columns(box: "Box", label: str, ns: object, ew: object) -> str:
    """One row of the sheet: ``AL    1210    560``, 17 columns, or 16 on the small glass."""
    last = COLUMN + 1 if box.columns >= 20 else COLUMN
    return pad(label, LABEL) + right(str(ns), COLUMN) + right(str(ew), last)


class SheetScreen(Pages):
    """As after a deal and from SCORES; OK goes on to the next deal."""

    NAME = "SHEET"
    FIELD = "menu"
    HINT = "SHEET_KEYS"
    ARROWS = (
        ("OK, CANCEL, SCORES", "BACK", "looked at from another screen"),
        ("OK, CANCEL", "DEAL", ""),
        ("OK, CANCEL", "WON", "the rubber is over"),
        ("1", "UNDO", "a deal was played"),
        ("3", "STOP", "a deal was played, the rubber is not over"),
    )

    def enter(self) -> "str | None":
        """Over another screen it is only looked at."""
        self.looked_at = self.box.beneath != ""
        book = rubber_book(self.box)
        if self.looked_at or not book.records:
            self.HINT = "LIST_KEYS"
        elif book.sheet.over:
            self.HINT = "MATCHSHEET_KEYS"  # no early end any more
        return None

    def heading(self) -> str:
        """The two columns: North-South are We."""
        words = self.box.words
        return right(words("WE"), LABEL + COLUMN - 1) + " " + right(words("THEY"), COLUMN + 1)

    def items(self) -> "list[str]":
        """Six rows."""
        box, book = self.box, rubber_book(self.box)
        words, sheet = box.words, book.sheet
        rows = [
            columns(box, words("ABOVE"), sheet.ns_above, sheet.ew_above),
            columns(box, words("BELOW"), sheet.ns_below, sheet.ew_below),
            columns(box, words("GAMES"), sheet.ns_games, sheet.ew_games),
        ]
        if not sheet.over and book.rules.adds_up:
            rows.append(columns(box, words("NEEDS"), sheet.needs("NS"), sheet.needs("EW")))
        rows.append(columns(box, words("TOTAL"), sheet.ns_total, sheet.ew_total))
        rows.append(book.rules.title)
        return rows

    def other(self, key: str) -> "str | None":
        """See the class."""
        book = rubber_book(self.box)
        if self.looked_at:
            return BACK if key in ("OK", "CANCEL", "SCORES") else None
        if key in ("OK", "CANCEL", "SCORES"):
            return "WON" if book.sheet.over else "DEAL"
        if key == "1" and book.records:
            return "UNDO"
        if key == "3" and book.records and not book.sheet.over:
            return "STOP"
        self.box.beep()
        return None
