"""A movement from the host: rounds, boards left, corrections, sheets, moves, leads, messages."""

import pytest

from device.keying import keys_from_board
from firmware_sim.link.fields import message
from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox

HANDS = "AKQ.KQJ.AKQ.AKQJ:J.A.J.T:T.T.T.9:9.9.9.8"
MOVEMENT = [
    ("event", "H7"),
    ("type", "movement"),
    ("section", "A"),
    ("table", "2"),
    ("rounds", "3"),
    ("m.1", "3:7:1-2:0"),
    ("m.2", "4:0:3-4:0"),
    ("m.3", "5:6:5-6:1"),
    ("g.1", "A3N:A1E"),
    ("n.3", "Ada / Bea"),
    ("n.7", "Cai / Dov"),
    ("correct", "players"),
    ("h.1", HANDS),
]


def started(config: list[tuple[str, str]] = MOVEMENT, host: HostEnd | None = None) -> KeyedBox:
    """A box in an evening of duplicate that has heard the host."""
    keyed = KeyedBox()
    host = host or HostEnd(config)
    keyed.box.plug(host)
    keyed.keys("1")
    keyed.box.run_for(3000)
    keyed.host = host  # type: ignore[attr-defined]
    return keyed


def shown(keyed: KeyedBox) -> list[str]:
    """Lines 1 to 3 without the link's sign."""
    first, *others = keyed.glass()
    return [first[:19].rstrip(), *others[:2]]


def play(keyed: KeyedBox, board: int, contract: str, declarer: str, tricks: int) -> list[str]:
    return keyed.keys(" ".join(keys_from_board(board, contract, declarer, tricks)))


def test_the_host_says_which_table_and_round() -> None:
    keyed = started()
    assert keyed.screen == "ROUND"
    assert keyed.glass()[0].startswith("ROUND 1 A2")
    assert keyed.glass()[1:3] == ["NS 3 Ada / Bea", "EW 7 Cai / Dov"]
    assert keyed.keys("v")[1] == "BOARDS 1-2"


def test_two_boards_the_sheet_the_move_the_sit_out_the_switch_the_end() -> None:
    keyed = started()
    keyed.keys("OK")
    assert shown(keyed) == ["NS 3  EW 7", "BOARD 1       2 left", "DEALER N VUL NONE"]
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK")
    assert keyed.glass()[1] == "BOARD 2       1 left"
    play(keyed, 2, "2H", "E", 7)
    keyed.keys("OK")
    assert keyed.screen == "ROUNDSHEET"
    assert keyed.glass()[1:3] == ["1 4♠ N =        +420", "2 2♥ E -1        +50"]
    assert keyed.keys("v")[1] == "SUM +470"
    assert keyed.keys("OK")[1:3] == ["1 4♠ N =        -420", "2 2♥ E -1        -50"]
    keyed.keys("OK")
    assert keyed.glass()[1:3] == ["NS 3 → A3N", "EW 7 → A1E"]
    keyed.keys("OK")
    assert (keyed.screen, keyed.glass()[1]) == ("ROUND", "SIT-OUT")
    keyed.keys("OK OK")
    assert (keyed.screen, "ARROW SWITCH" in keyed.glass()[1]) == ("ROUND", True)
    keyed.keys("OK")
    play(keyed, 5, "PASS", "", 0)
    keyed.keys("OK")
    play(keyed, 6, "NP", "", 0)
    keyed.keys("OK OK OK OK")
    assert (keyed.screen, keyed.glass()[2]) == ("END", "ALL SENT")
    assert keyed.host.records == [  # type: ignore[attr-defined]
        "R,1,H7,A,2,1,1,3,7,4S,N,0,,,",
        "R,2,H7,A,2,1,2,3,7,2H,E,-1,,,",
        "R,3,H7,A,2,3,5,5,6,PASS,,,,,",
        "R,4,H7,A,2,3,6,5,6,NP,,,,,",
    ]


