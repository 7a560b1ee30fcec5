"""A result's whole way in virtual time: key contact, matrix, firmware, memory, UART, wire, host.

The host is the real one; it answers on the wire as soon as the box listens.
"""

from itertools import count

import pytest

from device.eeprom import Eeprom
from device.faults import NoisyLine
from device.keying import keys_for, keys_towards_pairs
from device.table_box import TableBox
from firmware_sim.byte_line import ByteLine
from host.core import HostCore
from host.event.settings import EventSettings
from host.store.store import Store


class Host:
    """The host's end of the wire as the ByteLine that is plugged into the box."""

    def __init__(self, box: TableBox, store: Store | None = None) -> None:
        numbers = count(1)
        self.store = store or Store.open(":memory:")
        self.core = HostCore(
            self.store,
            EventSettings("E3"),
            "C0FFEE00",
            f"{next(RUNS):08X}",
            lambda: f"{next(numbers):016X}",
            lambda: 1_700_000_000.0,
        )
        self._box = box
        self.core.port_opened("wire", self._now())

    def read(self) -> bytes:
        self.core.tick(self._now())
        self.core.flush(self._now())
        return b"".join(data for _, data in self.core.take_output())

    def write(self, data: bytes) -> int:
        self.core.received("wire", data, self._now())
        return len(data)

    def close(self) -> None:
        self.core.port_closed("wire", self._now())

    def _now(self) -> float:
        return self._box.clock.now / 1e6

    def scores(self, board: int) -> list[int | None]:
        return [row.line.score for row in self.core.traveller(board)]


RUNS = count(10)


def at_the_table(
    box: TableBox, line: ByteLine, baud: int | None = None, *, linked: bool = True
) -> None:
    """Plug in, switch on, wait for the event if there is a link, go to PAIRS of table A1."""
    box.plug(line, baud)
    box.power_on()
    for _ in range(60):
        box.run_for(1000)
        screen = box.firmware.screen.NAME  # type: ignore[union-attr]
        if screen == "PAIRS":
            return
        if screen != "WAIT" or not linked:
            for key in keys_towards_pairs(screen, "A", 1):
                box.tap(key)
    raise AssertionError(box.lcd_lines())


def key_four_spades(box: TableBox, board: int) -> None:
    for key in keys_for(3, 4, board, "4SX", "S", 9):
        box.tap(key)


def run_until_sent(box: TableBox, seconds: int) -> bool:
    for _ in range(seconds):
        box.run_for(1000)
        if not box.firmware.box.journal.unsent():  # type: ignore[union-attr]
            return True
    return False


def test_a_result_arrives_and_is_acknowledged() -> None:
    box = TableBox(seed=1, step_us=1000)
    host = Host(box)
    at_the_table(box, host)
    key_four_spades(box, 1)
    assert run_until_sent(box, 2)
    assert host.scores(1) == [-100]  # 4 spades doubled, not vulnerable, one off (Law 77)
    assert (box.uart.framing_errors, box.uart.overruns) == (0, 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_noisy_wire_delays_a_result_and_changes_nothing(seed: int) -> None:
    box = TableBox(seed=1)
    host = Host(box)
    at_the_table(box, NoisyLine(host, seed, loss=0.004, flip=0.004))
    for board in (1, 2, 3):
        key_four_spades(box, board)
    assert run_until_sent(box, 120)
    # the sides' vulnerability on boards 1 to 3: none, north-south, east-west (Law 2)
    assert [host.scores(board) for board in (1, 2, 3)] == [[-100], [-200], [-100]]


def test_a_cable_pulled_before_the_result_and_plugged_in_after_it() -> None:
    box = TableBox(seed=1)
    host = Host(box)
    at_the_table(box, host)
    box.unplug()
    key_four_spades(box, 1)
    assert not run_until_sent(box, 30)
    assert host.scores(1) == []
    box.plug(host)
    assert run_until_sent(box, 30)
    assert host.scores(1) == [-100]


def test_the_power_cut_before_the_acknowledgement_sends_it_again_once() -> None:
    memory = Eeprom()
    box = TableBox(seed=1, memory=memory)
    host = Host(box)
    at_the_table(box, host)
    box.unplug()
    key_four_spades(box, 1)
    box.power_off()
    again = TableBox(seed=2, memory=memory)
    second = Host(again, host.store)
    again.plug(second)
    again.power_on()
    assert run_until_sent(again, 30)
    assert second.scores(1) == [-100]
    assert len(list(host.store.arrivals())) == 1


def test_at_the_wrong_rate_there_is_no_link_and_the_box_still_scores() -> None:
    box = TableBox(seed=1, baud=9600)
    host = Host(box)
    at_the_table(box, host, baud=115200, linked=False)
    key_four_spades(box, 1)
    assert not run_until_sent(box, 20)
    assert host.scores(1) == []
    assert box.uart.framing_errors > 0
    assert box.firmware.box.terminal.state != "green"  # type: ignore[union-attr]
    assert len(list(box.firmware.box.journal.records())) == 1  # type: ignore[union-attr]
