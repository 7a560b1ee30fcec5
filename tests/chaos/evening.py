"""One evening from one seed: results, disasters, a calm end, and the verdict."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from dataclasses import dataclass, field

from host.core import HostCore
from host.event.settings import EventSettings
from host.event.tonight import count_tonight
from host.link.alarms import AlarmKind
from tests.chaos.boxes import SimBox
from tests.chaos.bus import BUS_DISASTERS, BusWorld, one_address
from tests.chaos.disasters import DISASTERS
from tests.chaos.hosts import BUS, SimHost, remove
from tests.chaos.keypad import KEYPAD_DISASTERS, KeypadBox
from tests.chaos.truth import Identity, Truth
from tests.chaos.world import World

CALM_MS = 900_000
QUIET_MS = 12_000
TWIN_MS = 12_000
"""A port is noticed within a second; the next H is due after 5 s, then two rounds of a second."""
NOISES = (0.0, 0.0, 0.0002, 0.002)
FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None


@dataclass(slots=True)
class Verdict:
    """What became of an evening."""

    seed: int
    results: int
    problems: list[str]
    strikes: Counter[str] = field(default_factory=Counter)


def evening(seed: int) -> Verdict:
    """Live through an evening; deterministic in its seed."""
    folder = tempfile.mkdtemp(prefix="chaos", dir=FOLDER)
    world = BusWorld(seed, folder) if seed % 40 == 20 else World(seed, folder)
    try:
        _set_up(world)
        _storm(world)
        _calm(world)
        _judge(world)
    finally:
        for host in world.hosts.values():
            host.end()
        remove(folder)
    truth = world.truth
    truth.strikes.pop("_ports", None)
    return Verdict(seed, len(truth.made), truth.problems, truth.strikes)


def _set_up(world: World) -> None:
    rng = world.rng
    tables = 2 if world.keypad else rng.randrange(2, 6)
    bus = isinstance(world, BusWorld)
    for table in range(1, tables + 1):
        world.cable("A", BUS if bus else f"p{table}").noise = rng.choice(NOISES)
    world.hosts["A"] = SimHost(world, "A")
    for table in range(1, tables + 1):
        serial = f"VB{table:04d}"
        box = KeypadBox(world, serial, table) if world.keypad else SimBox(world, serial, table, bus)
        world.boxes.append(box)
        world.plug(box, "A", f"p{table}")


def _storm(world: World) -> None:
    """Results are keyed at all tables while disasters strike."""
    rng = world.rng
    disasters = BUS_DISASTERS if isinstance(world, BusWorld) else DISASTERS
    disasters = KEYPAD_DISASTERS if world.keypad else disasters
    length = rng.randrange(120_000, 300_000)
    for box in world.boxes:
        if not world.keypad:
            _keep_keying(world, box)
    for _ in range(rng.randrange(4, 14)):
        disaster = rng.choice(disasters)
        world.at(rng.randrange(length), lambda disaster=disaster: disaster(world))  # type: ignore[misc]
    if isinstance(world, BusWorld):
        world.at(rng.randrange(10_000, length), lambda: one_address(world))
    known = len(world.boxes)
    while world.now < length:
        world.run_until(world.now + 1000)
        for twin in world.boxes[known:]:
            _keep_keying(world, twin)
        known = len(world.boxes)


def _keep_keying(world: World, box: SimBox) -> None:
    pace = world.rng.choice((3_000, 6_000, 12_000, 16_000))

    def key() -> None:
        if not box.quiet:
            box.key()
            world.at(world.rng.randrange(pace // 2, pace), key)

    world.at(world.rng.randrange(2_000, 6_000), key)


def _calm(world: World) -> None:
    """No more results, no more disasters; everything is plugged in at home, on clean lines."""
    truth, host = world.truth, world.hosts["A"]
    for box in world.boxes:
        box.quiet = True
        box.cut_after = None
    world.run_until(world.now + 160_000)  # what was arranged before comes to its end
    for cable in world.cables.values():
        cable.noise = 0.0
    host.kill_at = ""
    if host.desk is None:
        host.start()
    serials: dict[str, SimBox] = {}
    for box in world.boxes:
        if not box.alive:
            box.boot()
        if box.port is not None:
            world.pull(box)
    for number, box in enumerate(world.boxes):
        if box.serial not in serials:
            serials[box.serial] = box
            world.plug(box, "A", f"z{number}")
    _settle(world, list(serials.values()))
    for number, box in enumerate(world.boxes):  # twins one after the other
        if serials[box.serial] is not box:
            world.plug(box, "A", f"y{number}")
            world.run_until(world.now + TWIN_MS)
            told = [a for a in host.standing_alarms() if a.kind is AlarmKind.TWO_PORTS]
            if not any(box.serial in alarm.text for alarm in told):
                truth.alarm(f"two ports of {box.serial} is due and was not raised")
            world.pull(serials[box.serial])
            serials[box.serial] = box
            _settle(world, [box])
    truth.strikes["evenings"] += 1


def _settle(world: World, boxes: list[SimBox]) -> None:
    end = world.now + CALM_MS
    while world.now < end:
        world.run_until(world.now + QUIET_MS)
        if all(_is_done(box) for box in boxes):
            world.run_until(world.now + QUIET_MS)
            return
    waiting = [f"{b.serial}: {b.terminal.waiting}" for b in boxes if not _is_done(b)]
    world.truth.lost(f"boxes never got rid of their results: {', '.join(waiting)}")


def _is_done(box: SimBox) -> bool:
    journal = box.journal
    return box.alive and all(journal.delivered(s) and journal.done(s) for s in journal.order)


def _judge(world: World) -> None:
    truth, host = world.truth, world.hosts["A"]
    assert host.store is not None
    arrivals = list(host.store.arrivals())
    kept = Counter(a.identity for a in arrivals)
    for identity, count in kept.items():
        if count > 1:
            truth.doubled(f"{identity} is in the store {count} times")
    for arrival in arrivals:
        text = truth.made.get(arrival.identity)
        if text is None:
            truth.altered(f"{arrival.identity} was never made: {arrival.text}")
        elif text != arrival.text:
            truth.altered(f"{arrival.identity}: {text} became {arrival.text}")
    for box in world.boxes:
        for identity in sorted(box.held - kept.keys()):
            truth.lost(f"{identity} is in the box, not at the host")
    _judge_store(host, truth, kept)
    _judge_count(truth, host, set(kept))
    _judge_core(truth, host)
    _judge_alarms(world, kept)


def _judge_store(host: SimHost, truth: Truth, kept: Counter[Identity]) -> None:
    for identity in sorted(host.must_hold - kept.keys()):
        truth.lost(f"{identity} was committed, and is gone from the store")


def _judge_count(truth: Truth, host: SimHost, kept: set[Identity]) -> None:
    """What counts tonight: every result of tonight's event that nothing here replaces or voids."""
    assert host.store is not None
    wanted = sorted(truth.made[i] for i in _living(truth, kept))
    counted = count_tonight(host.store.arrivals(), [], EventSettings("E3").scope)
    stands = [c.entry for c in counted.values() if c.entry is not None]
    others = [e for c in counted.values() for e in c.others]
    if sorted(e.arrival.text for e in [*stands, *others]) != wanted:
        got = Counter(e.arrival.text for e in [*stands, *others])
        for text in sorted((got - Counter(wanted)).elements()):
            truth.doubled(f"counts and should not: {text}")
        for text in sorted((Counter(wanted) - got).elements()):
            truth.lost(f"does not count and should: {text}")


