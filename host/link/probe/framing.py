"""Framing: checks, resynchronisation, what drops a frame, lengths, people's lines."""

from __future__ import annotations

from firmware_sim.link.frame import LIMIT, LIMIT_TO_BOX, crc16
from firmware_sim.link.keyed import TAIL
from host.link.probe.case import Box, Case
from host.link.probe.wire import REPLY_S, Broken, Script, Skipped, Wire, body_of

NOISE = bytes(byte for byte in range(256) if byte not in b"$?")


def _unanswered(wire: Wire, data: bytes, what: str) -> Script:
    """Broken when this is answered as if it were a P."""
    since = len(wire.heard)
    wire.send(data)
    yield from wire.pause(REPLY_S + wire.slack)
    if answers := wire.of(wire.answers, since):
        raise Broken(f"{what} was answered by {answers[0].kind}")
    if wire.of("E", since):
        raise Broken(f"{what} was answered by E")


def _bare(wire: Wire) -> bytes:
    """A good P outside any keyed session: for what must be dropped before keys are looked at."""
    return seal_of(f"{wire.address},P")


def seal_of(body: str) -> bytes:
    """A frame with a right CRC around any characters at all, one byte each."""
    data = body.encode("latin-1")
    return b"$%s*%04X\n" % (data, crc16(data))


def check(wire: Wire, box: Box) -> Script:
    """Frames whose CRC is not right are dropped."""
    good = _bare(wire)
    crc = good[-5:-1]
    bit = b"$%s*%04X\n" % (good[1:-6], int(crc, 16) ^ 0x0001)
    yield from _unanswered(wire, bit, "a P with one bit of its CRC wrong")
    swapped = good[:1] + good[2:3] + good[1:2] + good[3:]
    if swapped != good:
        yield from _unanswered(wire, swapped, "a P with two bytes swapped")
    yield from _unanswered(wire, good[:-6] + b"\n", "a P without a CRC")
    yield from wire.alive("after frames with wrong CRCs")


def strict_check(wire: Wire, box: Box) -> Script:
    """The CRC is four upper-case hex digits."""
    for filler in range(100):
        good = seal_of(f"{wire.address},P,{filler}")
        if good[-5:-1].lower() != good[-5:-1]:
            break
    wrong = b"$%s*%04X\n" % (good[1:-6], int(good[-5:-1], 16) ^ 0x0F00)
    if (yield from wire.poll(wrong)):
        raise Skipped("any CRC is taken; see the test of wrong ones")
    lower = good[:-5] + good[-5:].lower()
    yield from _unanswered(wire, lower, "a P whose CRC is in lower-case hex")
    yield from wire.alive("after a CRC in lower case")


def form(wire: Wire, box: Box) -> Script:
    """A body begins with an address of two digits and a kind of one letter."""
    yield from wire.pause(1.1)
    for body in (f"{int(wire.address)},P", f"{wire.address},PP", f"{wire.address}", "P"):
        if body != f"{wire.address},P":
            yield from _unanswered(wire, seal_of(body), f"the body {body!r}")
    yield from wire.alive("after bodies of another form")


def restart(wire: Wire, box: Box) -> Script:
    """`$` drops an unfinished frame and starts a new one."""
    good = wire.sealed(f"{wire.address},P")
    if not (yield from wire.poll(b"$01,P,12" + good)):
        raise Broken("a P right behind an unfinished frame was not answered")


def noise(wire: Wire, box: Box) -> Script:
    """Any bytes before a frame do not matter."""
    for _ in range(2):
        for at in range(0, len(NOISE), LIMIT_TO_BOX):
            wire.send(NOISE[at : at + LIMIT_TO_BOX])
            yield from wire.pause(0.05)
        if not (yield from wire.poll()):
            raise Broken("a P right behind noise was not answered")


def bad_bytes(wire: Wire, box: Box) -> Script:
    """A control byte or a byte above 0x7E drops the frame, whatever its CRC."""
    for byte in (0x0D, 0x07, 0x7F, 0xC5):
        data = seal_of(f"{wire.address},P,a{chr(byte)}b")
        yield from _unanswered(wire, data, f"a P with byte {byte:02X} in it and a right CRC")
    yield from wire.alive("after frames with bytes that are not allowed")


def returns(wire: Wire, box: Box) -> Script:
    """One CR right before LF is ignored."""
    good = wire.sealed(f"{wire.address},P")
    if not (yield from wire.poll(good[:-1] + b"\r\n")):
        raise Broken("a P that ends in CR LF was not answered")


