"""The journal: the box's own records in a ring of checked slots, safe at any power cut.

A slot is 128 bytes, two pages: mark, length, number, check, magic, text. A record exists when its
check is right for this box's serial number; anything else is a free slot, so a torn record does
not exist and its number is used again.

To add a record, the slot's old magic is first killed (one byte), then the second page is written,
then the first. The mark is the first byte of the first page: no cut can leave a new text with the
old record's mark; the magic is the head's last byte: no cut can bring the old record back.

A slot is overwritten only when its record is marked as delivered or released; blank slots go
first, then the lowest number; the highest number stays, so that no number comes back after a cut.
"""

try:
    from typing import Callable, Iterator
except ImportError:  # MicroPython
    pass

from firmware_sim.link.records import Record, make_record, parse_reference
from firmware_sim.memory_map import PAGE, SLOT

_UNMARKED, _DELIVERED, _RELEASED = 0xFF, 0x5A, 0xA5
_MAGIC = 0x4F
_HEAD = 11
_MAGIC_AT = 10


class MemoryFull(Exception):
    """No slot may be overwritten: MEMORY FULL, CONNECT HOST."""


class Entry:
    """One record's place: number, check, event, slot, mark, and whether it is done for this run."""

    __slots__ = ("check", "done", "event", "mark", "n", "slot")

    def __init__(self, n: int, check: str, event: str, slot: int, mark: int) -> None:
        self.n = n
        self.check = check
        self.event = event
        self.slot = slot
        self.mark = mark
        self.done = False

    @property
    def delivered(self) -> bool:
        """True when some host has acknowledged this record."""
        return self.mark == _DELIVERED

    @property
    def reusable(self) -> bool:
        """True when the slot may be overwritten."""
        return self.mark != _UNMARKED


