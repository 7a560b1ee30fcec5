"""The board as a whole, run by a small firmware written here."""

import pytest

from device.eeprom import Eeprom
from device.faults import Cable
from device.table_box import TableBox
from firmware_sim.board import Board


class Echo:
    """Opens the LCD as figure 24 asks, then shows each scan's keys and echoes the line."""

    def __init__(
        self, board: Board, keymap: tuple[tuple[str, ...], ...], glass: tuple[int, int]
    ) -> None:
        self.board, self.keymap = board, keymap
        self.seen: list[tuple[int, str]] = []
        self.down: set[str] = set()
        board.delay_us(15_000)
        for nibble, wait in ((3, 4100), (3, 100), (3, 37), (2, 37)):
            board.lcd_nibble(0, nibble)
            board.delay_us(wait)
        for byte, wait in ((0x28, 37), (0x0C, 37), (0x01, 1520), (0x06, 37)):
            self.byte(0, byte, wait)

    def byte(self, rs: int, byte: int, wait: int) -> None:
        self.board.lcd_nibble(rs, byte >> 4)
        self.board.lcd_nibble(rs, byte & 15)
        self.board.delay_us(wait)

    def step(self) -> int:
        down = {
            key
            for row, keys in enumerate(self.keymap)
            for column, key in enumerate(keys)
            if self.board.scan_row(row) >> column & 1
        }
        for key in sorted(down - self.down):
            self.seen.append((self.board.ticks_ms(), key))
            for letter in key:
                self.byte(1, ord(letter), 41)
        self.down = down
        data = self.board.line.read()
        if data:
            self.board.line.write(data.upper())
        return 5 if down else 1000


def box(**options: object) -> TableBox:
    made = TableBox(firmware=Echo, **options)  # type: ignore[arg-type]
    made.power_on()
    return made


def test_keys_reach_the_glass() -> None:
    made = box()
    made.run_for(100)
    for key in ("1", "NT", "OK"):
        made.tap(key)
    assert made.lcd_lines() == ["1NTOK".ljust(20), " " * 20, " " * 20, " " * 20]


def test_a_sleeping_box_wakes_at_the_next_5_ms_tick() -> None:
    made = box()
    made.run_until(102)
    made.press("7")
    made.run_for(20)
    assert isinstance(made.firmware, Echo)
    assert made.firmware.seen == [(105, "7")]


def test_idle_time_costs_one_step_a_rest() -> None:
    made = box()
    made.run_for(60_000)
    assert made.steps <= 62


def test_bytes_come_and_go_at_the_baud_rate() -> None:
    made = box(baud=9600)
    cable = Cable()
    made.plug(cable.near)
    made.run_until(100)
    cable.far.write(b"abcd")
    made.run_until(104)  # four bytes of ten bits at 9,600 baud take 4.17 ms
    assert made.uart.received == 3
    made.run_until(106.9)  # heard at the tick of 105 ms, one byte takes 1.04 ms to send
    assert made.uart.sent == 1
    made.run_until(120)
    assert cable.far.read() == b"ABCD"


@pytest.mark.parametrize("keymap", ["full", "membrane"])
def test_every_key_of_the_face_is_a_crossing_of_its_own(keymap: str) -> None:
    made = TableBox(keymap=keymap, firmware=Echo)
    keys = [key for row in made.keymap for key in row]
    assert (
        len({made.crossing(key) for key in keys})
        == len(keys)
        == {"full": 30, "membrane": 16}[keymap]
    )


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(ValueError, match=r"no key 'Q' on this face: 1 2 3"):
        box().press("Q")


def test_the_memory_outlives_the_power() -> None:
    memory = Eeprom()
    made = TableBox(firmware=Echo, memory=memory)
    made.power_on()
    before = made.clock.now
    made.memory_write(64, b"contract")
    assert made.clock.now - before == 5000
    made.power_off()
    made.power_on()
    assert made.memory_read(64, 8) == b"contract"
