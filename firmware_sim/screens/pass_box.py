"""PASS THE BOX: North-South are done; OK is ignored, so a second OK never confirms."""

from firmware_sim.screens.entry_screen import EntryScreen


class PassBox(EntryScreen):
    """E/W says that East has the box."""

    NAME = "PASSBOX"
    FIELD = "east"
    MESSAGES = False
    ARROWS = (
        ("E/W", "VERIFY", ""),
        ("CANCEL", "RESULT", "played"),
        ("CANCEL", "CONTRACT", "PASS or NOT PLAYED"),
        ("OK", "PASSBOX", "ignored"),
    )

    def lines(self) -> "list[str]":
        """Banner, a warning where the score is unlikely, keys."""
        words = self.box.words
        unlikely = self.entry.unlikely(self.box.rules)
        return [
            self.above(),
            words("PASS_BOX"),
            words("UNLIKELY") if unlikely else "",
            self.box.hint("PASS_BOX_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """E/W goes on, CANCEL goes back, everything else is ignored."""
        if key == "E/W":
            return "VERIFY"
        if key == "CANCEL":
            return "RESULT" if self.entry.played else "CONTRACT"
        return None
