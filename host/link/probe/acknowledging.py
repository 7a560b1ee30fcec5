"""Acknowledgements: which one marks a record, and what an H with a new run brings back.

Wrong acknowledgements could cost a box that is at fault a real result. So these cases are tried
only with results keyed for them, and after these have been acknowledged.
"""

from __future__ import annotations

from collections.abc import Generator

from host.link.probe.case import RESULTS, Box, Case, Need
from host.link.probe.greeting import standing
from host.link.probe.offers import KINDS, OFFER_S, QUIET_S, offer, record_of
from host.link.probe.wire import Broken, Script, Skipped, Step, Wire

MOST_RECORDS = 500

Offered = Generator[Step, bool, list[tuple[int, str]]]


def wrong_number(wire: Wire, box: Box) -> Script:
    """An A with another number is ignored."""
    n, check = _first(box)
    for other in (box.high + 1, n + 70000):
        wire.say("A", other, check)
    yield from _still_unsent(wire, box, "an A with a wrong number")


def wrong_check(wire: Wire, box: Box) -> Script:
    """An A with another check is ignored."""
    n, check = _first(box)
    for mask in (0x00000001, 0x80000000, 0xFFFFFFFF):
        wire.say("A", n, f"{int(check, 16) ^ mask:08X}")
    yield from _still_unsent(wire, box, "an A with a wrong check")


def strict(wire: Wire, box: Box) -> Script:
    """Numbers have no leading zero, hex is upper case and full width: else nothing is marked."""
    n, check = _first(box)
    for fields in ((f"0{n}", check), (n, check[:7]), (n,), (f"{n} ", check), (n, check + "0")):
        wire.say("A", *fields)
        yield from wire.pause(0.05)
    if check.lower() != check:
        wire.say("A", n, check.lower())
    yield from _still_unsent(wire, box, "an A that is not written strictly")


def _first(box: Box) -> tuple[int, str]:
    if box.spoilt or not box.trial:
        raise Skipped(box.spoilt or "no keyed result was offered")
    return box.trial[0]


def _still_unsent(wire: Wire, box: Box, what: str) -> Script:
    """Broken when the record on offer was marked: p counts it, and it is offered again."""
    n, check = _first(box)
    yield from wire.pause(0.3)
    asked = yield from standing(wire)
    if asked is not None and asked[1] < box.keyed:
        box.spoilt = f"{what} was taken before"
        raise Broken(f"{what} was taken: p says {asked[1]} unsent, not {box.keyed}")

    def again() -> bool | None:
        found = [record_of(heard) for heard in wire.of(KINDS)]
        return any((record.n, record.check) == (n, check) for record in found) or None

    if not (yield from wire.until(again, QUIET_S)):
        box.spoilt = f"{what} was taken before"
        raise Broken(f"after {what} record {n} was not offered any more")


def pause_reset(wire: Wire, box: Box) -> Script:
    """An A that brings nothing new sets the pause back to 1 s, and nothing is sent at once."""
    n, check = _first(box)
    yield from _grown_pause(wire)
    yield from wire.pause(2.0)
    since, sent = len(wire.heard), wire.now
    wire.say("A", n, f"{int(check, 16) ^ 1:08X}")
    heard = yield from wire.next(KINDS, since, QUIET_S)
    if heard is None:
        raise Broken("after an A that brought nothing new the record was not offered again")
    gap = heard.at - sent
    if gap < 0.7 - wire.slack:
        raise Broken(f"an A that brought nothing new was answered by an offer after {gap:.2f} s")
    if gap > 1.3 + wire.slack:
        raise Broken(f"after an A the next offer came after {gap:.2f} s, not 1 s")


def _grown_pause(wire: Wire) -> Script:
    """Return right after an offer that came 3 s or more after the one before."""
    for _ in range(8):
        since = len(wire.heard)
        yield from offer(wire, since, "without an acknowledgement")
        offers = wire.of(KINDS)
        if len(offers) > 1 and offers[-1].at - offers[-2].at > 3:
            return
    raise Skipped("the pauses between offers do not grow")


