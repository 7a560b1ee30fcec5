"""Which records count tonight: a pure function of the set of records and the decisions.

`count_tonight` says it in one pass over everything. `Tonight` reaches the same incrementally, one
arrival or decision at a time, and says which keys changed; a test proves the two equal.

A record counts unless a record of the same box names it (``replaces``, ``voids``), it is of another
event, or it could not be read. Of several counting records with one key the first to arrive
stands; if they differ it is a conflict. A ruling of the director's stands against all of them, and
what arrives later and says otherwise is reported as late.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass, replace

from firmware_sim.link.records import parse_reference
from firmware_sim.rules.rule_sets import RuleSet
from host.event.decisions import RULINGS, Decision
from host.event.keys import Key, result_key
from host.event.lines import line_of_fields, same_result
from host.scoring.lines import Line
from host.store.ledger import Arrival, Identity

Content = Line | tuple[str, ...]
"""What a record says: a line of results (R), or the fields beside the key (U, N)."""


NAMES = {"R": 14, "U": 13, "N": 8, "V": 3}
"""Where in a record's text the record stands that it replaces or voids."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What of an event decides which records are its own and how they are keyed.

    ``sections`` empty: one field, whatever section letters the boxes are set to.
    """

    event: str
    rules: RuleSet
    movement: bool = False
    sections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A readable record with its place in the order of arrival, from 1."""

    arrival: Arrival
    order: int
    key: Key
    content: Content


@dataclass(frozen=True, slots=True)
class Counted:
    """What counts for one key: ``content`` None when the director made it void.

    ``entry`` is the record that stands (None under a ruling), ``others`` the records that disagree
    with it, ``late`` the records that arrived after the ruling and say otherwise.
    """

    key: Key
    content: Content | None
    entry: Entry | None = None
    ruling: Decision | None = None
    others: tuple[Entry, ...] = ()
    late: tuple[Arrival, ...] = ()

    @property
    def line(self) -> Line | None:
        """The line of results that counts, if this is one."""
        return self.content if isinstance(self.content, Line) else None


def names(arrival: Arrival) -> Identity | None:
    """The record that this one replaces or voids: of the same box, by number and check."""
    column = NAMES.get(arrival.kind)
    if column is None or arrival.apart:
        return None
    named = arrival.text.split(",")[column]
    if not named:
        return None
    number, check = parse_reference(named)
    return (arrival.serial, number, check)


def entry_of(arrival: Arrival, order: int, scope: Scope) -> Entry | None:
    """The entry of an R, U or N record, None for the rest."""
    if arrival.apart or arrival.kind not in ("R", "U", "N"):
        return None
    fields = arrival.text.split(",")[3:]
    match arrival.kind:
        case "R":
            section = fields[0] if scope.sections else ""
            fields = [section, *fields[1:11]]
            line = line_of_fields(fields, scope.rules)
            _, table, round, _, ns, ew, *_, room = fields
            key = result_key(
                section, table, round, line.board, ns, ew, room, movement=scope.movement
            )
            return Entry(arrival, order, key, line)
        case "U":
            table, rubber, deal = fields[:3]
            # A box that is no table keeps its rubbers to itself.
            key = Key("U", table=table or arrival.serial, rubber=int(rubber), deal=int(deal))
            return Entry(arrival, order, key, tuple(fields[3:10]))
        case _:
            section, table, round, seat = fields[:4]
            key = Key("N", section if scope.sections else "", table, round, seat=seat)
            return Entry(arrival, order, key, (fields[4],))


def same(a: Content | None, b: Content | None) -> bool:
    """Whether two contents say the same."""
    if isinstance(a, Line) and isinstance(b, Line):
        return same_result(a, b)
    return a == b


def count_tonight(
    arrivals: Iterable[Arrival], decisions: Iterable[Decision], scope: Scope
) -> dict[Key, Counted]:
    """Everything that counts tonight, by key: the definition."""
    everything = list(arrivals)
    acts = list(decisions)
    claimed = {d.identity for d in acts if d.act == "claim" and d.identity is not None}
    namers: dict[Identity, list[tuple[int, Arrival]]] = {}
    for order, arrival in enumerate(everything, 1):
        if (named := names(arrival)) is not None:
            namers.setdefault(named, []).append((order, arrival))
    entries: dict[Key, list[Entry]] = {}
    for order, arrival in enumerate(everything, 1):
        if _is_of(arrival, scope, claimed) and (entry := entry_of(arrival, order, scope)):
            entries.setdefault(entry.key, []).append(entry)
    rulings: dict[Key, Decision] = {}
    for decision in acts:
        _rule(rulings, decision)
    counted = (
        standing(key, entries.get(key, []), namers, rulings.get(key))
        for key in {**entries, **rulings}
    )
    return {c.key: c for c in counted if c is not None}


def standing(
    key: Key,
    entries: list[Entry],
    namers: dict[Identity, list[tuple[int, Arrival]]],
    ruling: Decision | None,
) -> Counted | None:
    """What counts for one key, given all its entries in the order of arrival."""
    live = [e for e in entries if e.arrival.identity not in namers]
    if ruling is not None:
        late = [e.arrival for e in live if e.order > ruling.seq and not same(e.content, ruling.new)]
        here = {e.arrival.identity for e in entries}  # corrections within the key: judged above
        for e in entries:
            for order, namer in namers.get(e.arrival.identity, ()):
                if order > ruling.seq and namer.identity not in here and namer not in late:
                    late.append(namer)
        return Counted(key, ruling.new, None, ruling, (), tuple(late))
    return first_of(key, live)


