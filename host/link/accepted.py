"""One box that dials in: ``listen://HOST:PORT`` as a ByteLine, for the probe and the monitor."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from host.errors import UserError
from host.link.lines import LinkLost

SCHEME = "listen://"
READ_BYTES = 4096


class AcceptedLine:
    """A connection as a ByteLine that never blocks."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = connection

    def read(self) -> bytes:
        """Return what has come; LinkLost when the box has closed."""
        try:
            data = self._connection.recv(READ_BYTES)
        except BlockingIOError:
            return b""
        if not data:
            raise LinkLost("the box closed the connection")
        return data

    def write(self, data: bytes) -> int:
        """Write what fits."""
        try:
            return self._connection.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


class Waiting:
    """Listens on one address; ``accept`` gives the next box that dials in."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        try:
            port = parts.port
        except ValueError:
            port = None
        if not parts.hostname or port is None:
            raise UserError(f"{address}: written as {SCHEME}127.0.0.1:5555")
        try:
            self._server = socket.create_server((parts.hostname, port))
        except OSError as problem:
            raise UserError(f"{address}: cannot listen there ({problem})") from problem
        self.address: tuple[str, int] = self._server.getsockname()[:2]

    def accept(self, seconds: float | None) -> AcceptedLine:
        """Wait that long (None: for ever) for a box; UserError when none came."""
        self._server.settimeout(seconds)
        try:
            connection, _ = self._server.accept()
        except OSError:
            where = "{}:{}".format(*self.address)
            raise UserError(f"no box connected to {where} within {seconds or 0:g} s") from None
        return AcceptedLine(connection)

    def close(self) -> None:
        """Listen no more."""
        self._server.close()
