"""HELP: what the keys of the screen beneath do, page by page."""

from firmware_sim.screens.base import Pages


class Help(Pages):
    """Lines of the words' help table for the screen beneath."""

    NAME = "HELP"
    ARROWS = (("OK, CANCEL, HELP", "BACK", ""),)
    TITLE = "HELP"
    HINT = "HELP_KEYS"

    def enter(self) -> "str | None":
        """Fetch the lines once: their module is not kept in the heap."""
        self._items = list(self.box.words.help(self.box.beneath))
        return None

    def items(self) -> "list[str]":
        """The help lines."""
        return self._items
