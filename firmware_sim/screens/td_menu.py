"""TD MENU: the director's own screens, by number."""

from firmware_sim.screens.base import BACK, Pages

CHOICES = (
    ("TD_ADJUST", "ADJUST"),
    ("TD_BOARD", "TDBOARD"),
    ("TD_ERASE", "ERASE"),
    ("TD_STATUS", "TDSTATUS"),
    ("TD_MISSING", "MISSING"),
    ("TD_SHEET", "TDSHEET"),
    ("TD_SWAP", "SWAP"),
    ("TD_RESEND", "RESEND"),
    ("TD_LANGUAGE", "LANGUAGE"),
    ("TD_CONTRAST", "CONTRAST"),
    ("TD_RESET", "RESET"),
)
"""The word of each line and the screen behind it."""


class TdMenu(Pages):
    """Two digits, or one and OK, or ^ v and OK."""

    NAME = "TDMENU"
    FIELD = "menu"
    TITLE = "TD_MENU"
    HINT = "TD_KEYS"
    DIRECTOR = True
    ROWS = 2
    ARROWS = (
        ("1, OK", "ADJUST", ""),
        ("2, OK", "TDBOARD", ""),
        ("3, OK", "ERASE", ""),
        ("4, OK", "TDSTATUS", ""),
        ("5, OK", "MISSING", ""),
        ("6, OK", "TDSHEET", ""),
        ("7, OK", "SWAP", ""),
        ("8, OK", "RESEND", ""),
        ("9, OK", "LANGUAGE", ""),
        ("1 0", "CONTRAST", ""),
        ("1 1", "RESET", ""),
        ("CANCEL", "BACK", ""),
    )
    typed = ""

    def items(self) -> "list[str]":
        """Numbered lines."""
        return [
            "%d %s" % (index + 1, self.box.words(choice[0])) for index, choice in enumerate(CHOICES)
        ]

    def heading(self) -> str:
        """The title and the digits typed."""
        return self.box.words("TD_MENU") + " " + self.typed

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key == "CANCEL":
            if not self.typed:
                return BACK
            self.typed = ""
        elif key == "OK":
            return self._choose(int(self.typed or self.top + 1))
        elif key in "0123456789":
            self.typed += key
            if len(self.typed) == 2:
                return self._choose(int(self.typed))
            if 0 < int(self.typed) <= len(CHOICES):
                self.top = int(self.typed) - 1
        return None

    def _choose(self, number: int) -> "str | None":
        self.typed = ""
        if 1 <= number <= len(CHOICES):
            return CHOICES[number - 1][1]
        self.box.beep()
        return None
