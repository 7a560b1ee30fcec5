"""The network listener: real sockets on loopback."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from threading import Thread

import pytest

from host.errors import UserError
from host.link import tcp
from host.link.inbox import Inbox
from host.link.port import PortChange, PortEvent
from host.link.tcp import TcpListener

DEADLINE_S = 5.0


class Hall:
    """A listener on a free port of loopback, and what it has reported."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.listener = TcpListener("127.0.0.1", 0, self.inbox.offer)
        self.listener.start()
        self.seen: list[PortEvent] = []

    def box(self) -> socket.socket:
        return socket.create_connection(self.listener.address, timeout=DEADLINE_S)

    def wait_for(self, change: PortChange, count: int) -> list[PortEvent]:
        deadline = time.monotonic() + DEADLINE_S
        while len(found := [e for e in self.seen if e.change is change]) < count:
            assert time.monotonic() < deadline
            self.seen += self.inbox.take(0.05)
        return found

    def data(self, port: str, size: int) -> bytes:
        deadline = time.monotonic() + DEADLINE_S
        while True:
            events = [e for e in self.seen if e.port == port and e.change is PortChange.DATA]
            data = b"".join(event.data for event in events)
            if len(data) >= size:
                return data
            assert time.monotonic() < deadline
            self.seen += self.inbox.take(0.05)


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.listener.stop()


def test_a_box_comes_speaks_is_answered_and_goes(hall: Hall) -> None:
    box = hall.box()
    name = hall.wait_for(PortChange.OPENED, 1)[0].port
    box.sendall(b"$01,p,-,0,0*0000\n")
    assert hall.data(name, 17) == b"$01,p,-,0,0*0000\n"
    assert hall.listener.send(name, b"$01,P*0000\n")
    assert box.recv(100) == b"$01,P*0000\n"
    box.close()
    assert hall.wait_for(PortChange.CLOSED, 1)[0].port == name
    assert not hall.listener.send(name, b"nobody")


def test_a_silent_connection_is_hung_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "SILENT_S", 0.4)
    monkeypatch.setattr(tcp, "LOOK_S", 0.05)
    hall = Hall()
    silent, talking = hall.box(), hall.box()
    first = hall.wait_for(PortChange.OPENED, 2)[0].port
    deadline = time.monotonic() + DEADLINE_S
    while not (closed := [e.port for e in hall.seen if e.change is PortChange.CLOSED]):
        assert time.monotonic() < deadline
        talking.sendall(b"\n")
        hall.seen += hall.inbox.take(0.05)
    assert closed == [first]
    assert silent.recv(10) == b""
    hall.listener.stop()


class NoDescriptors:
    """A server socket that finds no descriptor for its first caller."""

    def __init__(self, server: socket.socket) -> None:
        self.server = server
        self.refused: list[float] = []
        self.fileno = server.fileno
        self.close = server.close
        self.getsockname = server.getsockname

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        if not self.refused:
            self.refused.append(time.monotonic())
            raise OSError(errno.EMFILE, "Too many open files")
        return self.server.accept()


def test_without_descriptors_a_box_waits_and_nothing_spins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tcp, "LOOK_S", 0.2)
    made = tcp._listen
    full: list[NoDescriptors] = []

    def listen(host: str, port: int) -> NoDescriptors:
        full.append(NoDescriptors(made(host, port)))
        return full[0]

    monkeypatch.setattr(tcp, "_listen", listen)
    hall = Hall()
    hall.box()
    hall.wait_for(PortChange.OPENED, 1)
    assert time.monotonic() - full[0].refused[0] >= 0.1
    hall.listener.stop()


def test_two_hundred_boxes_at_once(hall: Hall) -> None:
    boxes = [hall.box() for _ in range(200)]
    opened = hall.wait_for(PortChange.OPENED, 200)
    assert len({event.port for event in opened}) == 200
    for event in opened:
        hall.listener.send(event.port, b"hello\n")
    assert all(box.recv(100) == b"hello\n" for box in boxes)
    for box in boxes:
        box.close()
    hall.wait_for(PortChange.CLOSED, 200)


def test_a_box_that_does_not_read_is_closed_and_harms_nobody(hall: Hall) -> None:
    deaf, other = hall.box(), hall.box()
    names = [event.port for event in hall.wait_for(PortChange.OPENED, 2)]
    for _ in range(2000):
        hall.listener.send(names[0], b"x" * 4096)
    assert hall.wait_for(PortChange.CLOSED, 1)[0].port == names[0]
    hall.listener.send(names[1], b"still here")
    assert other.recv(100) == b"still here"
    deaf.close()


def test_a_flood_is_held_back_until_the_desk_takes_it(hall: Hall) -> None:
    box = hall.box()
    name = hall.wait_for(PortChange.OPENED, 1)[0].port
    sent = 400_000
    box.settimeout(DEADLINE_S)
    writer = Thread(target=box.sendall, args=(b"y" * sent,), daemon=True)
    writer.start()
    assert hall.data(name, sent) == b"y" * sent
    writer.join(DEADLINE_S)


def test_only_loopback_is_trusted_without_a_key(hall: Hall) -> None:
    assert not hall.listener.keyed
    everywhere = TcpListener("0.0.0.0", 0, hall.inbox.offer)
    everywhere.start()
    assert everywhere.keyed
    everywhere.stop()


def test_an_address_in_use_is_refused_in_words(hall: Hall) -> None:
    with pytest.raises(UserError, match="cannot listen there"):
        TcpListener("127.0.0.1", hall.listener.address[1], hall.inbox.offer)
