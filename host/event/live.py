"""Tonight as it happens: what counts, the ranking, and what of it the director must know.

Every arrival and decision goes through here once. What changed is put into the ranking, looked at
for conflicts, and noted for the boxes that must be told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from host.event.decisions import Decision
from host.event.keys import Key
from host.event.lines import result_words
from host.event.payload import Payloads
from host.event.settings import EventSettings
from host.event.standing import others_text, percent_text
from host.event.tonight import Counted, Tonight
from host.link.alarms import AlarmKind, Alarms
from host.link.session import Wanted
from host.scoring.lines import Line
from host.scoring.running import RunningRanking
from host.scoring.standings import RankRow
from host.store.ledger import Arrival

Seat = tuple[str, int, str, tuple[str, ...]]
"""Who sits which way on a board: section, board, ``NS`` or ``EW``, the pair."""


class Live:
    """One event's count and ranking, kept up to date. ``now`` gives the desk's seconds."""

    def __init__(self, event: EventSettings, alarms: Alarms, now: Callable[[], float]) -> None:
        self.event = event
        self.tonight = Tonight(event.scope)
        self.running = RunningRanking(
            event.method,
            event.scoring_convention,
            winners=event.winners,
            scheduled=event.scheduled,
            phantoms=event.phantoms,
        )
        self.decisions: list[Decision] = []
        self.last: dict[str, Arrival] = {}
        """The newest result of each box, by its serial."""
        self.others: dict[str, Counter[str]] = {}
        """Records of other events: how many by code and serial."""
        self._alarms = alarms
        self._now = now
        self._payloads = Payloads(event)
        self._ranking: tuple[RankRow, ...] | None = None
        self._calls: dict[tuple[str, str], Arrival] = {}
        self._lines: dict[Key, Line] = {}
        self._boards: dict[tuple[str, int], dict[Key, None]] = {}
        self._seats: dict[Seat, dict[Key, None]] = {}
        alarms.drop(AlarmKind.CONFLICT, AlarmKind.LATE, AlarmKind.TWICE, AlarmKind.APART)

    def arrived(self, arrival: Arrival) -> set[str]:
        """Take the next record; return the boxes whose configuration it changes."""
        tonights = arrival.event == self.event.code
        if arrival.apart:
            self._keep_apart(arrival)
        if not tonights:
            self.others.setdefault(arrival.event, Counter())[arrival.serial] += 1
        elif arrival.kind == "R":
            self.last[arrival.serial] = arrival
        if arrival.kind == "D" and (tonights or arrival.event == "-") and not arrival.apart:
            self._calls[(arrival.serial, arrival.text.split(",")[3])] = arrival
        return self._recount(self.tonight.arrive(arrival))

    def decided(self, decision: Decision) -> set[str]:
        """Take the next decision; return the boxes whose configuration it changes."""
        self.decisions.append(decision)
        return self._recount(self.tonight.decide(decision))

    def ranking(self) -> tuple[RankRow, ...]:
        """The ranking as it stands."""
        if self._ranking is None:
            self._ranking = tuple(self.running.ranking())
        return self._ranking

    def lines(self) -> list[Line]:
        """Every line that counts, in the order the keys first came."""
        return [c.line for c in self.tonight.counting.values() if c.line is not None]

    def called_at(self, serial: str, table: int) -> float | None:
        """Since when the director is wanted there, in wall time; None when he is not."""
        for name in (str(table), ""):
            call = self._calls.get((serial, name))
            if call is not None and call.text.split(",")[4] == "on":
                return call.at
        return None

    def wanted(self, serial: str) -> Wanted:
        """The configuration this box should hold."""
        return self._payloads.wanted(serial)

    def standing(self, arrival: Arrival, long: bool) -> tuple[int, str, str] | None:
        """Board, percent and other scores for the LCD; None when the players may not see it."""
        entry = self.tonight.entry(arrival.identity) if self.event.show != "none" else None
        line = self._lines.get(entry.key) if entry is not None else None
        if entry is None or line is None or not line.is_result:
            return None
        points = self.running.points(entry.key).ns
        top = self.running.top(line.section)
        percent = others = ""
        if self.running.method.has_top and top and points is not None:
            percent = percent_text(points, top, self.running.convention.form)
        if self.event.show == "all":
            board = self._boards[(line.section, line.board)]
            others = others_text([self._lines[k] for k in board if k != entry.key], long)
        return line.board, percent, others

    # What a change brings with it

    def _keep_apart(self, arrival: Arrival) -> None:
        text = f"box {arrival.serial}: record {arrival.n} cannot be read: {arrival.apart}"
        about = f"{arrival.serial}-{arrival.n}-{arrival.check}"
        self._alarms.raise_(AlarmKind.APART, about, text, self._now())

    def _recount(self, keys: set[Key]) -> set[str]:
        boxes: set[str] = set()
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
            ruling = None if counted is None else counted.ruling
            boxes |= self._payloads.rule(key, ruling, self.tonight.entries(key))
        return boxes

    def _watch(self, key: Key, counted: Counted | None) -> None:
        """Alarms of results that must be decided, or that came after a decision."""
        conflict = late = ""
        if counted is not None and counted.others:
            said = [counted.entry, *counted.others] if counted.entry else list(counted.others)
            boxes = "; ".join(f"{e.arrival.serial}: {content_words(e.content)}" for e in said[:4])
            conflict = f"{key.words()}: different results, the first stands: {boxes}"
        if counted is not None and counted.late:
            boxes = ", ".join(f"{a.serial} number {a.n}" for a in counted.late[:4])
            late = f"{key.words()}: your ruling stands against a later result ({boxes})"
        self._alarm(AlarmKind.CONFLICT, repr(tuple(key)), conflict)
        self._alarm(AlarmKind.LATE, repr(tuple(key)), late)

    def _alarm(self, kind: AlarmKind, about: str, text: str) -> None:
        """Put the alarm up, or end it when there is nothing to say."""
        if text:
            self._alarms.raise_(kind, about, text, self._now())
        else:
            self._alarms.end(kind, about, self._now())

    def _index(self, key: Key, line: Line | None) -> None:
        """Which keys a board has, and which pairs sit twice the same way on it."""
        old = self._lines.pop(key, None)
        if old is not None:
            del self._boards[(old.section, old.board)][key]
        if line is not None:
            self._lines[key] = line
            self._boards.setdefault((line.section, line.board), {})[key] = None
        for seat in _seats(old) - _seats(line):
            del self._seats[seat][key]
            self._watch_twice(seat)
        for seat in _seats(line) - _seats(old):
            self._seats.setdefault(seat, {})[key] = None
            self._watch_twice(seat)

    def _watch_twice(self, seat: Seat) -> None:
        """A pair cannot meet a board twice in one direction: a wrong number was keyed."""
        keys = self._seats[seat]
        section, board, side, people = seat
        pair, text = "+".join(people), ""
        if len(keys) > 1:
            where = "; ".join(key.words() for key in list(keys)[:4])
            text = f"pair {pair} {side} has board {board} more than once: {where}"
        self._alarm(AlarmKind.TWICE, f"{section} {board} {side} {pair}", text)
        if not keys:
            del self._seats[seat]


def content_words(content: object) -> str:
    """What a record says, in a few columns."""
    if content is None or isinstance(content, Line):
        return result_words(content)
    return " ".join(content) if isinstance(content, tuple) else str(content)


def _seats(line: Line | None) -> set[Seat]:
    if line is None:
        return set()
    where = (line.section, line.board)
    return {(*where, "NS", line.ns), (*where, "EW", line.ew)}
