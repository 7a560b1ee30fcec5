"""The LCD driver against the model of an HD44780U: what shows, and how little is written."""

import pytest

from device.clock import Clock
from device.hd44780 import Hd44780
from firmware_sim.drivers.lcd import HEART, SPADE, Lcd


class Bus:
    """A glass on a bus; counts the bytes of data written after the driver woke it."""

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        self.clock = Clock()
        self.chip = Hd44780(self.clock, columns, rows)
        self.lcd = Lcd(self.chip.nibble, self.delay_us, columns, rows)
        self.data = 0
        self.commands: list[int] = []
        self.chip.on_byte = self.count

    def delay_us(self, us: int) -> None:
        self.clock.advance_to(self.clock.now + us)

    def count(self, time_us: int, rs: int, value: int) -> None:
        if rs:
            self.data += 1
        else:
            self.commands.append(value)

    def rows(self) -> list[str]:
        return self.chip.glass()

    def show(self, *texts: str, cursor: tuple[int, int] | None = None) -> None:
        self.lcd.show(list(texts), cursor)
        assert self.lcd.flush()
        assert self.chip.violations == []


@pytest.mark.parametrize(("columns", "rows"), [(20, 4), (16, 2)])
def test_every_cell_can_be_written(columns: int, rows: int) -> None:
    bus = Bus(columns, rows)
    texts = [chr(ord("A") + row) * columns for row in range(rows)]
    bus.show(*texts)
    assert bus.rows() == texts


def test_only_differences_are_written() -> None:
    bus = Bus()
    bus.show("BOARD 12", "CONTRACT 4")
    assert bus.data == 16  # the blanks show already
    bus.data = 0
    bus.show("BOARD 13", "CONTRACT 4")
    assert bus.data == 1
    bus.data = 0
    bus.show("BOARD 13", "CONTRACT 4")
    assert (bus.data, bus.rows()[0]) == (0, "BOARD 13            ")


def test_a_shorter_text_leaves_nothing_behind() -> None:
    bus = Bus()
    bus.show("PASS THE BOX TO EAST")
    bus.show("SAVED")
    assert bus.rows()[0] == "SAVED               "


def test_glyphs_and_signs_that_rom_a00_lacks() -> None:
    bus = Bus()
    bus.show("4" + chr(SPADE) + "\u2665", "a\\b~c", "\u4e2d\u00b0")
    glass = bus.chip.glass()
    assert glass[0][:3] == "4" + chr(SPADE) + chr(HEART)
    assert glass[1][:5] == "a/b-c"
    assert glass[2][:2] == "?\xdf"


def test_the_heart_is_drawn_in_cgram() -> None:
    bus = Bus()
    assert bytes(bus.chip.cgram[HEART * 8 : HEART * 8 + 7]) == bytes(
        (0b01010, 0b11111, 0b11111, 0b11111, 0b01110, 0b00100, 0)
    )


def test_the_cursor_blinks_where_it_was_put() -> None:
    bus = Bus()
    bus.show("", "BOARD", cursor=(1, 6))
    assert bus.chip.address == 0x46
    assert 0x0F in bus.commands
    bus.show("", "BOARD")
    assert bus.commands[-1] == 0x0C


def test_a_little_at_a_time() -> None:
    bus = Bus()
    bus.lcd.show(["x" * 20] * 4)
    steps = 1
    while not bus.lcd.flush(24):
        assert bus.data <= 24 * steps
        steps += 1
    assert (bus.data, steps) == (80, 4)
    assert bus.rows() == ["x" * 20] * 4


def test_a_slow_oscillator_is_waited_for() -> None:
    """37 us at 270 kHz are 53 us at 190 kHz, which the sheet allows; data takes tADD more."""
    bus = Bus()
    began = bus.clock.now
    bus.show("A")
    assert bus.clock.now - began >= 53 + 4
