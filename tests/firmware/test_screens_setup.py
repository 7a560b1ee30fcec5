"""MODE and SETUP: choosing what the box is, and its own settings."""

import pytest

from tests.firmware.keyed_box import KeyedBox


def point_at(keyed: KeyedBox, word: str) -> str:
    """Move down to the row that begins with a word; return the rest of the row."""
    for _ in range(12):
        row = keyed.glass()[1]
        if row.startswith("→" + word):
            return row[1 + len(word) :].strip()
        keyed.keys("v")
    raise AssertionError(f"no row {word} in SETUP")


def setup() -> KeyedBox:
    keyed = KeyedBox()
    keyed.keys("5")
    assert keyed.screen == "SETUP"
    return keyed


def test_language_at_once_and_after_a_power_cut() -> None:
    keyed = setup()
    assert point_at(keyed, "LANGUAGE") == "ENGLISH"
    keyed.keys("+")
    assert keyed.glass()[1].endswith("ITALIANO")
    keyed.keys("+ +")
    assert keyed.glass()[1].endswith("INDONESIA")
    keyed.power_cycle()
    assert keyed.box.firmware.box.words.language == "id"  # type: ignore[union-attr]
    keyed.keys("5 +")
    assert keyed.glass()[1].endswith("ENGLISH")


def test_contrast_and_light_reach_the_glass_and_stay_within_percent() -> None:
    keyed = setup()
    assert point_at(keyed, "CONTRAST") == "60"
    keyed.keys("- -")
    assert keyed.box.lcd.contrast == 40
    keyed.keys("- - - - - -")
    assert keyed.glass()[1].endswith(" 0")
    assert point_at(keyed, "LIGHT") == "80"
    keyed.keys("+ + + +")
    assert keyed.box.lcd.backlight == 100
    keyed.power_cycle()
    assert (keyed.box.lcd.contrast, keyed.box.lcd.backlight) == (0, 100)


def test_sound_can_be_off() -> None:
    keyed = setup()
    assert point_at(keyed, "SOUND") == "ON"
    keyed.keys("OK")
    assert keyed.glass()[1].endswith("OFF")
    before = keyed.box.buzzer.count
    keyed.keys("NT")  # a key that means nothing here
    assert keyed.box.buzzer.count == before
    keyed.keys("OK NT")
    assert keyed.box.buzzer.count > before


@pytest.mark.parametrize(
    ("typed", "address"),
    [("4 2 OK", "42"), ("7 OK", "07"), ("1 2 3 4 OK", "34"), ("0 0 OK CANCEL CANCEL", "01")],
)
def test_address_is_two_digits_and_never_00(typed: str, address: str) -> None:
    keyed = setup()
    assert point_at(keyed, "ADDRESS") == "01"
    keyed.keys("OK " + typed)
    assert keyed.screen == "SETUP"
    assert point_at(keyed, "ADDRESS") == address
    assert keyed.box.firmware.box.terminal.address == address  # type: ignore[union-attr]


def test_rule_sets_are_kept_for_the_next_rubber_and_match() -> None:
    keyed = setup()
    assert point_at(keyed, "R:") == "Saitek 610 rubber"
    keyed.keys("+")
    assert point_at(keyed, "T:") == "Saitek 610 teams"
    keyed.keys("+")
    assert point_at(keyed, "C:") == "Chicago"
    keyed.keys("+")
    keyed.power_cycle()
    assert keyed.keys("2")[1] == "Rubber 1993"
    assert keyed.keys("CANCEL 3")[1] == "Laws 2017"
    assert keyed.keys("CANCEL 4")[1] == "Chicago duplicate"


def test_status_and_memory_say_how_the_box_is() -> None:
    keyed = setup()
    point_at(keyed, "STATUS")
    keyed.keys("OK")
    shown = []
    for _ in range(6):
        shown += keyed.glass()[1:3]
        keyed.keys("v")
    assert {"NO LINK YET", "SERIAL VB0001", "Address 01", "No key is stuck"} <= set(shown)
    keyed.keys("OK v OK")
    assert keyed.glass()[0].startswith("MEMORY")
    assert keyed.glass()[1] == "RECORDS 0"
    keyed.keys("OK CANCEL 2 OK OK 4 S N/S = OK")
    keyed.keys("OK CANCEL 5")
    point_at(keyed, "MEMORY")
    keyed.keys("OK")
    assert keyed.glass()[1:3] == ["RECORDS 1", "NOT SENT 1"]


def test_the_mode_is_remembered() -> None:
    keyed = KeyedBox()
    assert keyed.screen == "MODE"
    keyed.keys("3")
    keyed.power_cycle()
    assert keyed.screen == "MATCH"
    keyed.keys("CANCEL")
    assert keyed.glass()[1] == "→3 TEAM OF FOUR"
