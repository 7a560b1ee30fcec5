"""What the desk needs of a store: a set of records that only grows, and a commit that lasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from host.errors import UserError

Identity = tuple[str, int, str]
"""Serial, number and check: no two records share it (TL/1, Records)."""


class LedgerError(UserError):
    """A commit failed: nothing of it was kept, and none of it may be acknowledged."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A record as it came, once. ``text`` is its canonical text, ``check`` eight hex digits.

    ``at`` is the wall time of arrival in seconds since 1970. ``apart`` says why a record could not
    be read (``""`` when it could): it is kept all the same, and never counts.
    """

    serial: str
    n: int
    check: str
    kind: str
    event: str
    text: str
    at: float
    port: str
    apart: str = ""

    @property
    def identity(self) -> Identity:
        """What tells this record from every other one."""
        return (self.serial, self.n, self.check)


class Ledger(Protocol):
    """The set of all records of all boxes and all events."""

    def commit(self, arrivals: Sequence[Arrival]) -> list[bool]:
        """Make all durable in one transaction; say for each whether it was new.

        Raises LedgerError, and then has kept none of them.
        """

    def arrivals(self) -> Iterator[Arrival]:
        """Every record, in the order of arrival."""
