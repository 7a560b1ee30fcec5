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
from host.link.port import Port, PortChange, PortEvent
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
        self._listeners: list[TcpListener] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._seen = -1

    def add_port(self, name: str, opener: Callable[[], WaitingLine], retry_s: float = 1.0) -> None:
        """Keep a port open from now on; `opener` opens it anew after each loss."""
        if name in self._ports:
            raise UserError(f"{name}: this port is in use already; name each port once")
        self._ports[name] = port = Port(name, opener, self._inbox.put, retry_s)
        self.port_states[name] = "opening"
        port.start()

    def listen(self, host: str, port: int) -> TcpListener:
        """Accept boxes on a network address; returns the listener, which knows its address."""
        listener = TcpListener(host, port, self._inbox.offer)
        self._listeners.append(listener)
        listener.start()
        return listener

    def remove_port(self, name: str) -> None:
        """Close a port and forget it."""
        port = self._ports.pop(name)
        port.stop()
        port.join()
        self.port_states.pop(name, None)

    def start(self) -> None:
        """Start the desk's thread."""
        self._thread.start()

    def stop(self) -> None:
        """Close every port, finish what has come in, and end; what is acknowledged is stored."""
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
        while not self._stopping.is_set():
            self.round(self._inbox.take(TICK_S))

    def round(self, events: list[PortEvent]) -> None:
        """One round of the desk: reports in, one commit, acknowledgements and news out."""
        now = self._now()
        with self.lock:
            for event in events:
                self._report(event, now)
            self.core.tick(now)
            self._commit(now)
            output = self.core.take_output()
            changed = self.core.version != self._seen or bool(events)
            self._seen = self.core.version
        for name, data in output:
            self._send(name, data)
        if changed and self.on_change is not None:
            self.on_change()

    def _send(self, name: str, data: bytes) -> None:
        if (port := self._ports.get(name)) is not None:
            port.send(data)
        else:
            any(listener.send(name, data) for listener in self._listeners)

    def _report(self, event: PortEvent, now: float) -> None:
        match event.change:
            case PortChange.DATA:
                self.core.received(event.port, event.data, now)
            case PortChange.OPENED:
                self.port_states[event.port] = "open"
                self.core.port_opened(event.port, now)
            case PortChange.CLOSED:
                self.port_states[event.port] = f"lost: {event.why}"
                self.core.port_closed(event.port, now)
            case PortChange.FAILED:
                self.port_states[event.port] = event.why

    def _commit(self, now: float) -> None:
        """Without a commit nothing is acknowledged: the boxes keep it and offer it again."""
        try:
            self.core.flush(now)
            self.trouble = ""
        except (UserError, OSError) as problem:
            self.trouble = str(problem)