def oldest_first(wire: Wire, box: Box) -> Script:
    """The right A marks its record, and the next oldest is offered at once."""
    first = _first(box)
    if box.mixed:
        raise Skipped(box.mixed)
    wire.say("A", *first)

    def another() -> tuple[int, str] | None:
        offers = [record_of(heard) for heard in wire.of(KINDS)]
        return next(((r.n, r.check) for r in offers if (r.n, r.check) != first), None)

    second = yield from wire.until(another, OFFER_S)
    if second is None:
        raise Broken(f"record {first[0]} was acknowledged, and the next was not offered within 1 s")
    box.trial.append(second)
    if second[0] < first[0]:
        raise Broken(f"record {first[0]} was offered before record {second[0]}")
    asked = yield from standing(wire)
    if asked is not None and asked[1] != box.keyed - 1:
        raise Broken(f"one of {box.keyed} was acknowledged, p says {asked[1]} unsent")


def _acknowledge(wire: Wire, box: Box, record: tuple[int, str]) -> Script:
    if record not in box.trial and record not in box.delivered:
        raise Skipped(f"record {record[0]} is not of this test, so it is not acknowledged")
    wire.say("A", *record)
    yield from wire.pause(0.02)


def done(wire: Wire, box: Box) -> Script:
    """Once all are acknowledged nothing is offered any more."""
    for each in box.trial:
        yield from _acknowledge(wire, box, each)
    yield from wire.pause(0.5)
    since = len(wire.heard)
    yield from wire.pause(QUIET_S)
    late = {(r.n, r.check): None for r in map(record_of, wire.of(KINDS, since))}
    for each in late:
        if each in box.trial:
            box.restless = f"record {each[0]} is offered though it was acknowledged"
            raise Broken(f"record {each[0]} was acknowledged and offered again")
        if each[0] > box.high:
            box.restless = f"record {each[0]} was keyed meanwhile; it is left for the host"
            raise Skipped(box.restless)
        if each[0] > box.high - RESULTS:
            box.trial.append(each)
            yield from _acknowledge(wire, box, each)
    asked = yield from standing(wire)
    if asked is not None and asked[1] != 0:
        raise Broken(f"everything was acknowledged, p says {asked[1]} unsent")
    box.unsent = box.keyed = 0


def _at_rest(box: Box) -> None:
    if box.restless:
        raise Skipped(box.restless)


def repeated(wire: Wire, box: Box) -> Script:
    """The same A again changes nothing and is not answered."""
    _at_rest(box)
    since = len(wire.heard)
    for record in box.trial * 2:
        yield from _acknowledge(wire, box, record)
    yield from wire.pause(OFFER_S)
    if wire.of(KINDS, since):
        raise Broken("a repeated A was answered by an offer")
    if wire.of("E", since):
        raise Broken("a repeated A was answered by E")


def same_run(wire: Wire, box: Box) -> Script:
    """H with the run that the box knows brings nothing back."""
    _at_rest(box)
    since = len(wire.heard)
    wire.hello()
    yield from wire.pause(2 * OFFER_S)
    if offers := wire.of(KINDS, since):
        raise Broken(f"after an H with the same run record {offers[0].fields[0]} was offered again")


def new_run(wire: Wire, box: Box) -> Script:
    """After an H with a new run everything in memory is offered once more, unchanged."""
    _at_rest(box)
    box.delivered = yield from _collect(wire, box)
    numbers = [n for n, _ in box.delivered]
    if numbers != sorted(numbers):
        raise Broken(f"after an H with a new run the records came in the order {numbers}")
    missing = [record for record in box.trial if record not in box.delivered]
    if missing:
        raise Broken(f"after an H with a new run record {missing[0][0]} was not offered")
    yield from wire.pause(QUIET_S - 7)
    asked = yield from standing(wire)
    if asked is not None and asked[1] != 0:
        raise Broken(f"after a new run p says {asked[1]} unsent: the marks are gone")


