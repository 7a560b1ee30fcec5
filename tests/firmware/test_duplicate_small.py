"""Duplicate on the 16-key membrane and on the 16x2 glass."""

import pytest

from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox
from tests.firmware.test_duplicate_movement import MOVEMENT


def records(keyed: KeyedBox) -> list[str]:
    return [record.text for record in keyed.box.firmware.box.journal.records()]  # type: ignore[union-attr]


@pytest.mark.parametrize("glass", [(20, 4), (16, 2)])
def test_an_open_event_on_the_membrane(glass: tuple[int, int]) -> None:
    keyed = KeyedBox(keymap="membrane", glass=glass)
    keyed.keys("1 # B 7 #")
    assert keyed.screen == "PAIRS"
    keyed.keys("3 # 4 # 2 0 #")
    assert keyed.screen == "CONTRACT"
    keyed.keys("6 0 8 # 8 # B 1 0 #")
    assert keyed.screen == "PASSBOX"
    keyed.keys("# #")
    assert keyed.screen == "PASSBOX"
    keyed.keys("6 # A")
    assert keyed.screen == "SAVED"
    assert records(keyed) == ["R,1,-,B,7,,20,3,4,6NTX,S,-10,,,"]


@pytest.mark.parametrize(
    ("keys", "contract"),
    [
        ("3 D", "3S"),
        ("3 A 8 8", "3CXX"),
        ("3 B 8 8 8", "3D"),
        ("9", "PASS"),
        ("8", "NP"),
        ("1 0 8", "1NTX"),
    ],
)
def test_contracts_on_the_membrane(keys: str, contract: str) -> None:
    keyed = KeyedBox(keymap="membrane")
    keyed.keys("1 # 7 # 3 # 4 # 2 0 # " + keys)
    assert keyed.box.firmware.box.entry.contract == contract  # type: ignore[union-attr]


@pytest.mark.parametrize(("key", "seat"), [("2", "N"), ("4", "W"), ("6", "E"), ("8", "S")])
def test_declarer_by_compass_on_the_membrane(key: str, seat: str) -> None:
    keyed = KeyedBox(keymap="membrane")
    keyed.keys(f"1 # 7 # 3 # 4 # 2 0 # 1 0 # {key}")
    assert keyed.box.firmware.box.entry.declarer == seat  # type: ignore[union-attr]


def test_long_presses_are_the_director_and_help() -> None:
    keyed = KeyedBox(keymap="membrane")
    keyed.keys("1 # 7 # 3")
    keyed.box.tap("*", hold_ms=2100)
    assert keyed.screen == "PIN"
    keyed.keys("*")
    assert (keyed.screen, keyed.box.firmware.box.entry.ns) == ("PAIRS", "3")  # type: ignore[union-attr]
    keyed.box.tap("#", hold_ms=2100)
    assert keyed.screen == "HELP"
    keyed.keys("#")
    keyed.box.tap("*", hold_ms=500)
    keyed.box.run_for(50)
    assert keyed.box.firmware.box.entry.ns == ""  # type: ignore[union-attr]


def test_the_director_on_the_membrane() -> None:
    keyed = KeyedBox(keymap="membrane")
    host = HostEnd(MOVEMENT)
    keyed.box.plug(host)
    keyed.keys("1")
    keyed.box.run_for(3000)
    keyed.keys("# # 4 D # 2 C # 6 A #")
    keyed.box.tap("*", hold_ms=2100)
    keyed.keys("0 # 3 # 1 C")
    assert keyed.screen == "TDDONE"
    keyed.box.run_for(300)
    assert [record[0] for record in host.records] == ["R", "V"]


def test_the_small_glass_shows_the_line_being_typed_first_and_pages() -> None:
    keyed = KeyedBox(glass=(16, 2))
    keyed.keys("1 OK 7 OK 1 2")
    assert keyed.glass()[0].startswith("TABLE A7")
    assert keyed.glass()[1] == "NS PAIR 12"
    keyed.keys("OK 1 4")
    assert keyed.glass()[0] == "EW PAIR 14"
    keyed.keys("OK 2 7 OK 4 S N/S = OK E/W")
    assert keyed.glass()[0] == "Bd 27 4♠ N ="
    keyed.keys("v")
    assert keyed.glass() == ["EW 14       -420", "= accept, EW"]
    keyed.keys("^")
    assert keyed.glass()[1] == "NS 12       +420"
    assert keyed.box.lcd.violations == []
