"""Board: the ten calls that the firmware makes on hardware, and nothing else."""

try:
    from typing import Protocol
except ImportError:  # MicroPython
    Protocol = object  # type: ignore[assignment]

from firmware_sim.byte_line import ByteLine


class Board(Protocol):
    """One box's hardware. The simulated box, a Raspberry Pi Pico and tests provide it.

    A board whose line is a network may also have ``pairing_key`` (32 bytes, flashed once) and
    ``nonce()`` (16 fresh hex digits from its random generator): then its link is keyed.
    """

    line: ByteLine
    """The serial line to the host."""

    def ticks_ms(self) -> int:
        """Milliseconds since power on; never goes back."""

    def delay_us(self, us: int) -> None:
        """Wait that many microseconds (LCD timing)."""

    def scan_row(self, row: int) -> int:
        """Drive one row of the key matrix; return its closed columns as bits (column 0 is 1)."""

    def lcd_nibble(self, rs: int, nibble: int) -> None:
        """Put RS (0 instruction, 1 data) and four bits D7..D4 on the LCD's bus and pulse E."""

    def lcd_light(self, contrast: int, backlight: int) -> None:
        """Set contrast and backlight, 0 to 100 each."""

    def memory_read(self, address: int, length: int) -> bytes:
        """Read the box's own non-volatile memory."""

    def memory_write(self, address: int, data: bytes) -> None:
        """Write within one 64-byte page; returns when the bytes are safe.

        When the power goes during the write, a prefix of the bytes may be there.
        """

    def buzz(self, ms: int) -> None:
        """Sound the buzzer for that many milliseconds, without waiting."""

    def battery_mv(self) -> int:
        """Battery voltage in millivolts."""

    def serial(self) -> str:
        """The box's own serial number: 1 to 12 of A-Z, 0-9; the same for ever."""
