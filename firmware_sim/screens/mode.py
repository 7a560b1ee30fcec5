"""MODE: what the box is to be tonight."""

from firmware_sim import modules
from firmware_sim.screens import FIRST
from firmware_sim.screens.base import Screen

CHOICES = ("DUPLICATE", "RUBBER", "TEAMS", "CHICAGO", "SETUP")


class Mode(Screen):
    """Five choices by number, or by ^ v and OK."""

    NAME = "MODE"
    FIELD = "menu"
    ARROWS = (
        ("1, OK", "WAIT", ""),
        ("2, OK", "RUBBER", ""),
        ("3, OK", "MATCH", ""),
        ("4, OK", "RUBBER", "Chicago"),
        ("5, OK", "SETUP", ""),
    )

    def enter(self) -> "str | None":
        """Offer the mode that is set."""
        mode = self.box.settings.mode
        self.at = CHOICES.index(mode) if mode in CHOICES else 0
        return None

    def lines(self) -> "list[str]":
        """Title, the choice pointed at and the next one, keys."""
        words = self.box.words
        shown = [
            "%d %s" % ((at % len(CHOICES)) + 1, words("MODE_" + CHOICES[at % len(CHOICES)]))
            for at in (self.at, self.at + 1)
        ]
        return [
            self.title(words("MODE")),
            "\u2192" + shown[0],
            " " + shown[1],
            self.box.hint("MODE_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """A number chooses at once, ^ and v point, OK takes it."""
        if key in ("1", "2", "3", "4", "5"):
            return self._choose(CHOICES[int(key) - 1])
        if key == "OK":
            return self._choose(CHOICES[self.at])
        if key in ("^", "v"):
            self.at = (self.at + (1 if key == "v" else -1)) % len(CHOICES)
        return None

    def _choose(self, mode: str) -> str:
        if mode == "SETUP":
            return "+SETUP"
        self.box.settings.mode = mode
        self.box.save_settings()
        self.box.book = None
        modules.begin_mode()
        return "!" + FIRST[mode]
