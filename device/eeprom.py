"""24LC256 serial EEPROM: 32,768 bytes in pages of 64, kept in a file if wanted.

The facts are those of Microchip's data sheet DS21203 (24AA256/24LC256/24FC256): page write of up
to 64 bytes (section 6.2, "Page Write"), the address counter wrapping within the page, and a write
cycle time of at most 5 ms (table 1-2, parameter TWC). The 5 ms are charged by the board that
waits for them (``TableBox.memory_write``).
"""

import fcntl
import os
from pathlib import Path

from device.faults import PowerCut

PAGE = 64
"""Bytes a page (DS21203, section 6.2)."""

WRITE_US = 5000
"""Write cycle time, microseconds, at most (DS21203, table 1-2, TWC)."""

ERASED = 0xFF


class MemoryFileError(Exception):
    """A memory file that cannot be used; the message says which, why, and what is allowed."""


class Eeprom:
    """``size`` bytes that stay when the power goes.

    With ``path`` they are the bytes of that file, which is made when missing (whole or not at
    all) and locked against a second box. A page write is one ``pwrite``: when it returns the
    kernel has the bytes, so a killed process loses nothing that was written and never leaves a
    page half old, half new.

    ``writes`` counts write cycles a page, for wear (DS21203: more than a million each).
    """

    def __init__(self, size: int = 32768, path: str | os.PathLike[str] | None = None) -> None:
        if size <= 0 or size % PAGE:
            raise ValueError(f"a memory of {size} bytes is not a whole number of {PAGE}-byte pages")
        self.size = size
        self.path = None if path is None else Path(path)
        self.writes = [0] * (size // PAGE)
        self.bytes_written = 0
        self._cut_after: int | None = None
        self._fd = -1 if self.path is None else _open_locked(self.path, size)
        self._bytes = (
            bytearray([ERASED]) * size if self._fd < 0 else bytearray(os.pread(self._fd, size, 0))
        )

    def read(self, address: int, length: int) -> bytes:
        """``length`` bytes from ``address``; sequential reads wrap at the end of the memory
        (DS21203, section 8.3)."""
        self._check(address)
        end = address + length
        if end <= self.size:
            return bytes(self._bytes[address:end])
        return bytes(self._bytes[(address + i) % self.size] for i in range(length))

    def write(self, address: int, data: bytes) -> None:
        """Write one page: bytes beyond the page's end wrap to its beginning, as on the chip.

        Raises PowerCut, with a prefix of the bytes written, when ``cut_power_after`` says so.
        """
        self._check(address)
        cut = self._cut_after
        if cut is None or cut >= len(data):
            if cut is not None:
                self._cut_after = cut - len(data)
            self._program(address, data)
            return
        self._cut_after = None
        self._program(address, data[:cut])
        raise PowerCut(f"in a write at {address}, after {cut} of {len(data)} bytes")

    def cut_power_after(self, count: int | None) -> None:
        """Let ``count`` more bytes be written and cut the power before the next; None: never."""
        self._cut_after = count

    def image(self) -> bytes:
        """All bytes, for tests and for looking at."""
        return bytes(self._bytes)

    def close(self) -> None:
        """Give the file up (and its lock); the bytes can still be read."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _check(self, address: int) -> None:
        if not 0 <= address < self.size:
            raise ValueError(f"address {address} is outside a memory of {self.size} bytes")

    def _program(self, address: int, data: bytes) -> None:
        if not data:
            return
        page = address - address % PAGE
        for offset, byte in enumerate(data):
            self._bytes[page + (address + offset) % PAGE] = byte
        self.writes[page // PAGE] += 1
        self.bytes_written += len(data)
        if self._fd >= 0:
            os.pwrite(self._fd, self._bytes[page : page + PAGE], page)


def _open_locked(path: Path, size: int) -> int:
    try:
        if not path.exists():
            _make(path, size)
        fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise MemoryFileError(f"memory file {path}: {error.strerror}") from error
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(fd)
        raise MemoryFileError(f"memory file {path} is in use by another box") from error
    found = os.fstat(fd).st_size
    if found != size:
        os.close(fd)
        raise MemoryFileError(
            f"memory file {path} has {found} bytes; a box's memory has {size}: not a memory file?"
        )
    return fd


def _make(path: Path, size: int) -> None:
    """Make an erased memory: a whole file under another name first, then given its own."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_bytes(bytes([ERASED]) * size)
        # link, not rename: a file that another process made meanwhile is never replaced.
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink(missing_ok=True)
