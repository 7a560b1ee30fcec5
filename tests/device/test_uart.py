"""The UART: 8N1 timing, wrong rates, overruns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clock import Clock
from device.faults import Cable, NoisyLine
from device.uart import Uart, sample


def joined(baud: int = 115200, far_baud: int | None = None) -> tuple[Clock, Uart, Cable]:
    clock, cable = Clock(), Cable()
    uart = Uart(clock, baud)
    uart.plug(cable.near, far_baud)
    return clock, uart, cable


@pytest.mark.parametrize(
    ("baud", "us"), [(1200, 8333), (9600, 1042), (19200, 521), (57600, 174), (115200, 87)]
)
def test_a_byte_takes_ten_bits(baud: int, us: int) -> None:
    clock, uart, cable = joined(baud)
    assert uart.write(b"AB") == 2
    clock.advance(us - 1)
    assert cable.far.read() == b""
    clock.advance(1)
    assert cable.far.read() == b"A"
    clock.advance(us + 1)
    assert cable.far.read() == b"B"

    cable.far.write(b"CD")
    uart.poll()
    clock.advance(us - 1)
    assert uart.read() == b""
    clock.advance(1)
    assert uart.read() == b"C"
    clock.advance(us + 1)
    assert uart.read() == b"D"


def test_bytes_that_come_later_queue_behind_those_on_the_wire() -> None:
    clock, uart, cable = joined(9600)
    cable.far.write(b"ab")
    uart.poll()
    clock.advance(500)
    cable.far.write(b"c")
    uart.poll()
    clock.advance(3 * 1042 - 500 - 10)
    assert uart.read() == b"ab"
    clock.advance(10)
    assert uart.read() == b"c"


def test_the_transmit_ring_takes_what_fits() -> None:
    clock, cable = Clock(), Cable()
    uart = Uart(clock, 9600, ring=8)
    uart.plug(cable.near)
    assert uart.write(b"0123456789") == 8
    assert uart.write(b"89") == 0
    clock.advance(1042)
    assert uart.write(b"89") == 1
    clock.advance(20_000)
    assert cable.far.read() == b"012345678"


def test_what_arrives_at_a_full_receive_ring_is_lost_and_counted() -> None:
    clock, cable = Clock(), Cable()
    uart = Uart(clock, 9600, ring=8)
    uart.plug(cable.near)
    cable.far.write(b"0123456789")
    uart.poll()
    clock.advance(20_000)
    assert uart.overruns == 2
    assert uart.read() == b"01234567"


@given(st.binary(max_size=40), st.sampled_from([1200, 9600, 115200]))
def test_at_the_same_rate_the_waveform_reads_back(data: bytes, baud: int) -> None:
    assert bytes(b for _, b in sample(data, baud, baud) if b is not None) == data


@given(st.binary(max_size=20), st.floats(0.97, 1.03))
def test_a_rate_three_per_cent_off_still_reads(data: bytes, off: float) -> None:
    """The stop bit is sampled 9.5 bits after the edge: half a bit is 5.2 per cent of that."""
    assert [b for _, b in sample(data, 100_000, round(100_000 * off))] == list(data)


@pytest.mark.parametrize(
    ("data", "sent_at", "read_at", "heard"),
    [
        # the receiver's samples fall on bits 1, 3, 6 and 8, all low, then on the idle line
        (b"\x00", 9600, 4000, [0b11111000]),
        # its start bit falls on a high bit: a glitch, no byte
        (b"\xff", 9600, 4000, []),
        # twice as fast: all ten samples fall into the first five bits, low; no stop bit
        (b"\x00", 9600, 19200, [None]),
        # start, four ones, four zeros, stop: two falling edges, so two bytes
        (b"\x0f", 9600, 19200, [0b11111110, 0b10000000]),
    ],
)
def test_a_wrong_rate_reads_what_the_waveform_says(
    data: bytes, sent_at: int, read_at: int, heard: list[int | None]
) -> None:
    assert [byte for _, byte in sample(data, sent_at, read_at)] == heard


def test_a_box_at_the_wrong_rate_counts_framing_errors_and_hears_rubbish() -> None:
    clock, uart, cable = joined(115200, far_baud=9600)
    cable.far.write(b"~01H hello\r\n" * 4)
    uart.poll()
    clock.advance(1_000_000)
    assert uart.framing_errors > 10
    assert b"hello" not in uart.read()
    uart.write(b"~01H hello\r\n")
    clock.advance(1_000_000)
    assert b"hello" not in cable.far.read()


def test_an_adapter_gathers_packets_and_never_keeps_the_last() -> None:
    clock, uart, cable = joined(9600)
    uart.packet = 4
    uart.write(b"0123456789")
    packets: list[bytes] = []
    for _ in range(11):
        clock.advance(1042)
        packets.append(cable.far.read())
    assert packets == [b""] * 3 + [b"0123"] + [b""] * 3 + [b"4567", b"", b"89", b""]


def test_pulling_the_cable_tells_neither_end() -> None:
    clock, uart, cable = joined(9600)
    cable.far.write(b"ab")
    uart.poll()
    clock.advance(1500)
    uart.unplug()
    assert uart.write(b"to nowhere") == 10
    clock.advance(50_000)
    assert uart.read() == b"a"
    assert cable.far.read() == b""
    uart.plug(cable.near)
    uart.write(b"!")
    clock.advance(2000)
    assert cable.far.read() == b"!"


def test_power_off_empties_both_rings() -> None:
    clock, uart, cable = joined(9600)
    cable.far.write(b"abc")
    uart.poll()
    uart.write(b"xyz")
    clock.advance(1100)
    uart.power_off()
    clock.advance(50_000)
    assert cable.far.read() == b"x"
    uart.power_on()
    assert uart.read() == b""
    cable.far.write(b"d")
    uart.poll()
    clock.advance(1100)
    assert uart.read() == b"d"


class Lost:
    """A line whose other end is gone."""

    def read(self) -> bytes:
        raise OSError(5, "Input/output error")

    def write(self, data: bytes) -> int:
        raise OSError(5, "Input/output error")

    def close(self) -> None:
        pass


@pytest.mark.parametrize("sends", [False, True])
def test_a_lost_line_counts_as_unplugged(sends: bool) -> None:
    clock = Clock()
    uart = Uart(clock)
    uart.plug(Lost())
    if sends:
        uart.write(b"x")
        clock.advance(1000)
    else:
        uart.poll()
    assert not uart.plugged
    assert isinstance(uart.lost, OSError)
    assert uart.write(b"more") == 4


class Slow:
    """A line that takes one byte in two."""

    def __init__(self) -> None:
        self.taken = bytearray()
        self._turn = False

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        self._turn = not self._turn
        if self._turn:
            self.taken += data
        return len(data) if self._turn else 0

    def close(self) -> None:
        pass


def test_what_the_line_will_not_take_is_lost_and_counted() -> None:
    clock, line = Clock(), Slow()
    uart = Uart(clock)
    uart.plug(line)
    uart.write(b"abcdef")
    clock.advance(10_000)
    assert bytes(line.taken) == b"ace"
    assert uart.dropped == 3


def test_noise_is_the_same_for_the_same_seed() -> None:
    def heard(seed: int) -> bytes:
        cable = Cable()
        cable.far.write(bytes(range(256)))
        return NoisyLine(cable.near, seed, loss=0.1, flip=0.1).read()

    assert heard(1) == heard(1)
    assert heard(1) != heard(2)
    assert 200 < len(heard(1)) < 256
    assert set(heard(1)) - set(range(256)) == set()


def test_a_pulled_cable_drops_what_is_sent() -> None:
    cable = Cable()
    cable.plugged = False
    assert cable.near.write(b"lost") == 4
    cable.plugged = True
    cable.near.write(b"heard")
    assert cable.far.read() == b"heard"
