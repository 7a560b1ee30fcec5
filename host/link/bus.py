"""Many boxes on one line: whose turn it is, sans-IO.

A box is silent until its address is polled and then begins, within 20 ms, exactly one frame. The
poller takes the addresses that answer in turn, first those it owes something, and asks an absent
one now and then, so that 01 to 99 all come round. A turn is what is owed to that address, then one
poll: P, or H when it must say who it is. Between frames it keeps a guard time.
"""

from __future__ import annotations

from collections import deque

from firmware_sim.link.frame import LIMIT

BEGIN_S = 0.020
SLACK_S = 0.030
"""What operating systems and USB adapters add (their latency timer alone is 16 ms)."""
GUARD_S = 0.005
ABSENT_EVERY = 4
MISSES = 20
OWED_FRAMES = 4
ADDRESSES = tuple(f"{n:02d}" for n in range(1, 100))


class Bus:
    """The turns on one line. ``due`` is when `step` has something to do again."""

    def __init__(self, baud: int, now: float) -> None:
        self.due = now
        self._byte_s = 10 / baud
        self._owed: dict[str, deque[bytes]] = {}
        self._hello: set[str] = set()
        self._urgent: deque[str] = deque()
        self._present: deque[str] = deque()
        self._absent: deque[str] = deque(ADDRESSES)
        self._misses: dict[str, int] = {}
        self._since_absent = 0
        self._turn: deque[bytes] = deque()
        self._turn_of = ""
        self._asked = ""

    def owe(self, addr: str, data: bytes) -> None:
        """Send this frame in that address's next turn."""
        queue = self._owed.setdefault(addr, deque(maxlen=OWED_FRAMES))
        if data not in queue:
            queue.append(data)
        self._hurry(addr)

    def ask_hello(self, addr: str) -> None:
        """Poll that address by H next time."""
        self._hello.add(addr)
        self._hurry(addr)

    def heard(self, now: float) -> None:
        """Bytes came in: whoever was polled has begun, let it finish."""
        if self._asked:
            self.due = max(self.due, now + LIMIT * self._byte_s + SLACK_S)

    def answered(self, addr: str, now: float) -> None:
        """A whole frame came from that address."""
        self._misses[addr] = 0
        if addr in self._absent:
            self._absent.remove(addr)
            self._present.append(addr)
        if addr == self._asked:
            self._asked = ""
            self.due = now + GUARD_S

    def step(self, now: float) -> tuple[str, bytes | None] | None:
        """What to send now: an address and a frame of its own, or None for the poll.

        None when it is not time yet. The caller reports the length by `sent`.
        """
        if now < self.due:
            return None
        if self._asked:
            self._missed(self._asked)
        if not self._turn_of:
            self._turn_of = self._next()
            self._turn = self._owed.pop(self._turn_of, deque())
        if self._turn:
            return self._turn_of, self._turn.popleft()
        return self._turn_of, None

    def wants_hello(self, addr: str) -> bool:
        """Whether the poll of this address is to be an H; asked once a poll."""
        if addr in self._hello:
            self._hello.discard(addr)
            return True
        return False

    def sent(self, size: int, poll: bool, now: float) -> None:
        """So many bytes are on their way; after a poll the line belongs to the box."""
        self.due = now + size * self._byte_s + GUARD_S
        if poll:
            self.due += BEGIN_S + SLACK_S - GUARD_S
            self._asked, self._turn_of = self._turn_of, ""

    def _next(self) -> str:
        while self._urgent:
            addr = self._urgent.popleft()
            if addr in self._owed or addr in self._hello:
                return addr
        self._since_absent += 1
        turn_of_absent = self._since_absent > min(ABSENT_EVERY, len(self._present))
        if self._absent and (turn_of_absent or not self._present):
            self._since_absent = 0
            self._absent.rotate(-1)
            return self._absent[-1]
        self._present.rotate(-1)
        return self._present[-1]

    def _hurry(self, addr: str) -> None:
        if addr in self._present and addr not in self._urgent:
            self._urgent.append(addr)

    def _missed(self, addr: str) -> None:
        self._asked = ""
        misses = self._misses[addr] = self._misses.get(addr, 0) + 1
        if misses >= MISSES and addr in self._present:
            self._present.remove(addr)
            self._absent.append(addr)