def _collect(wire: Wire, box: Box) -> Offered:
    """Begin a new run and acknowledge what comes, until nothing comes any more.

    All of it has been acknowledged before: s said that nothing was unsent.
    """
    wire.run = wire.fresh(8)
    wire.hello()
    found: list[tuple[int, str]] = []
    since = 0
    for _ in range(MOST_RECORDS):
        heard = yield from wire.next(KINDS, since, 2 * OFFER_S)
        if heard is None:
            break
        since = wire.heard.index(heard) + 1
        record = record_of(heard)
        if record.n > box.high:
            raise Skipped("a result was keyed meanwhile; it is left for the host")
        identity = (record.n, record.check)
        if identity not in found:
            found.append(identity)
        wire.say("A", *identity)
    return found


def pairs(wire: Wire, box: Box) -> Script:
    """One A may acknowledge two records."""
    _at_rest(box)
    if len(box.delivered) < 2:
        raise Skipped("fewer than two records are in the box")
    first, second = box.delivered[0], box.delivered[1]
    wire.run = wire.fresh(8)
    wire.hello()
    yield from offer(wire, 0, "after an H with a new run")
    wire.say("A", *first, *second)
    yield from wire.pause(0.3)
    since = len(wire.heard)
    yield from wire.pause(1.6)
    again = [record_of(heard) for heard in wire.of(KINDS, since)]
    for record in again:
        if (record.n, record.check) in (first, second):
            raise Broken(f"record {record.n} was one of two in one A, and was offered again")
    yield from _settle(wire, box)


def _settle(wire: Wire, box: Box) -> Script:
    """Leave the box with nothing to offer."""
    for record in box.delivered:
        wire.say("A", *record)
        yield from wire.pause(0.02)
    yield from wire.pause(0.5)


DOES = "What the box does"
CASES = (
    Case("wrong-number", "an A with a wrong number is ignored", DOES,
         "rule 3: only n and check of a record in memory mark it", 5.0, wrong_number,
         need=Need.KEYED_RESULTS),
    Case("wrong-check", "an A with a wrong check is ignored", DOES,
         "rule 3: only n and check of a record in memory mark it", 5.0, wrong_check,
         need=Need.KEYED_RESULTS),
    Case("strict", "an A must be written strictly", "The frame",
         "no leading zeros, hex in upper case and at full width", 5.0, strict,
         need=Need.KEYED_RESULTS),
    Case("pause-reset", "any A sets the pause back to 1 s", DOES,
         "rule 2: back to 1 s at any acknowledgement; nothing new causes no immediate resend",
         6.5, pause_reset, need=Need.KEYED_RESULTS),
    Case("oldest-first", "the right A brings the next oldest record", DOES,
         "rules 2 and 3: the record is marked, the next oldest is offered at once", 0.5,
         oldest_first, need=Need.KEYED_RESULTS),
    Case("done", "what is acknowledged is not offered again", DOES,
         "rule 3: done for this run; unsent counts down", 10.0, done, need=Need.KEYED_RESULTS),
    Case("repeated", "a repeated A changes nothing", DOES,
         "rule 3: no offer, no E", 1.2, repeated, need=Need.KEYED_RESULTS),
    Case("same-run", "the same run brings nothing back", DOES,
         "rule 2: only an H with a new run has records offered again", 2.2, same_run,
         need=Need.KEYED_RESULTS),
    Case("new-run", "a new run has everything offered once more", DOES,
         "rule 2: everything in memory, oldest first, unchanged; the marks stay", 5.0, new_run,
         need=Need.KEYED_RESULTS),
    Case("pairs", "one A may carry two records", "What the box does",
         "A has n and check, and a second pair where it fits", 3.0, pairs,
         need=Need.KEYED_RESULTS),
)  # fmt: skip
