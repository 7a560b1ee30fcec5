"""A board without chips: for tests that run the whole firmware thousands of times."""

from firmware_sim import keymaps
from firmware_sim.byte_line import ByteLine
from firmware_sim.firmware import Firmware
from tests.firmware.link_parts import Memory, MemoryLine

CROSSING = {
    key: (row, 1 << column)
    for row, keys in enumerate(keymaps.FULL)
    for column, key in enumerate(keys)
}


class BenchBoard:
    """Counted time, clean contacts, a memory that may lose its power in a write."""

    def __init__(self, memory: Memory | None = None, line: ByteLine | None = None) -> None:
        self.memory = memory or Memory()
        self.line: ByteLine = line or MemoryLine()
        self.us = 0
        self.rows = [0] * len(keymaps.FULL)
        self.memory_read = self.memory.read
        self.firmware = Firmware(self)

    def ticks_ms(self) -> int:
        return self.us // 1000

    def delay_us(self, us: int) -> None:
        self.us += us

    def scan_row(self, row: int) -> int:
        return self.rows[row]

    def lcd_nibble(self, rs: int, nibble: int) -> None:
        pass

    def lcd_light(self, contrast: int, backlight: int) -> None:
        pass

    def memory_write(self, address: int, data: bytes) -> None:
        self.us += 5000
        self.memory.write(address, data)

    def buzz(self, ms: int) -> None:
        pass

    def battery_mv(self) -> int:
        return 4200

    def serial(self) -> str:
        return "VB0001"

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.us + ms * 1000
        while self.us < end:
            self.us = min(self.us + max(self.firmware.step(), 1) * 1000, max(end, self.us))

    def tap(self, key: str) -> None:
        """Down for 20 ms, up for 25."""
        row, bit = CROSSING[key]
        self.rows[row] |= bit
        self.run(20)
        self.rows[row] &= ~bit
        self.run(25)

    def keys(self, script: str) -> None:
        """Keys one after another, then a pause in which the draft is written."""
        for key in script.split():
            self.tap(key)
        self.run(60)

    @property
    def screen(self) -> str:
        """The screen that is shown."""
        return self.firmware.screen.NAME
