"""HostCore: the director's side of an evening, without threads, ports or a screen.

The desk's facts go into the live count of tonight's results and back to the boxes as
configurations and standings. Views are frozen values; acts of the director are kept with what they
changed, who did it, when and why. Not thread-safe: one lock outside.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.link.frame import cut, escape
from host import looks
from host.errors import UserError
from host.event.decisions import Decision
from host.event.director import Director
from host.event.keys import Key, line_key
from host.event.live import Live
from host.event.settings import EventSettings
from host.event.tonight import Counted, Tonight
from host.link.alarms import Alarm
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

MESSAGE_IDS = 9999
MESSAGE_WIDTH = 40
SEEN = "seen."


def open_event(store: Store, new: EventSettings) -> EventSettings:
    """The event that this file holds; in a file without one, the new one from now on."""
    kept = store.setting("event")
    if kept:
        return EventSettings.from_json(kept)
    store.set("event", new.to_json())
    return new


class HostCore:
    """Desk, store, count and ranking of one event.

    ``wall`` gives seconds since 1970; the desk's ``now`` is monotonic and passed in, here too.
    """

    def __init__(
        self,
        store: Store,
        event: EventSettings,
        host_id: str,
        run: str,
        nonce: Callable[[], str],
        wall: Callable[[], float],
        now: float = 0.0,
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
        self._wall = wall
        self._now = now
        self._changes = 0
        self._closings: list[tuple[str, str]] = []
        self._message_id = int(wall()) % MESSAGE_IDS
        if store.setting("event") != event.to_json():
            store.set("event", event.to_json())
        self.live = self._begin(event)

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

    @property
    def event(self) -> EventSettings:
        """The event as it is set up now."""
        return self.live.event

    @property
    def tonight(self) -> Tonight:
        """What counts, with every record behind it."""
        return self.live.tonight

    @property
    def running(self) -> RunningRanking:
        """The points of every line and the ranking."""
        return self.live.running

    def tables(self, now: float) -> tuple[TableView, ...]:
        """A row a box, by section and table; boxes that are no table yet come last."""
        return tuple(looks.table_views(self.desk, self.live, now))

    def boards(self) -> tuple[BoardView, ...]:
        """Every board with a line, by number."""
        return tuple(looks.board_views(self.live))

    def traveller(self, board: int, section: str = "") -> tuple[TravellerRow, ...]:
        """A board's lines with their points, the best for North-South first.

        ``section`` empty: of all sections.
        """
        return tuple(looks.traveller_rows(self.live, board, section))

    def ranking(self) -> tuple[RankRow, ...]:
        """The ranking as it stands."""
        return self.live.ranking()

    def lines(self) -> tuple[Line, ...]:
        """Every line that counts, in the order the keys first came."""
        return tuple(self.live.lines())

    def counted(self, key: Key) -> Counted | None:
        """What counts for a key, with the records that disagree."""
        return self.tonight.counting.get(key)

    def alarms(self) -> tuple[Alarm, ...]:
        """Every alarm that holds or was not seen yet, oldest first."""
        return tuple(self.desk.alarms.all())

    def history(self, key: Key | None = None) -> tuple[HistoryRow, ...]:
        """What happened to a result, or (without a key) every decision; oldest first."""
        return tuple(looks.history_rows(self.live, key))

    def trace(self, port: str) -> tuple[TraceRow, ...]:
        """The last frames of a port."""
        return tuple(TraceRow(*row) for row in self.desk.trace(port))

    def ports(self, now: float) -> tuple[PortView, ...]:
        """Every open port."""
        return tuple(looks.port_view(port, now) for port in self.desk.ports.values())

    def other_events(self) -> tuple[OtherEvent, ...]:
        """Records that are not tonight's."""
        return tuple(
            OtherEvent(code, sum(boxes.values()), tuple(sorted(boxes)))
            for code, boxes in sorted(self.live.others.items())
        )

    def unclaimed(self) -> tuple[Arrival, ...]:
        """Records without an event, which the director may claim for tonight."""
        return tuple(self.tonight.unclaimed())

    # The director's acts

    def enter(self, line: Line, by: str, why: str) -> Key:
        """This is the result, whatever the boxes say; return its key."""
        key = line_key(line, movement=self.tonight.scope.movement)
        self._decide(self._director(by, why).rule("enter", key, line))
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
        self._decide(self._director(by, why).adjust(key, adjusted, weights))

    def void(self, key: Key, by: str, why: str) -> None:
        """Nothing counts for this key."""
        self._decide(self._director(by, why).void(key))

    def swap(self, key: Key, by: str, why: str) -> None:
        """The pairs sat the other way round; the contract and its declarer's seat stay."""
        self._decide(self._director(by, why).swap(key))

    def stand(self, key: Key, identity: Identity, by: str, why: str) -> None:
        """Of several records for a key, this one counts."""
        self._decide(self._director(by, why).stand(key, identity))

    def lift(self, key: Key, by: str, why: str) -> None:
        """Take the ruling on this key back: the boxes' records count again."""
        self._decide(self._director(by, why).lift(key))

    def claim(self, identity: Identity, by: str, why: str) -> None:
        """Count a record without an event for tonight."""
        self._decide(self._director(by, why).claim(identity))

    def acknowledge_alarm(self, name: str) -> None:
        """The director has seen this alarm, also after a restart of the host."""
        alarm = next((a for a in self.desk.alarms.all() if a.id == name), None)
        if alarm is None:
            raise UserError(f"there is no alarm {name!r}")
        self.desk.alarms.see(name)
        self.store.set(SEEN + name, alarm.text)

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
        self.live = self._begin(event)
        for serial in self.desk.boxes:
            self._configure(serial)
        self._changes += 1

    # What follows from facts

    def _begin(self, event: EventSettings) -> Live:
        """Count everything there is for this event."""
        live = Live(event, self.desk.alarms, lambda: self._now)
        now, wall = self._now, self._wall()
        for arrival in self.store.arrivals():
            self._now = now - max(0.0, wall - arrival.at)  # alarms are as old as what they tell of
            live.arrived(arrival)
        for decision in self.store.decisions():
            self._now = now - max(0.0, wall - decision.at)
            live.decided(decision)
        self._now = now
        seen = self.store.settings(SEEN)
        for alarm in self.desk.alarms.all():
            if seen.get(SEEN + alarm.id) == alarm.text:
                self.desk.alarms.see(alarm.id)
        return live

    def _digest(self, now: float) -> None:
        """Let the desk's facts take effect."""
        self._now = now
        for event in self.desk.take_events():
            self._changes += 1
            match event:
                case Committed(arrival):
                    self._tell(self.live.arrived(arrival))
                    self._show_standing(arrival)
                case BoxFound(serial, _, _):
                    self._configure(serial)
                case PortRefused(port, why):
                    self._closings.append((port, why))
                case _:
                    pass

    def _tell(self, serials: set[str]) -> None:
        for serial in sorted(serials):
            self._configure(serial)

    def _configure(self, serial: str) -> None:
        if serial in self.desk.boxes:
            self.desk.configure(serial, self.live.wanted(serial), self._now)

    def _show_standing(self, arrival: Arrival) -> None:
        """Tell the box how the board stands, if the players may see it."""
        box = self.desk.boxes.get(arrival.serial)
        if box is not None and box.can("f"):
            standing = self.live.standing(arrival, box.can("x"))
            if standing is not None:
                self.desk.send_standing(arrival.serial, *standing, self._now)

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

    def _director(self, by: str, why: str) -> Director:
        return Director(self.tonight, by, why, self._wall())

    def _decide(self, decision: Decision) -> None:
        """Kept first, then in force."""
        if not decision.by.strip():
            raise UserError("a decision needs the name of who made it")
        self._tell(self.live.decided(self.store.decide(decision)))
        self._changes += 1
