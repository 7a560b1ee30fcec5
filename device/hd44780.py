"""HD44780U, the character LCD's controller, on a 4-bit bus with R/W tied low.

References are to Hitachi's data sheet "HD44780U (LCD-II)", ADE-207-272(Z), rev. 0.0. The chip is
its registers (DDRAM, CGRAM, address counter, the flags of entry mode, display and function set),
a time until which it is busy, and what the glass shows. As R/W is tied low the busy flag cannot
be read: the driver must wait, and a write that comes too early is recorded as a violation and
has no effect.

Not modelled: reading, the 5x10 font, and the two-bus boards for 40x4 glass.
"""

from collections.abc import Callable

from device.clock import Clock
from device.font import a00_dots

POWER_ON_US = 15_000
"""Before the first instruction, after VCC reaches 4.5 V (figure 24)."""

FIRST_FUNCTION_SET_US = 4_100
SECOND_FUNCTION_SET_US = 100
"""After the first and second 8-bit function set since power on (figure 24)."""

CLEAR_US = 1_520
INSTRUCTION_US = 37
DATA_US = 41
"""Execution times at 270 kHz (table 6): clear and home; the others; data, 37 us and tADD 4 us."""

BLINK_US = 379_200
"""Half a period of the blinking cursor: 409.6 ms at 250 kHz, here at 270 kHz
(instruction "Display On/Off Control")."""

LINE = 40
"""Characters a line of DDRAM holds in two-line mode: 00-27 and 40-67 hex (figure 4)."""


_ADDRESSES = (*range(LINE), *range(0x40, 0x40 + LINE))
"""The addresses of the cells of ``ddram`` in two-line mode."""

_CELLS = tuple(
    _ADDRESSES.index(address) if address in _ADDRESSES else -1 for address in range(0x80)
)


class Violation:
    """A write that the data sheet forbids: when (us), what was wrong, RS and the nibble."""

    __slots__ = ("nibble", "rs", "time_us", "what")

    def __init__(self, time_us: int, what: str, rs: int, nibble: int) -> None:
        self.time_us, self.what, self.rs, self.nibble = time_us, what, rs, nibble

    def __repr__(self) -> str:
        return f"<{self.what} at {self.time_us} us: RS={self.rs}, {self.nibble:04b}>"


