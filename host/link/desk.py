"""Desk: the host's end of TL/1, sans-IO, on any number of ports.

Bytes and seconds go in, bytes and facts come out. The one promise everything else hangs on: a
record is acknowledged only after the ledger has committed it. Records that come in between two
`flush` calls are committed in one transaction; what the ledger has already is acknowledged at once.

    port_opened, port_closed, received, tick    what happened
    flush                                       commit, then acknowledge
    take_output, take_events                    what to send, what to know

The wire (wire.py) sends, the intake (intake.py) commits and acknowledges, the register
(register.py) knows which box is where; here the frames of the boxes take effect.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_sim.link.fields import same_major, unpack
from firmware_sim.link.frame import Frame
from host.link.alarms import AlarmKind, Alarms
from host.link.bus import Bus
from host.link.channel import Channel
from host.link.desk_events import BoxStatus, Committed, DeskEvent, PortRefused, TableAsked
from host.link.intake import Intake, record_of
from host.link.register import Register
from host.link.session import Box, LinkState, Port, Session, Wanted
from host.link.timers import Timers
from host.link.wire import ANY, Wire
from host.store.ledger import Arrival, Ledger, LedgerError

SILENCE_S = 5.0

TO_BOX = frozenset("HtACMFP")
"""Kinds that only a host sends: heard here they are an echo, or another host on the line."""

Handler = Callable[[Port, Session, Frame, float], None]


class Desk:
    """The host's end of every link. Not thread-safe.

    ``host_id`` and ``run`` are eight hex digits, ``nonce`` sixteen fresh ones a call, ``wall`` the
    seconds since 1970. ``answer_table`` decides which table a box may be, ``pairing`` gives the
    key of a paired box.
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
        self.alarms = Alarms()
        self.timers = Timers()
        self._host_id = host_id
        self._answer_table = answer_table
        self._pairing = pairing
        self._events: list[DeskEvent] = []
        self._wire = Wire(host_id, run, nonce, self.timers, self._refused)
        self._register = Register(
            self.alarms, self.timers, self._wire.send, self._ask_again, self._tell
        )
        self._intake = Intake(ledger, self._wire.send, wall)
        self.boxes = self._register.boxes
        self.ports = self._wire.ports
        self._handlers: dict[str, Handler] = {
            **dict.fromkeys("RUNDV", self._on_record),
            "s": self._on_status,
            "p": self._on_alive,
            "T": self._on_table,
            "c": self._on_config,
            "m": self._on_message,
            "E": self._on_error,
        }
        for arrival in self._intake.restore():
            self._remember(arrival)

    # What happened

    def port_opened(
        self, name: str, now: float, *, keyed: bool = False, bus: bool = False, baud: int = 115200
    ) -> None:
        """A port was opened: ask who is there.

        ``keyed``: only paired boxes may speak (a network address). ``bus``: many boxes on one
        line, polled in turn; then ``baud`` says how long a frame takes.
        """
        self.port_closed(name, now)
        port = Port(name)
        port.channel = Channel(self._host_id, self._pairing) if keyed else None
        port.bus = Bus(baud, now) if bus else None
        self._wire.open(port, now)
        self.timers.at(now + SILENCE_S, partial(self._quiet, port))

    def port_closed(self, name: str, now: float) -> None:
        """A port was lost or closed; its boxes may turn up anywhere again."""
        port = self.ports.get(name)
        if port is not None:
            self._wire.close(port)
            self._register.leave_all(port, now)

    def received(self, name: str, data: bytes, now: float) -> None:
        """Bytes came in; in any pieces."""
        port = self.ports.get(name)
        if port is None:
            return
        if port.bus is not None:
            port.bus.heard(now)
        for whole in port.decoder.feed(data):
            port.trace.append((now, "<", whole.body))
            if port.channel is None:
                self._frame(port, whole, now)
            else:
                for plain in self._wire.believed(port, port.channel, whole, now):
                    self._frame(port, plain, now)
        if port.bus is not None:
            self._wire.turn(port, now)
        port.note_noise(now)

    def tick(self, now: float) -> float | None:
        """Do what is due; return when the next thing is."""
        self.timers.run(now)
        return self.timers.next_due

    def flush(self, now: float) -> None:
        """Commit everything that came in one transaction, then acknowledge it.

        Raises LedgerError when the ledger failed: then nothing is acknowledged, and the boxes will
        offer it all again.
        """
        if not len(self._intake):
            return
        try:
            committed = self._intake.commit(now)
        except LedgerError as error:
            text = f"results are not being stored: {error}; they wait in the boxes"
            self.alarms.raise_(AlarmKind.STORE, "", text, now)
            raise
        self.alarms.end(AlarmKind.STORE, "", now)
        for arrival, new in committed:
            self._committed(arrival, new, now)

    @property
    def pending(self) -> int:
        """How many records wait for the next `flush`."""
        return len(self._intake)

    def take_output(self) -> list[tuple[str, bytes]]:
        """What is to be sent now, a piece a port."""
        return self._wire.take_output()

    def take_events(self) -> list[DeskEvent]:
        """What came about since the last call."""
        events = self._events[:]
        self._events.clear()
        return events

    # What the host wants of boxes

    def configure(self, serial: str, wanted: Wanted, now: float) -> None:
        """Want this box to hold this configuration, wherever it turns up.

        A box that leaves without a record here is forgotten: whoever wants it configured does so
        again when it is found (BoxFound).
        """
        box = self._register.box(serial)
        if box.config is None or box.config.revision != wanted.revision:
            box.config = wanted
            self._register.look(box, now)

    def send_message(self, serial: str, id: int, text: str, now: float) -> None:
        """Have a message shown on a box's LCD; ``text`` is escaped already."""
        box = self._register.box(serial)
        box.messages.append((id, text))
        self._register.look(box, now)

    def send_standing(self, serial: str, board: int, percent: str, others: str, now: float) -> None:
        """Tell a box how a board stands; may be lost."""
        box = self.boxes.get(serial)
        if box is not None and box.session is not None and box.session.can("f"):
            self._wire.send(box.session, now, "F", board, percent, others)

    def trace(self, name: str) -> list[tuple[float, str, str]]:
        """The last frames of a port: seconds, ``>`` sent ``<`` received ``!`` damaged, text."""
        return self._wire.trace(name)

    # Frames

    def _frame(self, port: Port, whole: Frame, now: float) -> None:
        if whole.kind in TO_BOX or whole.addr == ANY:
            return
        port.last_rx = now
        if port.bus is not None:
            port.bus.answered(whole.addr, now)
        session = port.sessions.get(whole.addr)
        if session is not None:
            session.last_rx = now
            self._register.show(session, LinkState.GREEN)
        if whole.kind == "h":
            self._on_hello(port, session, whole, now)
        elif (handler := self._handlers.get(whole.kind)) is None:
            self._on_unknown(port, session, whole, now)
        elif session is not None:
            handler(port, session, whole, now)
        else:
            self._wire.hello(port, now, whole.addr)

    def _on_record(self, port: Port, session: Session, f: Frame, now: float) -> None:
        """Rule 1: only with the check that is right for the serial of the last h here."""
        record = record_of(f, session)
        if record is None:
            self._wire.hello(port, now, f.addr)
        else:
            self._intake.take(session, record, now)

    def _on_unknown(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        """A kind of a later version: kept if it is a record, else answered, never an error."""
        record = None if session is None else record_of(f, session)
        if session is not None and record is not None:
            self._intake.take(session, record, now)
        else:
            self._wire.complain(port, f.addr, "unknown", f.kind, now)

    def _on_hello(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        if not same_major(f.fields[0] if f.fields else ""):
            self._refuse_version(port, session, f, now)
            return
        values = self._values(port, f, now)
        if values is None:
            return
        serial, nonce = values["serial"], values["nonce"]
        boot = nonce == "-"
        self.alarms.end(AlarmKind.VERSION, f"{port.name} {f.addr}", now)
        if session is not None and session.serial != serial and port.bus is not None and not boot:
            self._register.changed(port, session, serial, now)
        if session is None or session.serial != serial:
            session = self._register.join(port, f.addr, serial, now)
        session.firmware, session.capabilities = values["firmware"], values["capabilities"]
        box = self.boxes[serial]
        box.session = session
        if nonce in (port.nonces.get(f.addr), port.nonces.get(ANY)):
            self._register.twins.answered(box, session, now)
        if boot:
            self._wire.hello(port, now, f.addr)

    def _on_status(self, port: Port, session: Session, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is None:
            return
        session.take_status(values)
        box = self.boxes[session.serial]
        box.section, box.table = session.section, session.table
        self._register.check_memory(box, session, now)
        self._register.deliveries.look(box, session, now)
        self._tell(BoxStatus(box.serial))

    def _on_alive(self, port: Port, session: Session, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is None:
            return
        session.high, session.unsent = int(values["high"]), int(values["unsent"])
        session.millivolts = int(values["mv"])
        box = self.boxes[session.serial]
        self._register.check_memory(box, session, now)
        if port.channel is not None:  # its counter makes it as fresh as an h
            self._register.twins.answered(box, session, now)
        elif session.revision is None:  # its s was lost, and on a bus nothing else asks for it
            self._wire.hello(port, now, f.addr)
        self._tell(BoxStatus(session.serial))

    def _on_table(self, port: Port, session: Session, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is None:
            return
        section, table = values["section"], int(values["table"])
        answer = self._answer_table(session.serial, section, table)
        if answer == "ok":
            box = self.boxes[session.serial]
            box.section, box.table = session.section, session.table = section, table
        self._wire.send(session, now, "t", answer)
        self._tell(TableAsked(session.serial, section, table, answer))

    def _on_config(self, port: Port, session: Session, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is not None:
            box = self.boxes[session.serial]
            revision, held = int(values["revision"]), int(values["held"])
            self._register.deliveries.config_answer(box, session, revision, held, now)

    def _on_message(self, port: Port, session: Session, f: Frame, now: float) -> None:
        values = self._values(port, f, now)
        if values is not None:
            box = self.boxes[session.serial]
            self._register.deliveries.message_answer(box, session, int(values["id"]), now)

    def _on_error(self, port: Port, session: Session, f: Frame, now: float) -> None:
        """An E is never answered; two of them the director must know of."""
        code = f.fields[0] if f.fields else ""
        if code == "full":
            self._register.full(self.boxes[session.serial], now)
        elif code == "version":
            text = f"box {session.serial} on {port.name} refuses this host's version of the link"
            self.alarms.raise_(AlarmKind.VERSION, f"{port.name} {f.addr}", text, now)

    def _values(self, port: Port, f: Frame, now: float) -> dict[str, str] | None:
        """A frame's fields by name; None, and an E, when they are not to the letter."""
        try:
            return unpack(f.kind, f.fields)
        except ValueError as error:
            self._wire.complain(port, f.addr, "fields", str(error), now)
            return None

    def _refuse_version(self, port: Port, session: Session | None, f: Frame, now: float) -> None:
        said = f.fields[0] if f.fields else "nothing"
        if session is not None:
            self._register.part(session, now)
        text = f"the box on {port.name} speaks version {said[:8]} of the link; this host speaks 1"
        self.alarms.raise_(AlarmKind.VERSION, f"{port.name} {f.addr}", text, now)
        self._wire.complain(port, f.addr, "version", "1", now)

    def _quiet(self, port: Port, now: float) -> None:
        """H every 5 s while nothing valid comes; and the link's colour follows."""
        if not self._wire.is_open(port):
            return
        if port.bus is None and now - port.last_rx < SILENCE_S:
            self.timers.at(port.last_rx + SILENCE_S, partial(self._quiet, port))
            return
        if port.bus is None:
            self._wire.hello(port, now)
        for session in port.sessions.values():
            self._register.show(session, session.state(now))
        self.timers.at(now + SILENCE_S, partial(self._quiet, port))

    def _refused(self, port: Port, why: str, now: float) -> None:
        text = f"the link on {port.name} was closed: {why}"
        self.alarms.raise_(AlarmKind.KEY, "", text, now)  # one for all: anybody can knock
        self._tell(PortRefused(port.name, why))
        self._register.leave_all(port, now)

    def _ask_again(self, session: Session, now: float) -> None:
        self._wire.hello(session.on, now, session.addr)

    def _tell(self, event: DeskEvent) -> None:
        self._events.append(event)

    # The ledger

    def _remember(self, arrival: Arrival) -> Box:
        box = self._register.box(arrival.serial)
        box.numbers.add(arrival.n)
        return box

    def _committed(self, arrival: Arrival, new: bool, now: float) -> None:
        box = self._remember(arrival)
        if new:
            self._tell(Committed(arrival))
        if box.session is not None and self.alarms.holds(AlarmKind.GAP, box.serial):
            self._register.check_gaps(box, box.session, now)
