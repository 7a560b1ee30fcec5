"""The journal: the box's own records in a ring of checked slots, safe at any power cut.

A slot is 128 bytes, two pages: mark, length, number, check, magic, text. A record exists when its
check is right for this box's serial number; anything else is a free slot, so a torn record does
not exist and its number is used again.

To add a record, the slot's old magic is first killed (one byte), then the second page is written,
then the first. The mark is the first byte of the first page: no cut can leave a new text with the
old record's mark; the magic is the head's last byte: no cut can bring the old record back.

A slot is overwritten only when its record is marked as delivered or released; blank slots go
first, then the lowest number; the highest number stays, so that no number comes back after a cut.

What the journal knows about its slots stands in arrays made once: small objects scattered over a
microcontroller's heap would leave it no room for anything large.
"""

from array import array

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


class Journal:
    """The records in memory from ``start`` to ``end``, over Board.memory_read and memory_write.

    ``order`` holds the slots of all records, the lowest number first (at most 255 slots).
    ``full`` is True from a refused record to the next taken one.
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
        self.slots = min((end - start) // SLOT, 255)
        self.serial = serial
        self.full = False
        self.order = bytearray()
        self._n = array("I", [0] * self.slots)  # 0: nothing there
        self._check = array("I", [0] * self.slots)
        self._mark = bytearray(self.slots)
        self._done = bytearray(self.slots)
        self._first_event = ""
        self._first_n = 0
        self._rebuild()

    def _rebuild(self) -> None:
        slots = []
        for slot in range(self.slots):
            record = self._load(slot)
            if record is not None:
                self._n[slot] = record.n
                self._check[slot] = int(record.check, 16)
                slots.append(slot)
        slots.sort(key=lambda slot: self._n[slot])
        self.order = bytearray(slots)

    def _load(self, slot: int) -> "Record | None":
        """Read a slot, its head first; None when no whole record of this box is there."""
        at = self._start + slot * SLOT
        head = self._read(at, _HEAD)
        if head[_MAGIC_AT] != _MAGIC or not 5 <= head[1] <= SLOT - _HEAD:
            return None
        try:
            text = self._read(at + _HEAD, head[1]).decode()
            record = Record(text, "%08X" % int.from_bytes(head[6:10], "big"))
        except ValueError:
            return None
        if record.n != int.from_bytes(head[2:6], "big") or not record.is_from(self.serial):
            return None
        self._mark[slot] = head[0] if head[0] in (_DELIVERED, _RELEASED) else _UNMARKED
        return record

    # -- what is here -----------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many records are in memory."""
        return len(self.order)

    @property
    def high(self) -> int:
        """The highest number in memory, 0 when it is empty."""
        return self._n[self.order[-1]] if self.order else 0

    @property
    def low(self) -> int:
        """The least number from which every number up to ``high`` is in memory, 0 when empty."""
        low = self.high
        for index in range(len(self.order) - 2, -1, -1):
            n = self._n[self.order[index]]
            if n < low - 1:
                break
            low = n
        return low

    def number(self, slot: int) -> int:
        """The number of the record in a slot, 0 when there is none."""
        return self._n[slot]

    def first_of(self, event: str) -> int:
        """The lowest number in memory that belongs to an event, 0 when there is none."""
        if event != self._first_event:
            self._first_event = event
            self._first_n = 0
            for record in self.records():
                if record.event == event:
                    self._first_n = record.n
                    break
        return self._first_n

    def read(self, slot: int) -> "Record | None":
        """Read one of ``order`` back; None when the memory no longer holds it whole."""
        record = self._load(slot)
        if record is None or record.n != self._n[slot] or not self._is(slot, record.check):
            return None
        return record

    def _is(self, slot: int, check: str) -> bool:
        return self._check[slot] == int(check, 16)

    def records(self) -> "Iterator[Record]":
        """All records in memory, oldest first; add none meanwhile."""
        for slot in self.order:
            record = self.read(slot)
            if record is not None:
                yield record

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

    # -- adding -----------------------------------------------------------------------------

    def _reusable(self, slot: int) -> bool:
        return self._mark[slot] != _UNMARKED and slot != self.order[-1]

    def _slot_for_next(self) -> int:
        # After the newest record's slot, so that blank memory wears evenly.
        first = self.order[-1] + 1 if self.order else 0
        for step in range(self.slots):
            slot = (first + step) % self.slots
            if not self._n[slot]:
                return slot
        for slot in self.order:
            if self._reusable(slot):
                return slot
        self.full = True
        raise MemoryFull("no record may be overwritten")

    @property
    def room(self) -> int:
        """How many records can be added now without a further acknowledgement."""
        room = self.slots
        for slot in self.order:
            if not self._reusable(slot):
                room -= 1
        return room

    def add(self, kind: str, values: "dict[str, object]") -> Record:
        """Make and keep the next record; it is durable on return.

        Raises MemoryFull, and ValueError for impossible fields; then nothing was written.
        """
        record = make_record(self.serial, kind, self.high + 1, values)
        data = record.text.encode()
        if len(data) > SLOT - _HEAD:
            raise ValueError("a record of %d bytes does not fit a slot" % len(data))
        slot = self._slot_for_next()
        image = bytes((_UNMARKED, len(data))) + record.n.to_bytes(4, "big")
        image += int(record.check, 16).to_bytes(4, "big") + bytes((_MAGIC,)) + data
        self._put(slot, image)
        self._n[slot] = record.n
        self._check[slot] = int(record.check, 16)
        self._mark[slot] = _UNMARKED
        self._done[slot] = 0
        self.order.append(slot)
        self.full = False
        if record.event == self._first_event and not self._first_n:
            self._first_n = record.n
        return record

    def _put(self, slot: int, image: bytes) -> None:
        """Write a slot so that a cut at any byte leaves the new record, or none, in it."""
        at = self._start + slot * SLOT
        if self._n[slot] or len(image) > PAGE:
            self._write(at + _MAGIC_AT, b"\x00")
            self.forget(slot)
        if len(image) > PAGE:
            self._write(at + PAGE, image[PAGE:])
        self._write(at, image[:PAGE])

    def forget(self, slot: int) -> None:
        """Leave out a record that the memory no longer holds."""
        self.order = bytearray([kept for kept in self.order if kept != slot])
        if self._n[slot] == self._first_n:
            self._first_event = ""
        self._n[slot] = 0

    # -- marks ------------------------------------------------------------------------------

    def find(self, n: int, check: str) -> int:
        """Return the slot of a record by its identity, -1 when it is not in memory."""
        for slot in self.order:
            if self._n[slot] == n and self._is(slot, check):
                return slot
        return -1

    def mark(self, n: int, check: str) -> bool:
        """Keep that a host has this record; True when that is new. Others are ignored."""
        slot = self.find(n, check)
        if slot < 0 or self.delivered(slot):
            return False
        self._set_mark(slot, _DELIVERED)
        return True

    def is_marked(self, record: Record) -> bool:
        """True when some host has acknowledged this record."""
        slot = self.find(record.n, record.check)
        return slot >= 0 and self.delivered(slot)

    def release(self, record: Record) -> None:
        """Let a stand-alone record be overwritten without the mark; it is still offered."""
        slot = self.find(record.n, record.check)
        if slot >= 0 and self._mark[slot] == _UNMARKED:
            self._set_mark(slot, _RELEASED)

    def _set_mark(self, slot: int, mark: int) -> None:
        self._write(self._start + slot * SLOT, bytes((mark,)))
        self._mark[slot] = mark

    def delivered(self, slot: int) -> bool:
        """True when some host has acknowledged the record in this slot."""
        return self._mark[slot] == _DELIVERED

    def unsent(self) -> "list[Record]":
        """The records that no host has ever acknowledged, oldest first."""
        read = [self.read(slot) for slot in self.order if not self.delivered(slot)]
        return [record for record in read if record is not None]

    @property
    def unsent_count(self) -> int:
        """How many records no host has ever acknowledged."""
        count = 0
        for slot in self.order:
            if not self.delivered(slot):
                count += 1
        return count

    # -- this run of the host ---------------------------------------------------------------

    def done(self, slot: int) -> bool:
        """True when the record was acknowledged in this run of the host."""
        return self._done[slot] != 0

    def set_done(self, slot: int) -> None:
        """The record was acknowledged in this run of the host."""
        self._done[slot] = 1

    def new_run(self) -> None:
        """The host has started anew: nothing is done."""
        for slot in range(self.slots):
            self._done[slot] = 0
