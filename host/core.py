"""HostCore: the director's side of an evening, without threads, ports or a screen.

The desk's facts go into the count of tonight's results, from there into the live ranking, and back
to the boxes as configurations. Views are frozen values; acts of the director are kept with what
they changed, who did it, when and why. Not thread-safe: one lock outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from firmware_sim.link.frame import cut, escape
from host.errors import UserError
from host.event.decisions import Decision
from host.event.keys import Key, line_key
from host.event.lines import result_words
from host.event.payload import Payloads
from host.event.settings import EventSettings, event_code
from host.event.standing import others_text, percent_text
from host.event.tonight import Counted, Tonight
from host.link.alarms import Alarm, AlarmKind
from host.link.desk import Desk
from host.link.desk_events import BoxFound, Committed, PortRefused
from host.link.session import LinkState
from host.scoring.lines import Adjusted, Line, Weights
from host.scoring.running import RunningRanking
from host.scoring.standings import RankRow
from host.store.ledger import Arrival, Identity
from host.store.store import Store
from host.views import (
    BoardView,
    HistoryRow,
    OtherEvent,
    PortView,
    TableView,
    TraceRow,
    TravellerRow,
)

Seat = tuple[str, int, str, tuple[str, ...]]
"""Who sits which way on a board: section, board, ``NS`` or ``EW``, the pair."""

MESSAGE_IDS = 9999
MESSAGE_WIDTH = 40


def open_event(store: Store, given: EventSettings | None, today: date) -> EventSettings:
    """The event of this file: the one it holds, else the given one, else a new one of today."""
    kept = store.setting("event")
    if kept:
        return EventSettings.from_json(kept)
    event = given or EventSettings(event_code(today))
    store.set("event", event.to_json())
    return event


class HostCore:
    """Desk, store, count and ranking of one event.

    ``wall`` gives seconds since 1970; the desk's ``now`` is monotonic and passed in.
    """

    def __init__(
        self,
        store: Store,
        event: EventSettings,
        host_id: str,
        run: str,
        nonce: Callable[[], str],
        wall: Callable[[], float],
    ) -> None:
        self.store = store
        self._pairing = store.pairing_keys()
        self.desk = Desk(
            store,
            host_id,
            run,
            nonce,
            wall=wall,
            answer_table=self._answer_table,
            pairing=self._pairing.get,
        )
        self._closings: list[tuple[str, str]] = []
        self._wall = wall
        self._changes = 0
        self._now = 0.0
        self._message_id = int(wall()) % MESSAGE_IDS
        self.event = event
        self._ranking: tuple[RankRow, ...] | None = None
        if store.setting("event") != event.to_json():
            store.set("event", event.to_json())
        self._begin(event)

    # The link: see Desk

    def port_opened(
        self, port: str, now: float, *, keyed: bool = False, bus: bool = False, baud: int = 115200
    ) -> None:
        """A port was opened; see Desk."""
        self.desk.port_opened(port, now, keyed=keyed, bus=bus, baud=baud)
        self._digest(now)

    def port_closed(self, port: str, now: float) -> None:
        """A port was lost."""
        self.desk.port_closed(port, now)
        self._digest(now)

    def received(self, port: str, data: bytes, now: float) -> None:
        """Bytes came in."""
        self.desk.received(port, data, now)
        self._digest(now)

    def tick(self, now: float) -> float | None:
        """Do what is due; return when the next thing is."""
        due = self.desk.tick(now)
        self._digest(now)
        return due

    def flush(self, now: float) -> None:
        """Commit, then acknowledge; LedgerError when the store failed."""
        self.desk.flush(now)
        self._digest(now)

    def take_output(self) -> list[tuple[str, bytes]]:
        """What is to be sent now."""
        return self.desk.take_output()

    def take_closings(self) -> list[tuple[str, str]]:
        """Ports that must be closed now, and why: they broke the rules of a keyed link."""
        closings, self._closings = self._closings, []
        return closings

    # Views

    @property
    def version(self) -> int:
        """Grows with every change that a view could show."""
        return self._changes + self.desk.alarms.version

    def tables(self, now: float) -> tuple[TableView, ...]:
        """A row a box, by section and table; boxes that are no table yet come last."""
        expected = self.event.boards
        counts = Counter((e.section, e.table) for e in self._lines())
        rows = []
        for box in self.desk.boxes.values():
            session = box.session
            last = self._last.get(box.serial)
            line = self._line_of(last)
            rows.append(
                TableView(
                    box.serial,
                    box.section if box.table else "",
                    box.table,
                    session.port if session else "",
                    session.addr if session else "",
                    box.state(now),
                    session.millivolts if session else 0,
                    session.unsent if session else 0,
                    line.round if line else "",
                    self._boards_in(box.serial, counts),
                    expected,
                    f"{line.board}: {result_words(line)}" if line else "",
                    last.at if last else None,
                    self._called_at(box.serial, box.table),
                    session.firmware if session else "",
                    session.capabilities if session else "",
                    now - session.last_rx if session else 0.0,
                )
            )
        return tuple(sorted(rows, key=lambda r: (not r.table, r.section, r.table, r.serial)))

    def boards(self) -> tuple[BoardView, ...]:
        """Every board with a line, by number."""
        boards: dict[int, list[Counted]] = {}
        for counted in self.tonight.counting.values():
            if counted.line is not None:
                boards.setdefault(counted.line.board, []).append(counted)
        return tuple(
            BoardView(
                board,
                sum(1 for c in rows if c.line is not None and c.line.is_result),
                len(rows),
                sum(1 for c in rows if c.others or c.late),
            )
            for board, rows in sorted(boards.items())
        )

    def traveller(self, board: int, section: str = "") -> tuple[TravellerRow, ...]:
        """A board's lines with their points, the best for North-South first.

        ``section`` empty: of all sections.
        """
        rows = []
        for key, counted in self.tonight.counting.items():
            line = counted.line
            if line is None or line.board != board or (section and line.section != section):
                continue
            points = self.running.points(key)
            source = "director" if counted.entry is None else counted.entry.arrival.serial
            conflict = bool(counted.others or counted.late)
            rows.append(
                TravellerRow(key, line, points.ns, points.ew, points.datum, source, conflict)
            )
        return tuple(sorted(rows, key=_best_first))

    def ranking(self) -> tuple[RankRow, ...]:
        """The ranking as it stands."""
        if self._ranking is None:
            self._ranking = tuple(self.running.ranking())
        return self._ranking

    def lines(self) -> tuple[Line, ...]:
        """Every line that counts, in the order the keys first came."""
        return tuple(self._lines())

    def counted(self, key: Key) -> Counted | None:
        """What counts for a key, with the records that disagree."""
        return self.tonight.counting.get(key)

    def alarms(self) -> tuple[Alarm, ...]:
        """Every alarm that holds or was not seen yet, oldest first."""
        return tuple(self.desk.alarms.all())

    def history(self, key: Key | None = None) -> tuple[HistoryRow, ...]:
        """What happened to a result, or (without a key) every decision; oldest first."""
        rows = [_decision_row(d) for d in self._decisions if key is None or d.key == key]
        if key is not None:
            rows += [self._record_row(key, e.arrival, e.content) for e in self.tonight.entries(key)]
        return tuple(sorted(rows, key=lambda row: row.at))

    def trace(self, port: str) -> tuple[TraceRow, ...]:
        """The last frames of a port."""
        return tuple(TraceRow(*row) for row in self.desk.trace(port))

    def ports(self, now: float) -> tuple[PortView, ...]:
        """Every open port."""
        return tuple(
            PortView(
                port.name,
                tuple(s.serial for s in port.sessions.values()),
                max((s.state(now) for s in port.sessions.values()), default=LinkState.NONE),
                port.decoder.frames,
                port.decoder.dropped,
            )
            for port in self.desk.ports.values()
        )

    def other_events(self) -> tuple[OtherEvent, ...]:
        """Records that are not tonight's."""
        return tuple(
            OtherEvent(code, sum(boxes.values()), tuple(sorted(boxes)))
            for code, boxes in sorted(self._others.items())
        )

    def unclaimed(self) -> tuple[Arrival, ...]:
        """Records without an event, which the director may claim for tonight."""
        return tuple(self.tonight.unclaimed())

    # The director's acts

    def enter(self, line: Line, by: str, why: str) -> Key:
        """This is the result, whatever the boxes say; return its key."""
        key = line_key(line, movement=self.tonight.scope.movement)
        self._rule("enter", key, line, by, why)
        return key

    def adjust(
        self,
        key: Key,
        by: str,
        why: str,
        *,
        adjusted: Adjusted | None = None,
        weights: Weights = (),
    ) -> None:
        """An artificial or a weighted score instead of the result; just one of the two."""
        if (adjusted is None) == (not weights):
            raise UserError("an adjustment is an artificial score or a weighted one")
        if weights and sum(share for _, share in weights) != 1:
            raise UserError("the shares of a weighted score must add up to 1")
        line = replace(
            self._line(key),
            contract=None,
            declarer="",
            tricks=None,
            score=None,
            not_played=False,
            adjusted=adjusted,
            weights=weights,
        )
        self._rule("adjust", key, line, by, why)

    def void(self, key: Key, by: str, why: str) -> None:
        """Nothing counts for this key."""
        self._line(key)
        self._rule("void", key, None, by, why)

    def swap(self, key: Key, by: str, why: str) -> None:
        """The pairs sat the other way round; the contract and its declarer's seat stay."""
        line = self._line(key)
        self._rule("swap", key, replace(line, ns=line.ew, ew=line.ns), by, why)

    def stand(self, key: Key, identity: Identity, by: str, why: str) -> None:
        """Of several records for a key, this one counts."""
        for entry in self.tonight.entries(key):
            if entry.arrival.identity == identity and isinstance(entry.content, Line):
                self._rule("stand", key, entry.content, by, why, identity)
                return
        raise UserError(f"{key.words()}: there is no result {identity[1]} of box {identity[0]}")

    def lift(self, key: Key, by: str, why: str) -> None:
        """Take the ruling on this key back: the boxes' records count again."""
        counted = self.tonight.counting.get(key)
        if counted is None or counted.ruling is None:
            raise UserError(f"{key.words()}: there is no ruling to take back")
        self._decide(Decision("lift", key, old=counted.line, by=by, why=why, at=self._wall()))

    def claim(self, identity: Identity, by: str, why: str) -> None:
        """Count a record without an event for tonight."""
        if all(a.identity != identity for a in self.tonight.unclaimed()):
            raise UserError(f"box {identity[0]} has no result {identity[1]} that could be claimed")
        self._decide(Decision("claim", identity=identity, by=by, why=why, at=self._wall()))

    def acknowledge_alarm(self, name: str) -> None:
        """The director has seen this alarm."""
        if not self.desk.alarms.see(name):
            raise UserError(f"there is no alarm {name!r}")

    def send_message(self, text: str, serials: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Show a text on boxes' LCDs, on all without ``serials``; return who will get it."""
        if not text.strip():
            raise UserError("a message needs a text")
        field = cut(escape(text.strip()), MESSAGE_WIDTH)
        chosen = serials or tuple(self.desk.boxes)
        able = [s for s in chosen if (box := self.desk.boxes.get(s)) and box.can("m")]
        self._message_id = self._message_id % MESSAGE_IDS + 1
        for serial in able:
            self.desk.send_message(serial, self._message_id, field, self._now)
        return tuple(able)

    def pair(self, serial: str, key: bytes) -> None:
        """Let this box in on keyed links from now on; 32 bytes."""
        self.store.pair(serial, key)
        self._pairing[serial] = key
        self._changes += 1

    def unpair(self, serial: str) -> None:
        """Let this box in no more."""
        self.store.unpair(serial)
        self._pairing.pop(serial, None)
        self._changes += 1

    def paired(self) -> tuple[str, ...]:
        """The serials of the boxes that keyed links let in."""
        return tuple(sorted(self._pairing))

    def change_event(self, event: EventSettings) -> None:
        """Make this the event from now on: everything is counted anew, boxes are told."""
        self.store.set("event", event.to_json())
        self._begin(event)

    # What follows from facts

    def _begin(self, event: EventSettings) -> None:
        """Count everything there is for this event."""
        self.event = event
        self.tonight = Tonight(event.scope)
        self.running = RunningRanking(
            event.method,
            event.scoring_convention,
            winners=event.winners,
            scheduled=event.scheduled,
            phantoms=[event.phantom] if event.phantom else [],
        )
        self._payloads = Payloads(event)
        self._ranking = None
        self._last: dict[str, Arrival] = {}
        self._calls: dict[tuple[str, str], Arrival] = {}
        self._others: dict[str, Counter[str]] = {}
        self._decisions: list[Decision] = []
        self._indexed: dict[Key, Line] = {}
        self._keys_of_board: dict[tuple[str, int], dict[Key, None]] = {}
        self._sitting: dict[Seat, dict[Key, None]] = {}
        self.desk.alarms.drop(AlarmKind.CONFLICT, AlarmKind.LATE, AlarmKind.TWICE)
        for arrival in self.store.arrivals():
            self._arrived(arrival)
        for decision in self.store.decisions():
            self._decided(decision)
        for serial in self.desk.boxes:
            self._configure(serial)

    def _digest(self, now: float) -> None:
        """Let the desk's facts take effect."""
        self._now = now
        for event in self.desk.take_events():
            self._changes += 1
            match event:
                case Committed(arrival):
                    self._arrived(arrival)
                    self._show_standing(arrival)
                case BoxFound(serial, _, _):
                    self._configure(serial)
                case PortRefused(port, why):
                    self._closings.append((port, why))
                case _:
                    pass

    def _arrived(self, arrival: Arrival) -> None:
        if arrival.apart:
            text = f"box {arrival.serial}: record {arrival.n} cannot be read: {arrival.apart}"
            about = f"{arrival.serial}-{arrival.n}-{arrival.check}"
            self.desk.alarms.raise_(AlarmKind.APART, about, text, self._now)
        if arrival.event == self.event.code:
            if arrival.kind == "R":
                self._last[arrival.serial] = arrival
        else:
            self._others.setdefault(arrival.event, Counter())[arrival.serial] += 1
        if arrival.kind == "D" and arrival.event in ("-", self.event.code) and not arrival.apart:
            self._calls[(arrival.serial, arrival.text.split(",")[3])] = arrival
        self._recount(self.tonight.arrive(arrival))

    def _decided(self, decision: Decision) -> None:
        self._decisions.append(decision)
        self._recount(self.tonight.decide(decision))

    def _recount(self, keys: set[Key]) -> None:
        for key in keys:
            counted = self.tonight.counting.get(key)
            line = None if counted is None else counted.line
            if line is None:
                self.running.remove(key)
            else:
                self.running.put(key, line)
            self._ranking = None
            self._index(key, line)
            self._watch(key, counted)
            self._correct(key, counted)

    def _watch(self, key: Key, counted: Counted | None) -> None:
        """Alarms of results that must be decided, or that came after a decision."""
        alarms, about = self.desk.alarms, repr(tuple(key))
        if counted is not None and counted.others:
            said = [counted.entry, *counted.others] if counted.entry else list(counted.others)
            boxes = "; ".join(f"{e.arrival.serial}: {_content_words(e.content)}" for e in said[:4])
            text = f"{key.words()}: different results, the first stands: {boxes}"
            alarms.raise_(AlarmKind.CONFLICT, about, text, self._now)
        else:
            alarms.end(AlarmKind.CONFLICT, about, self._now)
        if counted is not None and counted.late:
            boxes = ", ".join(f"{a.serial} number {a.n}" for a in counted.late[:4])
            text = f"{key.words()}: your ruling stands against a later result ({boxes})"
            alarms.raise_(AlarmKind.LATE, about, text, self._now)
        else:
            alarms.end(AlarmKind.LATE, about, self._now)

    def _correct(self, key: Key, counted: Counted | None) -> None:
        """Tell the boxes that played this what the director made of it."""
        ruling = counted.ruling if counted is not None else None
        for serial in self._payloads.rule(key, ruling, self.tonight.entries(key)):
            self._configure(serial)

    def _show_standing(self, arrival: Arrival) -> None:
        """Tell the box how the board stands, if the players may see it."""
        show = self.event.show
        entry = self.tonight.entry(arrival.identity) if show != "none" else None
        counted = self.tonight.counting.get(entry.key) if entry is not None else None
        line = counted.line if counted is not None else None
        box = self.desk.boxes.get(arrival.serial)
        if line is None or counted is None or box is None or not line.is_result:
            return
        points = self.running.points(counted.key).ns
        top = self.running.top(line.section)
        percent = ""
        if self.running.method.has_top and top and points is not None:
            percent = percent_text(points, top, self.running.convention.form)
        others = ""
        if show == "all":
            played = [c.line for c in self._board(line) if c.key != counted.key and c.line]
            others = others_text(played, box.can("x"))
        self.desk.send_standing(arrival.serial, line.board, percent, others, self._now)

    def _board(self, line: Line) -> list[Counted]:
        keys = self._keys_of_board.get((line.section, line.board), {})
        return [self.tonight.counting[key] for key in keys]

    def _index(self, key: Key, line: Line | None) -> None:
        """Which keys a board has, and which pairs sit twice the same way on it."""
        old = self._indexed.pop(key, None)
        if old is not None:
            del self._keys_of_board[(old.section, old.board)][key]
        if line is not None:
            self._indexed[key] = line
            self._keys_of_board.setdefault((line.section, line.board), {})[key] = None
        for seat in _seats(old) - _seats(line):
            del self._sitting[seat][key]
            self._watch_twice(seat)
        for seat in _seats(line) - _seats(old):
            self._sitting.setdefault(seat, {})[key] = None
            self._watch_twice(seat)

    def _watch_twice(self, seat: Seat) -> None:
        """A pair cannot meet a board twice in one direction: a wrong number was keyed."""
        keys = self._sitting[seat]
        section, board, side, people = seat
        about = f"{section} {board} {side} {'+'.join(people)}"
        if len(keys) > 1:
            where = "; ".join(key.words() for key in list(keys)[:4])
            text = f"pair {'+'.join(people)} {side} has board {board} more than once: {where}"
            self.desk.alarms.raise_(AlarmKind.TWICE, about, text, self._now)
        else:
            self.desk.alarms.end(AlarmKind.TWICE, about, self._now)
            if not keys:
                del self._sitting[seat]

    def _configure(self, serial: str) -> None:
        self.desk.configure(serial, self._payloads.wanted(serial), self._now)

    def _answer_table(self, serial: str, section: str, table: int) -> str:
        """A table belongs to one living box; an event may limit sections and tables."""
        event = self.event
        if event.sections and section not in event.sections:
            return "unknown"
        if event.tables is not None and table > event.tables:
            return "unknown"
        for box in self.desk.boxes.values():
            lives = box.session is not None and box.state(self._now) is not LinkState.RED
            if lives and box.serial != serial and (box.section, box.table) == (section, table):
                return "taken"
        return "ok"

    def _rule(
        self,
        act: str,
        key: Key,
        new: Line | None,
        by: str,
        why: str,
        identity: Identity | None = None,
    ) -> None:
        counted = self.tonight.counting.get(key)
        old = None if counted is None else counted.line
        self._decide(Decision(act, key, identity, old, new, by, why, self._wall()))

    def _decide(self, decision: Decision) -> None:
        """Kept first, then in force."""
        if not decision.by.strip():
            raise UserError("a decision needs the name of who made it")
        self._decided(self.store.decide(decision))
        self._changes += 1

    # Small things

    def _lines(self) -> list[Line]:
        return [c.line for c in self.tonight.counting.values() if c.line is not None]

    def _line(self, key: Key) -> Line:
        counted = self.tonight.counting.get(key)
        if counted is None or counted.line is None:
            raise UserError(f"{key.words()}: no result counts there")
        return counted.line

    def _line_of(self, arrival: Arrival | None) -> Line | None:
        if arrival is None:
            return None
        entry = self.tonight.entry(arrival.identity)
        return entry.content if entry is not None and isinstance(entry.content, Line) else None

    def _boards_in(self, serial: str, counts: Counter[tuple[str, str]]) -> int:
        box = self.desk.boxes[serial]
        section = box.section if self.tonight.scope.sections else ""
        return counts[(section, str(box.table))] if box.table else 0

    def _called_at(self, serial: str, table: int) -> float | None:
        """Since when the director is wanted there."""
        for name in (str(table), ""):
            call = self._calls.get((serial, name))
            if call is not None and call.text.split(",")[4] == "on":
                return call.at
        return None

    def _record_row(self, key: Key, arrival: Arrival, content: object) -> HistoryRow:
        what = "replaced" if self.tonight.is_named(arrival) else "keyed"
        return HistoryRow(arrival.at, key, arrival.serial, what, "", "", _content_words(content))


def _seats(line: Line | None) -> set[Seat]:
    if line is None:
        return set()
    where = (line.section, line.board)
    return {(*where, "NS", line.ns), (*where, "EW", line.ew)}


def _content_words(content: object) -> str:
    if content is None or isinstance(content, Line):
        return result_words(content)
    return " ".join(content) if isinstance(content, tuple) else str(content)


def _decision_row(d: Decision) -> HistoryRow:
    return HistoryRow(d.at, d.key, d.by, d.act, d.why, result_words(d.old), result_words(d.new))


def _best_first(row: TravellerRow) -> tuple[float, str, str]:
    mean = row.line.mean_score
    return (float("inf") if mean is None else -float(mean), str(row.line.ns), str(row.line.ew))
