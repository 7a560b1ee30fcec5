"""A box on a pseudo terminal, pulled out and plugged in a hundred times while results are keyed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from device.pty_line import PtyLine
from host.crew import Player
from host.evening import Seat
from host.event.settings import EventSettings
from host.exchange.results_csv import read_results
from host.link.serial_port import open_serial
from host.opening import open_core
from host.service import HostService

HOWELL = "tests/data/events/pairs_howell_matchpoints/results.csv"
PULLS = 100
DEADLINE_S = 60.0


class Plug:
    """A box whose cable can be pulled; the port keeps its path, as udev's links do."""

    def __init__(self, player: Player, path: Path) -> None:
        self.player = player
        self.path = path
        self.line: PtyLine | None = player.line
        path.symlink_to(player.line.path)

    def pull(self) -> None:
        assert self.line is not None
        self.player.box.unplug()
        self.path.unlink()
        self.line.close()
        self.line = None

    def plug(self) -> None:
        self.line = PtyLine()
        self.path.symlink_to(self.line.path)
        self.player.box.plug(self.line)


def test_a_hundred_pulls_lose_nothing_and_leave_nothing_open(tmp_path: Path) -> None:
    lines = [line for line in read_results(HOWELL) if line.adjusted is None]
    player = Player(Seat("A", 1, tuple(lines)))
    plug = Plug(player, tmp_path / "ttyUSB0")
    core = open_core(tmp_path / "event.db", EventSettings("TEST"))
    service = HostService(core)
    service.add_port("usb", lambda: open_serial(str(plug.path)), retry_s=0.01)
    service.start()

    def until(condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < deadline, "|".join(player.box.lcd_lines())
            player.live.pump(time.monotonic())
            time.sleep(0.001)

    def key(goal: int) -> None:
        while player.keyed < goal:
            player.act()

    def is_open() -> bool:
        return service.port_states["usb"] == "open"

    def open_files_and_threads() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    key(1)
    until(lambda: player.waiting == 0)
    before = open_files_and_threads()
    for pulls in range(1, PULLS + 1):
        key(1 + pulls)  # the last record is on its way, or not, when the cable goes
        plug.pull()
        until(lambda: not is_open())
        plug.plug()
        until(is_open)
    until(lambda: player.waiting == 0)
    until(lambda: open_files_and_threads() == before)
    with service.lock:
        arrived = [(line.board, line.ns, line.ew, line.score) for line in core.lines()]
    assert arrived == [(line.board, line.ns, line.ew, line.score) for line in lines[: PULLS + 1]]
    service.stop()
    player.box.unplug()
    assert plug.line is not None
    plug.line.close()
    core.store.close()
