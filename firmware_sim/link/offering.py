"""Which record the box offers, and when: rules 2 and 3 of TL/1.

One record at a time: first what no host has ever acknowledged, oldest first; then, once after
each boot and after each H with a new run, everything else in memory, oldest first. An offer is
repeated after 1 s, doubling to 8 s, back to 1 s at any acknowledgement. An acknowledgement that
brings nothing new resets the pause and causes no immediate resend.
"""

from firmware_sim.journal import Journal
from firmware_sim.link.records import Record

FIRST_PAUSE = 1000
LONGEST_PAUSE = 8000


class Offering:
    """The box's one outstanding offer over its journal. Times in milliseconds."""

    __slots__ = ("_current", "_high", "_journal", "_n", "_pause", "due")

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._current = -1  # the slot of the record on offer
        self._n = 0
        self._high = -1
        self._pause = FIRST_PAUSE
        self.due = 0
        """When the current offer is sent (again)."""

    def _choose(self) -> int:
        journal = self._journal
        undone = -1
        for slot in journal.order:
            if not journal.delivered(slot):
                return slot
            if undone < 0 and not journal.done(slot):
                undone = slot
        return undone

    def _refresh(self, now: int) -> None:
        slot = self._choose()
        n = self._journal.number(slot) if slot >= 0 else 0
        if slot != self._current or n != self._n:
            self._current = slot
            self._n = n
            self.restart(now)
        self._high = self._journal.high

    def restart(self, now: int) -> None:
        """Offer at once, with the pause at its shortest: the line or the host is new."""
        self._pause = FIRST_PAUSE
        self.due = now

    def new_run(self, now: int) -> None:
        """The host has started anew: everything in memory is offered once more."""
        self._journal.new_run()
        self._current = -1
        self._refresh(now)

    def acknowledged(self, n: int, check: str, now: int) -> bool:
        """Take one acknowledgement; True when it was news about a record in this memory."""
        journal = self._journal
        slot = journal.find(n, check)
        news = slot >= 0 and not (journal.delivered(slot) and journal.done(slot))
        if news:
            journal.mark(n, check)
            journal.set_done(slot)
            self._refresh(now)
        self._pause = FIRST_PAUSE
        self.due = min(self.due, now + FIRST_PAUSE)
        return news

    def pending(self, now: int) -> Record | None:
        """The record to offer, due or not; None when there is nothing to offer."""
        self.look(now)
        while self._current >= 0:
            record = self._journal.read(self._current)
            if record is not None:
                return record
            self._journal.forget(self._current)  # the memory has lost it
            self._refresh(now)
        return None

    def look(self, now: int) -> bool:
        """Notice new records; True when there is something to offer. Cheap, for every step."""
        if self._journal.high != self._high:
            self._refresh(now)
        return self._current >= 0

    def sent(self, now: int) -> None:
        """The pending record has gone out; it goes again after the pause, which doubles."""
        self.due = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
