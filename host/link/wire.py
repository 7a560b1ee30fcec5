"""What goes out: frames to ports and addresses, each by the manner of its line.

A plain line gets a frame at once, a bus in the turn of its address, a keyed link with counter and
tag. Here too is what the host asks by itself: H, at most one in half a second, and the polls of a
bus; and E, at most one a second, for what a box says wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_sim.link.frame import Frame, frame
from firmware_sim.link.keyed import LinkRefused
from host.link.bus import Bus
from host.link.channel import Channel
from host.link.session import Port, Session
from host.link.timers import Timers

ANY = "00"
HELLO_PAUSE_S = 0.5
ERROR_PAUSE_S = 1.0
LINE_FEED_AFTER_S = 1.0
PROOF_S = 10.0
OLD_TRACES = 32


class Wire:
    """The open ports and what waits to be sent on them.

    ``refused(port, why, now)`` is called, with the port closed already, when a keyed link broke
    its rules.
    """

    def __init__(
        self,
        host_id: str,
        run: str,
        nonce: Callable[[], str],
        timers: Timers,
        refused: Callable[[Port, str, float], None],
    ) -> None:
        self.ports: dict[str, Port] = {}
        self._host_id = host_id
        self._run = run
        self._nonce = nonce
        self._timers = timers
        self._refused = refused
        self._out: dict[str, list[bytes]] = {}
        self._closed: dict[str, Port] = {}

    # Ports

    def open(self, port: Port, now: float) -> None:
        """A port is open: ask who is there."""
        if (old := self._closed.pop(port.name, None)) is not None:
            port.trace.extend(old.trace)
        self.ports[port.name] = port
        if port.channel is not None:
            self._timers.at(now + PROOF_S, partial(self._unproved, port))
        if port.bus is not None:
            self.turn(port, now)
        else:
            self.hello(port, now)

    def close(self, port: Port) -> None:
        """A port is closed; its last frames can still be looked at."""
        if self.is_open(port):
            del self.ports[port.name]
            self._out.pop(port.name, None)
            self._closed[port.name] = port
            while len(self._closed) > OLD_TRACES:
                del self._closed[next(iter(self._closed))]

    def is_open(self, port: Port) -> bool:
        """Whether this very port is open still."""
        return self.ports.get(port.name) is port

    def refuse(self, port: Port, why: str, now: float) -> None:
        """Close a keyed link that broke the rules."""
        if self.is_open(port):
            self.close(port)
            self._refused(port, why, now)

    def believed(self, port: Port, channel: Channel, whole: Frame, now: float) -> list[Frame]:
        """What of a keyed link's frame may be believed; a wrong one closes the link."""
        if not self.is_open(port):
            return []
        try:
            return channel.open(whole, port.nonces.values())
        except LinkRefused as refusal:
            self.refuse(port, str(refusal), now)
            return []

    def _unproved(self, port: Port, now: float) -> None:
        """A keyed link that proves nothing must not be held open for ever."""
        if port.channel is not None and not port.channel.proved:
            self.refuse(port, "no paired box has answered", now)

    # Sending

    def send(self, session: Session, now: float, kind: str, *fields: object) -> None:
        """Put a frame for a session's box on its way."""
        port = self.ports.get(session.port)
        if port is not None:
            self._to(port, session.addr, frame(session.addr, kind, *fields), now)

    def complain(self, port: Port, addr: str, code: str, text: str, now: float) -> None:
        """E, at most once a second a port."""
        if now - port.last_error >= ERROR_PAUSE_S:
            port.last_error = now
            plain = "".join(c for c in text if c.isascii() and (c.isalnum() or c in " -:"))[:36]
            self._to(port, addr, frame(addr, "E", code, plain), now)

    def hello(self, port: Port, now: float, addr: str = ANY) -> None:
        """H, at most one in half a second: a box that always asks must not make us chatter."""
        if port.bus is not None:
            port.bus.ask_hello(addr)
            return
        if not self.is_open(port):
            return
        due = port.last_hello + HELLO_PAUSE_S
        if now >= due:
            port.hello_owed = False
            port.last_hello = now
            self._ask(port, now)
        elif not port.hello_owed:
            port.hello_owed = True
            self._timers.at(due, partial(self.hello, port))

    def take_output(self) -> list[tuple[str, bytes]]:
        """What is to be sent now, a piece a port."""
        out, self._out = self._out, {}
        return [(name, b"".join(parts)) for name, parts in out.items()]

    def trace(self, name: str) -> list[tuple[float, str, str]]:
        """The last frames of a port: seconds, ``>`` sent ``<`` received ``!`` damaged, text."""
        port = self.ports.get(name) or self._closed.get(name)
        if port is None:
            return []
        return [
            (at, way, text.decode("ascii").strip() if isinstance(text, bytes) else text)
            for at, way, text in port.trace
        ]

    def _ask(self, port: Port, now: float) -> None:
        """One H begins a keyed link; from then on P asks there whether the box is alive."""
        if port.channel is not None and port.nonces:
            for session in list(port.sessions.values()):
                self.send(session, now, "P")
        else:
            self._transmit(port, self._h(port, ANY), now)

    def _h(self, port: Port, addr: str) -> bytes:
        nonce = port.nonces[addr] = self._nonce()
        return frame(addr, "H", "1", self._host_id, self._run, nonce)

    def _to(self, port: Port, addr: str, data: bytes, now: float) -> None:
        """Send to an address; on a bus in its turn."""
        if port.bus is None:
            self._transmit(port, data, now)
        else:
            port.bus.owe(addr, data)

    def _transmit(self, port: Port, data: bytes, now: float) -> None:
        if port.channel is not None:
            try:
                data = port.channel.seal(data)
            except LinkRefused as refusal:
                self.refuse(port, str(refusal), now)
                return
        out = self._out.setdefault(port.name, [])
        if now - port.last_tx >= LINE_FEED_AFTER_S:
            out.append(b"\n")
        port.last_tx = now
        port.trace.append((now, ">", data))
        out.append(data)

    # Turns on a bus

    def turn(self, port: Port, now: float) -> None:
        """The next frame on a bus, if it is time; and a timer for the one after."""
        bus = port.bus
        if bus is None or not self.is_open(port):
            return
        step = bus.step(now)
        if step is not None:
            addr, owed = step
            data = self._poll(port, bus, addr) if owed is None else owed
            self._transmit(port, data, now)
            bus.sent(len(data), owed is None, now)
        if port.turn_at != bus.due:
            port.turn_at = bus.due
            self._timers.at(bus.due, partial(self._turn_due, port, bus))

    def _turn_due(self, port: Port, bus: Bus, now: float) -> None:
        if now >= bus.due:
            self.turn(port, now)

    def _poll(self, port: Port, bus: Bus, addr: str) -> bytes:
        return self._h(port, addr) if bus.wants_hello(addr) else frame(addr, "P")
