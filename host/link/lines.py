"""What a port's threads read and write: a blocking byte line, and the one way it can be lost."""

from __future__ import annotations

from typing import Protocol


class LinkLost(OSError):
    """The other end, the cable or the port has gone; the text says how it was noticed."""


class WaitingLine(Protocol):
    """A line whose owner may wait for bytes. Every failure of the line is a LinkLost."""

    def wait(self) -> bytes:
        """Return the next bytes, or ``b""`` after a tenth of a second without any."""

    def write(self, data: bytes) -> int:
        """Write; return how many bytes the line took (fewer than all: it is stalled)."""

    def close(self) -> None:
        """Give the line up; may be called twice, by the thread that owns the line."""
