"""BOOT: the self test, then the screen that the power cut off, or the mode's first."""

from firmware_sim.box import FIRMWARE
from firmware_sim.screens.base import Screen

SHOW_MS = 1500
FAULT_MS = 6000


class Boot(Screen):
    """Goes on by itself after 1.5 s, after 6 s when something is wrong; OK goes on at once."""

    NAME = "BOOT"
    ARROWS = (
        ("1.5 s, OK", "MODE", "a new box"),
        ("1.5 s, OK", "WAIT", "mode DUPLICATE"),
        ("1.5 s, OK", "RESUME", "an entry was cut off"),
    )
    RESUME = None
    MESSAGES = False

    def enter(self) -> "str | None":
        """Note when it began."""
        self._until = self.box.now_ms + SHOW_MS
        return None

    def lines(self) -> "list[str]":
        """Name and version, serial, memory, what is wrong or OK."""
        box = self.box
        fault = self._fault()
        return [
            self.title("OVERTRICK " + FIRMWARE),
            box.words("BOOT_SERIAL", serial=box.board.serial()),
            fault or box.words("BOOT_MEMORY", records=box.evening.stored),
            box.hint("OK_GO_ON") if fault else box.words("BOOT_OK"),
        ]

    def key(self, key: str) -> "str | None":
        """OK goes on at once."""
        return "!RESUME" if key == "OK" else None

    def tick(self, now_ms: int) -> "str | None":
        """Go on by itself."""
        late = FAULT_MS - SHOW_MS if self._fault() else 0
        return "!RESUME" if now_ms >= self._until + late else None

    def _fault(self) -> str:
        box = self.box
        if box.keypad.down():
            return box.words("BOOT_KEY", name=box.keypad.down()[0])
        return box.words("BOOT_BATTERY") if box.low_battery() else ""
