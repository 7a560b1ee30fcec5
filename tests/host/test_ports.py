"""Real pseudo terminals as ports: opened, read, written, pulled, opened again, refused in words."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host.errors import UserError
from host.link.inbox import Inbox
from host.link.lines import LinkLost
from host.link.plugged import Plugged
from host.link.port import Outbox, Port, PortChange, PortEvent
from host.link.serial_port import FollowedPort, PortInfo, open_serial

DEADLINE_S = 5.0


class Cable:
    """A pseudo terminal whose slave appears under a path of our own, like a USB adapter."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ttyUSB0"
        self.master = -1
        self.plug()

    def plug(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.slave = slave
        self.path.symlink_to(os.ttyname(slave))

    def pull(self) -> None:
        self.path.unlink()
        os.close(self.slave)
        os.close(self.master)

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += os.read(self.master, count - len(data))
        return data


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path)
    yield cable
    with contextlib.suppress(OSError):
        cable.pull()


class Reports:
    """What a port has said, waited for with a deadline."""

    def __init__(self) -> None:
        self.queue: queue.Queue[PortEvent] = queue.Queue()

    def next(self) -> PortEvent:
        return self.queue.get(timeout=DEADLINE_S)

    def data(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            event = self.next()
            assert event.change is PortChange.DATA
            data += event.data
        return data


@contextlib.contextmanager
def running(path: Path) -> Iterator[tuple[Port, Reports]]:
    reports = Reports()
    port = Port("p", lambda: open_serial(str(path)), reports.queue.put, retry_first_s=0.02)
    port.start()
    yield port, reports
    port.stop()
    port.join()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.005)


def test_bytes_go_both_ways(cable: Cable) -> None:
    with running(cable.path) as (port, reports):
        assert reports.next().change is PortChange.OPENED
        os.write(cable.master, b"\x00\xff$all bytes as they are\r\n")
        assert reports.data(25) == b"\x00\xff$all bytes as they are\r\n"
        port.send(b"back\n")
        assert cable.read(5) == b"back\n"


def test_a_pulled_port_is_lost_once_and_opened_again(cable: Cable) -> None:
    with running(cable.path) as (port, reports):
        for _ in range(3):
            assert reports.next().change is PortChange.OPENED
            cable.pull()
            assert reports.next().change is PortChange.CLOSED
            assert reports.next().change is PortChange.FAILED
            cable.plug()
        assert reports.next().change is PortChange.OPENED
        port.send(b"here again")
        assert cable.read(10) == b"here again"


def test_threads_and_descriptors_do_not_grow(cable: Cable) -> None:
    with running(cable.path) as (_, reports):
        reports.next()
        before = (len(os.listdir("/proc/self/fd")), threading.active_count())
        for _ in range(20):
            cable.pull()
            assert reports.next().change is PortChange.CLOSED
            cable.plug()
            while reports.next().change is not PortChange.OPENED:
                pass
        until(lambda: (len(os.listdir("/proc/self/fd")), threading.active_count()) == before)


def test_reading_and_writing_a_lost_line_say_link_lost(cable: Cable) -> None:
    line = open_serial(str(cable.path))
    cable.pull()
    with pytest.raises(LinkLost):
        line.wait()
    with pytest.raises(LinkLost):
        line.read()
    with pytest.raises(LinkLost):
        line.write(b"x")
    line.close()
    line.close()


def test_a_port_in_use_is_refused_in_words(cable: Cable) -> None:
    line = open_serial(str(cable.path))
    with pytest.raises(UserError, match="another program is using it; close that program first"):
        open_serial(str(cable.path))
    line.close()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/dev/ttyNOSUCH9", "there is no such port; `overtrick ports` lists those there are"),
        ("/etc/hostname", "it is a file, no port"),
        ("/dev/null", "it is no serial port"),
        ("socket://127.0.0.1:1", "no connection"),
        ("socket://nonsense", "socket://HOST:N"),
    ],
)
def test_what_cannot_be_opened_is_named(path: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as refused:
        open_serial(path)
    assert path in str(refused.value)


def test_a_full_outbox_drops_the_oldest_frames() -> None:
    outbox = Outbox(most=3)
    for number in range(5):
        outbox.put(b"%d" % number)
    assert outbox.take() == b"234"
    assert outbox.dropped == 2


def test_a_flood_from_one_port_leaves_the_others_their_turn() -> None:
    inbox = Inbox(waiting_bytes=10_000, share_bytes=1000)
    flood = PortEvent("flood", PortChange.DATA, b"x" * 500)
    while inbox.offer(flood):
        pass
    inbox.put(PortEvent("quiet", PortChange.DATA, b"$01,p*\n"))
    taken = inbox.take(0)
    assert sum(len(event.data) for event in taken if event.port == "flood") == 1000
    assert [event.data for event in taken if event.port == "quiet"] == [b"$01,p*\n"]


def test_a_reader_waits_while_its_own_port_is_full() -> None:
    inbox = Inbox(waiting_bytes=10, share_bytes=10)
    inbox.put(PortEvent("a", PortChange.DATA, b"0123456789"))
    reader = threading.Thread(
        target=inbox.put, args=(PortEvent("a", PortChange.DATA, b"late"),), daemon=True
    )
    reader.start()
    assert [event.data for event in inbox.take(0)] == [b"0123456789"]
    reader.join(DEADLINE_S)
    assert [event.data for event in inbox.take(0)] == [b"late"]


def info(path: Path | str, adapter: str, vid_pid: str = "1a86:7523") -> PortInfo:
    return PortInfo(str(path), "QinHeng", "USB Serial", vid_pid, adapter)


def test_a_port_that_comes_back_under_another_name_is_taken_up_again(tmp_path: Path) -> None:
    first, second = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1"
    cables = [Cable(tmp_path)]
    listed = [info(first, "A10K7")]
    follow = FollowedPort(str(first), listed=lambda: listed)
    follow().close()
    cables[0].pull()
    with pytest.raises(UserError, match="there is no such port"):
        follow()
    other = Cable(tmp_path)
    other.path.rename(second)
    listed[:] = [info(tmp_path / "ttyUSB7", "OTHER"), info(second, "A10K7")]
    line = follow()
    os.write(other.master, b"hello")
    assert line.wait() == b"hello"
    line.close()


def test_new_ports_are_reported_as_they_come_and_go() -> None:
    listed: list[PortInfo] = []
    said: list[str] = []
    plugged = Plugged(
        lambda port: said.append(f"+{port.path}"), lambda path: said.append(f"-{path}"),
        lambda: listed,
    )  # fmt: skip
    for now in (
        [info("/dev/ttyUSB0", "A")],
        [info("/dev/ttyUSB0", "A"), info("/dev/ttyACM0", "B"), info("/dev/ttyS0", "", "")],
        [info("/dev/ttyACM0", "B")],
        [],
    ):
        listed[:] = now
        plugged.look()
    assert said == ["+/dev/ttyUSB0", "+/dev/ttyACM0", "-/dev/ttyUSB0", "-/dev/ttyACM0"]


def test_a_line_that_is_hung_up_is_opened_again(cable: Cable) -> None:
    with running(cable.path) as (port, reports):
        assert reports.next().change is PortChange.OPENED
        port.hang_up()
        assert reports.next().change is PortChange.CLOSED
        assert reports.next().change is PortChange.OPENED
