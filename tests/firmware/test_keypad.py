"""The keypad driver against the model of a bare matrix: rows of (time, contacts, keys expected)."""

import pytest

from device.table_box import TableBox
from firmware_sim.drivers.keypad import QUEUE, STUCK_MS, Keypad
from firmware_sim.keymaps import FULL, MEMBRANE

CROSSING = {key: (row, column) for row, keys in enumerate(FULL) for column, key in enumerate(keys)}


class Contacts:
    """Six rows of five bits, as a scan reads them."""

    def __init__(self) -> None:
        self.rows = [0] * len(FULL)

    def set(self, *keys: str) -> None:
        self.rows = [0] * len(FULL)
        for key in keys:
            row, column = CROSSING[key]
            self.rows[row] |= 1 << column


def typed(keypad: Keypad) -> list[str]:
    keys = []
    while key := keypad.take():
        keys.append(key)
    return keys


def run(table: list[tuple[int, tuple[str, ...], list[str]]]) -> None:
    """Scan every 5 ms with the contacts of the table's last row; check what each row yields."""
    contacts = Contacts()
    keypad = Keypad(lambda row: contacts.rows[row], FULL)
    now = 0
    for until, held, expected in table:
        contacts.set(*held)
        got = []
        while now < until:
            keypad.scan(now)
            got += typed(keypad)
            now += 5
        assert got == expected, f"until {until} ms with {held}"


@pytest.mark.parametrize(
    "table",
    [
        pytest.param([(10, (), []), (40, ("5",), ["5"]), (80, (), [])], id="press"),
        pytest.param([(10, ("5",), []), (80, (), [])], id="shorter than 12 ms"),
        pytest.param(
            [(10, ("5",), []), (15, (), []), (25, ("5",), []), (60, ("5",), ["5"])],
            id="a scan that sees it open starts anew",
        ),
        pytest.param(
            [(40, ("5",), ["5"]), (50, (), []), (90, ("5",), []), (120, (), [])],
            id="a release shorter than 12 ms is none",
        ),
        pytest.param(
            [(40, ("1",), ["1"]), (80, ("1", "2"), ["2"]), (120, ("2",), []), (160, (), [])],
            id="each key for itself",
        ),
        pytest.param(
            [(40, ("1", "2"), ["1", "2"]), (80, ("1", "2", "4", "5"), []), (120, ("1", "2"), [])],
            id="three corners close the fourth: nothing new is believed",
        ),
        pytest.param(
            [
                (40, ("1", "2"), ["1", "2"]),
                (80, ("1", "2", "4", "5"), []),
                (120, ("2", "5"), ["5"]),
            ],
            id="after the ghost the real key counts",
        ),
    ],
)
def test_scans(table: list[tuple[int, tuple[str, ...], list[str]]]) -> None:
    run(table)


def test_a_stuck_key_is_named_and_lets_the_box_rest() -> None:
    contacts = Contacts()
    keypad = Keypad(lambda row: contacts.rows[row], FULL)
    contacts.set("7")
    for now in range(0, STUCK_MS, 5):
        keypad.scan(now)
    assert (keypad.stuck, keypad.rest(STUCK_MS, 250)) == ((), 0)
    keypad.scan(STUCK_MS + 20)
    assert keypad.stuck == ("7",)
    assert typed(keypad) == ["7"]
    assert keypad.rest(STUCK_MS + 20, 250) == 250
    contacts.set("7", "3")
    for now in range(STUCK_MS + 25, STUCK_MS + 60, 5):
        keypad.scan(now)
    assert typed(keypad) == ["3"]
    contacts.set()
    for now in range(STUCK_MS + 60, STUCK_MS + 100, 5):
        keypad.scan(now)
    assert keypad.stuck == ()


def test_type_ahead_keeps_at_least_eight_keys() -> None:
    contacts = Contacts()
    keypad = Keypad(lambda row: contacts.rows[row], FULL)
    order = [key for row in FULL for key in row][:20]
    for index, key in enumerate(order):
        contacts.set(key)
        for now in range(index * 40, index * 40 + 40, 5):
            keypad.scan(now)
    assert typed(keypad) == order[:QUEUE]
    assert QUEUE >= 8
    assert keypad.lost == 20 - QUEUE


@pytest.mark.parametrize(
    ("held_ms", "expected"), [(500, ["*"]), (1980, ["*"]), (2030, ["TD"]), (5000, ["TD"])]
)
def test_a_long_press_of_the_membrane(held_ms: int, expected: list[str]) -> None:
    rows = [0, 0, 0, 0]
    keypad = Keypad(lambda row: rows[row], MEMBRANE, {"*": (2000, "TD")})
    for now in range(0, held_ms + 60, 5):
        rows[3] = 1 if now < held_ms else 0
        keypad.scan(now)
    assert typed(keypad) == expected


def test_a_key_with_two_meanings_keeps_its_place_in_the_order() -> None:
    rows = [0, 0, 0, 0]
    keypad = Keypad(lambda row: rows[row], MEMBRANE, {"0": (1000, "PAGE")})
    for now in range(0, 200, 5):
        rows[3] = 2 if now < 120 else 0  # 0, held on
        rows[0] = 1 if 40 <= now < 80 else 0  # 1, while 0 is still down
        keypad.scan(now)
    assert typed(keypad) == ["0", "1"]


class Collector:
    """Firmware that is nothing but the driver."""

    def __init__(self, board: TableBox) -> None:
        self.board = board
        self.keypad = Keypad(board.scan_row, FULL)
        self.keys: list[str] = []

    def step(self) -> int:
        now = self.board.ticks_ms()
        self.keypad.scan(now)
        self.keys += typed(self.keypad)
        return self.keypad.rest(now, 250)


def collecting(seed: int) -> tuple[TableBox, Collector]:
    made: list[Collector] = []

    def factory(board: TableBox, keymap: object, glass: object) -> Collector:
        made.append(Collector(board))
        return made[-1]

    box = TableBox(seed=seed, step_us=1000, firmware=factory)  # type: ignore[arg-type]
    box.power_on()
    box.run_for(100)
    return box, made[0]


@pytest.mark.parametrize("seed", range(20))
def test_ten_keys_in_300_ms_and_one_key_ten_times_in_700_ms(seed: int) -> None:
    box, collector = collecting(seed)
    for key in "4917263805":
        box.tap(key, hold_ms=18, gap_ms=12)
    assert collector.keys == list("4917263805")
    collector.keys.clear()
    for _ in range(10):
        box.tap("1", hold_ms=35, gap_ms=35)
    assert collector.keys == ["1"] * 10
