"""Bus mode: silent until polled, then exactly one frame within 20 ms."""

from __future__ import annotations

from collections.abc import Generator

from host.link.probe.case import Box, Case, Need
from host.link.probe.offers import KINDS, record_of
from host.link.probe.wire import Broken, Heard, Script, Skipped, Step, Wire

ANSWER_S = 0.02
"""Many boxes on one line: a polled box begins within this."""
GAP_S = 0.15
"""The probe's own pause between two polls: longer than any frame and any guard time."""
TO_HOST = "hsTcmpE" + KINDS


def _poll(wire: Wire) -> Generator[Step, bool, Heard]:
    """P to the box's own address; Broken unless exactly one frame comes, in time."""
    since, sent = len(wire.heard), wire.now
    wire.say("P")
    heard = yield from wire.next(TO_HOST, since, ANSWER_S + 0.02)
    if heard is None:
        raise Broken(f"a poll was not answered within {ANSWER_S * 1000:.0f} ms")
    yield from wire.pause(GAP_S)
    came = wire.heard[since:]
    if len(came) != 1:
        kinds = " ".join(each.kind for each in came)
        raise Broken(f"one poll at {sent:.1f} s was answered by {len(came)} frames: {kinds}")
    return heard


def one_frame(wire: Wire, box: Box) -> Script:
    """Each poll is answered by exactly one frame."""
    for _ in range(8):
        yield from _poll(wire)


def hello(wire: Wire, box: Box) -> Script:
    """H to its address is answered by h alone; the next poll brings s."""
    since = len(wire.heard)
    wire.hello()
    yield from wire.pause(2 * GAP_S)
    kinds = "".join(heard.kind for heard in wire.heard[since:])
    if kinds != "h":
        raise Broken(f"H was answered by {' '.join(kinds) or 'nothing'}, not by h alone")
    heard = yield from _poll(wire)
    if heard.kind != "s":
        raise Broken(f"the poll after h was answered by {heard.kind}, not s")
    box.high, box.unsent = int(heard.fields[1]), int(heard.fields[3])


def silence(wire: Wire, box: Box) -> Script:
    """A box that is not polled says nothing, whatever it hears."""
    yield from _poll(wire)
    since = len(wire.heard)
    for kind, *fields in (("Q",), ("M", "7", "TEST OF THIS BOX"), ("E", "unknown", "")):
        wire.say(kind, *fields)
        yield from wire.pause(0.5)
    wire.send(b"?\n")
    yield from wire.pause(2.5)
    if came := wire.heard[since:]:
        raise Broken(f"{came[0].kind} came though the box was not polled")
    if wire.people:
        raise Broken("`?` was answered on a bus")


def others(wire: Wire, box: Box) -> Script:
    """A poll of another address, or of 00, is not the box's."""
    other = "99" if wire.address != "99" else "98"
    for to in (other, "00"):
        since = len(wire.heard)
        wire.say("P", address=to)
        yield from wire.pause(2 * GAP_S)
        if wire.heard[since:]:
            raise Broken(f"a poll of {to} was answered")


def owed(wire: Wire, box: Box) -> Script:
    """The m that is owed comes at a poll."""
    if box.unsent:
        raise Skipped("results wait in the box and come first")
    wire.say("M", "8", "TEST OF THIS BOX")
    for _ in range(4):
        yield from wire.pause(GAP_S)
        heard = yield from _poll(wire)
        if heard.kind == "m":
            return
    raise Broken("M was answered by m at none of four polls")


def offers(wire: Wire, box: Box) -> Script:
    """A poll brings the pending record, the same until it is acknowledged."""
    wire.hello(run=wire.fresh(8))
    yield from wire.pause(GAP_S)
    found = []
    for _ in range(4):
        heard = yield from _poll(wire)
        if heard.kind in KINDS:
            found.append(record_of(heard))
    if not found:
        raise Broken("four polls after an H with a new run brought no record")
    if len(set(found)) != 1:
        raise Broken("without an acknowledgement several records were offered")
    if not found[0].is_from(box.serial):
        raise Broken(f"record {found[0].n} does not carry the check of its text and serial")


def acknowledge(wire: Wire, box: Box) -> Script:
    """The right A, and only that, brings the next record at the next poll."""
    first, (n, check) = box.trial[0], box.trial[0]
    wire.say("A", n, f"{int(check, 16) ^ 1:08X}")
    wire.say("A", n + 70000, check)
    yield from wire.pause(GAP_S)
    again = yield from _record(wire)
    if again != first:
        raise Broken(f"after wrong acknowledgements of record {n} came {again or 'no record'}")
    wire.say("A", *first)
    yield from wire.pause(GAP_S)
    second = yield from _record(wire)
    if second is None or second == first:
        raise Broken(f"record {n} was acknowledged, and the next poll brought {second}")
    box.trial.append(second)
    wire.say("A", *second)
    yield from wire.pause(GAP_S)
    third = yield from _record(wire)
    if third in box.trial:
        raise Broken(f"{third} was acknowledged and came again")


def _record(wire: Wire) -> Generator[Step, bool, tuple[int, str] | None]:
    heard = yield from _poll(wire)
    if heard.kind not in KINDS:
        return None
    record = record_of(heard)
    return record.n, record.check


BUS = "Many boxes on one line"
CASES = (
    Case("bus-hello", "H is answered by h alone", BUS,
         "one frame; s comes at the next poll", 0.5, hello),
    Case("bus-one", "a poll is answered by exactly one frame", BUS,
         "begun within 20 ms", 1.4, one_frame),
    Case("bus-silence", "a box that is not polled is silent", BUS,
         "it starts nothing by itself, whatever it hears", 4.2, silence),
    Case("bus-others", "polls of others are left alone", BUS,
         "only its own address, not 00", 0.7, others),
    Case("bus-owed", "an owed m comes at a poll", BUS,
         "its pending record, else an owed c, m or t, else p", 0.6, owed, capability="m"),
    Case("bus-offers", "a poll brings the pending record", BUS,
         "the same until it is acknowledged", 0.8, offers, need=Need.RECORD),
    Case("bus-acknowledge", "the right A brings the next record", BUS,
         "rule 3 of what the box does, at the next poll", 1.2, acknowledge,
         need=Need.KEYED_RESULTS),
)  # fmt: skip
