"""The board with the real firmware: how soon it answers, and that fast keys all arrive.

Every firmware step is charged 1 ms, about what an emulated Pico needs when nothing is redrawn.
"""

from random import Random

import pytest

from device.table_box import TableBox
from firmware_sim.drivers.keypad import Keypad


def awake(**options: object) -> TableBox:
    """A box on the screen that asks for its table."""
    box = TableBox(step_us=1000, **options)  # type: ignore[arg-type]
    box.power_on()
    box.run_for(3000)
    for key in ("1", "OK"):
        box.tap(key)
        box.run_for(500)
    return box


def test_a_press_shows_within_25_ms_over_a_thousand_bounces() -> None:
    box = awake(seed=20)
    chance = Random(3)
    shown: list[int] = []
    box.lcd.on_byte = lambda time_us, rs, _: shown.append(time_us) if rs else None
    for number in range(1000):
        box.run_for(chance.uniform(80, 120))
        shown.clear()
        pressed = box.clock.now
        box.press("4" if number % 2 == 0 else "CANCEL")
        box.run_for(chance.uniform(40, 70))
        box.release("4" if number % 2 == 0 else "CANCEL")
        assert shown, f"press {number} did not show"
        assert shown[0] - pressed <= 25_000
    assert box.lcd.violations == []


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys that the firmware takes from its keypad, in order."""
    keys: list[str] = []
    take = Keypad.take

    def noting(self: Keypad) -> str:
        key = take(self)
        if key:
            keys.append(key)
        return key

    monkeypatch.setattr(Keypad, "take", noting)
    return keys


@pytest.mark.parametrize("seed", range(5))
def test_ten_different_keys_in_300_ms_all_arrive_in_order(seed: int, taken: list[str]) -> None:
    """The fingers overlap: a key goes down every 30 ms and stays for 45."""
    box = awake(seed=seed)
    taken.clear()
    keys = ["1", "5", "9", "0", "4", "8", "2", "6", "7", "3"]
    moves = sorted(
        [(30 * place, box.press, key) for place, key in enumerate(keys)]
        + [(30 * place + 45, box.release, key) for place, key in enumerate(keys)],
        key=lambda move: move[0],
    )
    start = box.clock.now / 1000
    for ms, move, key in moves:
        box.run_until(start + ms)
        move(key)
    box.run_for(400)
    assert taken == keys


@pytest.mark.parametrize("seed", range(5))
def test_one_key_ten_times_in_700_ms_arrives_ten_times(seed: int, taken: list[str]) -> None:
    box = awake(seed=seed)
    taken.clear()
    for _ in range(10):
        box.tap("1", hold_ms=40, gap_ms=30)
    box.run_for(400)
    assert taken == ["1"] * 10


def test_an_idle_box_hardly_wakes() -> None:
    box = awake()
    before = box.steps
    box.run_for(60_000)
    assert box.steps - before <= 60 * 20
