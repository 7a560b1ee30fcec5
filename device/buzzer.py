"""The buzzer: a piezo disc that sounds until a moment, without anybody waiting for it."""

from collections import deque

from device.clock import Clock


class Buzzer:
    """``beeps`` are the last 64 as (start in us, length in ms); ``count`` is how many in all."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = 0
        self.beeps: deque[tuple[int, int]] = deque(maxlen=64)
        self.count = 0

    def buzz(self, ms: int) -> None:
        """Sound for ``ms`` milliseconds from now; a longer beep under way goes on."""
        if ms <= 0:
            return
        self.beeps.append((self._clock.now, ms))
        self.count += 1
        self._until = max(self._until, self._clock.now + ms * 1000)

    @property
    def sounding(self) -> bool:
        """Whether it can be heard just now."""
        return self._clock.now < self._until

    def power_off(self) -> None:
        """Silence."""
        self._until = 0
