"""The configuration in the box's memory: two areas used in turn, taken part by part.

Parts go straight into the area that is not in force; its head page is killed first and written
last, so that a power cut at any byte leaves the old configuration in force. After a cut the box
asks for the first part again; after a lost line or a new host it goes on where it stood.
"""

try:
    from typing import Callable
except ImportError:  # MicroPython
    pass

import struct
from binascii import crc32

from firmware_sim.link.config import Config
from firmware_sim.link.frame import crc16
from firmware_sim.memory_map import PAGE

_HEAD = ">2sIIIHI"
_HEAD_SIZE = 20
_MAGIC = b"C1"


class ConfigStore:
    """Keeps ``config`` (None before the first) over Board.memory_read and memory_write."""

    def __init__(
        self,
        read: "Callable[[int, int], bytes]",
        write: "Callable[[int, bytes], None]",
        start: int,
        area: int,
    ) -> None:
        self._read = read
        self._write = write
        self._start = start
        self._area = area
        self._active = 1
        self._sequence = 0
        self.config: Config | None = None
        self._revision = 0  # being taken; 0 for none
        self._parts = 0
        self._held = 0
        self._length = 0
        self._crc = 0
        self._tail = b""
        self._load()

    def _load(self) -> None:
        for which in (0, 1):
            head = self._head(which)
            if head is not None and (self.config is None or head[1] > self._sequence):
                config = self._config(which, head)
                if config is not None:
                    self.config = config
                    self._active = which
                    self._sequence = head[1]

    def _head(self, which: int) -> "tuple[bytes, int, int, int, int, int] | None":
        page = bytes(self._read(self._start + which * self._area, _HEAD_SIZE + 2))
        head, check = page[:_HEAD_SIZE], page[_HEAD_SIZE:]
        if head[:2] != _MAGIC or check != struct.pack(">H", crc16(head)):
            return None
        magic, sequence, revision, first, length, crc = struct.unpack(_HEAD, head)
        if length > self._area - PAGE:
            return None
        return magic, sequence, revision, first, length, crc

    def _config(self, which: int, head: "tuple[bytes, int, int, int, int, int]") -> "Config | None":
        data = self._read(self._start + which * self._area + PAGE, head[4])
        if crc32(data) & 0xFFFFFFFF != head[5]:
            return None
        return Config(data, head[2], head[3])

    @property
    def revision(self) -> int:
        """The revision in force, 0 for none."""
        return self.config.revision if self.config is not None else 0

    def take(
        self,
        revision: int,
        part: int,
        parts: int,
        payload: str,
        first_of: "Callable[[str], int]",
    ) -> int:
        """Take one part and return how many parts in a row are now held of that revision.

        ``first_of(event)`` gives the number of the first record of an event that is new here. All
        parts held means that the revision is in force. A part out of turn changes nothing; a
        wrong CRC-32 gives 0: from the start again.
        """
        if revision == self.revision:
            return parts
        if revision != self._revision or parts != self._parts:
            self._begin(revision, parts)
        if part != self._held + 1:
            return self._held
        if part < parts:
            if not self._append(payload.encode()):
                self._revision = 0
                return 0
        elif not self._finish(payload, first_of):
            self._revision = 0
            return 0
        self._held = part
        return part

    def _begin(self, revision: int, parts: int) -> None:
        base = self._start + (1 - self._active) * self._area
        if self._read(base, 2) == _MAGIC:
            self._write(base, b"\x00\x00")
        self._revision = revision
        self._parts = parts
        self._held = 0
        self._length = 0
        self._crc = 0
        self._tail = b""

    def _append(self, data: bytes) -> bool:
        """Write what fills a page, keep the rest; False when the area is too small."""
        self._crc = crc32(data, self._crc)
        self._tail += data
        while len(self._tail) >= PAGE:
            if not self._put(self._tail[:PAGE]):
                return False
            self._tail = self._tail[PAGE:]
        return True

    def _put(self, data: bytes) -> bool:
        if self._length + len(data) > self._area - PAGE:
            return False
        base = self._start + (1 - self._active) * self._area + PAGE
        self._write(base + self._length, data)
        self._length += len(data)
        return True

    def _finish(self, check: str, first_of: "Callable[[str], int]") -> bool:
        if check != "%08X" % (self._crc & 0xFFFFFFFF):
            return False
        if self._tail and not self._put(self._tail):
            return False
        which = 1 - self._active
        base = self._start + which * self._area
        head = (_MAGIC, self._sequence + 1, self._revision, 0, self._length, self._crc)
        config = self._config(which, head)
        if config is None:
            return False
        if self.config is not None and config.event == self.config.event:
            first = self.config.first
        else:
            first = first_of(config.event)
        config.first = first
        data = struct.pack(
            _HEAD, _MAGIC, head[1], config.revision, first, self._length, self._crc & 0xFFFFFFFF
        )
        self._write(base, data + struct.pack(">H", crc16(data)))
        self._active = which
        self._sequence = head[1]
        self.config = config
        return True