class Hd44780:
    """The controller with a glass of ``columns`` by ``rows`` (20x4 or 16x2).

    ``version`` grows with every change that may show. ``on_byte(time_us, rs, value)`` is called
    for every whole byte the chip executes. ``last_byte_us`` is when the last one came.
    """

    def __init__(self, clock: Clock, columns: int = 20, rows: int = 4) -> None:
        if (columns, rows) not in ((20, 4), (16, 2)):
            raise ValueError(f"no glass of {columns}x{rows}: 20x4 or 16x2")
        self.columns, self.rows = columns, rows
        self.violations: list[Violation] = []
        self.version = 0
        self.on_byte: Callable[[int, int, int], None] | None = None
        self.last_byte_us = -1
        self.contrast = 50
        self.backlight = 0
        self._clock = clock
        self.power_on()

    # -- power ---------------------------------------------------------------------------------

    def power_on(self) -> None:
        """Reset by the internal circuit ("Initializing by Internal Reset Circuit"): DDRAM blank,
        8-bit bus, one line, display off, increment, no shift. CGRAM holds chance patterns."""
        self.ddram = bytearray(b" " * 80)
        self.cgram = bytearray((37 * i ^ 0b10101) & 0x1F for i in range(64))
        self.address = 0
        self.in_cgram = False
        self.increment, self.shift_on_write = 1, False
        self.display_on = self.cursor_on = self.blink_on = False
        self.shift = 0
        self.eight_bits, self.two_lines = True, False
        self._high: int | None = None
        self._function_sets = 0
        self._busy_until = self._clock.now + POWER_ON_US
        self.powered = True
        self.version += 1

    def power_off(self) -> None:
        """Nothing shows and nothing is kept."""
        self.powered = self.display_on = False
        self.backlight = 0
        self.version += 1

    def light(self, contrast: int, backlight: int) -> None:
        """Set what the glass's own pins V0 and LED get, 0 to 100 each."""
        self.contrast, self.backlight = contrast, backlight
        self.version += 1

    # -- the bus -------------------------------------------------------------------------------

    def nibble(self, rs: int, value: int) -> None:
        """One pulse of E with RS and D7..D4 (0 to 15) on the bus (figure 9).

        On the 8-bit bus each pulse is an instruction whose D3..D0, not wired here, read as 0;
        so the opening sequence of figure 24 works from any state the chip may be in.
        """
        high = self._high
        if high is not None:
            self._high = None
            if high >= 0:
                self._execute(rs, high << 4 | value)
        elif self._clock.now < self._busy_until:
            self._violation("written while busy", rs, value)
            if not self.eight_bits:
                self._high = -1
        elif self.eight_bits:
            self._execute(rs, value << 4)
        else:
            self._high = value

    @property
    def busy(self) -> bool:
        """The busy flag, BF."""
        return self._clock.now < self._busy_until

    def _violation(self, what: str, rs: int, value: int) -> None:
        self.violations.append(Violation(self._clock.now, what, rs, value))

    def _execute(self, rs: int, byte: int) -> None:
        now = self.last_byte_us = self._clock.now
        if rs:
            self._busy_until = now + DATA_US
            self._write_data(byte)
        else:
            self._busy_until = now + INSTRUCTION_US
            self._instruction(byte)
        self.version += 1
        if self.on_byte is not None:
            self.on_byte(now, rs, byte)

    # -- instructions (table 6) ----------------------------------------------------------------

    def _instruction(self, byte: int) -> None:
        if byte & 0x80:
            self._set_ddram_address(byte & 0x7F)
        elif byte & 0x40:
            self.in_cgram, self.address = True, byte & 0x3F
        elif byte & 0x20:
            self._function_set(byte)
        elif byte & 0x10:
            self._cursor_or_display_shift(byte)
        elif byte & 0x08:
            self.display_on = bool(byte & 4)
            self.cursor_on = bool(byte & 2)
            self.blink_on = bool(byte & 1)
        elif byte & 0x04:
            self.increment = 1 if byte & 2 else -1
            self.shift_on_write = bool(byte & 1)
        elif byte & 0x02:
            self._home()
        elif byte & 0x01:
            self.ddram[:] = b" " * 80
            self.increment = 1
            self._home()

    def _home(self) -> None:
        self.in_cgram, self.address, self.shift = False, 0, 0
        self._busy_until = self._clock.now + CLEAR_US

    def _set_ddram_address(self, address: int) -> None:
        if self._cell(address) < 0:
            self._violation(f"no DDRAM at {address:02X}", 0, address >> 4)
            address = 0
        self.in_cgram, self.address = False, address

    def _function_set(self, byte: int) -> None:
        self.eight_bits = bool(byte & 0x10)
        self.two_lines = bool(byte & 0x08)
        if self._cell(self.address) < 0:
            self.address = 0
        self._function_sets += 1
        if self.eight_bits and self._function_sets == 1:
            self._busy_until = self._clock.now + FIRST_FUNCTION_SET_US
        elif self.eight_bits and self._function_sets == 2:
            self._busy_until = self._clock.now + SECOND_FUNCTION_SET_US

    def _cursor_or_display_shift(self, byte: int) -> None:
        right = bool(byte & 0x04)
        if byte & 0x08:
            self._shift_display(-1 if right else 1)
        else:
            self._step_address(1 if right else -1)

    def _write_data(self, byte: int) -> None:
        if self.in_cgram:
            self.cgram[self.address] = byte & 0x1F
            self.address = (self.address + self.increment) & 0x3F
            return
        address = self.address
        cell = _CELLS[address] if self.two_lines else address
        self.ddram[cell] = byte
        self._step_address(self.increment)
        if self.shift_on_write:
            self._shift_display(self.increment)

    def _shift_display(self, left: int) -> None:
        self.shift = (self.shift + left) % self._turn

    def _step_address(self, step: int) -> None:
        if self.in_cgram:
            self.address = (self.address + step) & 0x3F
        elif self.two_lines:
            self.address = _ADDRESSES[(_CELLS[self.address] + step) % (2 * LINE)]
        else:
            self.address = (self.address + step) % (2 * LINE)

    def _cell(self, address: int) -> int:
        """Where an address is in ``ddram``; -1: nowhere."""
        if self.two_lines:
            return _CELLS[address]
        return address if address < 2 * LINE else -1

    # -- the glass -----------------------------------------------------------------------------

    @property
    def _turn(self) -> int:
        """After how many cells a shifted line comes round."""
        return LINE if self.two_lines else 2 * LINE

    def _shown_cell(self, row: int, column: int) -> int | None:
        """The cell of ``ddram`` that a place on the glass shows; None: that row is not driven.

        A 20x4 glass is two lines of 40 folded: rows begin at 00, 40, 14 and 54 hex.
        """
        line = row & 1
        if line and not self.two_lines:
            return None
        place = column + self.columns * (row >> 1) + self.shift
        return line * LINE + place % self._turn

    def glass(self) -> list[str]:
        """What each row shows, as the characters with the raw codes; blanks where it is dark."""
        return [
            "".join(map(chr, (self._code(row, column) for column in range(self.columns))))
            for row in range(self.rows)
        ]

    def _code(self, row: int, column: int) -> int:
        cell = self._shown_cell(row, column)
        return 0x20 if cell is None or not self.display_on else self.ddram[cell]

    @property
    def cursor(self) -> tuple[int, int] | None:
        """(row, column) of the cursor on the glass; None when it is off or out of sight."""
        if not self.display_on or self.in_cgram or not (self.cursor_on or self.blink_on):
            return None
        line, place = divmod(self._cell(self.address), self._turn)
        place = (place - self.shift) % self._turn
        row = line + 2 * (place // self.columns)
        return (row, place % self.columns) if row < self.rows else None

    @property
    def blink_dark(self) -> bool:
        """Whether the blinking cursor is in its dark half just now."""
        return self.blink_on and (self._clock.now // BLINK_US) % 2 == 1

    def dots(self, row: int, column: int) -> tuple[int, ...]:
        """The eight rows of five dots at a place, top first, bit 4 leftmost; cursor included."""
        code = self._code(row, column)
        if code < 0x10:
            shape = tuple(self.cgram[(code & 7) * 8 : (code & 7) * 8 + 8])
        else:
            shape = a00_dots(code)
        if self.cursor == (row, column):
            if self.blink_dark:
                return (0x1F,) * 8
            if self.cursor_on:
                return (*shape[:7], 0x1F)
        return shape
