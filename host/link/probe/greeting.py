"""Finding the box, and its hello: H and h, the nonce, s, P and p, other versions."""

from __future__ import annotations

from collections.abc import Generator

from firmware_sim.link.fields import unpack
from host.link.probe.case import Box, Case, Need
from host.link.probe.wire import REPLY_S, Broken, Heard, Script, Step, Wire

TRIES = 6
"""An Arduino that resets when the port opens is back after two seconds."""
POLL_S = 0.06
FOUND = Generator[Step, bool, Heard | None]


def find(wire: Wire, address: str) -> FOUND:
    """Say H until a box answers: to ``address`` ("" for any), then on a bus to 01 to 99 in turn.

    The nonce has sixteen digits, so that a keyed box answers too.
    """
    for _ in range(TRIES):
        nonce = wire.hello(nonce=wire.fresh(16), address=address or "00")
        heard = yield from wire.until(lambda: _hello_of(wire, nonce), 1.0)  # noqa: B023
        if heard is not None:
            wire.address = heard.frame.addr
            return heard
    for number in range(1, 100) if not address else ():
        nonce = wire.hello(nonce=wire.fresh(16), address=f"{number:02d}")
        heard = yield from wire.until(lambda: _hello_of(wire, nonce), POLL_S)  # noqa: B023
        if heard is not None:
            wire.address = heard.frame.addr
            return heard
    return None


def _hello_of(wire: Wire, nonce: str) -> Heard | None:
    """The h that answers, or any h at all in the last place: the cases judge it."""
    hellos = wire.of("h")
    named = [heard for heard in hellos if heard.fields[4:5] == (nonce,)]
    return named[-1] if named else next((h for h in hellos if h.fields[4:5] != ("-",)), None)


def hello(wire: Wire, box: Box) -> Script:
    """H is answered by a right h in time."""
    wire.hello()
    heard = yield from wire.next("h", 0)
    if heard is None:
        raise Broken(f"no h came within {REPLY_S} s")
    try:
        values = unpack("h", heard.fields)
    except ValueError as problem:
        raise Broken(f"the h is wrong: {problem}") from None
    if values["version"].split(".")[0] != "1":
        raise Broken(f"the h names version {values['version']}, not 1")
    box.version, box.serial = values["version"], values["serial"]
    box.firmware, box.capabilities = values["firmware"], values["capabilities"]


def echo(wire: Wire, box: Box) -> Script:
    """Each h echoes the nonce of its own H."""
    for width in (8, 1, 16):
        since = len(wire.heard)
        nonce = wire.hello(nonce=wire.fresh(width))
        heard = yield from wire.next("h", since)
        if heard is None:
            raise Broken(f"no h came to an H whose nonce has {width} digits")
        if heard.fields[4:5] != (nonce,):
            raise Broken(f"the nonce was {nonce}, the h says {','.join(heard.fields[4:5])!r}")


def state(wire: Wire, box: Box) -> Script:
    """Each h is followed by s, and s makes sense."""
    for _ in range(2):
        since = len(wire.heard)
        wire.hello()
        heard = yield from wire.next("h", since)
        if heard is None:
            raise Broken("no h came")
        at = wire.heard.index(heard)
        follower = yield from wire.until(lambda: next(iter(wire.heard[at + 1 :]), None), REPLY_S)  # noqa: B023
        if follower is None or follower.kind != "s":
            came = f"{follower.kind} came" if follower else "nothing came"
            raise Broken(f"after h {came}, not s")
        _judge(follower)


def _judge(heard: Heard) -> None:
    try:
        values = unpack("s", heard.fields)
    except ValueError as problem:
        raise Broken(f"the s is wrong: {problem}") from None
    low, high, unsent = (int(values[name]) for name in ("low", "high", "unsent"))
    if low > high or (low == 0) != (high == 0):
        raise Broken(f"s says that the memory holds records {low} to {high}")
    if unsent > (high - low + 1 if high else 0):
        raise Broken(f"s says {unsent} unsent of records {low} to {high}")


def standing(wire: Wire, seconds: float = REPLY_S) -> Generator[Step, bool, tuple[int, int] | None]:
    """Ask by P for (high, unsent); None when no p came."""
    since = len(wire.heard)
    wire.say("P")
    heard = yield from wire.next("p", since, seconds)
    if heard is None:
        return None
    try:
        values = unpack("p", heard.fields)
    except ValueError as problem:
        raise Broken(f"the p is wrong: {problem}") from None
    return int(values["high"]), int(values["unsent"])


