"""What the host owes boxes and repeats until they have it: configurations and messages.

A configuration goes part by part; the box answers each with how many it holds, so an interrupted
one is resumed. Both are sent again after 1 s, doubling to 8 s, as long as the link is not red.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from host.link.desk_events import ConfigInForce, DeskEvent, MessageShown
from host.link.session import Box, LinkState, Session, Wanted
from host.link.timers import Timers

FIRST_S, MOST_S = 1.0, 8.0


class Send(Protocol):
    """Puts a frame for a session's box on its way."""

    def __call__(self, session: Session, now: float, kind: str, *fields: object) -> None: ...


@dataclass(slots=True, eq=False)
class _Owed:
    """What was sent last and is not answered: its name, and when it goes out again."""

    what: tuple[str, int, int]  # "C", revision, parts held; or "M", id, 0
    pause: float
    due: float


class Deliveries:
    """One thing at a time to each session: first its configuration, then its messages."""

    def __init__(self, send: Send, timers: Timers, tell: Callable[[DeskEvent], None]) -> None:
        self._send = send
        self._timers = timers
        self._tell = tell
        self._owed: dict[Session, _Owed] = {}
        self._held: dict[Session, tuple[int, int]] = {}  # revision, parts

    def forget(self, session: Session) -> None:
        """The session is over."""
        self._owed.pop(session, None)
        self._held.pop(session, None)

    def look(self, box: Box, session: Session, now: float) -> None:
        """Send what is owed, unless it is on its way already."""
        what = self._next(box, session)
        owed = self._owed.get(session)
        if what is None:
            self._owed.pop(session, None)
        elif owed is None or owed.what != what:
            self._owed[session] = _Owed(what, FIRST_S, now)
            self._emit(box, session, now)

    def config_answer(
        self, box: Box, session: Session, revision: int, held: int, now: float
    ) -> None:
        """A ``c``: the box holds so many parts of that revision."""
        if box.config is None or revision != box.config.revision:
            return
        self._held[session] = (revision, held)
        if held >= len(_parts(box.config, session)) and session.revision != revision:
            session.revision = revision
            self._tell(ConfigInForce(box.serial, revision))
        self.look(box, session, now)

    def message_answer(self, box: Box, session: Session, id: int, now: float) -> None:
        """An ``m``: the box shows that message."""
        if box.messages and box.messages[0][0] == id:
            box.messages.popleft()
            self._tell(MessageShown(box.serial, id))
            self.look(box, session, now)

    def _next(self, box: Box, session: Session) -> tuple[str, int, int] | None:
        if box.config is not None and session.can("c") and session.revision is not None:
            revision = box.config.revision
            if session.revision != revision:
                of, held = self._held.get(session, (revision, 0))
                last = len(_parts(box.config, session)) - 1
                return ("C", revision, min(held, last) if of == revision else 0)
        if box.messages and session.can("m"):
            return ("M", box.messages[0][0], 0)
        return None

    def _emit(self, box: Box, session: Session, now: float) -> None:
        owed = self._owed[session]
        kind, number, held = owed.what
        if kind == "C":
            assert box.config is not None
            parts = _parts(box.config, session)
            self._send(session, now, "C", number, held + 1, len(parts), parts[held])
        else:
            self._send(session, now, "M", number, box.messages[0][1])
        owed.due = now + owed.pause
        owed.pause = min(owed.pause * 2, MOST_S)
        self._timers.at(owed.due, lambda later: self._again(box, session, owed, later))

    def _again(self, box: Box, session: Session, owed: _Owed, now: float) -> None:
        """The answer did not come: repeat, but not into a dead line."""
        if self._owed.get(session) is not owed or now < owed.due:
            return
        if session.state(now) is LinkState.RED:
            self._owed.pop(session)  # the next h or s looks again
        else:
            self._emit(box, session, now)


def _parts(config: Wanted, session: Session) -> tuple[str, ...]:
    return config.long if session.can("x") else config.short
