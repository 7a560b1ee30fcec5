"""The director at the box: PIN, calls, and each line of the menu."""

import pytest

from device.keying import keys_for, keys_from_board
from firmware_sim.link.config import pin_hash
from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox
from tests.firmware.test_duplicate_movement import MOVEMENT, play, shown, started
from tests.firmware.test_duplicate_open import at_pairs

WITH_PIN = MOVEMENT + [("pin", pin_hash("H7", "2468"))]


def records(keyed: KeyedBox) -> list[str]:
    return [record.text for record in keyed.box.firmware.box.journal.records()]  # type: ignore[union-attr]


def test_the_right_pin_opens_the_menu_and_cancel_goes_back_to_the_entry() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK OK 4 H")
    assert shown(keyed)[1] == "CONTRACT 4♥"
    keyed.keys("TD 2 4 6 8")
    assert shown(keyed)[1] == "****"
    keyed.keys("OK")
    assert keyed.screen == "TDMENU"
    keyed.keys("CANCEL")
    assert shown(keyed)[1] == "CONTRACT 4♥"


def test_td_in_the_menus_help_leads_back_to_the_menu() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK OK TD 2 4 6 8 OK HELP")
    assert keyed.screen == "HELP"
    keyed.keys("TD")
    assert keyed.screen == "TDMENU"
    keyed.keys("CANCEL")
    assert keyed.screen == "CONTRACT"


def test_wrong_pins_wait_longer_and_longer() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("TD")
    for seconds in (5, 10, 20, 40):
        keyed.keys("1 1 1 1 OK")
        assert keyed.screen == "PIN"
        assert shown(keyed)[2].endswith(str(seconds)), seconds
        keyed.box.run_for(seconds * 1000 - 1000)
        keyed.keys("2 4 6 8 OK")  # too early: not even taken
        assert keyed.screen != "TDMENU"
        keyed.keys("TD" if keyed.screen != "PIN" else "")
        keyed.box.run_for(1500)
    keyed.keys("2 4 6 8 OK")
    assert keyed.screen == "TDMENU"


@pytest.mark.parametrize("script", ["OK", "OK OK", "OK OK 4 S N/S = OK", "OK OK 4 S N/S = OK E/W"])
def test_td_and_help_from_the_entry_and_back(script: str) -> None:
    keyed = started(WITH_PIN)
    keyed.keys(script)
    before = (keyed.screen, shown(keyed))
    keyed.keys("TD")
    assert keyed.screen == "PIN"
    keyed.keys("HELP")
    assert keyed.screen == "HELP"
    keyed.keys("HELP")
    assert keyed.screen == "PIN"
    keyed.keys("CANCEL HELP")
    assert keyed.screen == "HELP"
    keyed.keys("OK")
    assert (keyed.screen, shown(keyed)) == before


def test_ok_alone_calls_the_director_whose_pin_ends_the_call() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("TD OK")
    assert keyed.screen == "CALLED"
    keyed.keys("OK TD 2 4 6 8 OK")
    assert records(keyed) == ["D,1,H7,2,on", "D,2,H7,2,off"]


def test_an_adjusted_score_counts_for_the_board() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK TD 2 4 6 8 OK 1 OK 1 OK 6 0 OK 3 0 OK")
    assert keyed.screen == "TDDONE"
    assert records(keyed) == ["R,1,H7,A,2,1,1,3,7,A6030,,,,,"]
    keyed.keys("OK CANCEL SCORES")
    assert shown(keyed)[1] == "1 60-30"


def test_an_adjusted_score_replaces_what_was_played() -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(12, 14, 27, "4S", "S", 10)))
    keyed.keys("OK TD 0 OK 1 OK 1 2 OK 1 4 OK 2 7 OK 4 0 OK 6 0 OK")
    first, second = keyed.box.firmware.box.journal.records()  # type: ignore[union-attr]
    assert second.text == f"R,2,-,A,5,,27,12,14,A4060,,,,,{first.reference}"


def test_a_result_is_erased_by_a_record() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("TD 2 4 6 8 OK 3 OK 1")
    assert shown(keyed)[1] == "1 4♠ N =        +420"
    keyed.keys("=")
    first, second = keyed.box.firmware.box.journal.records()  # type: ignore[union-attr]
    assert second.text == f"V,2,H7,{first.reference},director"
    keyed.keys("OK 5 OK")
    assert shown(keyed)[1].upper() == "ROUND 1: 1-2"


def test_directions_are_swapped_for_the_round() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK TD 2 4 6 8 OK 7 OK = OK CANCEL")
    first, second = keyed.box.firmware.box.journal.records()  # type: ignore[union-attr]
    assert second.text == f"R,2,H7,A,2,1,1,7,3,4S,N,0,,,{first.reference}"
    assert shown(keyed)[0] == "NS 7  EW 3"
    keyed.power_cycle()
    keyed.keys("CANCEL OK")
    assert shown(keyed)[0] == "NS 7  EW 3"
    keyed.keys(" ".join(keys_from_board(2, "1NT", "N", 7)))
    assert records(keyed)[2] == "R,3,H7,A,2,1,2,7,3,1NT,N,0,,,"


def test_all_is_sent_again_at_the_directors_wish() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    host: HostEnd = keyed.host  # type: ignore[attr-defined]
    before = len([frame for frame in host.frames if frame.kind == "R"])
    keyed.keys("TD 2 4 6 8 OK 8 OK")
    keyed.box.run_for(500)
    assert len([frame for frame in host.frames if frame.kind == "R"]) == before + 1


def test_status_sheet_language_contrast_reset() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK TD 2 4 6 8 OK 4 OK v v v")
    assert "SERIAL VB0001" in [row.upper() for row in keyed.glass()]
    keyed.keys("OK 6 OK")
    assert shown(keyed)[1] == "1 4♠ N =        +420"
    keyed.keys("OK 9 OK 2")
    assert keyed.box.firmware.box.settings.language == "it"  # type: ignore[union-attr]
    keyed.keys("9 OK 1 1 0")
    assert keyed.screen == "CONTRAST"
    keyed.keys("^ ^ - OK")
    settings = keyed.box.firmware.box.settings  # type: ignore[union-attr]
    assert (settings.contrast, settings.backlight) == (70, 75)
    assert (keyed.box.lcd.contrast, keyed.box.lcd.backlight) == (70, 75)
    keyed.keys("1 1")
    assert keyed.screen == "RESET"
    keyed.keys("OK 1 1 =")
    keyed.box.run_for(2000)
    assert keyed.screen == "MODE"
    assert records(keyed) == ["R,1,H7,A,2,1,1,3,7,4S,N,0,,,"]


def test_a_stuck_key_and_a_confused_matrix_are_named() -> None:
    keyed = started(WITH_PIN)
    keyed.keys("OK")
    keyed.box.press("7")
    keyed.box.run_for(31000)
    assert (keyed.screen, shown(keyed)[1]) == ("KEYS", "7")
    keyed.box.release("7")
    keyed.box.run_for(600)
    assert keyed.screen == "BOARD"
    for key in ("1", "2", "4"):
        keyed.box.press(key)
    keyed.box.run_for(1000)
    assert keyed.screen == "KEYS"
    for key in ("1", "2", "4"):
        keyed.box.release(key)
    keyed.box.run_for(1000)
    assert keyed.screen == "BOARD"
