"""Records made without a host: when they may be overwritten, so that such a box is never full."""

from firmware_sim.journal import MemoryFull

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.journal import Journal
    from firmware_sim.link.records import Record

ALONE = "-"
"""The event of a record that was made without a host."""


def release_kind(journal: "Journal", kind: str) -> None:
    """Let the host-less records of one kind be overwritten, and what voids them.

    A void is kept as long as what it voids: a record must not come back by losing it. Calls of
    the director go with any kind.
    """
    _release(journal, kind, ())


def add_alone(box: "Box", kind: str, values: "dict[str, object]", keep: "list[Record]") -> "Record":
    """Add a record; when the memory is full, let other games' host-less records go first.

    ``keep`` is the game being played. MemoryFull when that was not enough: then only a host or
    a new game makes room.
    """
    try:
        return box.add_record(kind, values)
    except MemoryFull:
        _release(box.journal, "", tuple([record.reference for record in keep]))
        return box.add_record(kind, values)


def _release(journal: "Journal", kind: str, keep: "tuple[str, ...]") -> None:
    """Release records of ``kind`` ("" for all) but those kept and what replaced or voided them."""
    kinds: "dict[str, str]" = {}
    going = []
    for record in journal.records():
        kinds[record.reference] = record.kind
        about = kinds.get(record.ends, "") if record.kind == "V" else record.kind
        if record.event != ALONE or (kind and about not in ("", "D", kind)):
            continue
        if record.reference not in keep:
            going.append(record)
    for record in going:
        journal.release(record)
