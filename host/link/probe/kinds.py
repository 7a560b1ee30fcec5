"""Kinds: unknown ones, errors, messages, standings, configuration."""

from __future__ import annotations

from itertools import pairwise

from firmware_sim.link.config import make_payload, split_payload
from host.link.probe.case import Box, Case, Need
from host.link.probe.wire import REPLY_S, Broken, Script, Wire


def unknown(wire: Wire, box: Box) -> Script:
    """An unknown kind is answered by E,unknown."""
    yield from wire.pause(1.1)
    since = len(wire.heard)
    wire.say("Q", "1")
    heard = yield from wire.next("E", since)
    if heard is None or heard.fields[:1] != ("unknown",):
        raise Broken("the unknown kind Q was not answered by E,unknown")
    yield from wire.alive("after an unknown kind")


def seldom(wire: Wire, box: Box) -> Script:
    """At most one E a second."""
    yield from wire.pause(1.1)
    for _ in range(6):
        wire.say("Q")
        yield from wire.pause(0.4)
    times = [heard.at for heard in wire.of("E")]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    if gaps and min(gaps) < 0.9 - wire.slack:
        raise Broken(f"two E came {min(gaps):.2f} s apart, to unknown kinds 0.4 s apart")


def errors(wire: Wire, box: Box) -> Script:
    """An E is never answered."""
    yield from wire.pause(1.1)
    since = len(wire.heard)
    for code in ("unknown", "fields", "later"):
        wire.say("E", code, "x")
        yield from wire.pause(1.1)
    if wire.of("Eph", since):
        raise Broken(f"an E was answered by {wire.of('Eph', since)[0].kind}")


def echoes(wire: Wire, box: Box) -> Script:
    """What only boxes send is no unknown kind: an echoing line stays quiet."""
    yield from wire.pause(1.1)
    since = len(wire.heard)
    for kind, *fields in (("p", 0, 0, 0), ("m", 1), ("s", 0, 0, 0, 0, 0, 0, 0, 0)):
        wire.say(kind, *fields)
        yield from wire.pause(1.1)
    if wire.of("Eph", since):
        raise Broken(f"a box's own kind was answered by {wire.of('Eph', since)[0].kind}")


def messages(wire: Wire, box: Box) -> Script:
    """Each M is answered by m with its id, a repeated one too."""
    number = 1 + int(wire.fresh(3), 16)
    for _ in range(2):
        since = len(wire.heard)
        wire.say("M", number, "TEST OF THIS BOX")
        heard = yield from wire.next("m", since)
        if heard is None or heard.fields[:1] != (str(number),):
            raise Broken(f"M {number} was not answered by m,{number}")


def standings(wire: Wire, box: Box) -> Script:
    """F is taken without a word."""
    yield from wire.pause(1.1)
    since = len(wire.heard)
    wire.say("F", 1, "50.0", "")
    yield from wire.pause(REPLY_S)
    if wire.of("E", since):
        raise Broken("F was answered by E, though the box claims f")


def configuration(wire: Wire, box: Box) -> Script:
    """Parts count in turn; the revision is in force when the last part's CRC-32 agrees."""
    revision = 1 + int(wire.fresh(6), 16)
    payload = make_payload([("event", "TEST"), ("type", "open"), ("name", "Test of this box")])
    parts = split_payload(payload, 24)
    told = (
        (2, parts[1], 0, "the second part first"),
        (1, parts[0], 1, "the first part"),
        (1, parts[0], 1, "the first part again"),
        *((at, parts[at - 1], at, f"part {at}") for at in range(2, len(parts))),
        (len(parts), "00000000", 0, "the last part with a wrong CRC-32"),
        *((at, part, at, f"part {at}, after a new start") for at, part in enumerate(parts, 1)),
    )
    for part, text, held, what in told:
        since = len(wire.heard)
        wire.say("C", revision, part, len(parts), text)
        heard = yield from wire.next("c", since)
        if heard is None or heard.fields[:2] != (str(revision), str(held)):
            came = ",".join(heard.fields) if heard else "nothing"
            raise Broken(f"{what} was answered by {came}, not by c,{revision},{held}")
    since = len(wire.heard)
    wire.hello()
    state = yield from wire.next("s", since)
    if state is None or state.fields[6] != str(revision):
        raise Broken(f"s does not name revision {revision}, whose parts are all there")


CASES = (
    Case("unknown", "an unknown kind gets E,unknown", "What the box does",
         "E,unknown, and everything goes on", 1.4, unknown),
    Case("seldom", "at most one E a second", "What the box does",
         "unknown kinds in quick succession get one E a second", 3.5, seldom),
    Case("errors", "an E is never answered", "What the box does",
         "whatever its code", 4.4, errors),
    Case("echoes", "the box's own kinds are not answered", "What the box does",
         "kinds that only boxes send are no unknown kinds", 4.4, echoes),
)  # fmt: skip
"""What every box does."""

TOLD = (
    Case("messages", "M is answered by m", "What the box does",
         "m with the same id, each time", 0.2, messages, capability="m"),
    Case("standings", "F is taken", "What the box does",
         "a box that claims f takes F without a word", 1.6, standings, capability="f"),
    Case("configuration", "the configuration comes in parts", "Configuration",
         "c names how many parts in a row are held; s the revision in force", 1.0, configuration,
         need=Need.CONSENT, capability="c"),
)  # fmt: skip
"""What shows on the box's glass or changes what it knows: last, after all keying."""