def first_of(key: Key, live: Collection[Entry]) -> Counted | None:
    """Without a ruling the first stands of those that nothing replaces or voids."""
    first, *more = live or (None,)
    if first is None:
        return None
    others = tuple(e for e in more if not same(e.content, first.content))
    return Counted(key, first.content, first, None, others)


class Tonight:
    """The same, kept up to date: feed it every arrival and decision in their order."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.counting: dict[Key, Counted] = {}
        self._order = 0
        self._unclaimed: dict[Identity, tuple[int, Arrival]] = {}
        self._claimed: set[Identity] = set()
        self._entry_of: dict[Identity, Entry] = {}
        self._entries: dict[Key, list[Entry]] = {}
        self._live: dict[Key, dict[Identity, Entry]] = {}  # what nothing replaces or voids
        self._namers: dict[Identity, list[tuple[int, Arrival]]] = {}
        self._rulings: dict[Key, Decision] = {}

    def arrive(self, arrival: Arrival) -> set[Key]:
        """Take the next record; return the keys whose count changed."""
        self._order += 1
        touched: set[Key] = set()
        named = names(arrival)
        if named is not None:
            self._namers.setdefault(named, []).append((self._order, arrival))
            if (entry := self._entry_of.get(named)) is not None:
                self._live[entry.key].pop(named, None)
                touched.add(entry.key)
        identity = arrival.identity
        changed: set[Key] = set()
        if _is_of(arrival, self.scope, self._claimed):
            newest = self._enter(arrival, self._order)
            if newest is not None and newest.key not in touched and self._append(newest):
                changed.add(newest.key)
        elif arrival.event == "-" and arrival.kind in ("R", "U", "N") and not arrival.apart:
            self._unclaimed[identity] = (self._order, arrival)
        return changed | {key for key in touched if self._recount(key)}

    def decide(self, decision: Decision) -> set[Key]:
        """Take the next decision; return the keys whose count changed."""
        touched: set[Key] = set()
        if decision.act == "claim":
            assert decision.identity is not None
            self._claimed.add(decision.identity)
            waiting = self._unclaimed.pop(decision.identity, None)
            if waiting and (claimed := self._enter(waiting[1], waiting[0])) is not None:
                touched.add(claimed.key)
        else:
            assert decision.key is not None
            _rule(self._rulings, decision)
            touched.add(decision.key)
        return {key for key in touched if self._recount(key)}

    def unclaimed(self) -> list[Arrival]:
        """Records without an event that the director may claim and that nothing has replaced."""
        return [a for i, (_, a) in self._unclaimed.items() if i not in self._namers]

    def entries(self, key: Key) -> list[Entry]:
        """Every readable record ever received for a key, in the order of arrival."""
        return list(self._entries.get(key, ()))

    def unruled(self, key: Key) -> Line | None:
        """The line of results that counts for a key by its records alone, without a ruling."""
        counted = standing(key, self._entries.get(key, []), self._namers, None)
        return counted.line if counted is not None else None

    def entry(self, identity: Identity) -> Entry | None:
        """The entry of one record, None if it is not tonight's."""
        return self._entry_of.get(identity)

    def is_named(self, arrival: Arrival) -> bool:
        """Whether a record of the same box replaces or voids this one."""
        return arrival.identity in self._namers

    def _enter(self, arrival: Arrival, order: int) -> Entry | None:
        entry = entry_of(arrival, order, self.scope)
        if entry is None:
            return None
        self._entry_of[arrival.identity] = entry
        entries = self._entries.setdefault(entry.key, [])
        live = self._live.setdefault(entry.key, {})
        entries.append(entry)
        if arrival.identity not in self._namers:
            live[arrival.identity] = entry
        if len(entries) > 1 and entries[-2].order > order:  # claimed after others had come
            entries.sort(key=lambda e: e.order)
            self._live[entry.key] = {
                e.arrival.identity: e for e in entries if e.arrival.identity in live
            }
        return entry

    def _append(self, entry: Entry) -> bool:
        """Count the newest entry of all where nothing else of its key has changed.

        Costs no look at the others: a box that floods one key must not hold up the rest.
        """
        old = self.counting.get(entry.key)
        if old is None or old.entry is None:
            return self._recount(entry.key)
        if entry.arrival.identity in self._namers or same(entry.content, old.content):
            return False
        self.counting[entry.key] = replace(old, others=(*old.others, entry))
        return True

    def _recount(self, key: Key) -> bool:
        old = self.counting.get(key)
        ruling = self._rulings.get(key)
        if ruling is None:
            new = first_of(key, self._live.get(key, {}).values())
        else:
            new = standing(key, self._entries.get(key, []), self._namers, ruling)
        if new == old:
            return False
        if new is None:
            del self.counting[key]
        else:
            self.counting[key] = new
        return True


def _is_of(arrival: Arrival, scope: Scope, claimed: Container[Identity]) -> bool:
    return arrival.event == scope.event or (arrival.event == "-" and arrival.identity in claimed)


def _rule(rulings: dict[Key, Decision], decision: Decision) -> None:
    """The newest ruling on a key holds, until it is lifted."""
    if decision.key is None:
        return
    if decision.act in RULINGS:
        rulings[decision.key] = decision
    else:
        rulings.pop(decision.key, None)