def test_wrong_boards_are_said_in_words_and_the_entry_is_kept() -> None:
    keyed = started()
    keyed.keys("OK")
    keyed.keys("5 OK")
    assert shown(keyed) == ["BOARD 5", "NOT IN THIS ROUND", "LEFT: 1 2"]
    keyed.keys("OK")
    assert keyed.keys("2 OK")[1].startswith("OUT OF ORDER")
    assert keyed.keys("CANCEL")[1].startswith("BOARD 2")
    keyed.keys("OK OK")
    assert keyed.screen == "CONTRACT"


def test_an_unfinished_round_names_its_board() -> None:
    keyed = started()
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK = OK OK")
    assert (keyed.screen, keyed.glass()[2]) == ("NOTCOMPLETE", "BOARD 2 MISSING")
    keyed.keys("OK")
    assert keyed.glass()[1].startswith("BOARD 2")


@pytest.mark.parametrize(("who", "screen"), [("players", "CONTRACT"), ("director", "BOARD")])
def test_corrections_in_the_round_as_the_director_set(who: str, screen: str) -> None:
    config = [(key, who if key == "correct" else value) for key, value in MOVEMENT]
    keyed = started(config)
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK 1 OK")
    assert shown(keyed) == ["ALREADY PLAYED", "IN ROUND 1", "1 4♠ N =        +420"]
    keyed.keys("OK")
    assert keyed.screen == screen


def test_the_lead_is_checked_against_the_hand() -> None:
    keyed = started(MOVEMENT + [("lead", "check")])
    keyed.keys("OK OK 4 S OK N/S OK")
    # after the suit C D H S are J Q K A; East's only spade is the jack
    for rank, card in (("D", "♠Q"), ("H", "♠K"), ("S", "♠A"), ("1", "♠10"), ("9", "♠9")):
        keyed.keys(f"S {rank} OK")
        assert (keyed.screen, keyed.glass()[2]) == ("NOTINHAND", f"EAST LEADS {card}")
        keyed.keys("OK")
    keyed.keys("S C OK")
    assert keyed.screen == "RESULT"
    keyed.keys("= OK E/W")
    assert shown(keyed)[0].endswith("♠J")
    keyed.keys("=")
    keyed.box.run_for(500)
    assert keyed.host.records == ["R,1,H7,A,2,1,1,3,7,4S,N,0,SJ,,"]  # type: ignore[attr-defined]


def test_players_numbers_are_asked_once_and_names_echoed() -> None:
    keyed = started(MOVEMENT + [("players", "ask")])
    assert keyed.keys("7")[1:3] == ["NORTH 7", "Cai / Dov"]
    keyed.keys("OK OK 1 2 OK OK")
    assert keyed.screen == "ROUND"
    assert keyed.host.records == [  # type: ignore[attr-defined]
        "N,1,H7,A,2,1,N,7,",
        "N,2,H7,A,2,1,E,12,",
    ]
    keyed.power_cycle()
    assert keyed.screen == "ROUND"


def test_results_as_the_director_lets_them_be_seen() -> None:
    keyed = started(MOVEMENT + [("show", "all")])
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK")
    assert keyed.screen == "RESULTS"
    keyed.host.standing(1, "58.33", "4S= 420, 3NT-1 -50, 4S+1 450")  # type: ignore[attr-defined]
    keyed.box.run_for(500)
    assert keyed.glass()[1].startswith("NS 58.33")
    assert keyed.glass()[2] == "4S= 420, 3NT-1 -50,"
    assert keyed.keys("OK")[1].startswith("BOARD 2")


def test_a_message_waits_for_a_pause_and_takes_no_key() -> None:
    keyed = started()
    keyed.keys("OK")
    keyed.host.message(1, "Two minutes to go, please finish")  # type: ignore[attr-defined]
    keyed.box.run_for(1500)
    assert keyed.screen == "MESSAGE"
    assert keyed.glass()[1:3] == ["Two minutes to go,", "please finish"]
    assert keyed.keys("2")[1].startswith("BOARD 2")


