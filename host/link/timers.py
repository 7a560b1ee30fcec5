"""Due times in one heap, so that a tick costs nothing for ports that have nothing to do."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Timers:
    """Calls to be made at given seconds. A call that is no longer wanted finds that out itself."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = count()

    def __len__(self) -> int:
        return len(self._heap)

    def at(self, due: float, call: Callable[[float], None]) -> None:
        """Have ``call(now)`` made at the first `run` at or after ``due``."""
        heapq.heappush(self._heap, (due, next(self._count), call))

    def run(self, now: float) -> None:
        """Make the calls that are due; one that asks for the same moment again waits its turn."""
        calls = []
        while self._heap and self._heap[0][0] <= now:
            calls.append(heapq.heappop(self._heap)[2])
        for call in calls:
            call(now)

    @property
    def next_due(self) -> float | None:
        """When the next call is due, None when there is none."""
        return self._heap[0][0] if self._heap else None
