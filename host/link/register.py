"""Which box is where: sessions that begin and end, and what they say of the boxes' memories."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from host.link.alarms import AlarmKind, Alarms
from host.link.deliveries import Deliveries, Send
from host.link.desk_events import BoxFound, DeskEvent, LinkChanged
from host.link.gaps import gone, in_words
from host.link.session import Box, LinkState, Port, Session
from host.link.timers import Timers
from host.link.twins import Twins

STEADY_S = 60.0
"""So long after its last change an address on a bus counts as settled."""


class Register:
    """Every box by its serial; ``deliveries`` and ``twins`` follow its sessions."""

    def __init__(
        self,
        alarms: Alarms,
        timers: Timers,
        send: Send,
        ask: Callable[[Session, float], None],
        tell: Callable[[DeskEvent], None],
    ) -> None:
        self.boxes: dict[str, Box] = {}
        self.deliveries = Deliveries(send, timers, tell)
        self.twins = Twins(ask, timers, alarms, self.part)
        self._alarms = alarms
        self._timers = timers
        self._tell = tell

    def box(self, serial: str) -> Box:
        """The box of that serial, known or new."""
        box = self.boxes.get(serial)
        if box is None:
            box = self.boxes[serial] = Box(serial)
        return box

    def join(self, port: Port, addr: str, serial: str, now: float) -> Session:
        """A box is on this port and address now, whoever was there before."""
        for old in list(port.sessions.values()):
            if old.addr == addr or old.serial == serial:
                self._leave(port, old, now)
        session = port.sessions[addr] = Session(port.name, addr, serial, port)
        session.last_rx = now
        self.box(serial).sessions.append(session)
        self.show(session, LinkState.GREEN)
        self._tell(BoxFound(serial, port.name, addr))
        return session

    def part(self, session: Session, now: float) -> None:
        """This box is not there any more."""
        self._leave(session.on, session, now)

    def leave_all(self, port: Port, now: float) -> None:
        """The port has gone; its boxes may turn up anywhere again."""
        for session in list(port.sessions.values()):
            self._leave(port, session, now)

    def _leave(self, port: Port, session: Session, now: float) -> None:
        if port.sessions.get(session.addr) is session:
            del port.sessions[session.addr]
        session.lost = True
        self.deliveries.forget(session)
        box = self.boxes[session.serial]
        box.sessions.remove(session)
        self.twins.parted(box, now)
        if box.session is session and box.sessions:
            box.session = box.sessions[-1]
        self.show(session, LinkState.RED)
        if not (box.sessions or box.numbers.top or box.messages):
            del self.boxes[session.serial]  # a passer-by: serials must not fill the memory

    def show(self, session: Session, state: LinkState) -> None:
        """The link's colour, when it has changed."""
        if state is not session.shown:
            session.shown = state
            self._tell(LinkChanged(session.serial, session.port, state))

    def look(self, box: Box, now: float) -> None:
        """Send what this box is owed."""
        if box.session is not None and not box.session.lost:
            self.deliveries.look(box, box.session, now)

    # Alarms about boxes

    def changed(self, port: Port, old: Session, serial: str, now: float) -> None:
        """Rule 4 on a bus: one address, two serials, and nobody has booted."""
        about = f"{port.name} {old.addr}"
        text = (
            f"address {old.addr} on {port.name} is box {old.serial} and box {serial}: two boxes"
            " have one address, or one was exchanged"
        )
        self._alarms.raise_(AlarmKind.CHANGED, about, text, now)
        port.changed_at = now
        self._timers.at(now + STEADY_S, partial(self._steady, port, about))

    def _steady(self, port: Port, about: str, now: float) -> None:
        if now >= port.changed_at + STEADY_S:
            self._alarms.end(AlarmKind.CHANGED, about, now)

    def full(self, box: Box, now: float) -> None:
        """Rule 4 of the box: it has stopped, nothing may be overwritten."""
        text = f"box {box.serial}: its memory is full of results that are not here yet"
        self._alarms.raise_(AlarmKind.FULL, box.serial, text, now)

    def check_memory(self, box: Box, session: Session, now: float) -> None:
        """Rule 3: numbers that are nowhere, and a memory that went backwards."""
        self.check_gaps(box, session, now)
        if session.high < box.numbers.top:
            text = (
                f"box {box.serial}: this box's memory went backwards: it ends at result"
                f" {session.high}, but result {box.numbers.top} came from it before"
            )
            self._alarms.raise_(AlarmKind.BACKWARDS, box.serial, text, now)
        else:
            self._alarms.end(AlarmKind.BACKWARDS, box.serial, now)
        if session.unsent == 0:
            self._alarms.end(AlarmKind.FULL, box.serial, now)

    def check_gaps(self, box: Box, session: Session, now: float) -> None:
        """Name the numbers that are neither here nor in the box, until they turn up."""
        spans = gone(session.first, session.low, session.high, box.numbers)
        if spans:
            text = f"box {box.serial}: results {in_words(spans)} are neither here nor in the box"
            self._alarms.raise_(AlarmKind.GAP, box.serial, text, now)
        else:
            self._alarms.end(AlarmKind.GAP, box.serial, now)
