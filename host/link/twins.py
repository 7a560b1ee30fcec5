"""Rule 4 of the host: one serial on two ports, moved or really there twice.

When a box answers a fresh H where another port still claims it, both are asked. If only one
answers, the box has moved and the other claim is dropped. If both answer in two successive rounds,
there are two boxes of that serial: an alarm, and both go on.
"""

from __future__ import annotations

from collections.abc import Callable

from host.link.alarms import AlarmKind, Alarms
from host.link.session import Box, Session
from host.link.timers import Timers

ROUND_S = 1.0
ROUNDS = 2


class _Duel:
    """Who has answered in the round that runs."""

    __slots__ = ("answered", "rounds")

    def __init__(self) -> None:
        self.answered: set[Session] = set()
        self.rounds = 0


class Twins:
    """Watches for serials that answer in two places. ``part`` ends a session."""

    def __init__(
        self,
        ask: Callable[[Session, float], None],
        timers: Timers,
        alarms: Alarms,
        part: Callable[[Session, float], None],
        round_s: float = ROUND_S,
    ) -> None:
        self._ask = ask
        self._timers = timers
        self._alarms = alarms
        self._part = part
        self._round_s = round_s
        self._duels: dict[str, _Duel] = {}

    def answered(self, box: Box, session: Session, now: float) -> None:
        """A fresh H was answered by this box on this session."""
        duel = self._duels.get(box.serial)
        if duel is not None:
            duel.answered.add(session)
        elif len(box.sessions) > 1:
            duel = self._duels[box.serial] = _Duel()
            self._round(box, duel, now)

    def parted(self, box: Box, now: float) -> None:
        """A session of this box has ended."""
        if len(box.sessions) < 2:
            self._duels.pop(box.serial, None)
            self._alarms.end(AlarmKind.TWO_PORTS, box.serial, now)

    def _round(self, box: Box, duel: _Duel, now: float) -> None:
        duel.answered.clear()
        for session in box.sessions:
            self._ask(session, now)
        self._timers.at(now + self._round_s, lambda later: self._judge(box, duel, later))

    def _judge(self, box: Box, duel: _Duel, now: float) -> None:
        if self._duels.get(box.serial) is not duel:
            return
        answered = [s for s in box.sessions if s in duel.answered]
        if len(answered) >= 2:
            duel.rounds += 1
            if duel.rounds < ROUNDS:
                self._round(box, duel, now)
                return
            del self._duels[box.serial]
            ports = " and ".join(f"{s.port} ({s.addr})" for s in answered)
            text = f"box {box.serial} answers on {ports}: two boxes have one serial number"
            self._alarms.raise_(AlarmKind.TWO_PORTS, box.serial, text, now)
            return
        del self._duels[box.serial]
        if answered:
            for session in box.sessions[:]:
                if session is not answered[0]:
                    self._part(session, now)
