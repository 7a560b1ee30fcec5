"""How a box offers its records: one at a time, when again, and unchanged."""

from __future__ import annotations

from collections.abc import Generator

from firmware_sim.link.fields import RECORDS
from firmware_sim.link.records import Record, parse_record, problem_of
from host.link.probe.case import Box, Case, Need
from host.link.probe.wire import Broken, Heard, Script, Step, Wire

KINDS = "".join(RECORDS)
FIRST_S, LONGEST_S = 1.0, 8.0
"""What the box does, rule 2: again after 1 s, doubling to 8."""
OFFER_S = 1.0
"""A box that has something new to offer begins within this."""
QUIET_S = 9.0
"""Longer than the longest pause between two offers."""
OFFER = Generator[Step, bool, Heard]


def record_of(heard: Heard) -> Record:
    """The record that a frame carries; Broken when it is none."""
    try:
        return parse_record(heard.kind, heard.fields)
    except ValueError as problem:
        raise Broken(f"{heard.frame.body!r} is no record: {problem}") from None


def offer(wire: Wire, since: int, what: str, seconds: float = QUIET_S) -> OFFER:
    """Wait for the next offer; Broken when none comes."""
    heard = yield from wire.next(KINDS, since, seconds)
    if heard is None:
        raise Broken(f"{what}, no record was offered within {seconds:g} s")
    return heard


def schedule(wire: Wire, box: Box) -> Script:
    """Each pause between two offers of a record is twice the one before, from 1 s to 8 s."""
    wire.run = wire.fresh(8)
    wire.hello()
    heard = yield from offer(wire, 0, "after an H with a new run")
    pauses: list[float] = []
    while pauses[-2:] != [LONGEST_S, LONGEST_S]:
        since = len(wire.heard)
        later = yield from offer(wire, since, f"{_row(pauses)}after offer {len(pauses) + 1}", 10.0)
        gap = later.at - heard.at
        allowed = (min(2 * pauses[-1], LONGEST_S),) if pauses else (1.0, 2.0, 4.0, 8.0)
        pause = min(allowed, key=lambda each: abs(each - gap))
        if not 0.8 * pause - wire.slack <= gap <= 1.25 * pause + wire.slack:
            wanted = " or ".join(f"{each:g}" for each in allowed)
            raise Broken(f"{_row(pauses)}an offer came after {gap:.2f} s, not {wanted} s")
        pauses.append(pause)
        heard = later


def _row(pauses: list[float]) -> str:
    return f"after pauses of {', '.join(f'{p:g}' for p in pauses)} s " if pauses else ""


def one_at_a_time(wire: Wire, box: Box) -> Script:
    """Until it is acknowledged the same record is offered, byte for byte."""
    wire.run = wire.fresh(8)
    wire.hello()
    yield from offer(wire, 0, "after an H with a new run")
    yield from wire.pause(3.4)
    if len(wire.of(KINDS)) < 2:
        yield from offer(wire, len(wire.heard), "without an acknowledgement")
    offers = [f"{h.frame.addr},{h.kind},{','.join(h.fields)}" for h in wire.of(KINDS)]
    if len(set(offers)) != 1:
        box.mixed = "records are not offered one at a time"
        raise Broken("without an acknowledgement came " + ", then ".join(dict.fromkeys(offers)))


def record_check(wire: Wire, box: Box) -> Script:
    """The record's check is the CRC-32 of the serial number and its canonical text."""
    wire.run = wire.fresh(8)
    wire.hello()
    record = record_of((yield from offer(wire, 0, "after an H with a new run")))
    if not record.is_from(box.serial):
        raise Broken(f"the check {record.check} is not the CRC-32 of '{box.serial},{record.text}'")
    problem = problem_of(record)
    if problem:
        raise Broken(problem)


CASES = (
    Case("record-check", "a record carries the right check", "Records",
         "CRC-32 of `serial,` and the canonical text, and possible fields", 0.3, record_check,
         need=Need.RECORD),
    Case("one-at-a-time", "one record at a time, unchanged", "What the box does",
         "rule 2: until it is acknowledged the same record is offered, byte for byte", 4.0,
         one_at_a_time, need=Need.RECORD),
    Case("schedule", "an offer is repeated after 1, 2, 4, 8, 8 s", "What the box does",
         "rule 2: again after 1 s, doubling to 8 s", 23.5, schedule, need=Need.RECORD),
)  # fmt: skip
