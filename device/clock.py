"""Virtual time: an integer count of microseconds, with alarms.

Nothing here looks at a real clock. Time moves only when somebody calls ``advance_to``, and then
every alarm on the way is called at its own moment, in order of time and then of setting.
"""

from collections.abc import Callable
from heapq import heappop, heappush

NEVER = 1 << 62
"""A time in microseconds that no simulation reaches."""


class Alarm:
    """A callback set for a time; the handle that ``Clock.at`` returns."""

    __slots__ = ("callback", "due", "order")

    def __init__(self, due: int, order: int, callback: Callable[[], None] | None) -> None:
        self.due = due
        self.order = order
        self.callback = callback

    def __lt__(self, other: "Alarm") -> bool:
        return (self.due, self.order) < (other.due, other.order)


class Clock:
    """Microseconds since the simulation began.

    ``now`` and ``next_due`` are plain attributes because they are read on every scan of the
    keypad; only this module writes them, and ``TableBox.delay_us`` when no alarm stands between.
    """

    __slots__ = ("_heap", "_order", "next_due", "now")

    def __init__(self) -> None:
        self.now = 0
        self.next_due = NEVER
        self._heap: list[Alarm] = []
        self._order = 0

    def at(self, time_us: int, callback: Callable[[], None]) -> Alarm:
        """Call ``callback`` when the time is ``time_us`` (at once on the next advance if past)."""
        self._order += 1
        alarm = Alarm(max(time_us, self.now), self._order, callback)
        heappush(self._heap, alarm)
        self.next_due = self._heap[0].due
        return alarm

    def after(self, us: int, callback: Callable[[], None]) -> Alarm:
        """Call ``callback`` in ``us`` microseconds."""
        return self.at(self.now + us, callback)

    def cancel(self, alarm: Alarm) -> None:
        """Forget an alarm; one that has gone off already is no matter."""
        alarm.callback = None
        self._drop_cancelled()

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        self.advance_to(self.now + us)

    def advance_to(self, time_us: int) -> None:
        """Let time pass until ``time_us``, calling the alarms due up to and at that moment.

        A time that is past already changes nothing (an alarm may itself have let time pass).
        An exception from an alarm leaves the clock at that alarm's moment.
        """
        while self.next_due <= time_us:
            alarm = heappop(self._heap)
            self._drop_cancelled()
            if alarm.due > self.now:
                self.now = alarm.due
            callback, alarm.callback = alarm.callback, None
            if callback is not None:
                callback()
        if time_us > self.now:
            self.now = time_us

    def _drop_cancelled(self) -> None:
        heap = self._heap
        while heap and heap[0].callback is None:
            heappop(heap)
        self.next_due = heap[0].due if heap else NEVER
