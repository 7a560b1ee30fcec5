"""Alarms: what the director must know, in words, until it has ended and has been seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

MOST = 400
"""A hostile peer must not fill the memory with alarms: beyond this the oldest go,
first those that were seen or have ended."""


class AlarmKind(StrEnum):
    """What an alarm is about."""

    GAP = "gap"
    BACKWARDS = "backwards"
    TWO_PORTS = "two ports"
    CHANGED = "changed"
    APART = "apart"
    CONFLICT = "conflict"
    LATE = "late"
    TWICE = "twice"
    VERSION = "version"
    FULL = "full"
    KEY = "key"
    STORE = "store"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm. ``since`` and ``ended`` are the desk's seconds; ``ended`` None: it still holds."""

    id: str
    kind: AlarmKind
    text: str
    since: float
    ended: float | None = None
    seen: bool = False


class Alarms:
    """The alarms there are; one a cause, named by its id."""

    def __init__(self) -> None:
        self.version = 0
        self._alarms: dict[str, Alarm] = {}

    def all(self) -> list[Alarm]:
        """Every alarm that holds or was not seen yet, oldest first."""
        return list(self._alarms.values())

    def holds(self, kind: AlarmKind, about: str) -> bool:
        """Whether this alarm stands and has not ended."""
        alarm = self._alarms.get(_id(kind, about))
        return alarm is not None and alarm.ended is None

    def raise_(self, kind: AlarmKind, about: str, text: str, now: float) -> bool:
        """Put an alarm up, or change its words; True when that is news."""
        name = _id(kind, about)
        old = self._alarms.get(name)
        if old is not None and old.ended is None and old.text == text:
            return False
        self._alarms.pop(name, None)
        since = old.since if old is not None and old.ended is None else now
        self._alarms[name] = Alarm(name, kind, text, since)
        while len(self._alarms) > MOST:
            spent = (a.id for a in self._alarms.values() if a.seen or a.ended is not None)
            del self._alarms[next(spent, next(iter(self._alarms)))]
        self.version += 1
        return True

    def end(self, kind: AlarmKind, about: str, now: float) -> bool:
        """The cause is gone; the alarm stays until it has been seen. True when that is news."""
        name = _id(kind, about)
        alarm = self._alarms.get(name)
        if alarm is None or alarm.ended is not None:
            return False
        if alarm.seen:
            del self._alarms[name]
        else:
            self._alarms[name] = replace(alarm, ended=now)
        self.version += 1
        return True

    def drop(self, *kinds: AlarmKind) -> None:
        """Forget all alarms of these kinds: what they were about is counted anew."""
        for name in [a.id for a in self._alarms.values() if a.kind in kinds]:
            del self._alarms[name]
            self.version += 1

    def see(self, name: str) -> bool:
        """The director has seen it; False when there is no such alarm."""
        alarm = self._alarms.get(name)
        if alarm is None:
            return False
        if alarm.ended is not None:
            del self._alarms[name]
        else:
            self._alarms[name] = replace(alarm, seen=True)
        self.version += 1
        return True


def _id(kind: AlarmKind, about: str) -> str:
    return f"{kind}:{about}"
