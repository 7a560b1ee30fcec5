"""Boxes behind `socket://` and `rfc2217://`: socat's server, and pyserial's own RFC 2217 end."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial
from serial.rfc2217 import PortManager

from host.crew import Player
from host.evening import Seat
from host.event.settings import EventSettings
from host.exchange.results_csv import read_results
from host.link.serial_port import FollowedPort
from host.opening import open_core
from host.service import HostService

HOWELL = "tests/data/events/pairs_howell_matchpoints/results.csv"
RESULTS = 5
DEADLINE_S = 20.0


@contextmanager
def socat(player: Player) -> Iterator[str]:
    """socat joins the pseudo terminal to a TCP port."""
    process = subprocess.Popen(
        ["socat", "-d", "-d", "TCP-LISTEN:0,bind=127.0.0.1,fork,reuseaddr", f"{player.path},raw"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    while (found := re.search(r"listening on .*:(\d+)", process.stderr.readline())) is None:
        assert process.poll() is None, "socat did not start"
    yield f"socket://127.0.0.1:{found[1]}"
    process.terminate()
    process.communicate()


class PtyWithModemLines(serial.Serial):
    """A pseudo terminal has no modem lines; RFC 2217 reports some, so they are made up."""

    cts = dsr = cd = property(lambda self: True)
    ri = property(lambda self: False)
    dtr = rts = property(lambda self: True, lambda self, state: None)


class Rfc2217Server:
    """pyserial's PortManager between one TCP client and a pseudo terminal."""

    def __init__(self, path: str) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = self.server.getsockname()
        self.serial = PtyWithModemLines(path, 115200, timeout=0.02)
        self.stopping = False
        self.threads = [threading.Thread(target=self._serve, daemon=True)]
        self.threads[0].start()

    def write(self, data: bytes) -> None:
        self.client.sendall(data)

    def _serve(self) -> None:
        self.client, _ = self.server.accept()
        self.manager = PortManager(self.serial, self)
        self.threads.append(threading.Thread(target=self._to_box, daemon=True))
        self.threads[-1].start()
        while not self.stopping:
            if data := self.serial.read(self.serial.in_waiting or 1):
                self.write(b"".join(self.manager.escape(data)))

    def _to_box(self) -> None:
        while data := self.client.recv(1024):
            self.serial.write(b"".join(self.manager.filter(data)))

    def stop(self) -> None:
        self.stopping = True
        self.threads[0].join(DEADLINE_S)
        self.client.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(DEADLINE_S)
        self.client.close()
        self.server.close()
        self.serial.close()


@contextmanager
def rfc2217(player: Player) -> Iterator[str]:
    server = Rfc2217Server(player.path)
    yield f"rfc2217://{server.address[0]}:{server.address[1]}"
    server.stop()


@pytest.mark.parametrize(
    "behind",
    [
        pytest.param(
            socat, marks=pytest.mark.skipif(not shutil.which("socat"), reason="no socat here")
        ),
        rfc2217,
    ],
)
def test_results_come_through_a_network_port(
    behind: Callable[[Player], Iterator[str]], tmp_path: Path
) -> None:
    lines = tuple(read_results(HOWELL)[:RESULTS])
    player = Player(Seat("A", 1, lines))
    core = open_core(tmp_path / "event.db", EventSettings("TEST"))
    service = HostService(core)
    deadline = time.monotonic() + DEADLINE_S
    with behind(player) as address:  # type: ignore[attr-defined]
        service.add_port(address, FollowedPort(address))
        service.start()
        while player.act():
            assert time.monotonic() < deadline, "|".join(player.box.lcd_lines())
        with service.lock:
            arrived = [(line.board, line.ns, line.score) for line in core.lines()]
        service.stop()
    assert arrived == [(line.board, line.ns, line.score) for line in lines]
    player.close()
    core.store.close()