def test_the_directors_result_replaces_what_was_keyed() -> None:
    keyed = started()
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.host.configure(MOVEMENT + [("r.1.1", "3:7:4S:N:-1:")])  # type: ignore[attr-defined]
    keyed.box.run_for(1000)
    keyed.keys("SCORES")
    assert keyed.glass()[1] == "1 4♠ N -1        -50"


def test_a_taken_table_is_said() -> None:
    config = [item for item in MOVEMENT if item[0] not in ("section", "table")]
    host = HostEnd(config, tables="taken")
    keyed = started(config, host)
    assert keyed.screen == "TABLE"
    keyed.keys("2 OK")
    keyed.box.run_for(500)
    assert (keyed.screen, keyed.glass()[2]) == ("TABLE", "TABLE TAKEN")
    host.tables = "ok"
    keyed.keys("OK")
    keyed.box.run_for(500)
    assert keyed.screen == "ROUND"


def test_the_round_is_found_again_from_the_memory_alone() -> None:
    keyed = started()
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK")
    keyed.box.unplug()
    keyed.power_cycle()
    assert shown(keyed)[:2] == ["NS 3  EW 7", "BOARD 2       1 left"]


def test_the_power_goes_at_the_sheet_and_at_the_move() -> None:
    keyed = started()
    keyed.keys("OK")
    play(keyed, 1, "4S", "N", 10)
    keyed.keys("OK")
    play(keyed, 2, "2H", "E", 7)
    keyed.keys("OK")
    for screen in ("ROUNDSHEET", "ROUNDSHEETEW", "MOVE"):
        before = shown(keyed)
        keyed.power_cycle()
        assert (keyed.screen, shown(keyed)) == (screen, before)
        keyed.keys("OK")
    assert keyed.screen == "ROUND"


def test_the_clock_counts_the_rounds_minutes_down() -> None:
    keyed = started(MOVEMENT + [("clock", "15")])
    keyed.keys("OK")
    assert shown(keyed)[0] == "NS 3  EW 7      15'"
    keyed.box.run_for(60_000 * 2)
    assert shown(keyed)[0] == "NS 3  EW 7      13'"
    keyed.box.run_for(60_000 * 14)
    assert shown(keyed)[0] == "NS 3  EW 7       0'"


def test_after_a_power_cut_a_table_taken_meanwhile_is_said() -> None:
    keyed = started()
    keyed.keys("OK 1")
    keyed.host.tables = "taken"  # type: ignore[attr-defined]
    keyed.box.power_off()
    keyed.box.power_on()
    keyed.box.run_for(3000)
    keyed.box.unplug()
    keyed.box.plug(HostEnd(MOVEMENT, tables="taken"))
    keyed.box.run_for(3000)
    assert (keyed.screen, shown(keyed)[2]) == ("TABLE", "TABLE TAKEN")


def test_another_evening_asks_for_the_table_again() -> None:
    keyed = started()
    keyed.keys("OK 1")
    keyed.host.configure([("event", "X9"), *MOVEMENT[1:]])  # type: ignore[attr-defined]
    keyed.box.run_for(2000)
    assert keyed.screen == "ROUND"
    assert keyed.box.firmware.box.event == "X9"  # type: ignore[union-attr]


def test_a_changed_movement_changes_the_pairs_at_once() -> None:
    keyed = started()
    keyed.keys("OK")
    changed = [("m.1", "3:8:1-2:0") if key == "m.1" else (key, value) for key, value in MOVEMENT]
    keyed.host.configure(changed)  # type: ignore[attr-defined]
    keyed.box.run_for(1000)
    assert shown(keyed)[0] == "NS 3  EW 8"


def test_a_host_of_another_version_is_refused_in_words() -> None:
    keyed = started()
    keyed.keys("OK")
    host: HostEnd = keyed.host  # type: ignore[attr-defined]
    host._out += message("00", "H", version="2", host="0011AAFF", run="00000002", nonce="1")
    keyed.box.run_for(1000)
    assert keyed.screen == "REFUSED"
    keyed.keys("OK")
    assert keyed.screen == "BOARD"
