"""A table box and the hands that key on it."""

from device.eeprom import Eeprom
from device.table_box import TableBox

QUICK = {"hold_ms": 40, "gap_ms": 30}


class KeyedBox:
    """One box from its keys to its glass; ``keys("4 S N/S OK")`` presses real contacts."""

    def __init__(self, memory: Eeprom | None = None, **kinds: object) -> None:
        self.memory = memory or Eeprom()
        self.box = TableBox(memory=self.memory, **kinds)  # type: ignore[arg-type]
        self.power_on()

    def power_on(self) -> None:
        """On, and past the self test."""
        self.box.power_on()
        self.box.run_for(2500)

    def power_cycle(self) -> None:
        self.box.power_off()
        self.power_on()

    def keys(self, script: str) -> list[str]:
        """Press the keys named, one after another; return the glass."""
        for key in script.split():
            self.box.tap(key, **QUICK)
        self.box.run_for(100)
        return self.glass()

    def glass(self) -> list[str]:
        """The rows without the sign at the end of the first and without trailing blanks."""
        return [row.rstrip() for row in self.box.lcd_lines()]

    @property
    def screen(self) -> str:
        """The name of the screen that is shown."""
        return self.box.firmware.screen.NAME  # type: ignore[union-attr]


class LoggedEeprom(Eeprom):
    """Keeps every write, so that the memory can be rebuilt as of any byte."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[tuple[int, bytes]] = []

    def write(self, address: int, data: bytes) -> None:
        self.log.append((address, bytes(data)))
        super().write(address, data)