def _judge_core(truth: Truth, host: SimHost) -> None:
    """The count that grew with the evening is the one that a fresh look finds."""
    if isinstance(host.side, HostCore) and host.store is not None:
        scope = host.side.event.scope
        if host.side.tonight.counting != count_tonight(host.store.arrivals(), [], scope):
            truth.altered("the live count is not what the store says")
        points = {(row.id, row.boards, row.total) for row in host.side.ranking()}
        host.side.change_event(host.side.event)
        if points != {(row.id, row.boards, row.total) for row in host.side.ranking()}:
            truth.altered("the live ranking is not what the store says")


def _conflicts(truth: Truth, kept: set[Identity]) -> set[tuple[AlarmKind, str]]:
    """Twins may correct the same result, each in its own way: the director must decide."""
    said: dict[tuple[str, ...], dict[tuple[str, ...], str]] = {}
    for identity in _living(truth, kept):
        fields = truth.made[identity].split(",")
        said.setdefault(tuple(fields[6:9]), {})[tuple(fields[9:13])] = identity[0]
    return {
        (AlarmKind.CONFLICT, serial)
        for contents in said.values()
        if len(contents) > 1
        for serial in contents.values()
    }


def _living(truth: Truth, kept: set[Identity]) -> list[Identity]:
    """Results of tonight's event that nothing at the host replaces or voids."""
    dead = {truth.named[i] for i in kept if i in truth.named}
    results = [i for i in sorted(kept - dead) if truth.made.get(i, "").startswith("R,")]
    return [i for i in results if truth.made[i].split(",")[2] == "E3"]


def _judge_alarms(world: World, kept: Counter[Identity]) -> None:
    """Just the alarms that are due hold at the end, and none was ever raised without a cause."""
    truth, host = world.truth, world.hosts["A"]
    due: set[tuple[AlarmKind, str]] = set()
    last = {box.serial: box for box in world.boxes}
    for serial, box in last.items():
        here = {n for s, n, _ in kept if s == serial}
        journal = box.journal
        first = box.first
        if first and any(n not in here for n in range(first, journal.low)):
            due.add((AlarmKind.GAP, serial))
        if max(here, default=0) > journal.high:
            due.add((AlarmKind.BACKWARDS, serial))
    if isinstance(host.side, HostCore):
        due |= _conflicts(truth, set(kept))
    standing = {
        (a.kind, next((s for s in last if s in a.text), a.text)) for a in host.standing_alarms()
    }
    for kind, serial in sorted(due - standing):
        truth.alarm(f"{kind} of {serial} is due and was not raised")
    for kind, serial in sorted(standing - due):
        if not (kind is AlarmKind.VERSION and truth.hostile):
            truth.alarm(f"{kind} of {serial} holds and is not due")
    for kind, text in sorted(host.ever):
        if kind == AlarmKind.TWO_PORTS and not any(serial in text for serial in truth.twins):
            truth.alarm(f"without a cause: {text}")
        if kind == AlarmKind.CHANGED and truth.strikes["two boxes with one address"]:
            continue
        if kind in (AlarmKind.APART, AlarmKind.KEY, AlarmKind.STORE, AlarmKind.CHANGED):
            truth.alarm(f"without a cause: {text}")
