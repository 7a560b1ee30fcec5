"""LCD: an HD44780U on a 4-bit bus, written as little as possible.

The driver keeps a shadow of the glass, compares it with the wanted text and writes only cells
that differ. It never clears the glass and never reads the busy flag: it waits out the data
sheet's times (table 6: 37 us an instruction, 41 us with the address counter's 4 us, at 270 kHz;
times 270/190 for the slowest oscillator allowed; 1.52 ms for clear).
"""

from firmware_sim.drivers.glyphs import GLYPHS, code_of

try:
    from typing import Callable
except ImportError:  # MicroPython: annotations are never evaluated
    pass

CLUB, DIAMOND, HEART, SPADE, VULNERABLE, DEALER, LINK, BATTERY = range(8)
"""Codes of the eight glyphs in CGRAM; ``chr(SPADE)`` in a text is a spade on the glass."""

BUSY_US = 59
CLEAR_US = 2200
ROW_ADDRESSES = (0x00, 0x40, 0x14, 0x54)

FUNCTION_SET = 0x28  # 4 bits, 2 lines, 5x8 dots (a 20x4 glass is two lines of 40, folded)
DISPLAY_OFF = 0x08
CLEAR = 0x01
ENTRY_MODE = 0x06  # the address counts up, the glass stands still
DISPLAY_ON = 0x0C
CURSOR_ON = 0x0F
SET_CGRAM = 0x40
SET_DDRAM = 0x80


class Lcd:
    """One glass; ``nibble`` and ``delay_us`` are the Board's. The constructor wakes the chip."""

    __slots__ = (
        "_address",
        "_cursor",
        "_cursor_shown",
        "_delay_us",
        "_dirty",
        "_nibble",
        "_shadow",
        "_texts",
        "_wanted",
        "columns",
        "rows",
    )

    def __init__(
        self,
        nibble: "Callable[[int, int], None]",
        delay_us: "Callable[[int], None]",
        columns: int = 20,
        rows: int = 4,
    ) -> None:
        self._nibble = nibble
        self._delay_us = delay_us
        self.columns = columns
        self.rows = rows
        self._texts = [""] * rows
        self._shadow = [bytearray(b" " * columns) for _ in range(rows)]
        self._wanted = [bytearray(b" " * columns) for _ in range(rows)]
        self._dirty = [False] * rows
        self._cursor = -1
        self._cursor_shown = False
        self._address = 0
        self._wake()

    def show(self, texts: "list[str]", cursor: "tuple[int, int] | None" = None) -> None:
        """What the glass should show; longer texts are cut, shorter ones padded.

        ``cursor`` is (row, column) of the blinking cursor. Nothing is written before ``flush``.
        """
        for row in range(self.rows):
            text = texts[row] if row < len(texts) else ""
            if text != self._texts[row]:
                self._texts[row] = text
                self._encode(row, text)
                self._dirty[row] = True
        self._cursor = -1
        if cursor is not None and cursor[0] < self.rows:
            self._cursor = ROW_ADDRESSES[cursor[0]] + min(cursor[1], self.columns - 1)

    def flush(self, limit: int = 1000) -> bool:
        """Write up to ``limit`` differing cells; true when the glass is as wanted."""
        for row in range(self.rows):
            if self._dirty[row]:
                limit = self._write_row(row, limit)
                if limit <= 0:
                    return False
                self._dirty[row] = False
        self._place_cursor()
        return True

    def _encode(self, row: int, text: str) -> None:
        wanted = self._wanted[row]
        count = min(len(text), self.columns)
        for column in range(count):
            code = ord(text[column])
            plain = code < 8 or (0x20 <= code < 0x7E and code != 0x5C)
            wanted[column] = code if plain else code_of(text[column])
        for column in range(count, self.columns):
            wanted[column] = 0x20

    def _write_row(self, row: int, limit: int) -> int:
        """Write what differs; the number of cells that may still be written, 0 when it ran out."""
        wanted = self._wanted[row]
        shadow = self._shadow[row]
        if wanted == shadow:
            return limit
        start = ROW_ADDRESSES[row]
        for column in range(self.columns):
            if wanted[column] != shadow[column]:
                if limit <= 0:
                    return 0
                if self._address != start + column:
                    self._command(SET_DDRAM | (start + column))
                self._send(1, wanted[column])
                shadow[column] = wanted[column]
                self._address = start + column + 1
                limit -= 1
        return limit if limit > 0 else 1

    def _place_cursor(self) -> None:
        if self._cursor >= 0 and self._address != self._cursor:
            self._command(SET_DDRAM | self._cursor)
            self._address = self._cursor
        if (self._cursor >= 0) != self._cursor_shown:
            self._cursor_shown = self._cursor >= 0
            self._command(CURSOR_ON if self._cursor_shown else DISPLAY_ON)

    def _wake(self) -> None:
        """Initializing by instruction, figure 24 of the data sheet; then the glyphs."""
        self._delay_us(50000)
        for wait in (5000, 200, 200):
            self._nibble(0, 3)
            self._delay_us(wait)
        self._nibble(0, 2)
        self._delay_us(BUSY_US)
        for instruction in (FUNCTION_SET, DISPLAY_OFF, CLEAR):
            self._command(instruction)
        self._delay_us(CLEAR_US)
        self._command(ENTRY_MODE)
        self._command(SET_CGRAM)
        for line in GLYPHS:
            self._send(1, line)
        self._command(SET_DDRAM)
        self._command(DISPLAY_ON)

    def _command(self, instruction: int) -> None:
        self._send(0, instruction)

    def _send(self, rs: int, value: int) -> None:
        self._nibble(rs, value >> 4)
        self._nibble(rs, value & 15)
        self._delay_us(BUSY_US)
