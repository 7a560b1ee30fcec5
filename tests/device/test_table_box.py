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


class Writer:
    """Counts its steps in memory, a page a step, telling each number on the line first."""

    def __init__(
        self, board: Board, keymap: tuple[tuple[str, ...], ...], glass: tuple[int, int]
    ) -> None:
        self.board = board
        self.number = board.memory_read(0, 1)[0]

    def step(self) -> int:
        self.number = (self.number + 1) % 256
        self.board.memory_write(0, bytes([self.number]) * 64)
        return 100


def writer(**options: object) -> TableBox:
    made = TableBox(firmware=Writer, **options)  # type: ignore[arg-type]
    made.power_on()
    return made


@pytest.mark.parametrize(
    ("ms", "numbers"),
    [
        # steps begin at 0, 105 (100 ms after the 5 ms write ended) and 210 ms, and write 5 ms
        (0, [255] * 64),
        (2.5, [0] * 32 + [255] * 32),
        (4.999, [0] * 63 + [255]),
        (50, [0] * 64),
        (106.25, [1] * 16 + [0] * 48),
        (300, [2] * 64),
    ],
)
def test_a_power_cut_at_any_time_keeps_what_was_written_by_then(
    ms: float, numbers: list[int]
) -> None:
    made = writer()
    made.cut_power_at(ms)
    made.run_until(1000)
    assert not made.powered
    assert made.clock.now == 1_000_000
    assert list(made.memory.read(0, 64)) == numbers


def test_a_power_cut_at_a_chosen_byte_of_a_write() -> None:
    made = writer()
    made.memory.cut_power_after(64 + 10)
    made.run_until(1000)
    assert not made.powered
    assert list(made.memory.read(0, 64)) == [1] * 10 + [0] * 54
    made.power_on()
    made.run_until(1050)
    assert list(made.memory.read(0, 64)) == [2] * 64


class Stubborn(Writer):
    """Firmware that would carry on after anything."""

    def step(self) -> int:
        try:
            return super().step()
        except Exception:
            return 0


def test_firmware_cannot_catch_a_power_cut() -> None:
    made = TableBox(firmware=Stubborn)
    made.power_on()
    made.cut_power_at(2)
    made.run_for(10)
    assert not made.powered


def test_without_power_nothing_runs_and_keys_do_nothing() -> None:
    made = TableBox(firmware=Echo)
    made.run_for(100)
    made.tap("1")
    assert made.steps == 0
    assert made.lcd_lines() == [" " * 20] * 4


def test_a_key_held_while_the_power_comes_is_seen() -> None:
    made = TableBox(firmware=Echo)
    made.press("TD")
    made.run_for(10)
    made.power_on()
    made.run_for(100)
    assert made.lcd_lines()[0].rstrip() == "TD"


def test_ticks_count_from_power_on() -> None:
    made = TableBox(firmware=Writer)
    made.run_for(1234)
    made.power_on()
    made.run_for(66)
    assert made.ticks_ms() == 66


def test_each_step_is_charged() -> None:
    made = box(step_us=1000)
    made.run_until(100)
    steps = made.steps
    made.press("1")
    made.run_until(200)
    # While the key is down the firmware is stepped on the 5 ms grid, however long a step takes.
    assert made.steps - steps in (19, 20)


@pytest.mark.parametrize("cuts", [[], [1, 2, 3, 50, 51, 117, 118.5, 119, 150, 300]])
def test_running_in_small_pieces_changes_nothing(cuts: list[float]) -> None:
    made = box(seed=5)
    for ms in (*cuts, 400):
        made.run_until(ms)
    made.press("5")
    for ms in (*(400 + cut for cut in cuts), 900):
        made.run_until(ms)
    made.release("5")
    made.run_until(1500)
    assert isinstance(made.firmware, Echo)
    assert made.firmware.seen[0] == (405, "5")
    # one at power on, then on the grid from 405 ms until the release is seen at 905 ms
    assert made.steps == 1 + 101


def test_light_and_battery() -> None:
    made = box()
    made.lcd_light(40, 100)
    assert (made.lcd.contrast, made.lcd.backlight) == (40, 100)
    before = made.battery_mv()
    made.run_for(3_600_000 * 4)
    assert made.battery_mv() < before
    with pytest.raises(ValueError, match="backlight 101 is not 0 to 100"):
        made.lcd_light(0, 101)


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(ValueError, match="no keymap named 'round': full, membrane"):
        TableBox(keymap="round")


def test_switched_off_between_two_nibbles() -> None:
    made = box()
    made.run_for(100)
    made.lcd.on_byte = lambda time_us, rs, value: made.power_off()
    made.press("NT")
    made.run_for(100)
    assert not made.powered
    made.lcd.on_byte = None
    made.release("NT")
    made.power_on()
    made.tap("7")
    assert made.lcd_lines()[0].rstrip() == "7"
