"""A box in real time on a real pseudo terminal, opened by the other side as a serial port."""

import os
import time
import tty
from collections.abc import Iterator

import pytest

from device.faults import Cable
from device.live_box import LiveBox
from device.pty_line import PtyLine
from device.table_box import TableBox
from firmware_sim.board import Board


class Caller:
    """Says ``?`` every 100 ms until it hears ``!``, then rests."""

    def __init__(
        self, board: Board, keymap: tuple[tuple[str, ...], ...], glass: tuple[int, int]
    ) -> None:
        self.board = board
        self.heard = b""
        self.called = 0

    def step(self) -> int:
        self.heard += self.board.line.read()
        if b"!" in self.heard:
            return 1000
        self.called += self.board.line.write(b"?")
        return 100


def live(speed: float = 1.0, line: object = None) -> tuple[LiveBox, TableBox]:
    box = TableBox(firmware=Caller)
    box.power_on()
    return LiveBox(box, line, speed), box  # type: ignore[arg-type]


@pytest.fixture
def pty() -> Iterator[PtyLine]:
    line = PtyLine()
    yield line
    line.close()


def wait_for(read: object, what: bytes, seconds: float = 5.0) -> bytes:
    got, end = b"", time.monotonic() + seconds
    while what not in got and time.monotonic() < end:
        got += read()  # type: ignore[operator]
    return got


@pytest.mark.parametrize(
    ("speed", "pumps", "virtual_ms"),
    [
        (1.0, (10.0, 10.1, 10.25), 250),
        (4.0, (10.0, 10.1, 10.25), 1000),
        (0.5, (10.0, 10.1, 10.25), 125),
        (1.0, (10.0, 5000.0, 5000.1), 1100),  # after a long pause only a second is made up
        (1.0, (10.0, 9.0, 9.1), 100),  # a clock that went back does no harm
        (1.0, (10.0,), 0),
    ],
)
def test_virtual_time_follows_real_time(
    speed: float, pumps: tuple[float, ...], virtual_ms: int
) -> None:
    one, box = live(speed)
    for now in pumps:
        one.pump(now)
    assert box.clock.now // 1000 == pytest.approx(virtual_ms, abs=1)


def test_fractions_of_a_microsecond_are_not_lost() -> None:
    one, box = live(speed=1 / 3)
    for step in range(3001):
        one.pump(step / 1000)
    assert box.clock.now == pytest.approx(1_000_000, abs=2)


def test_a_speed_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="a speed of 0 is not above 0"):
        live(0)


def test_taps_run_ahead_of_real_time() -> None:
    one, box = live()
    one.pump(0.0)
    one.tap("1")
    one.pump(0.1)
    assert box.clock.now == 220_000


class Host:
    """Answers a call after ``delay`` real seconds; a clock of its own."""

    def __init__(self, cable: Cable, delay: float) -> None:
        self.line, self.delay, self.time = cable.far, delay, 0.0
        self.asked_at: float | None = None

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds
        if self.line.read() and self.asked_at is None:
            self.asked_at = self.time
        if self.asked_at is not None and self.time - self.asked_at >= self.delay:
            self.line.write(b"!")


@pytest.mark.parametrize(("speed", "calls"), [(1.0, 1), (20.0, 10), (400.0, 200)])
def test_while_waiting_virtual_time_goes_no_faster_than_asked(speed: float, calls: int) -> None:
    cable = Cable()
    one, box = live(speed, cable.near)
    host = Host(cable, delay=0.05)
    caller = box.firmware
    assert isinstance(caller, Caller)
    assert one.pump_until(lambda: b"!" in caller.heard, host.now, host.wait)
    assert calls <= caller.called <= calls * 1.3 + 2


def test_waiting_ends_when_the_answer_does_not_come() -> None:
    cable = Cable()
    one, _ = live(1.0, cable.near)
    host = Host(cable, delay=1e9)
    assert not one.pump_until(lambda: False, host.now, host.wait, timeout_s=0.5)
    assert 0.5 <= host.time < 0.51


def test_a_host_opens_the_terminal_by_its_path(pty: PtyLine) -> None:
    one, box = live(1.0, pty)
    descriptor = os.open(pty.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(descriptor)

    def pumped() -> bytes:
        one.pump(time.monotonic())
        try:
            return os.read(descriptor, 100)
        except BlockingIOError:
            return b""

    assert wait_for(pumped, b"?").startswith(b"?")
    os.write(descriptor, b"\r\n\x03\x11!")  # raw: nothing is eaten, turned or echoed
    caller = box.firmware
    assert isinstance(caller, Caller)
    assert one.pump_until(lambda: b"!" in caller.heard, time.monotonic, time.sleep)
    assert caller.heard == b"\r\n\x03\x11!"
    os.close(descriptor)
    one.pump(time.monotonic())  # the host may go ...
    again = os.open(pty.path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(again)
    os.write(again, b"back")
    assert one.pump_until(lambda: caller.heard.endswith(b"back"), time.monotonic, time.sleep)
    os.close(again)  # ... and come back


def test_a_line_that_is_lost_is_told_once(pty: PtyLine) -> None:
    one, box = live(1.0, pty)
    one.pump(0.0)
    pty.close()
    with pytest.raises(OSError, match="is closed"):
        one.pump(0.2)
    assert not box.uart.plugged
    one.pump(0.4)


def test_a_terminal_takes_what_fits_and_never_blocks(pty: PtyLine) -> None:
    taken = 0
    for _ in range(100):
        taken += pty.write(b"x" * 1000)
    assert 1000 < taken < 100_000
    assert pty.write(b"x" * 1000) == 0
    assert pty.read() == b""


def test_closing_twice_is_no_error() -> None:
    line = PtyLine()
    line.close()
    line.close()
    with pytest.raises(OSError, match="is closed"):
        line.read()
