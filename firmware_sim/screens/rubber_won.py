"""RUBBER WON, CHICAGO OVER, or stopped early: totals and difference."""

from firmware_sim.screens.alone import rubber_book
from firmware_sim.screens.base import Screen
from firmware_sim.screens.sheet import columns


class RubberWon(Screen):
    """OK goes on to a new rubber; 1 takes the last deal back, 2 shows the sheet."""

    NAME = "WON"
    FIELD = "menu"
    ARROWS = (
        ("OK", "RUBBER", ""),
        ("1", "UNDO", ""),
        ("2, SCORES", "SHEET", ""),
        ("CANCEL", "MODE", ""),
    )

    def lines(self) -> "list[str]":
        """Who won and the bonus, totals, difference, keys."""
        words, book = self.box.words, rubber_book(self.box)
        sheet = book.sheet
        ahead = sheet.ns_total - sheet.ew_total
        return [
            self.title(self._result()),
            columns(self.box, words("TOTAL"), sheet.ns_total, sheet.ew_total),
            words("AHEAD", side="NS" if ahead > 0 else "EW", points=abs(ahead))
            if ahead
            else words("LEVEL"),
            self.box.hint("WON_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        book = rubber_book(self.box)
        if key == "OK":
            return "RUBBER"
        if key == "1" and book.records:
            return "UNDO"
        if key in ("2", "SCORES"):
            return "SHEET"
        return "MODE" if key == "CANCEL" else None

    def _result(self) -> str:
        words, book = self.box.words, rubber_book(self.box)
        sheet = book.sheet
        if sheet.ended:
            return words("STOPPED")
        if book.form == "chicago":
            return words("CHICAGO_OVER")
        loser = 1 if sheet.won == "NS" else 0
        return words("RUBBER_WON", side=sheet.won, bonus=book.rules.rubber[sheet.games[loser]])
