"""ADDRESS: the box's two digits on the link, 01 to 99."""

from firmware_sim.screens.base import BACK, DIGITS, Screen


class Address(Screen):
    """Two digits, OK. 00 means any box and cannot be one's own."""

    NAME = "ADDRESS"
    FIELD = "number"
    ARROWS = (
        ("01 to 99, OK", "BACK", ""),
        ("CANCEL", "BACK", "nothing typed"),
    )

    def enter(self) -> "str | None":
        """Nothing typed yet."""
        self.typed = ""
        return None

    def lines(self) -> "list[str]":
        """The address now, the one being typed, keys."""
        words = self.box.words
        return [
            self.title(words("ADDRESS", address=self.box.settings.address)),
            words("ADDRESS_FIELD", typed=self.typed),
            words("ADDRESS_RANGE"),
            self.box.hint("DIGITS_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After what is typed."""
        return (1, len(self.lines()[1].rstrip()))

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            self.typed = self.typed + key if len(self.typed) < 2 else key
        elif key == "OK":
            return self._ok()
        elif key == "CANCEL":
            if not self.typed:
                return BACK
            self.typed = ""
        return None

    def _ok(self) -> "str | None":
        box = self.box
        if not self.typed:
            return BACK
        address = "0" * (2 - len(self.typed)) + self.typed
        if address == "00":
            box.beep()
            return None
        box.settings.address = address
        box.terminal.address = address
        box.save_settings()
        return BACK