class Journal:
    """The records in memory from ``start`` to ``end``, over Board.memory_read and memory_write.

    ``entries`` is sorted by number. ``full`` is True from a refused record to the next taken one.
    """

    def __init__(
        self,
        read: "Callable[[int, int], bytes]",
        write: "Callable[[int, bytes], None]",
        start: int,
        end: int,
        serial: str,
    ) -> None:
        self._read = read
        self._write = write
        self._start = start
        self.slots = (end - start) // SLOT
        self.serial = serial
        self.full = False
        self.entries: list[Entry] = []
        self._rebuild()

    def _rebuild(self) -> None:
        entries = []
        for slot in range(self.slots):
            found = self._load(slot)
            if found is not None:
                record, mark = found
                entries.append(Entry(record.n, record.check, record.event, slot, mark))
        entries.sort(key=lambda entry: (entry.n, entry.slot))
        self.entries = entries

    def _load(self, slot: int) -> "tuple[Record, int] | None":
        """Read a slot, its head first; None when no whole record of this box is there."""
        at = self._start + slot * SLOT
        head = self._read(at, _HEAD)
        if head[_MAGIC_AT] != _MAGIC or not 5 <= head[1] <= SLOT - _HEAD:
            return None
        try:
            text = bytes(self._read(at + _HEAD, head[1])).decode()
            record = Record(text, "%08X" % int.from_bytes(head[6:10], "big"))
        except ValueError:
            return None
        if record.n != int.from_bytes(head[2:6], "big") or not record.is_from(self.serial):
            return None
        mark = head[0]
        return record, mark if mark in (_DELIVERED, _RELEASED) else _UNMARKED

    @property
    def high(self) -> int:
        """The highest number in memory, 0 when it is empty."""
        return self.entries[-1].n if self.entries else 0

    @property
    def low(self) -> int:
        """The least number from which every number up to ``high`` is in memory, 0 when empty."""
        low = self.high
        for index in range(len(self.entries) - 2, -1, -1):
            n = self.entries[index].n
            if n < low - 1:
                break
            low = n
        return low

    def first_of(self, event: str) -> int:
        """The lowest number in memory that belongs to an event, 0 when there is none."""
        for entry in self.entries:
            if entry.event == event:
                return entry.n
        return 0

    def _slot_for_next(self) -> int:
        used = bytearray(self.slots)
        for entry in self.entries:
            used[entry.slot] = 1
        # After the newest record's slot, so that blank memory wears evenly.
        first = self.entries[-1].slot + 1 if self.entries else 0
        for step in range(self.slots):
            slot = (first + step) % self.slots
            if not used[slot]:
                return slot
        for entry in self.entries[:-1]:
            if entry.reusable:
                return entry.slot
        self.full = True
        raise MemoryFull("no record may be overwritten")

    @property
    def room(self) -> int:
        """How many records can be added now without a further acknowledgement."""
        kept = len([entry for entry in self.entries[:-1] if not entry.reusable])
        return self.slots - kept - (1 if self.entries else 0)

    def add(self, kind: str, values: "dict[str, object]") -> Record:
        """Make and keep the next record; it is durable on return.

        Raises MemoryFull, and ValueError for impossible fields; then nothing was written.
        """
        record = make_record(self.serial, kind, self.high + 1, values)
        data = record.text.encode()
        if len(data) > SLOT - _HEAD:
            raise ValueError("a record of %d bytes does not fit a slot" % len(data))
        slot = self._slot_for_next()
        at = self._start + slot * SLOT
        for index in range(len(self.entries)):
            if self.entries[index].slot == slot:
                self._write(at + _MAGIC_AT, b"\x00")
                self.entries.pop(index)
                break
        image = bytes((_UNMARKED, len(data))) + record.n.to_bytes(4, "big")
        image += int(record.check, 16).to_bytes(4, "big") + bytes((_MAGIC,)) + data
        if len(image) > PAGE:
            # Before the first page, whose magic may still be that of a torn older record.
            self._write(at + _MAGIC_AT, b"\x00")
            self._write(at + PAGE, image[PAGE:])
        self._write(at, image[:PAGE])
        self.entries.append(Entry(record.n, record.check, record.event, slot, _UNMARKED))
        self.full = False
        return record

    def read(self, entry: Entry) -> "Record | None":
        """Read one record back; None when the memory no longer holds it whole."""
        found = self._load(entry.slot)
        if found is None or found[0].n != entry.n or found[0].check != entry.check:
            return None
        return found[0]

    def forget(self, entry: Entry) -> None:
        """Leave out an entry whose record the memory has lost since the start."""
        if entry in self.entries:
            self.entries.remove(entry)

    def records(self) -> "Iterator[Record]":
        """All records in memory, oldest first."""
        for entry in list(self.entries):
            record = self.read(entry)
            if record is not None:
                yield record

    def unsent(self) -> "list[Record]":
        """The records that no host has ever acknowledged, oldest first."""
        return [
            record
            for record in [self.read(entry) for entry in self.entries if not entry.delivered]
            if record is not None
        ]

    @property
    def unsent_count(self) -> int:
        """How many records no host has ever acknowledged."""
        return len([entry for entry in self.entries if not entry.delivered])

    def find(self, n: int, check: str) -> "Entry | None":
        """Return the place of a record by its identity, None when it is not in memory."""
        for entry in self.entries:
            if entry.n == n and entry.check == check:
                return entry
        return None

    def mark(self, n: int, check: str) -> bool:
        """Keep that a host has this record; True when that is new. Others are ignored."""
        entry = self.find(n, check)
        if entry is None or entry.delivered:
            return False
        self._set_mark(entry, _DELIVERED)
        return True

    def is_marked(self, record: Record) -> bool:
        """True when some host has acknowledged this record."""
        entry = self.find(record.n, record.check)
        return entry is not None and entry.delivered

    def release(self, record: Record) -> None:
        """Let a stand-alone record be overwritten without the mark; it is still offered."""
        entry = self.find(record.n, record.check)
        if entry is not None and not entry.reusable:
            self._set_mark(entry, _RELEASED)

    def _set_mark(self, entry: Entry, mark: int) -> None:
        self._write(self._start + entry.slot * SLOT, bytes((mark,)))
        entry.mark = mark

    def counting(self, kind: str) -> "list[Record]":
        """The records of one kind that no other record here replaces or voids, oldest first."""
        ended = set()
        kept = []
        for record in self.records():
            if record.ends:
                ended.add(parse_reference(record.ends))
            if record.kind == kind:
                kept.append(record)
        return [record for record in kept if (record.n, record.check) not in ended]
