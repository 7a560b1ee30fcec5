"""HostService: the threads around the director's core.

Every port has its own threads (host/link/port.py); they report into one inbox. One desk thread
takes the reports, runs the core, has the store commit everything that came in one transaction,
and only then hands the acknowledgements to the ports. The console looks at the core under `lock`
and acts through `act`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from host.core import HostCore
from host.errors import UserError
from host.link.inbox import Inbox
from host.link.lines import WaitingLine
from host.link.plugged import Plugged
from host.link.port import Port, PortChange, PortEvent
from host.link.serial_port import PortInfo, open_serial
from host.link.tcp import TcpListener

TICK_S = 0.1


class HostService:
    """Runs a HostCore on real ports until it is stopped."""

    def __init__(
        self,
        core: HostCore,
        on_change: Callable[[], None] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.core = core
        self.lock = threading.RLock()
        self.on_change = on_change
        self.trouble = ""
        """Why the store takes nothing at the moment, in words; empty when all is well."""
        self.port_states: dict[str, str] = {}
        self._now = now
        self._inbox = Inbox()
        self._ports: dict[str, Port] = {}
        self._buses: dict[str, int] = {}
        self._listeners: list[TcpListener] = []
        self._plugged: Plugged | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._seen = -1
        self._due = 0.0

    def add_port(
        self,
        name: str,
        opener: Callable[[], WaitingLine],
        retry_s: float = 1.0,
        bus_baud: int | None = None,
    ) -> None:
        """Keep a port open from now on; `opener` opens it anew after each loss.

        ``bus_baud``: it is a line of many boxes (bus mode), at that rate.
        """
        if name in self._ports:
            raise UserError(f"{name}: this port is in use already; name each port once")
        if bus_baud is not None:
            self._buses[name] = bus_baud
        self._ports[name] = port = Port(name, opener, self._inbox.put, retry_s)
        self.port_states[name] = "opening"
        port.start()

    def take_all_ports(self, baud: int = 115200, dtr: bool = True) -> None:
        """Use every USB serial port that is plugged in, now and later."""

        def came(port: PortInfo) -> None:
            if port.path not in self._ports:
                self.add_port(port.path, lambda: open_serial(port.path, baud, dtr))

        self._plugged = Plugged(came, self.remove_port)
        self._plugged.start()

    def listen(self, host: str, port: int) -> TcpListener:
        """Accept boxes on a network address; returns the listener, which knows its address."""
        listener = TcpListener(host, port, self._inbox.offer)
        self._listeners.append(listener)
        listener.start()
        return listener

    def remove_port(self, name: str) -> None:
        """Close a port and forget it."""
        port = self._ports.pop(name, None)
        if port is not None:
            port.stop()
            port.join()
        self.port_states.pop(name, None)
        self._inbox.nudge()

    def start(self) -> None:
        """Start the desk's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Close every port and end. What is acknowledged is stored; the rest the boxes keep."""
        if self._plugged is not None:
            self._plugged.stop()
        for port in self._ports.values():
            port.stop()
        for listener in self._listeners:
            listener.stop()
        self._stopping.set()
        self._inbox.close()
        for port in self._ports.values():
            port.join()
        if self._thread.ident is not None:
            self._thread.join()
        self._ports.clear()

    @contextmanager
    def act(self) -> Iterator[HostCore]:
        """Do something to the core; what it wants sent goes out at once afterwards."""
        with self.lock:
            yield self.core
        self._inbox.nudge()

    def now(self) -> float:
        """The monotonic seconds by which the core is run."""
        return self._now()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                pause = min(TICK_S, max(0.0, self._due - self._now()))
                self.round(self._inbox.take(pause))
        except Exception as fault:
            # A fault of ours: nothing is acknowledged any more, and the director must know it.
            self.trouble = f"the desk has stopped, start the host again ({fault!r})"
            if self.on_change is not None:
                self.on_change()
            raise

    def round(self, events: list[PortEvent]) -> None:
        """One round of the desk: reports in, one commit, acknowledgements and news out."""
        now = self._now()
        with self.lock:
            for event in events:
                self._report(event, now)
            due = self.core.tick(now)
            self._due = now + TICK_S if due is None else due
            self._commit(now)
            output = self.core.take_output()
            closings = self.core.take_closings()
            changed = self.core.version != self._seen or bool(events)
            self._seen = self.core.version
        for name, data in output:
            self._send(name, data)
        for name, _ in closings:
            self._hang_up(name)
        if changed and self.on_change is not None:
            self.on_change()

    def _send(self, name: str, data: bytes) -> None:
        if (port := self._ports.get(name)) is not None:
            port.send(data)
        else:
            any(listener.send(name, data) for listener in self._listeners)

    def _hang_up(self, name: str) -> None:
        """Close a line whose other end broke the rules; a serial port is opened anew."""
        if (port := self._ports.get(name)) is not None:
            port.hang_up()
        for listener in self._listeners:
            listener.close_connection(name)

    def _report(self, event: PortEvent, now: float) -> None:
        match event.change:
            case PortChange.DATA:
                self.core.received(event.port, event.data, now)
            case PortChange.OPENED:
                self.port_states[event.port] = "open"
                self._opened(event, now)
            case PortChange.CLOSED:
                self._closed(event)
                self.core.port_closed(event.port, now)
            case PortChange.FAILED:
                self.port_states[event.port] = event.why

    def _opened(self, event: PortEvent, now: float) -> None:
        bus_baud = self._buses.get(event.port)
        if bus_baud is None:
            self.core.port_opened(event.port, now, keyed=event.keyed)
        else:
            self.core.port_opened(event.port, now, bus=True, baud=bus_baud)

    def _closed(self, event: PortEvent) -> None:
        """A serial port is waited for; a connection that ended is no port any more."""
        if event.port in self._ports:
            self.port_states[event.port] = f"lost: {event.why}"
        else:
            self.port_states.pop(event.port, None)

    def _commit(self, now: float) -> None:
        """Without a commit nothing is acknowledged: the boxes keep it and offer it again."""
        if not self.core.desk.pending:
            return  # nothing to store: that says nothing about the trouble
        try:
            self.core.flush(now)
            self.trouble = ""
        except (UserError, OSError) as problem:
            self.trouble = str(problem)