def ping(wire: Wire, box: Box) -> Script:
    """P is answered by p, which agrees with s."""
    since = len(wire.heard)
    wire.hello()
    told = yield from wire.next("s", since)
    asked = yield from standing(wire)
    if asked is None:
        raise Broken(f"no p came within {REPLY_S} s")
    if told is not None and (told.fields[1], told.fields[3]) != (str(asked[0]), str(asked[1])):
        raise Broken(
            f"s says high {told.fields[1]} and unsent {told.fields[3]}, "
            f"p says {asked[0]} and {asked[1]}"
        )
    box.high, box.unsent = asked


def minor(wire: Wire, box: Box) -> Script:
    """Version 1.7 with a field more is this version."""
    since = len(wire.heard)
    wire.say("H", "1.7", wire.host, wire.run, wire.fresh(4), "later")
    if (yield from wire.next("h", since)) is None:
        raise Broken("an H of version 1.7 with one field more was not answered by h")


def version(wire: Wire, box: Box) -> Script:
    """Another major version is refused: E,version and no h."""
    yield from wire.pause(1.1)  # at most one E a second
    wire.hello(version="2")
    refused = yield from wire.next("E", 0)
    yield from wire.pause(0.5)
    if wire.of("h"):
        raise Broken("an H of version 2 was answered by h")
    if refused is None or refused.fields[:1] != ("version",):
        raise Broken("an H of version 2 was not answered by E,version")
    yield from wire.alive("after the H of version 2")


def strict(wire: Wire, box: Box) -> Script:
    """An H that is not written strictly is not answered by h."""
    run, nonce = wire.run, "00C0FFEE"
    yield from wire.pause(1.1)
    for fields in ((run[:7], nonce), (run, "00c0ffee"), (run, ""), (run,), (run, nonce * 2 + "0")):
        since = len(wire.heard)
        wire.say("H", "1", wire.host, *fields)
        yield from wire.pause(REPLY_S + wire.slack)
        if wire.of("h", since):
            raise Broken(f"H,1,{wire.host},{','.join(fields)} was answered by h")
    if ("fields",) not in [heard.fields[:1] for heard in wire.of("E")]:
        raise Broken("an H that is not written strictly was not answered by E,fields")
    yield from wire.alive("after an H that was not written strictly")


def boot(wire: Wire, box: Box) -> Script:
    """After power-on the box says h by itself, its nonce is -, and all it had is still there."""

    def greeting() -> Heard | None:
        return next((heard for heard in wire.of("h") if heard.fields[4:5] == ("-",)), None)

    heard = yield from wire.until(greeting, wire.patience)
    if heard is None:
        raise Broken("no h with the nonce - came after power-on")
    at = wire.heard.index(heard)
    follower = yield from wire.until(lambda: next(iter(wire.heard[at + 1 :]), None), REPLY_S)
    if follower is None or follower.kind != "s":
        raise Broken("the h at boot was not followed by s")
    _judge(follower)
    high, unsent = int(follower.fields[1]), int(follower.fields[3])
    if (high, unsent) != (box.high, box.unsent):
        raise Broken(
            f"before the power went high was {box.high} and {box.unsent} unsent, "
            f"after it {high} and {unsent}"
        )


OTHER_VERSION = Case("version", "another major version is refused", "What the box does",
         "E,version and no h", 1.9, version)  # fmt: skip
"""Some boxes tell it on their glass, over what is being keyed: so it comes late."""

BOOT = Case(
    "boot", "the box greets after power-on", "What the box does",
    "h with the nonce -, then s; every record and every mark is still there", 10.0, boot,
    need=Need.POWER,
)  # fmt: skip

CASES = (
    Case("hello", "H is answered by h", "What the box does",
         "h with version 1, serial, firmware and capabilities within 500 ms", 0.2, hello),
    Case("nonce", "h echoes the nonce", "What the box does",
         "h's last field is the nonce of the H it answers, of 1 to 16 digits", 0.2, echo),
    Case("state", "h is followed by s", "What the box does",
         "the frame after h is s; low, high and unsent fit each other", 0.2, state),
    Case("poll", "P is answered by p", "What the box does",
         "p within 500 ms, with the high and unsent of s", 0.2, ping),
    Case("strict-hello", "an H must be written strictly", "The frame",
         "host id and run are 8 upper-case hex digits, the nonce 1 to 16; else E,fields", 4.2,
         strict),
    Case("minor", "a later minor version is understood", "What the box does",
         "1.x is this version, and extra trailing fields are ignored", 0.2, minor),
)  # fmt: skip
