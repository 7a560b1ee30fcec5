"""What must be true after an evening, kept apart from the code under test.

The truth follows every confirmed record through the places that hold it: a box's memory and a
host's store. A disaster may destroy a place, never a record of its own accord. What some living
place holds at the end must be at the host once and unaltered; a box may mark a record as delivered
only when a store has committed it, and may overwrite only what was ever committed.
"""

from __future__ import annotations

from collections import Counter
from zlib import crc32

Identity = tuple[str, int, str]


def check_of(serial: str, text: str) -> str:
    return f"{crc32(f'{serial},{text}'.encode()):08X}"


class Truth:
    """Every record there ever was, where it is now, and what went wrong."""

    def __init__(self) -> None:
        self.made: dict[Identity, str] = {}
        self.named: dict[Identity, Identity] = {}
        """Record -> the record of the same box that it replaces or voids."""
        self.ever_committed: set[Identity] = set()
        self.problems: list[str] = []
        self.strikes: Counter[str] = Counter()
        self.twins: set[str] = set()
        self.hostile = False

    def confirm(self, serial: str, n: int, text: str) -> Identity:
        """The box has said SAVED."""
        identity = (serial, n, check_of(serial, text))
        self.made[identity] = text
        return identity

    def committed(self, identities: list[Identity]) -> None:
        """A store has made these durable."""
        self.ever_committed.update(identities)

    def marked(self, identity: Identity) -> None:
        """A box believes that this one is delivered."""
        if identity in self.made and identity not in self.ever_committed:
            self.lost(f"{identity} is marked as delivered, but no store has committed it")

    def overwritten(self, gone: set[Identity]) -> None:
        """A box has used the place of these for something newer."""
        for identity in sorted(gone - self.ever_committed):
            self.lost(f"{identity} was overwritten, but no store has committed it")

    def lost(self, text: str) -> None:
        self.problems.append(f"lost: {text}")

    def doubled(self, text: str) -> None:
        self.problems.append(f"doubled: {text}")

    def altered(self, text: str) -> None:
        self.problems.append(f"altered: {text}")

    def alarm(self, text: str) -> None:
        self.problems.append(f"alarm: {text}")