def longest(wire: Wire, box: Box) -> Script:
    """The longest frame that the box must take is taken."""
    most = LIMIT if "x" in box.capabilities else LIMIT_TO_BOX
    if wire.session is not None:
        most -= TAIL
    data = wire.sealed(body_of(most, wire.address))
    if not (yield from wire.poll(data)):
        raise Broken(f"a P of {len(data)} bytes, the extra field to be ignored, was not answered")


def too_long(wire: Wire, box: Box) -> Script:
    """A frame of more than 120 bytes is dropped, and the next one is not."""
    data = seal_of(body_of(LIMIT + 8, wire.address))
    since = len(wire.heard)
    for at in range(0, len(data), 60):
        wire.send(data[at : at + 60])
        yield from wire.pause(0.05)
    yield from wire.pause(REPLY_S + wire.slack)
    if wire.of("pE", since):
        raise Broken(f"a P of {len(data)} bytes was answered")
    yield from wire.alive("after a frame that was too long")


def slow(wire: Wire, box: Box) -> Script:
    """There are no time-outs between bytes."""
    good = wire.sealed(f"{wire.address},P")
    for piece in (good[:4], good[4:7]):
        wire.send(piece)
        yield from wire.pause(1.6)
    if not (yield from wire.poll(good[7:])):
        raise Broken("a P in three pieces, 1.6 s apart, was not answered")


def back_to_back(wire: Wire, box: Box) -> Script:
    """Frames may follow each other without a pause."""
    wire.send(b"".join(wire.sealed(f"{wire.address},P") for _ in range(3)))
    yield from wire.pause(REPLY_S + wire.slack)
    if len(wire.of("p")) != 3:
        raise Broken(f"three P in one go were answered by {len(wire.of('p'))} p")


def address(wire: Wire, box: Box) -> Script:
    """Only its own address and 00 are the box's."""
    other = "99" if wire.address != "99" else "98"
    yield from _unanswered(wire, wire.sealed(f"{other},P"), f"a P to address {other}")
    since = len(wire.heard)
    wire.say("P", address="00")
    if (yield from wire.next("p", since)) is None:
        raise Broken("a P to address 00 was not answered")


def person(wire: Wire, box: Box) -> Script:
    """A person's `?` line is answered in words."""
    if wire.session is not None:
        raise Skipped("on a keyed link nobody answers people")
    for name, ending in (("CR", b"\r"), ("LF", b"\n")):
        yield from wire.pause(0.3)
        wire.people.clear()
        wire.send(b"\n?" + ending)
        told = yield from wire.until(lambda: wire.people or None, REPLY_S)
        if not told:
            raise Broken(f"`?` and {name} got no line in answer")
    yield from wire.pause(0.3)
    wire.people.clear()
    wire.send(b"\nwhat?\n# ?\n")
    yield from wire.pause(REPLY_S)
    if wire.people:
        raise Broken("a line that is not only `?` was answered by a status")


CASES = (
    Case("check", "frames with a wrong CRC are dropped", "The frame",
         "CRC-16/CCITT-FALSE of the body; anything else is as if it had not come", 2.0, check),
    Case("strict-check", "the CRC is upper-case hex", "The frame",
         "four upper-case hex digits; lower case is a wrong CRC", 1.4, strict_check),
    Case("form", "a body of another form is dropped", "The frame",
         "two digits, a comma, one letter", 3.6, form),
    Case("restart", "$ starts a frame anew", "The frame",
         "an unfinished frame is dropped at the next $", 0.2, restart),
    Case("noise", "noise before a frame does no harm", "The frame",
         "bytes outside frames are ignored", 0.8, noise),
    Case("bad-bytes", "strange bytes drop a frame", "The frame",
         "a byte below 0x20 (CR too) or above 0x7E within a frame drops it", 2.7, bad_bytes),
    Case("returns", "CR LF ends a frame", "The frame",
         "one CR right before LF is ignored", 0.2, returns),
    Case("longest", "the longest frame is taken", "The frame",
         "63 bytes towards every box, 120 with capability x", 0.2, longest),
    Case("too-long", "overlong frames are dropped", "The frame",
         "120 bytes at most; longer ones are dropped, and the next frame is read", 1.0, too_long),
    Case("slow", "bytes may come slowly", "The frame",
         "no time-out between bytes", 3.4, slow),
    Case("back-to-back", "frames may follow each other at once", "The frame",
         "every one of them is answered", 0.6, back_to_back),
    Case("address", "frames for others are left alone", "The frame",
         "only the box's own address and 00 are answered", 0.8, address),
    Case("person", "a person's ? is answered", "The frame",
         "a line that is only ? (CR or LF) gets lines that start with `# `", 1.7, person),
)  # fmt: skip
