"""The key matrix: rows pulled low one at a time, columns with the Pico's own pull-ups.

Rows are open-drain, so two keys in one column never join an output that is high to one that is
low. No diodes: what ghosts there are is for the firmware's keypad driver to reject.
"""

from time import sleep_us

from machine import Pin

from device.pico import pins

SETTLE_US = 5
"""A column's pull-up (50 to 80 kOhm) charges 30 pF of keypad cable in less."""


class Matrix:
    """``rows`` by ``columns`` contacts."""

    def __init__(self, rows, columns):
        self._rows = [Pin(number, Pin.OPEN_DRAIN, value=1) for number in pins.ROWS[:rows]]
        self._columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.COLUMNS[:columns]]
        self._found = bytearray(rows)

    def scan(self, row):
        """The closed columns of one row as bits, column 0 is 1."""
        pin = self._rows[row]
        pin.value(0)
        sleep_us(SETTLE_US)
        found = self._found[row] = self._read()
        pin.value(1)
        sleep_us(SETTLE_US)
        return found

    def changed(self):
        """Whether some column's contacts are not as the last scans of the rows found them.

        All rows are pulled low at once: a quarter of the time that scanning takes.
        """
        for pin in self._rows:
            pin.value(0)
        sleep_us(SETTLE_US)
        now = self._read()
        for pin in self._rows:
            pin.value(1)
        sleep_us(SETTLE_US)
        before = 0
        for found in self._found:
            before |= found
        return now != before

    def _read(self):
        found = 0
        bit = 1
        for pin in self._columns:
            if not pin.value():
                found |= bit
            bit <<= 1
        return found
