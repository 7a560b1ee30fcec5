"""ByteLine: what every link looks like from either end (serial port, socket, pty, UART)."""

try:
    from typing import Protocol
except ImportError:  # MicroPython: annotations are never evaluated, a plain base class will do
    Protocol = object  # type: ignore[assignment]


class ByteLine(Protocol):
    """A full-duplex line of bytes that never blocks.

    A lost line raises OSError (or a subclass) from read or write; close may be called twice.
    """

    def read(self) -> bytes:
        """Return the bytes that have arrived since the last call, ``b""`` when there are none."""

    def write(self, data: bytes) -> int:
        """Take as many of the bytes as fit now and return how many that was."""

    def close(self) -> None:
        """Give the line up."""
