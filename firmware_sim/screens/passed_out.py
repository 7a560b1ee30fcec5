"""PASSED OUT: the deal does not count; it is dealt again."""

from firmware_sim.entry import Entry
from firmware_sim.screens.base import Screen


class PassedOut(Screen):
    """OK goes on to the same deal, CANCEL back to the contract."""

    NAME = "PASSEDOUT"
    ARROWS = (
        ("OK", "DEAL", ""),
        ("CANCEL", "CONTRACT", ""),
    )

    def lines(self) -> "list[str]":
        """What that means, keys."""
        words = self.box.words
        chicago = self.box.settings.mode == "CHICAGO"
        return [
            self.title(words("PASSED_OUT")),
            words("DEAL_AGAIN"),
            words("SAME_DEALER") if chicago else "",
            self.box.hint("OK_CANCEL"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "OK":
            self.box.entry = Entry()
            return "DEAL"
        return "CONTRACT" if key == "CANCEL" else None
