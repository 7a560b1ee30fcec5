"""What the tests of the link share: a memory that loses power, a line in memory, a result."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_sim import memory_map
from firmware_sim.journal import Journal
from firmware_sim.link.config_store import ConfigStore

RESULT: Mapping[str, object] = {
    "event": "E3", "section": "A", "table": 2, "round": 5, "board": 14, "ns": 3, "ew": 12,
    "contract": "4SX", "declarer": "N", "result": "-1", "lead": "HA",
}  # fmt: skip

LONGEST_R: Mapping[str, object] = {
    "event": "ABCD", "section": "A1", "table": 999, "round": 99, "board": 999, "ns": 9999,
    "ew": 9999, "contract": "7NTXX", "declarer": "N", "result": "-13", "lead": "HA", "room": "O",
    "replaces": "999999998-8F21C0DE",
}  # fmt: skip


class PowerCut(Exception):
    """The box has no power any more."""


class Memory:
    """32 kB that keep to the board's promise: a write stays within a 64-byte page.

    ``cut_after`` bytes more are written, then the power goes: a prefix of the bytes is there.
    """

    def __init__(self, image: bytes | None = None) -> None:
        self.image = bytearray(image if image is not None else b"\xff" * memory_map.SIZE)
        self.cut_after: int | None = None
        self.written = 0
        self.reads = 0

    def read(self, address: int, length: int) -> bytes:
        assert address >= 0
        assert address + length <= memory_map.SIZE
        self.reads += length
        return bytes(self.image[address : address + length])

    def write(self, address: int, data: bytes) -> None:
        assert data
        assert address // memory_map.PAGE == (address + len(data) - 1) // memory_map.PAGE
        if self.cut_after is not None and len(data) > self.cut_after:
            self.image[address : address + self.cut_after] = data[: self.cut_after]
            self.cut_after = 0
            raise PowerCut
        if self.cut_after is not None:
            self.cut_after -= len(data)
        self.image[address : address + len(data)] = data
        self.written += len(data)

    def journal(self, slots: int = 142, serial: str = "VB0001") -> Journal:
        start = memory_map.JOURNAL
        end = start + slots * memory_map.SLOT
        return Journal(self.read, self.write, start, end, serial)

    def store(self) -> ConfigStore:
        return ConfigStore(self.read, self.write, memory_map.CONFIG, memory_map.CONFIG_AREA)


class MemoryLine:
    """A ByteLine whose other end is the test: ``incoming`` to the box, ``outgoing`` from it."""

    def __init__(self, takes: int = 1 << 20) -> None:
        self.incoming = b""
        self.outgoing = b""
        self.takes = takes
        self.closed = False
        self.broken = False

    def read(self) -> bytes:
        if self.broken:
            raise OSError("line lost")
        data, self.incoming = self.incoming, b""
        return data

    def write(self, data: bytes) -> int:
        if self.broken:
            raise OSError("line lost")
        taken = data[: self.takes]
        self.outgoing += taken
        return len(taken)

    def close(self) -> None:
        self.closed = True
