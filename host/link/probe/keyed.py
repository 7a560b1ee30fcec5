"""Keyed links: fresh nonces, no downgrade, and the end of the link at a wrong counter or tag."""

from __future__ import annotations

from firmware_sim.link.frame import seal
from host.link.probe.case import Box, Case
from host.link.probe.greeting import find
from host.link.probe.wire import REPLY_S, Broken, Reopen, Script, Skipped, Wire


class Keyed:
    """The cases of a keyed link; each but the first needs the line opened anew."""

    def __init__(self) -> None:
        self._nonces: set[str] = set()

    def cases(self) -> tuple[Case, ...]:
        """In the order in which they are tried."""
        rule = "Keyed links"
        return (
            Case("keyed-counter", "a frame said twice ends the link", rule,
                 "the counter rises by exactly 1", 3.0, self._replayed),
            Case("keyed-tag", "a wrong tag ends the link", rule,
                 "a missing or wrong tag closes the link", 3.0, self._wrong_tag),
            Case("keyed-bare", "a frame without a tag ends the link", rule,
                 "a missing or wrong tag closes the link", 3.0, self._bare),
            Case("keyed-nonce", "the box's nonce is fresh", rule,
                 "16 hex digits, never the same twice", 3.0, self._fresh),
            Case("keyed-downgrade", "an unkeyed host is refused", rule,
                 "an H whose nonce is not 16 digits gets no h", 2.0, self._downgrade),
        )  # fmt: skip

    def _again(self, wire: Wire) -> Script:
        """Open the line anew and begin a keyed session on it."""
        if not (yield Reopen()):
            raise Skipped("the line could not be opened again")
        wire.begin()
        heard = yield from find(wire, wire.address)
        if heard is None:
            raise Skipped("the box did not answer on the line that was opened again")
        nonce = "".join(heard.fields[5:6])
        if nonce in self._nonces or len(nonce) != 16:
            raise Broken(f"the box's nonce is {nonce!r} again, or has not 16 digits")
        self._nonces.add(nonce)

    def _must_be_dead(self, wire: Wire, what: str) -> Script:
        """Broken when anything is answered after ``what``, a good frame included."""
        since = len(wire.heard)
        wire.say("P")
        yield from wire.pause(2 * REPLY_S)
        if wire.of("p", since):
            raise Broken(f"after {what} the link went on")

    def _replayed(self, wire: Wire, box: Box) -> Script:
        yield from self._again(wire)
        once = wire.sealed(f"{wire.address},P")
        if not (yield from wire.poll(once)):
            raise Broken("a P on the link opened anew was not answered")
        wire.send(once)
        yield from self._must_be_dead(wire, "a frame said twice")

    def _wrong_tag(self, wire: Wire, box: Box) -> Script:
        yield from self._again(wire)
        good = wire.sealed(f"{wire.address},P")
        digit = b"0" if good[-7:-6] != b"0" else b"1"
        wire.send(seal((good[1:-7] + digit).decode()))
        yield from self._must_be_dead(wire, "a frame with a wrong tag")

    def _bare(self, wire: Wire, box: Box) -> Script:
        yield from self._again(wire)
        wire.send(seal(f"{wire.address},P"))
        yield from self._must_be_dead(wire, "a frame without counter and tag")

    def _fresh(self, wire: Wire, box: Box) -> Script:
        for _ in range(2):
            yield from self._again(wire)

    def _downgrade(self, wire: Wire, box: Box) -> Script:
        if not (yield Reopen()):
            raise Skipped("the line could not be opened again")
        wire.begin()
        key, wire.key = wire.key, None
        wire.send(seal(f"{wire.address},H,1,{wire.host},{wire.run},{wire.fresh(8)}"))
        yield from wire.pause(2 * REPLY_S)
        wire.key = key
        if wire.of("h"):
            raise Broken("an H with a nonce of 8 digits was answered by h")
