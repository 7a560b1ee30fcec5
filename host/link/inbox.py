"""Inbox: what the ports have reported and the desk has not yet seen, shared out fairly.

Each port may keep a bounded number of bytes waiting; its own reader waits beyond that, and its
cable with it. The desk takes a bounded share of every port in each round, so a port that floods
neither fills the memory nor slows the others.
"""

from __future__ import annotations

import threading
from collections import deque

from host.link.port import PortChange, PortEvent

WAITING_BYTES = 65536
SHARE_BYTES = 4096


class Inbox:
    """A queue a port, drained in turn by one thread."""

    def __init__(self, waiting_bytes: int = WAITING_BYTES, share_bytes: int = SHARE_BYTES) -> None:
        self._waiting_bytes = waiting_bytes
        self._share_bytes = share_bytes
        self._queues: dict[str, deque[PortEvent]] = {}
        self._sizes: dict[str, int] = {}
        self._changed = threading.Condition()
        self._nudged = False
        self._closed = False

    def put(self, event: PortEvent) -> None:
        """Add a port's report; waits while that very port has too many bytes waiting."""
        with self._changed:
            if event.change is PortChange.DATA:
                self._changed.wait_for(
                    lambda: self._closed or self._sizes.get(event.port, 0) < self._waiting_bytes
                )
            self._add(event)

    def offer(self, event: PortEvent) -> bool:
        """Add a port's report if there is room for it; never waits."""
        with self._changed:
            full = self._sizes.get(event.port, 0) >= self._waiting_bytes
            if not (full and event.change is PortChange.DATA):
                self._add(event)
            return not full or event.change is not PortChange.DATA

    def _add(self, event: PortEvent) -> None:
        self._queues.setdefault(event.port, deque()).append(event)
        self._sizes[event.port] = self._sizes.get(event.port, 0) + len(event.data)
        self._changed.notify_all()

    def nudge(self) -> None:
        """Let a waiting `take` return now."""
        with self._changed:
            self._nudged = True
            self._changed.notify_all()

    def close(self) -> None:
        """Hold no reader back any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def take(self, timeout_s: float) -> list[PortEvent]:
        """Wait for reports and return every port's fair share of them, in each port's order."""
        with self._changed:
            self._changed.wait_for(lambda: self._queues or self._nudged or self._closed, timeout_s)
            self._nudged = False
            taken = [event for port in list(self._queues) for event in self._share(port)]
            self._changed.notify_all()
            return taken

    def _share(self, port: str) -> list[PortEvent]:
        queue = self._queues[port]
        share: list[PortEvent] = []
        size = 0
        while queue and (not share or size + len(queue[0].data) <= self._share_bytes):
            event = queue.popleft()
            size += len(event.data)
            share.append(event)
        self._sizes[port] -= size
        if not queue:
            del self._queues[port], self._sizes[port]
        return share
