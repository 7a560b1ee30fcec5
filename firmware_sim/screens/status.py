"""STATUS and MEMORY: how the box is, for whoever looks after it."""

from firmware_sim.screens import td_lists
from firmware_sim.screens.base import BACK, Pages


class Status(td_lists.Status):
    """What the director's menu says of the box, without the director."""

    NAME = "STATUS"
    DIRECTOR = False
    ARROWS = (("OK, CANCEL", "BACK", ""),)

    def other(self, key: str) -> "str | None":
        """OK and CANCEL go back."""
        return BACK if key in ("OK", "CANCEL") else None


class Memory(Pages):
    """Records in memory, how many no host has, how many fit before one must."""

    NAME = "MEMORY"
    ARROWS = (("OK, CANCEL", "BACK", ""),)
    TITLE = "MEMORY"

    def items(self) -> "list[str]":
        """Two lines a page."""
        words, journal = self.box.words, self.box.journal
        return [
            words("BOOT_MEMORY", records=journal.count),
            words("NOT_SENT", waiting=journal.unsent_count),
            words("ROOM_FOR", room=journal.room),
            words("HIGHEST", high=journal.high),
        ]
