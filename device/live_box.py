"""Virtual time tied to real time, for a box whose cable leads out of the simulation.

There is no thread and no clock here: the caller says what time it is.
"""

from collections.abc import Callable

from device.table_box import TableBox
from firmware_sim.byte_line import ByteLine

CATCH_UP_S = 1.0
"""Real time further back than this is forgotten (a suspended laptop, a stopped debugger)."""

ADAPTER_BYTES = 64
"""A full-speed USB packet: bytes go out together, so that the host is not woken for each."""


class LiveBox:
    """A box that lives ``speed`` virtual seconds in each real second while it is pumped.

    ``line`` is plugged into the box (None leaves it as it is). ``speed`` may be changed at any
    time. When the line is lost the box stands unplugged and ``pump`` raises that OSError, once.
    """

    def __init__(self, box: TableBox, line: ByteLine | None = None, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"a speed of {speed} is not above 0")
        self.box = box
        self.speed = speed
        self._last_s: float | None = None
        self._owed_us = 0.0
        box.uart.packet = ADAPTER_BYTES
        if line is not None:
            box.plug(line)

    def pump(self, now_s: float) -> None:
        """Let the box live until ``now_s``, seconds on any clock that never goes back."""
        last, self._last_s = self._last_s, now_s
        if last is not None:
            self._owed_us += min(max(now_s - last, 0.0), CATCH_UP_S) * self.speed * 1e6
        whole = int(self._owed_us)
        before = self.box.clock.now
        self.box.run_until_us(before + whole)
        # A firmware step may run over the end; that much is not owed any more.
        self._owed_us -= self.box.clock.now - before
        self._report_loss()

    def tap(self, key: str, hold_ms: float = 60, gap_ms: float = 60) -> None:
        """Press and release a key at once, as fast as the simulation goes.

        Virtual time runs ahead of real time by the tap's length, and stays ahead.
        """
        self.box.tap(key, hold_ms, gap_ms)
        self._report_loss()

    def pump_until(
        self,
        true: Callable[[], bool],
        now: Callable[[], float],
        wait: Callable[[float], None],
        timeout_s: float = 10.0,
        nap_s: float = 0.002,
    ) -> bool:
        """Pump until ``true()``, for at most ``timeout_s`` real seconds; whether it came true.

        So the box waits for its host: with taps going as fast as they can, an answer that took
        real milliseconds would seem to have taken virtual seconds. ``now`` tells the real time
        in seconds, ``wait`` lets that many seconds pass.
        """
        end = now() + timeout_s
        self._last_s = None
        while True:
            at = now()
            self.pump(at)
            if true():
                return True
            if at >= end:
                return False
            wait(nap_s)

    def _report_loss(self) -> None:
        lost, self.box.uart.lost = self.box.uart.lost, None
        if lost is not None:
            raise lost
