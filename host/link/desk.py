"""Desk: the host's end of TL/1, sans-IO, on any number of ports.

Bytes and seconds go in, bytes and facts come out. The one promise everything else hangs on: a
record is acknowledged only after the ledger has committed it. Records that come in between two
`flush` calls are committed in one transaction; what the ledger has already is acknowledged at once.

    port_opened, port_closed, received, tick    what happened
    flush                                       commit, then acknowledge
    take_output, take_events                    what to send, what to know
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_sim.link.fields import same_major, unpack
from firmware_sim.link.frame import Frame, frame
from firmware_sim.link.keyed import LinkRefused
from firmware_sim.link.records import Record, parse_record, problem_of
from host.link.alarms import AlarmKind, Alarms
from host.link.bus import Bus
from host.link.channel import Channel
from host.link.deliveries import Deliveries
from host.link.desk_events import (
    BoxFound,
    BoxStatus,
    Committed,
    DeskEvent,
    LinkChanged,
    PortRefused,
    TableAsked,
)
from host.link.gaps import gone, in_words
from host.link.session import Box, LinkState, Port, Session, Wanted
from host.link.timers import Timers
from host.link.twins import Twins
from host.store.ledger import Arrival, Identity, Ledger, LedgerError

SILENCE_S = 5.0
HELLO_PAUSE_S = 0.5
ERROR_PAUSE_S = 1.0
LINE_FEED_AFTER_S = 1.0
ANY = "00"
OLD_TRACES = 32
PROOF_S = 10.0
STEADY_S = 60.0

TO_BOX = frozenset("HtACMFP")
"""Kinds that only a host sends: heard here they are an echo, or another host on the line."""


class Desk:
    """The host's end of every link. Not thread-safe.

    ``host_id`` and ``run`` are eight hex digits, ``nonce`` sixteen fresh ones a call, ``wall``
    the seconds since 1970. ``answer_table`` decides which table a box may be,
    ``pairing`` gives the key of a paired box.
    """

    def __init__(
        self,
        ledger: Ledger,
        host_id: str,
        run: str,
        nonce: Callable[[], str],
        *,
        wall: Callable[[], float] = lambda: 0.0,
        answer_table: Callable[[str, str, int], str] = lambda serial, section, table: "ok",
        pairing: Callable[[str], bytes | None] = lambda serial: None,
    ) -> None:
        self.host_id = host_id
        self.run = run
        self.alarms = Alarms()
        self.boxes: dict[str, Box] = {}
        self.ports: dict[str, Port] = {}
        self.timers = Timers()
        self._ledger = ledger
        self._nonce = nonce
        self._wall = wall
        self._answer_table = answer_table
        self._pairing = pairing
        self._known: set[Identity] = set()
        self._pending: dict[Identity, tuple[Arrival, list[Session]]] = {}
        self._out: dict[str, list[bytes]] = {}
        self._events: list[DeskEvent] = []
        self._old_traces: dict[str, Port] = {}
        self._deliveries = Deliveries(self.send, self.timers, self._events_append)
        self._twins = Twins(self._ask_again, self.timers, self.alarms, self._part)
        self._handlers: dict[str, Callable[[Port, Session | None, Frame, float], None]] = {
            **dict.fromkeys("RUNDV", self._on_record),
            "h": self._on_hello,
            "s": self._on_status,
            "p": self._on_alive,
            "T": self._on_table,
            "c": self._on_config,
            "m": self._on_message,
            "E": self._on_error,
        }
        for arrival in ledger.arrivals():
            self._remember(arrival)

    # What happened

    def port_opened(
        self, name: str, now: float, *, keyed: bool = False, bus: bool = False, baud: int = 115200
    ) -> None:
        """A port was opened: ask who is there.

        ``keyed``: only paired boxes may speak (a network address). ``bus``: many boxes on one
        line, polled in turn; then ``baud`` says how long a frame takes.
        """
        if name in self.ports:
            self.port_closed(name, now)
        port = self.ports[name] = Port(name)
        old = self._old_traces.pop(name, None)
        if old is not None:
            port.trace.extend(old.trace)
        if keyed:
            port.channel = Channel(self.host_id, self._pairing)
            self.timers.at(now + PROOF_S, partial(self._unproved, port))
        if bus:
            port.bus = Bus(baud, now)
            self._turn(port, now)
        else:
            self._hello(port, now)
        self.timers.at(now + SILENCE_S, partial(self._quiet, port))

    def port_closed(self, name: str, now: float) -> None:
        """A port was lost or closed; its boxes may turn up anywhere again."""
        port = self.ports.pop(name, None)
        if port is None:
            return
        self._out.pop(name, None)
        self._old_traces[name] = port
        while len(self._old_traces) > OLD_TRACES:
            del self._old_traces[next(iter(self._old_traces))]
        for session in list(port.sessions.values()):
            self._part(session, now)
        port.sessions.clear()

    def received(self, name: str, data: bytes, now: float) -> None:
        """Bytes came in; in any pieces."""
        port = self.ports.get(name)
        if port is None:
            return
        decoder = port.decoder
        if port.bus is not None:
            port.bus.heard(now)
        for whole in decoder.feed(data):
            port.trace.append((now, "<", whole.body))
            if port.channel is None:
                self._frame(port, whole, now)
            elif not self._keyed_frame(port, port.channel, whole, now):
                return
        if port.bus is not None:
            self._turn(port, now)
        if decoder.people:
            port.trace.extend((now, "<", line) for line in decoder.people)
            decoder.people.clear()
        if decoder.dropped != port.dropped:
            port.trace.append((now, "!", f"{decoder.dropped - port.dropped} damaged frames"))
            port.dropped = decoder.dropped

    def tick(self, now: float) -> float | None:
        """Do what is due; return when the next thing is."""
        self.timers.run(now)
        return self.timers.next_due

    def flush(self, now: float) -> None:
        """Commit everything that came in one transaction, then acknowledge it.

        Raises LedgerError when the ledger failed: then nothing is acknowledged, and the boxes will
        offer it all again.
        """
        if not self._pending:
            return
        pending, self._pending = self._pending, {}
        try:
            news = self._ledger.commit([arrival for arrival, _ in pending.values()])
        except LedgerError as error:
            text = f"results are not being stored: {error}; they wait in the boxes"
            self.alarms.raise_(AlarmKind.STORE, "", text, now)
            raise
        self.alarms.end(AlarmKind.STORE, "", now)
        for (arrival, _), new in zip(pending.values(), news, strict=True):
            self._committed(arrival, new, now)
        self._acknowledge(pending, now)

    @property
    def pending(self) -> int:
        """How many records wait for the next `flush`."""
        return len(self._pending)

    def take_output(self) -> list[tuple[str, bytes]]:
        """What is to be sent now, a piece a port."""
        out, self._out = self._out, {}
        return [(name, b"".join(parts)) for name, parts in out.items()]

    def take_events(self) -> list[DeskEvent]:
        """What came about since the last call."""
        events = self._events[:]
        self._events.clear()
        return events

    # What the host wants of boxes

    def configure(self, serial: str, wanted: Wanted, now: float) -> None:
        """Want this box to hold this configuration, from now on and wherever it turns up."""
        box = self._box(serial)
        if box.config is None or box.config.revision != wanted.revision:
            box.config = wanted
            self._look(box, now)

    def send_message(self, serial: str, id: int, text: str, now: float) -> None:
        """Have a message shown on a box's LCD; ``text`` is escaped already."""
        box = self._box(serial)
        box.messages.append((id, text))
        self._look(box, now)

    def send_standing(self, serial: str, board: int, percent: str, others: str, now: float) -> None:
        """Tell a box how a board stands; may be lost."""
        box = self.boxes.get(serial)
        if box is not None and box.session is not None and box.session.can("f"):
            self.send(box.session, now, "F", board, percent, others)

    def trace(self, name: str) -> list[tuple[float, str, str]]:
        """The last frames of a port: seconds, ``>`` sent ``<`` received ``!`` damaged, text."""
        port = self.ports.get(name) or self._old_traces.get(name)
        if port is None:
            return []
        return [
            (at, way, text.decode("ascii").strip() if isinstance(text, bytes) else text)
            for at, way, text in port.trace
        ]

    def send(self, session: Session, now: float, kind: str, *fields: object) -> None:
        """Put a frame for a session's box on its way."""
        port = self.ports.get(session.port)
        if port is not None:
            self._to(port, session.addr, frame(session.addr, kind, *fields), now)

    # Frames

    def _keyed_frame(self, port: Port, channel: Channel, whole: Frame, now: float) -> bool:
        """On a keyed link only what a key vouches for goes further; False: the link is closed."""
        try:
            for plain in channel.open(whole, port.nonces.values()):
                self._frame(port, plain, now)
        except LinkRefused as refusal:
            self._refuse(port, str(refusal), now)
            return False
        return True

    def _refuse(self, port: Port, why: str, now: float) -> None:
        text = f"the link on {port.name} was closed: {why}"
        self.alarms.raise_(AlarmKind.KEY, "", text, now)  # one for all: anybody can knock
        self._events.append(PortRefused(port.name, why))
        self.port_closed(port.name, now)

    def _unproved(self, port: Port, now: float) -> None:
        """A keyed link that proves nothing must not be held open for ever."""
        if self.ports.get(port.name) is port and port.channel and not port.channel.proved:
            self._refuse(port, "no paired box has answered", now)

    def _frame(self, port: Port, whole: Frame, now: float) -> None:
        if whole.kind in TO_BOX or whole.addr == ANY:
            return
        port.last_rx = now
        if port.bus is not None:
            port.bus.answered(whole.addr, now)
        session = port.sessions.get(whole.addr)
        if session is not None:
            session.last_rx = now
            if session.shown is not LinkState.GREEN:
                self._show(session, LinkState.GREEN)
        self._handlers.get(whole.kind, self._on_unknown)(port, session, whole, now)

    def _on_record(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        """Rule 1: only with the check that is right for the serial of the last h here."""
        record = _record(f, session)
        if session is None or record is None:
            self._hello(port, now, f.addr)
        else:
            self._take(session, record, now)

    def _take(self, session: Session, record: Record, now: float) -> None:
        """Rule 2: commit, then acknowledge; what is here already at once."""
        identity = (session.serial, record.n, record.check)
        if identity in self._known:
            self.send(session, now, "A", record.n, record.check)
        elif identity in self._pending:
            waiting = self._pending[identity][1]
            if session not in waiting:
                waiting.append(session)
        else:
            arrival = Arrival(
                session.serial, record.n, record.check, record.kind, record.event, record.text,
                self._wall(), session.port, problem_of(record),
            )  # fmt: skip
            self._pending[identity] = (arrival, [session])

    def _on_unknown(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        """A kind of a later version: kept if it is a record, else answered, never an error."""
        record = _record(f, session)
        if session is not None and record is not None:
            self._take(session, record, now)
        else:
            self._complain(port, f.addr, "unknown", f.kind, now)

    def _on_hello(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        version = f.fields[0] if f.fields else ""
        if not same_major(version):
            self._refuse_version(port, f, now)
            return
        values = self._values(port, f, now)
        if values is None:
            return
        serial, nonce = values["serial"], values["nonce"]
        if port.bus is not None and session is not None and session.serial != serial:
            self._changed(port, session, serial, nonce, now)
        self.alarms.end(AlarmKind.VERSION, f"{port.name} {f.addr}", now)
        fresh = nonce in (port.nonces.get(f.addr), port.nonces.get(ANY))
        if session is None or session.serial != serial:
            session = self._join(port, f.addr, serial, now)
        session.firmware = values["firmware"]
        session.capabilities = values["capabilities"]
        box = self.boxes[serial]
        box.session = session
        if fresh:
            self._twins.answered(box, session, now)
        if nonce == "-":
            self._hello(port, now, f.addr)

    def _on_status(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is None or session is None:
            if session is None:
                self._hello(port, now, f.addr)
            return
        number = {name: int(text) for name, text in values.items() if name != "section"}
        session.low, session.high = number["low"], number["high"]
        session.first, session.unsent = number["first"], number["unsent"]
        session.section, session.table = values["section"], number["table"]
        session.revision, session.millivolts = number["revision"], number["mv"]
        box = self.boxes[session.serial]
        box.section, box.table = session.section, session.table
        self._check_memory(box, session, now)
        self._deliveries.look(box, session, now)
        self._events.append(BoxStatus(box.serial))

    def _on_alive(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if session is None:
            self._hello(port, now, f.addr)
        elif values is not None:
            session.high, session.unsent = int(values["high"]), int(values["unsent"])
            session.millivolts = int(values["mv"])
            box = self.boxes[session.serial]
            self._check_memory(box, session, now)
            if port.channel is not None:  # its counter makes it as fresh as an h
                self._twins.answered(box, session, now)
            self._events.append(BoxStatus(session.serial))

    def _on_table(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if session is None:
            self._hello(port, now, f.addr)
        elif values is not None:
            section, table = values["section"], int(values["table"])
            answer = self._answer_table(session.serial, section, table)
            if answer == "ok":
                box = self.boxes[session.serial]
                box.section, box.table = session.section, session.table = section, table
            self.send(session, now, "t", answer)
            self._events.append(TableAsked(session.serial, section, table, answer))

    def _on_config(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if session is not None and values is not None:
            box = self.boxes[session.serial]
            revision, held = int(values["revision"]), int(values["held"])
            self._deliveries.config_answer(box, session, revision, held, now)

    def _on_message(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if session is not None and values is not None:
            box = self.boxes[session.serial]
            self._deliveries.message_answer(box, session, int(values["id"]), now)

    def _on_error(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        """An E is never answered; two of them the director must know of."""
        if session is None or not f.fields:
            return
        if f.fields[0] == "full":
            text = f"box {session.serial}: its memory is full of results that are not here yet"
            self.alarms.raise_(AlarmKind.FULL, session.serial, text, now)
        elif f.fields[0] == "version":
            text = f"box {session.serial} on {port.name} refuses this host's version of the link"
            self.alarms.raise_(AlarmKind.VERSION, f"{port.name} {f.addr}", text, now)

    # Answers and questions

    def _hello(self, port: Port, now: float, addr: str = ANY) -> None:
        """H, at most one in half a second: a box that always asks must not make us chatter."""
        if self.ports.get(port.name) is not port:
            return
        if port.bus is not None:
            port.bus.ask_hello(addr)
            return
        wait = port.last_hello + HELLO_PAUSE_S - now
        if wait > 0:
            if not port.hello_owed:
                port.hello_owed = True
                self.timers.at(port.last_hello + HELLO_PAUSE_S, partial(self._hello, port))
            return
        port.hello_owed = False
        port.last_hello = now
        if port.channel is not None and port.nonces:
            # One H begins a keyed link; from then on P asks whether the box is there.
            for session in list(port.sessions.values()):
                self.send(session, now, "P")
            return
        nonce = port.nonces[ANY] = self._nonce()
        self._transmit(port, frame(ANY, "H", "1", self.host_id, self.run, nonce), now)

    def _quiet(self, port: Port, now: float) -> None:
        """H every 5 s while nothing valid comes; and the link's colour follows."""
        if self.ports.get(port.name) is not port:
            return
        if port.bus is None and now - port.last_rx < SILENCE_S:
            self.timers.at(port.last_rx + SILENCE_S, partial(self._quiet, port))
            return
        if port.bus is None:
            self._hello(port, now)
        for session in port.sessions.values():
            state = session.state(now)
            if state is not session.shown:
                self._show(session, state)
        self.timers.at(now + SILENCE_S, partial(self._quiet, port))

    def _values(self, port: Port, f: Frame, now: float) -> dict[str, str] | None:
        """A frame's fields by name; None, and an E, when they are not to the letter."""
        try:
            return unpack(f.kind, f.fields)
        except ValueError as error:
            self._complain(port, f.addr, "fields", str(error), now)
            return None

    def _complain(self, port: Port, addr: str, code: str, text: str, now: float) -> None:
        """E, at most once a second a port."""
        if now - port.last_error >= ERROR_PAUSE_S:
            port.last_error = now
            plain = "".join(c for c in text if c.isalnum() or c in " -:")[:36]
            self._to(port, addr, frame(addr, "E", code, plain), now)

    def _refuse_version(self, port: Port, f: Frame, now: float) -> None:
        said = f.fields[0] if f.fields else "nothing"
        if (old := port.sessions.get(f.addr)) is not None:
            self._part(old, now)
        text = f"the box on {port.name} speaks version {said[:8]} of the link; this host speaks 1"
        self.alarms.raise_(AlarmKind.VERSION, f"{port.name} {f.addr}", text, now)
        self._complain(port, f.addr, "version", "1", now)

    def _changed(self, port: Port, old: Session, serial: str, nonce: str, now: float) -> None:
        """Rule 4 on a bus: one address, two serials, and nobody has booted."""
        if nonce == "-":
            return
        about = f"{port.name} {old.addr}"
        text = (
            f"address {old.addr} on {port.name} is box {old.serial} and box {serial}: two boxes"
            " have one address, or one was exchanged"
        )
        self.alarms.raise_(AlarmKind.CHANGED, about, text, now)
        port.changed_at = now
        self.timers.at(now + STEADY_S, partial(self._steady, port, about))

    def _steady(self, port: Port, about: str, now: float) -> None:
        if now >= port.changed_at + STEADY_S:
            self.alarms.end(AlarmKind.CHANGED, about, now)

    def _turn(self, port: Port, now: float) -> None:
        """The next frame on a bus, if it is time."""
        bus = port.bus
        if bus is None or self.ports.get(port.name) is not port:
            return
        step = bus.step(now)
        if step is not None:
            addr, data = step
            poll = data is None
            if data is None:
                data = self._poll(port, bus, addr)
            self._transmit(port, data, now)
            bus.sent(len(data), poll, now)
        if port.turn_at != bus.due:
            port.turn_at = bus.due
            self.timers.at(bus.due, partial(self._turn_due, port))

    def _turn_due(self, port: Port, now: float) -> None:
        if port.bus is not None and now >= port.bus.due:
            self._turn(port, now)

    def _poll(self, port: Port, bus: Bus, addr: str) -> bytes:
        if not bus.wants_hello(addr):
            return frame(addr, "P")
        nonce = port.nonces[addr] = self._nonce()
        return frame(addr, "H", "1", self.host_id, self.run, nonce)

    def _to(self, port: Port, addr: str, data: bytes, now: float) -> None:
        """Send to an address; on a bus in its turn."""
        if port.bus is None:
            self._transmit(port, data, now)
        else:
            port.bus.owe(addr, data)

    def _transmit(self, port: Port, data: bytes, now: float) -> None:
        if port.channel is not None:
            try:
                data = port.channel.seal(data)
            except LinkRefused as refusal:
                self._refuse(port, str(refusal), now)
                return
        out = self._out.setdefault(port.name, [])
        if now - port.last_tx >= LINE_FEED_AFTER_S:
            out.append(b"\n")
        port.last_tx = now
        port.trace.append((now, ">", data))
        out.append(data)

    # Boxes and sessions

    def _box(self, serial: str) -> Box:
        box = self.boxes.get(serial)
        if box is None:
            box = self.boxes[serial] = Box(serial)
        return box

    def _join(self, port: Port, addr: str, serial: str, now: float) -> Session:
        """A box is on this port and address now, whoever was there before."""
        for old in list(port.sessions.values()):
            if old.addr == addr or old.serial == serial:
                self._part(old, now)
        session = port.sessions[addr] = Session(port.name, addr, serial)
        session.last_rx = now
        box = self._box(serial)
        box.sessions.append(session)
        self._show(session, LinkState.GREEN)
        self._events.append(BoxFound(serial, port.name, addr))
        return session

    def _part(self, session: Session, now: float) -> None:
        """This box is not there any more."""
        port = self.ports.get(session.port)
        if port is not None and port.sessions.get(session.addr) is session:
            del port.sessions[session.addr]
        session.lost = True
        self._deliveries.forget(session)
        box = self.boxes[session.serial]
        box.sessions.remove(session)
        self._twins.parted(box, now)
        if box.session is session and box.sessions:
            box.session = box.sessions[-1]
        self._show(session, LinkState.RED)
        if not (box.sessions or box.numbers or box.messages):
            del self.boxes[session.serial]  # a passer-by: serials must not fill the memory

    def _show(self, session: Session, state: LinkState) -> None:
        session.shown = state
        self._events.append(LinkChanged(session.serial, session.port, state))

    def _look(self, box: Box, now: float) -> None:
        if box.session is not None and not box.session.lost:
            self._deliveries.look(box, box.session, now)

    def _ask_again(self, session: Session, now: float) -> None:
        if (port := self.ports.get(session.port)) is not None:
            self._hello(port, now, session.addr)

    def _events_append(self, event: DeskEvent) -> None:
        self._events.append(event)

    # The ledger

    def _remember(self, arrival: Arrival) -> None:
        self._known.add(arrival.identity)
        box = self._box(arrival.serial)
        box.numbers.add(arrival.n)
        box.top = max(box.top, arrival.n)

    def _committed(self, arrival: Arrival, new: bool, now: float) -> None:
        self._remember(arrival)
        if new:
            self._events.append(Committed(arrival))
        box = self.boxes[arrival.serial]
        if box.session is not None and self.alarms.holds(AlarmKind.GAP, box.serial):
            self._check_gaps(box, box.session, now)

    def _acknowledge(
        self, pending: dict[Identity, tuple[Arrival, list[Session]]], now: float
    ) -> None:
        """Two to a frame where a box sent several."""
        owed: dict[Session, list[object]] = {}
        for (_, number, check), (_, sessions) in pending.items():
            for session in sessions:
                owed.setdefault(session, []).extend((number, check))
        for session, pairs in owed.items():
            if not session.lost:
                for at in range(0, len(pairs), 4):
                    self.send(session, now, "A", *pairs[at : at + 4])

    def _check_memory(self, box: Box, session: Session, now: float) -> None:
        """Rule 3."""
        self._check_gaps(box, session, now)
        if session.high < box.top:
            text = (
                f"box {box.serial}: this box's memory went backwards: it ends at result"
                f" {session.high}, but result {box.top} came from it before"
            )
            self.alarms.raise_(AlarmKind.BACKWARDS, box.serial, text, now)
        else:
            self.alarms.end(AlarmKind.BACKWARDS, box.serial, now)
        if session.unsent == 0:
            self.alarms.end(AlarmKind.FULL, box.serial, now)

    def _check_gaps(self, box: Box, session: Session, now: float) -> None:
        spans = gone(session.first, session.low, session.high, box.numbers)
        if spans:
            text = f"box {box.serial}: results {in_words(spans)} are neither here nor in the box"
            self.alarms.raise_(AlarmKind.GAP, box.serial, text, now)
        else:
            self.alarms.end(AlarmKind.GAP, box.serial, now)


def _record(f: Frame, session: Session | None) -> Record | None:
    """The frame as a whole record of this session's box; None when it is not."""
    if session is None:
        return None
    try:
        record = parse_record(f.kind, f.fields)
    except ValueError:
        return None
    return record if record.is_from(session.serial) else None
