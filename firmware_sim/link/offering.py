"""Which record the box offers, and when: rules 2 and 3 of TL/1.

One record at a time: first what no host has ever acknowledged, oldest first; then, once after
each boot and after each H with a new run, everything else in memory, oldest first. An offer is
repeated after 1 s, doubling to 8 s, back to 1 s at any acknowledgement. An acknowledgement that
brings nothing new resets the pause and causes no immediate resend.
"""

from firmware_sim.journal import Entry, Journal
from firmware_sim.link.records import Record

FIRST_PAUSE = 1000
LONGEST_PAUSE = 8000


class Offering:
    """The box's one outstanding offer over its journal. Times in milliseconds."""

    __slots__ = ("_current", "_high", "_journal", "_pause", "due")

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._current: Entry | None = None
        self._high = -1
        self._pause = FIRST_PAUSE
        self.due = 0
        """When the current offer is sent (again)."""

    def _choose(self) -> Entry | None:
        undone = None
        for entry in self._journal.entries:
            if not entry.delivered:
                return entry
            if undone is None and not entry.done:
                undone = entry
        return undone

    def _refresh(self, now: int) -> None:
        self._high = self._journal.high
        entry = self._choose()
        if entry is not self._current:
            self._current = entry
            self.restart(now)

    def restart(self, now: int) -> None:
        """Offer at once, with the pause at its shortest: the line or the host is new."""
        self._pause = FIRST_PAUSE
        self.due = now

    def new_run(self, now: int) -> None:
        """The host has started anew: everything in memory is offered once more."""
        for entry in self._journal.entries:
            entry.done = False
        self._current = None
        self._refresh(now)

    def acknowledged(self, n: int, check: str, now: int) -> bool:
        """Take one acknowledgement; True when it was news about a record in this memory."""
        entry = self._journal.find(n, check)
        news = entry is not None and not (entry.delivered and entry.done)
        if entry is not None and news:
            self._journal.mark(n, check)
            entry.done = True
            self._refresh(now)
        self._pause = FIRST_PAUSE
        self.due = min(self.due, now + FIRST_PAUSE)
        return news

    def pending(self, now: int) -> Record | None:
        """The record to offer, due or not; None when there is nothing to offer."""
        self.look(now)
        while self._current is not None:
            record = self._journal.read(self._current)
            if record is not None:
                return record
            self._journal.forget(self._current)  # overwritten, or the memory has lost it
            self._refresh(now)
        return None

    def look(self, now: int) -> bool:
        """Notice new records; True when there is something to offer. Cheap, for every step."""
        if self._journal.high != self._high:
            self._refresh(now)
        return self._current is not None

    def sent(self, now: int) -> None:
        """The pending record has gone out; it goes again after the pause, which doubles."""
        self.due = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
