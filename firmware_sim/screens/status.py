"""STATUS and MEMORY: how the box is, for whoever looks after it."""

from firmware_sim.screens.base import Pages


class Status(Pages):
    """Serial number, firmware, battery, link, address, event."""

    NAME = "STATUS"
    ARROWS = (("OK, CANCEL", "BACK", ""),)
    TITLE = "STATUS"

    def items(self) -> "list[str]":
        """Two lines a page."""
        from firmware_sim.box import FIRMWARE

        box = self.box
        words, settings = box.words, box.settings
        state = box.terminal.state
        link = {"none": "LINK_NONE", "green": "LINK_GOOD"}.get(state, "LINK_LOST")
        return [
            words("BOOT_SERIAL", serial=box.board.serial()),
            words("FIRMWARE", version=FIRMWARE),
            words("BATTERY_MV", mv=box.board.battery_mv()),
            words(link),
            words("ADDRESS", address=settings.address),
            words("EVENT", event=box.event),
        ]


class Memory(Pages):
    """Records in memory, how many no host has, how many fit before one must."""

    NAME = "MEMORY"
    ARROWS = (("OK, CANCEL", "BACK", ""),)
    TITLE = "MEMORY"

    def items(self) -> "list[str]":
        """Two lines a page."""
        words, journal = self.box.words, self.box.journal
        return [
            words("BOOT_MEMORY", records=len(journal.entries)),
            words("NOT_SENT", waiting=journal.unsent_count),
            words("ROOM_FOR", room=journal.room),
            words("HIGHEST", high=journal.high),
        ]
