"""A ByteLine over TCP that is never lost: it connects again, and says nothing until it has."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

RETRY_S = 1.0


class NetworkLine:
    """The cable of a box in a browser. Bytes written while there is no connection are lost.

    TL/1 lives with that: what was not acknowledged is offered again.
    """

    def __init__(self, address: tuple[str, int], now: Callable[[], float] = time.monotonic) -> None:
        self._address = address
        self._now = now
        self._socket: socket.socket | None = None
        self._retry_at = 0.0

    def read(self) -> bytes:
        """What has come since; empty while there is no connection."""
        connection = self._connected()
        if connection is None:
            return b""
        try:
            data = connection.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data: bytes) -> int:
        """Take the bytes; what the connection does not take is lost, as on a pulled cable."""
        connection = self._connected()
        if connection is not None and data:
            try:
                connection.send(data)
            except BlockingIOError:
                return 0
            except OSError:
                self._drop()
        return len(data)

    def close(self) -> None:
        """Hang up."""
        self._drop()
        self._retry_at = float("inf")

    def _connected(self) -> socket.socket | None:
        if self._socket is None and self._now() >= self._retry_at:
            self._retry_at = self._now() + RETRY_S
            try:
                self._socket = socket.create_connection(self._address, timeout=0.2)
                self._socket.setblocking(False)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError:
                self._socket = None
        return self._socket

    def _drop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
