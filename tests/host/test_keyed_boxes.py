"""Boxes on a network address: only those with the right key are heard, and only once."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.live_box import LiveBox
from device.table_box import TableBox
from firmware_sim.link.frame import Decoder
from host import cli
from host.core import HostCore
from host.event.settings import EventSettings
from host.opening import open_core
from host.service import HostService

KEY = bytes(range(32))
DEADLINE_S = 15.0


class SocketLine:
    """A ByteLine on a socket that keeps a copy of what the box said."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.sock = socket.create_connection(address)
        self.sock.setblocking(False)
        self.said = b""

    def read(self) -> bytes:
        try:
            data = self.sock.recv(4096)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError("the host closed the connection")
        return data

    def write(self, data: bytes) -> int:
        self.said += data
        return self.sock.send(data)

    def close(self) -> None:
        self.sock.close()


class Hall:
    """A host that listens beyond loopback, so that every connection must be keyed."""

    def __init__(self, folder: Path) -> None:
        self.core: HostCore = open_core(folder / "event.db", EventSettings("NET1"))
        self.core.pair("WIFI1", KEY)
        self.service = HostService(self.core)
        number = self.service.listen("0.0.0.0", 0).address[1]
        self.address = ("127.0.0.1", number)
        self.service.start()

    def results(self) -> int:
        with self.service.lock:
            return len(self.core.lines())


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.service.stop()
    hall.core.store.close()


class Box:
    """A virtual box whose cable is a TCP connection."""

    def __init__(self, hall: Hall, key: bytes | None, serial: str = "WIFI1") -> None:
        nonce = lambda: secrets.token_hex(8).upper()  # noqa: E731
        self.box = TableBox(serial=serial, pairing_key=key, nonce=nonce if key else None)
        self.line = SocketLine(hall.address)
        self.live = LiveBox(self.box, self.line, speed=4)
        self.closed = False
        self.box.power_on()

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < deadline, "|".join(self.box.lcd_lines())
            try:
                self.live.pump(time.monotonic())
            except OSError:
                self.closed = True
            time.sleep(0.002)

    def shows(self, text: str) -> Callable[[], bool]:
        return lambda: text in "|".join(self.box.lcd_lines())

    def key_a_result(self) -> None:
        self.until(lambda: self.box.firmware.screen.NAME == "MODE")  # type: ignore[union-attr]
        self.live.tap("1")
        self.until(lambda: self.box.firmware.screen.NAME == "TABLE")  # type: ignore[union-attr]
        for key in ("7", "OK"):
            self.live.tap(key)
        self.until(lambda: self.box.firmware.screen.NAME == "PAIRS")  # type: ignore[union-attr]
        for key in ["3", "OK", "1", "2", "OK", "1", "OK", "1", "NT", "N/S", "=", "OK", "E/W", "="]:
            self.live.tap(key)


def test_a_paired_box_delivers_and_its_session_is_worth_nothing_to_a_listener(hall: Hall) -> None:
    box = Box(hall, KEY)
    box.key_a_result()
    box.until(box.shows("SENT"))
    assert hall.results() == 1
    assert all(frame.body.count(",") > 2 for frame in Decoder().feed(box.line.said))
    box.line.close()
    with socket.create_connection(hall.address) as thief:  # the same bytes again, in a new session
        thief.settimeout(DEADLINE_S)
        thief.sendall(box.line.said)
        while thief.recv(4096):
            pass
    assert hall.results() == 1


@pytest.mark.parametrize(
    ("key", "serial"),
    [(bytes(32), "WIFI1"), (KEY, "WIFI2"), (None, "WIFI1")],
    ids=["wrong key", "not paired", "no key at all"],
)
def test_a_box_that_cannot_prove_itself_is_closed_and_not_heard(
    hall: Hall, key: bytes | None, serial: str
) -> None:
    box = Box(hall, key, serial)
    box.until(lambda: box.closed)
    with hall.service.lock:
        assert list(hall.core.store.arrivals()) == []
        assert serial not in hall.core.desk.boxes
    box.line.close()


def test_a_frame_that_is_cut_off_and_changed_closes_the_link(hall: Hall) -> None:
    box = Box(hall, KEY)
    box.until(lambda: hall_knows(hall, "WIFI1"))
    box.line.sock.send(b"$01,p,9,0,4000,3,")  # a beginning of our own in the midst of its frames
    box.line.sock.send(b"\n$01,p,9,0,4000,3,0123456789ABCDEF*FFFF\n")
    box.line.sock.send(b"$01,p,9,0,4000*A1B2\n")
    box.key_a_result()
    box.until(box.shows("SENT"))  # damaged frames are noise; what has its key still counts
    assert hall.results() == 1
    box.line.close()


def hall_knows(hall: Hall, serial: str) -> bool:
    with hall.service.lock:
        return serial in hall.core.desk.boxes


def test_pairing_at_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(tmp_path / "event.db")
    assert cli.main(["pair", "--db", db]) == 2  # a slip of the pen makes no event
    assert "there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert cli.main(["pair", "--db", db, "0042", "--key", KEY.hex()]) == 0
    assert capsys.readouterr().out.startswith("00010203 04050607 ")
    assert cli.main(["pair", "--db", db, "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["serial", "0042"]
    assert cli.main(["pair", "--db", db, "0042", "--remove"]) == 0
    assert cli.main(["pair", "--db", db, "0042", "--remove"]) == 2
