"""The LCD controller against its data sheet (Hitachi HD44780U, ADE-207-272)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clock import Clock
from device.font import a00_dots
from device.hd44780 import BLINK_US, Hd44780

CLEAR, HOME, ENTRY, DISPLAY, SHIFT, FUNCTION, CGRAM, DDRAM = 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80


class Driver:
    """Writes bytes as nibbles and waits as table 6 asks."""

    def __init__(self, columns: int = 20, rows: int = 4, *, opened: bool = True) -> None:
        self.clock = Clock()
        self.lcd = Hd44780(self.clock, columns, rows)
        if opened:
            self.open()

    def open(self) -> None:
        """Figure 24: 4-bit interface, initialised by instruction."""
        self.clock.advance(15_000)
        for nibble, wait in ((3, 4_100), (3, 100), (3, 37), (2, 37)):
            self.lcd.nibble(0, nibble)
            self.clock.advance(wait)
        self.do(FUNCTION | 8)
        self.do(DISPLAY | 4)
        self.do(CLEAR)
        self.do(ENTRY | 2)

    def byte(self, rs: int, value: int) -> None:
        self.lcd.nibble(rs, value >> 4)
        self.lcd.nibble(rs, value & 15)

    def do(self, instruction: int) -> None:
        self.byte(0, instruction)
        self.clock.advance(1_520 if instruction < 4 else 37)

    def write(self, text: str) -> None:
        for character in text:
            self.byte(1, ord(character))
            self.clock.advance(41)


def test_reset_by_the_internal_circuit() -> None:
    lcd = Driver(opened=False).lcd
    assert bytes(lcd.ddram) == b" " * 80
    assert lcd.eight_bits
    assert not lcd.two_lines
    assert not lcd.display_on
    assert lcd.increment == 1
    assert lcd.busy


@pytest.mark.parametrize(
    ("columns", "rows", "starts"),
    [(20, 4, (0x00, 0x40, 0x14, 0x54)), (16, 2, (0x00, 0x40))],
)
def test_each_row_begins_at_its_own_address(
    columns: int, rows: int, starts: tuple[int, ...]
) -> None:
    driver = Driver(columns, rows)
    for row, start in enumerate(starts):
        driver.do(DDRAM | start)
        driver.write("abcd"[row])
        driver.do(DDRAM | start + columns - 1)
        driver.write("wxyz"[row])
    assert driver.lcd.glass() == [
        "abcd"[row] + " " * (columns - 2) + "wxyz"[row] for row in range(rows)
    ]


@pytest.mark.parametrize(
    ("start", "increment", "end"),
    [
        (0x00, True, 0x01),
        (0x27, True, 0x40),
        (0x67, True, 0x00),
        (0x13, True, 0x14),  # row 1 of a 20x4 glass runs on into row 3
        (0x40, False, 0x27),
        (0x00, False, 0x67),
    ],
)
def test_the_address_counter_runs_through_both_lines(start: int, increment: bool, end: int) -> None:
    driver = Driver()
    driver.do(ENTRY | (2 if increment else 0))
    driver.do(DDRAM | start)
    driver.write("x")
    assert driver.lcd.address == end
    driver.do(DDRAM | start)
    driver.do(SHIFT | (4 if increment else 0))
    assert driver.lcd.address == end


@pytest.mark.parametrize(
    ("instruction", "wait", "early"),
    [
        (CLEAR, 1_520, 1_519),
        (HOME, 1_520, 1_519),
        (ENTRY | 2, 37, 36),
        (DISPLAY | 4, 37, 36),
        (SHIFT, 37, 36),
        (FUNCTION | 8, 37, 36),
        (CGRAM, 37, 36),
        (DDRAM, 37, 36),
    ],
)
@pytest.mark.lcd_violations_expected
def test_busy_times_of_table_6(instruction: int, wait: int, early: int) -> None:
    driver = Driver()
    driver.byte(0, instruction)
    driver.clock.advance(early)
    assert driver.lcd.busy
    driver.clock.advance(wait - early)
    assert not driver.lcd.busy
    assert driver.lcd.violations == []
    driver.byte(0, instruction)
    driver.clock.advance(early)
    driver.byte(0, DDRAM | 5)
    assert [v.what for v in driver.lcd.violations] == ["written while busy"]


@pytest.mark.lcd_violations_expected
def test_a_byte_written_while_busy_is_lost_and_the_next_is_whole() -> None:
    driver = Driver()
    driver.byte(1, ord("a"))
    driver.clock.advance(40)  # 37 us and tADD of 4 us are needed
    driver.byte(1, ord("b"))
    driver.clock.advance(41)
    driver.write("c")
    assert driver.lcd.glass()[0].rstrip() == "ac"
    assert len(driver.lcd.violations) == 1


@pytest.mark.parametrize(
    ("waits", "kept"),
    [
        ((15_000, 4_100, 100, 37), True),
        ((14_999, 4_100, 100, 37), False),
        ((15_000, 4_099, 100, 37), False),
        ((15_000, 4_100, 99, 37), False),
        ((15_000, 4_100, 100, 36), False),
    ],
)
@pytest.mark.lcd_violations_expected
def test_the_waits_of_figure_24(waits: tuple[int, ...], kept: bool) -> None:
    driver = Driver(opened=False)
    for nibble, wait in zip((3, 3, 3, 2), waits, strict=True):
        driver.clock.advance(wait)
        driver.lcd.nibble(0, nibble)
    assert (driver.lcd.violations == []) is kept


@pytest.mark.parametrize("before", [(), (0x2,), (0x8,), (0x4,), (0x0,)])
def test_the_opening_sequence_works_from_any_state(before: tuple[int, ...]) -> None:
    """A firmware that starts anew finds the chip in 4 bits, perhaps between two nibbles."""
    driver = Driver()
    driver.write("old")
    for nibble in before:
        driver.lcd.nibble(0, nibble)
    driver.open()
    driver.write("new")
    assert driver.lcd.glass()[0].rstrip() == "new"
    assert driver.lcd.violations == []


def test_entry_mode_with_shift_moves_the_display_against_the_cursor() -> None:
    driver = Driver(16, 2)
    driver.do(ENTRY | 3)
    driver.do(DDRAM | 0x10)
    driver.write("calculator")
    assert driver.lcd.glass()[0] == " " * 6 + "calculator"


@pytest.mark.parametrize(
    ("shifts", "row0", "row1"),
    [
        ((), "north           ", "south           "),
        ((0x18,), "orth            ", "outh            "),
        ((0x1C,), " north          ", " south          "),
        ((0x18,) * 40, "north           ", "south           "),
    ],
)
def test_display_shift_turns_both_lines_round_their_forty_cells(
    shifts: tuple[int, ...], row0: str, row1: str
) -> None:
    driver = Driver(16, 2)
    driver.write("north")
    driver.do(DDRAM | 0x40)
    driver.write("south")
    for shift in shifts:
        driver.do(shift)
    assert driver.lcd.glass() == [row0, row1]
    driver.do(HOME)
    assert driver.lcd.glass()[0].startswith("north")


def test_clear_sets_increment_and_unshifts_but_keeps_the_shift_mode() -> None:
    driver = Driver()
    driver.do(ENTRY | 1)
    driver.do(0x18)
    driver.do(CLEAR)
    lcd = driver.lcd
    assert (lcd.increment, lcd.shift_on_write, lcd.shift, lcd.address) == (1, True, 0, 0)


def test_display_off_keeps_the_text() -> None:
    driver = Driver()
    driver.write("4SX")
    driver.do(DISPLAY)
    assert driver.lcd.glass()[0] == " " * 20
    driver.do(DISPLAY | 4)
    assert driver.lcd.glass()[0].rstrip() == "4SX"


def test_cgram_holds_eight_glyphs_seen_under_two_codes_each() -> None:
    """Table 5: codes 00-07 and 08-0F hex are the same eight patterns."""
    driver = Driver()
    heart = (0b00000, 0b01010, 0b11111, 0b11111, 0b01110, 0b00100, 0b00000, 0b00000)
    driver.do(CGRAM | 2 * 8)
    for line in heart:
        driver.write(chr(0xE0 | line))  # D7..D5 are not kept
    driver.do(DDRAM)
    driver.write("\x02\x0a")
    assert driver.lcd.dots(0, 0) == driver.lcd.dots(0, 1) == heart
    assert driver.lcd.cgram[3 * 8] != 0 or driver.lcd.cgram[3 * 8 + 1] != 0  # chance, not blank


def test_the_cgram_address_wraps_and_is_left_by_a_ddram_address() -> None:
    driver = Driver()
    driver.do(CGRAM | 0x3F)
    driver.write("\x15\x0a")
    assert (driver.lcd.cgram[63], driver.lcd.cgram[0]) == (0x15, 0x0A)
    assert driver.lcd.cursor is None
    driver.do(DDRAM | 0x40)
    driver.write("x")
    assert driver.lcd.glass()[1][0] == "x"


def test_the_cursor_is_a_line_in_the_eighth_row() -> None:
    driver = Driver()
    driver.do(DISPLAY | 6)
    driver.write("A")
    driver.do(DDRAM)
    assert driver.lcd.cursor == (0, 0)
    assert driver.lcd.dots(0, 0) == (*a00_dots(ord("A"))[:7], 0b11111)
    driver.do(DDRAM | 0x54 + 19)
    assert driver.lcd.cursor == (3, 19)
    driver.do(DISPLAY | 4)
    assert driver.lcd.cursor is None


def test_the_blinking_cell_is_dark_every_other_interval() -> None:
    driver = Driver()
    driver.do(DISPLAY | 5)
    driver.write("A")
    driver.do(DDRAM)
    shapes = []
    start = driver.clock.now - driver.clock.now % BLINK_US
    for interval in range(2, 6):
        driver.clock.advance_to(start + interval * BLINK_US + 1)
        shapes.append(driver.lcd.dots(0, 0) == (0b11111,) * 8)
    assert shapes in ([True, False, True, False], [False, True, False, True])


@given(st.sampled_from([(20, 4), (16, 2)]), st.integers(0, 79), st.integers(0, 79), st.booleans())
def test_the_cursor_stands_where_the_next_character_appears(
    glass: tuple[int, int], cell: int, shift: int, two_lines: bool
) -> None:
    driver = Driver(*glass)
    if not two_lines:
        driver.do(FUNCTION)
    for _ in range(shift):
        driver.do(0x18)
    driver.do(DISPLAY | 6)
    driver.do(DDRAM | (cell + 24 if two_lines and cell >= 40 else cell))
    cursor = driver.lcd.cursor
    driver.write("x")
    shown = [(row, text.index("x")) for row, text in enumerate(driver.lcd.glass()) if "x" in text]
    assert shown == ([] if cursor is None else [cursor])


def test_a_hidden_cursor_is_out_of_sight() -> None:
    driver = Driver(16, 2)
    driver.do(DISPLAY | 6)
    driver.do(DDRAM | 0x20)
    assert driver.lcd.cursor is None


@pytest.mark.lcd_violations_expected
@pytest.mark.parametrize("address", [0x28, 0x3F, 0x68, 0x7F])
def test_addresses_without_memory_are_recorded(address: int) -> None:
    driver = Driver()
    driver.do(DDRAM | address)
    assert [v.what for v in driver.lcd.violations] == [f"no DDRAM at {address:02X}"]


def test_one_line_mode_drives_the_first_line_only() -> None:
    driver = Driver()
    driver.do(FUNCTION)
    driver.do(DDRAM)
    driver.write("x" * 80)
    assert driver.lcd.glass() == ["x" * 20, " " * 20, "x" * 20, " " * 20]
    assert driver.lcd.address == 0


@pytest.mark.lcd_violations_expected
@given(
    st.sampled_from([(20, 4), (16, 2)]),
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 15), st.sampled_from([0, 40, 41, 5000])),
        max_size=120,
    ),
)
def test_whatever_is_sent_the_chip_stays_whole(
    glass: tuple[int, int], pulses: list[tuple[int, int, int]]
) -> None:
    driver = Driver(*glass)
    for rs, value, wait in pulses:
        driver.lcd.nibble(rs, value)
        driver.clock.advance(wait)
    lcd = driver.lcd
    assert [len(row) for row in lcd.glass()] == [glass[0]] * glass[1]
    assert (len(lcd.ddram), len(lcd.cgram)) == (80, 64)
    assert all(0 <= line < 32 for row in range(glass[1]) for line in lcd.dots(row, 3))
    driver.clock.advance(5000)
    driver.open()  # and it can always be opened again
    driver.write("4SX")
    assert lcd.glass()[0].rstrip() == "4SX"


def test_power_off_leaves_nothing_on_the_glass() -> None:
    driver = Driver()
    driver.write("4SX")
    driver.lcd.power_off()
    assert driver.lcd.glass() == [" " * 20] * 4


def test_an_unknown_glass_is_refused() -> None:
    with pytest.raises(ValueError, match="no glass of 40x4"):
        Hd44780(Clock(), 40, 4)
