"""The course on a real line in real time: the one place where the probe waits."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.byte_line import ByteLine
from host.errors import UserError
from host.link.lines import LinkLost
from host.link.probe.case import Case
from host.link.probe.course import Probe
from host.link.probe.finding import Finding
from host.link.probe.wire import Ask

NAP_S = 0.002
STALLED_S = 2.0


class Live:
    """Runs a course on the line that ``open_line`` opens.

    ``clock`` gives seconds that never go back, ``nap`` lets that many seconds pass, ``ask``
    answers a question by yes or no, ``tell`` is told of everything as it happens.
    """

    def __init__(
        self,
        open_line: Callable[[], ByteLine],
        clock: Callable[[], float],
        nap: Callable[[float], None],
        ask: Callable[[Ask], bool],
        tell: Callable[[str | Case | Finding], None],
    ) -> None:
        self._open = open_line
        self._clock = clock
        self._nap = nap
        self._ask = ask
        self._tell = tell
        self._line: ByteLine | None = None

    def run(self, probe: Probe) -> None:
        """Run to the end; the line is closed whatever happens. UserError when it cannot open."""
        self._line = self._open()
        try:
            while not probe.finished:
                self._turn(probe)
            for news in probe.take_news():
                self._tell(news)
        finally:
            self._close()

    def _turn(self, probe: Probe) -> None:
        data = self._read(probe)
        self._write(probe, probe.step(self._clock(), data))
        while (question := probe.question) is not None:
            for news in probe.take_news():
                self._tell(news)
            yes = self._ask(question) if isinstance(question, Ask) else self._reopen()
            probe.answer(yes, self._clock())
            self._write(probe, probe.wire.take_output())
        for news in probe.take_news():
            self._tell(news)
        if not data:
            self._nap(NAP_S)

    def _read(self, probe: Probe) -> bytes:
        try:
            return self._line.read() if self._line is not None else b""
        except OSError as loss:
            self._lose(probe, loss)
            return b""

    def _write(self, probe: Probe, data: bytes) -> None:
        end = self._clock() + STALLED_S
        try:
            while data and self._line is not None:
                data = data[self._line.write(data) :]
                if data and self._clock() > end:
                    raise LinkLost("the line takes no bytes")
        except OSError as loss:
            self._lose(probe, loss)

    def _lose(self, probe: Probe, loss: OSError) -> None:
        self._close()
        probe.lose(str(loss) or "it was closed")

    def _close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _reopen(self) -> bool:
        self._close()
        try:
            self._line = self._open()
        except UserError:
            return False
        return True
