"""FINISH EARLY: stop an unfinished rubber; the rule set's bonus is shown before it counts."""

from firmware_sim.journal import MemoryFull
from firmware_sim.screens.alone import FULL_HERE, rubber_book
from firmware_sim.screens.base import Screen
from firmware_sim.screens.sheet import columns


class FinishEarly(Screen):
    """OK ends the rubber here, CANCEL goes on playing."""

    NAME = "STOP"
    MESSAGES = False
    ARROWS = (
        ("OK", "WON", ""),
        ("OK", "GAMEFULL", "memory full"),
        ("CANCEL", "DEAL", ""),
    )

    def lines(self) -> "list[str]":
        """The bonus each side would get, the totals with it, keys."""
        words, sheet = self.box.words, rubber_book(self.box).sheet
        ns, ew = sheet.unfinished_bonus()
        return [
            self.title(words("FINISH_EARLY")),
            columns(self.box, words("BONUS"), ns, ew),
            columns(self.box, words("TOTAL"), sheet.ns_total + ns, sheet.ew_total + ew),
            self.box.hint("OK_CANCEL"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        book = rubber_book(self.box)
        if key == "OK":
            try:
                if book.records and not book.sheet.over:
                    book.finish()
            except MemoryFull:
                return FULL_HERE
            return "WON" if book.sheet.over else "DEAL"
        return "DEAL" if key == "CANCEL" else None
