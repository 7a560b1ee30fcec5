"""A listener for boxes on the network: a thousand connections on one selector, in one thread.

Each connection is a port named ``tcp:ADDRESS:NUMBER``. The desk's thread writes to a connection
directly as far as its socket takes bytes; only the rest waits here, bounded. It listens on
loopback unless told otherwise; on any other address every connection must be keyed.
"""

from __future__ import annotations

import ipaddress
import os
import resource
import selectors
import socket
import threading
import time
from collections.abc import Callable

from host.errors import UserError
from host.link.port import PortChange, PortEvent

MOST_CONNECTIONS = 1500
MOST_WAITING = 8192
READ_BYTES = 4096
PAUSE_S = 0.02
"""How long a connection whose reports the desk has not yet taken is left unread."""
SILENT_S = 60.0
"""A box answers every 5 s; a connection that says nothing for so long leads nowhere any more."""
LOOK_S = 1.0


class _Connection:
    """One box's socket, what waits to be sent on it, and a report that found no room."""

    def __init__(self, name: str, sock: socket.socket) -> None:
        self.name = name
        self.sock = sock
        self.lock = threading.Lock()
        self.waiting = bytearray()
        self.held: PortEvent | None = None
        self.open = True
        self.heard = time.monotonic()


class TcpListener:
    """Accepts boxes on one address until it is stopped."""

    def __init__(self, host: str, port: int, offer: Callable[[PortEvent], bool]) -> None:
        self._offer = offer
        self._server = _listen(host, port)
        self.address: tuple[str, int] = self._server.getsockname()[:2]
        self.keyed = not _is_loopback(self.address[0])
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._selector.register(self._server, selectors.EVENT_READ)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._connections: dict[str, _Connection] = {}
        self._held: set[str] = set()
        self._blocked: set[str] = set()
        self._closing: set[str] = set()
        self._stopping = False
        self._accepting = True
        self._look_at = 0.0
        self._thread = threading.Thread(target=self._run, name="tcp listener", daemon=True)

    def start(self) -> None:
        """Begin to accept."""
        self._thread.start()

    def stop(self) -> None:
        """Close every connection and the listener."""
        self._stopping = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join()

    def send(self, name: str, data: bytes) -> bool:
        """Send on a connection; False when this listener has none of that name. Never waits."""
        connection = self._connections.get(name)
        if connection is None:
            return False
        with connection.lock:
            if not connection.waiting:
                data = data[self._write(connection, data) :]
            if not data:
                return True
            if len(connection.waiting) + len(data) <= MOST_WAITING:
                connection.waiting += data
                self._blocked.add(name)
                self._wake()
                return True
        # A box that takes nothing any more comes again; a frame left out would break a keyed link.
        self.close_connection(name)
        return True

    def close_connection(self, name: str) -> None:
        """Close one box's connection (a failed check on a keyed link)."""
        if name in self._connections:
            self._closing.add(name)
            self._wake()

    @staticmethod
    def _write(connection: _Connection, data: bytes) -> int:
        try:
            return connection.sock.send(data) if connection.open else len(data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)  # the reader meets the same loss and reports it

    def _wake(self) -> None:
        try:
            os.write(self._wake_write, b"!")
        except (BlockingIOError, OSError):
            return  # it is awake already, or gone

    def _run(self) -> None:
        while not self._stopping:
            pause = PAUSE_S if self._held or self._blocked else LOOK_S
            for key, _ in self._selector.select(pause):
                self._ready(key)
            self._settle()
            self._look(time.monotonic())
        self._end()

    def _ready(self, key: selectors.SelectorKey) -> None:
        if key.fileobj is self._server:
            self._accept()
        elif key.fd == self._wake_read:
            os.read(self._wake_read, 4096)
        else:
            self._read(key.data)

    def _accept(self) -> None:
        try:
            sock, peer = self._server.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return  # it went away before we looked
        except OSError:  # no descriptors left; who knocks now waits until the next look
            self._selector.unregister(self._server)
            self._accepting = False
            self._look_at = time.monotonic() + LOOK_S
            return
        if len(self._connections) >= MOST_CONNECTIONS:
            sock.close()
            return
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = _Connection(f"tcp:{peer[0]}:{peer[1]}", sock)
        self._connections[connection.name] = connection
        self._offer(PortEvent(connection.name, PortChange.OPENED, keyed=self.keyed))
        self._selector.register(sock, selectors.EVENT_READ, connection)

    def _read(self, connection: _Connection) -> None:
        try:
            data = connection.sock.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError as loss:
            self._lose(connection, str(loss))
            return
        if not data:
            self._lose(connection, "the box closed the connection")
            return
        connection.heard = time.monotonic()
        event = PortEvent(connection.name, PortChange.DATA, data)
        if not self._offer(event):
            connection.held = event
            self._held.add(connection.name)
            self._selector.unregister(connection.sock)

    def _settle(self) -> None:
        """Try again what found no room: reports to the desk, bytes to the boxes."""
        for name in list(self._held):
            connection = self._connections[name]
            if connection.held is None or self._offer(connection.held):
                connection.held = None
                self._held.discard(name)
                self._selector.register(connection.sock, selectors.EVENT_READ, connection)
        for name in list(self._blocked):
            self._drain(name)
        while self._closing:
            if (doomed := self._connections.get(self._closing.pop())) is not None:
                self._lose(doomed, "closed by this host")

    def _look(self, now: float) -> None:
        """Now and then: hang up what has long been silent, and accept again."""
        if now < self._look_at:
            return
        self._look_at = now + LOOK_S
        for connection in list(self._connections.values()):
            if now - connection.heard >= SILENT_S and connection.held is None:
                self._lose(connection, f"nothing came for {SILENT_S:.0f} s")
        if not self._accepting:
            self._selector.register(self._server, selectors.EVENT_READ)
            self._accepting = True

    def _drain(self, name: str) -> None:
        connection = self._connections.get(name)
        if connection is None:
            self._blocked.discard(name)
            return
        with connection.lock:
            del connection.waiting[: self._write(connection, bytes(connection.waiting))]
            if not connection.waiting:
                self._blocked.discard(name)

    def _lose(self, connection: _Connection, why: str) -> None:
        with connection.lock:
            connection.open = False
        if connection.name in self._held:
            self._held.discard(connection.name)
        else:
            self._selector.unregister(connection.sock)
        connection.sock.close()
        del self._connections[connection.name]
        self._offer(PortEvent(connection.name, PortChange.CLOSED, why=why))

    def _end(self) -> None:
        for connection in list(self._connections.values()):
            self._lose(connection, "closed by this host")
        self._selector.close()
        self._server.close()
        os.close(self._wake_read)
        os.close(self._wake_write)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; as many descriptors as the system allows, for a thousand boxes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        server = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as problem:
        raise UserError(f"{host}:{port}: cannot listen there ({problem})") from problem
    server.setblocking(False)
    return server


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address.split("%")[0]).is_loopback
