"""MEMORY FULL in a game without a host: older games went already, so a host must take records."""

from firmware_sim.screens.base import Screen


class GameFull(Screen):
    """OK goes back to the entry that was not kept."""

    NAME = "GAMEFULL"
    ARROWS = (
        ("OK, CANCEL", "RESULT", "played"),
        ("OK, CANCEL", "CONTRACT", "not played"),
        ("OK, CANCEL", "RUBBER", "nothing was being entered: rubber, Chicago"),
        ("OK, CANCEL", "MATCH", "nothing was being entered: team of four"),
    )

    def lines(self) -> "list[str]":
        """What to do about it, keys."""
        words = self.box.words
        return [
            self.title(words("MEMORY_FULL")),
            words("CONNECT_HOST"),
            words("NOT_KEPT"),
            self.box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key not in ("OK", "CANCEL"):
            return None
        entry = self.box.entry
        if entry.contract:
            return "RESULT" if entry.played else "CONTRACT"
        return "MATCH" if self.box.settings.mode == "TEAMS" else "RUBBER"
