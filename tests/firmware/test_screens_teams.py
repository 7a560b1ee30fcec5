"""TEAM OF FOUR keyed at one box: both rooms, IMPs a board, the sum."""

from types import SimpleNamespace

from device.eeprom import Eeprom
from firmware_sim import memory_map
from firmware_sim.journal import Journal
from firmware_sim.match_book import MatchBook
from firmware_sim.settings import load_settings
from tests.firmware.keyed_box import KeyedBox, LoggedEeprom


def match() -> KeyedBox:
    keyed = KeyedBox()
    keyed.keys("3")
    assert keyed.screen == "MATCH"
    return keyed


def test_the_screens_of_a_first_board() -> None:
    keyed = match()
    assert keyed.glass() == [
        "MATCH 1  BOARDS 0",
        "Saitek 610 teams",
        "HOME 0  AWAY 0",
        "OK go 1rules 2new",
    ]
    assert keyed.keys("OK") == [
        "OPEN ROOM",
        "BOARD 1",
        "DEALER N VUL NONE",
        "digits  ^v room  OK",
    ]
    keyed.keys("OK 4 S N/S OK = OK")
    # 4 spades made, nobody vulnerable: 120 + 300 (appendix, and law 77)
    assert keyed.glass()[:3] == ["BOARD 1 IMPS ?", "OPEN +420 CLO.    -", "HOME 0  AWAY 0"]


def test_both_rooms_give_imps_and_the_sum() -> None:
    """420 against -50 is 470, 10 IMPs; 100 against 600 is 500, 11 IMPs (law 78B)."""
    keyed = match()
    keyed.keys("OK OK 4 S N/S OK = OK")
    assert keyed.keys("OK")[1] == "BOARD 2"
    keyed.keys("OK 3 NT E/W OK - 1 OK")  # board 2: North-South vulnerable
    assert keyed.glass()[1] == "OPEN  +50 CLO.    -"
    keyed.keys("OK v 1 OK 4 S N/S OK - 1 OK")
    assert keyed.glass()[:3] == ["BOARD 1 IMPS +10", "OPEN +420 CLO.  -50", "HOME 10  AWAY 0"]
    keyed.keys("OK")
    assert keyed.glass()[:2] == ["CLOSED ROOM", "BOARD 2"]
    keyed.keys("OK 3 NT N/S OK = OK")
    assert keyed.glass()[:3] == ["BOARD 2 IMPS -11", "OPEN  +50 CLO. +600", "HOME 10  AWAY 11"]
    keyed.keys("SCORES ^")
    assert keyed.glass()[0].startswith("HOME 10-11")
    assert keyed.glass()[1:3] == ["  1  +420   -50  +10", "  2   +50  +600  -11"]
    assert keyed.keys("v")[1] == "Saitek 610 teams"


def test_vulnerable_three_down_doubled_by_the_appendix_and_by_the_laws() -> None:
    """Saitek: 200 400 400 = 1000; laws 2017: 200 300 300 = 800; against +50: 14 and 13 IMPs."""
    keyed = match()
    keyed.keys("OK 2 OK 4 S X N/S OK - 3 OK OK v 2 OK 4 S E/W OK - 1 OK")
    assert keyed.glass()[:2] == ["BOARD 2 IMPS -14", "OPEN-1000 CLO.  +50"]
    keyed.keys("OK CANCEL 1")
    assert keyed.glass()[1:3] == ["Laws 2017", "HOME 0  AWAY 13"]
    keyed.keys("SCORES ^")
    assert keyed.glass()[1] == "  2  -800   +50  -13"


def test_after_board_999_comes_board_1() -> None:
    keyed = match()
    keyed.keys("OK 9 9 9 OK PASS OK OK")
    assert keyed.glass()[1] == "BOARD 1"
    keyed.keys("OK PASS OK")
    assert keyed.screen == "IMPS"


def test_passed_out_counts_and_not_played_does_not() -> None:
    keyed = match()
    keyed.keys("OK OK PASS OK OK v 1 OK 1 NT N/S OK = OK")
    assert keyed.glass()[:2] == ["BOARD 1 IMPS -3", "OPEN    0 CLO.  +90"]
    keyed.keys("OK 2 OK - OK OK v 2 OK 4 S N/S OK = OK")
    assert keyed.glass()[:3] == ["BOARD 2 IMPS ?", "OPEN +620 CLO.    -", "HOME 0  AWAY 3"]


def test_a_result_keyed_again_replaces_and_undo_takes_it_back() -> None:
    keyed = match()
    keyed.keys("OK OK 4 S N/S OK = OK OK 1")
    assert keyed.glass()[2] == "REPLACES A RESULT"
    keyed.keys("OK 4 S N/S OK + 1 OK")
    assert keyed.glass()[1] == "OPEN +450 CLO.    -"
    keyed.keys("1")
    assert keyed.glass()[:3] == ["TAKE BACK?", "BOARD 1 OPEN", "4♠ N +1"]
    keyed.keys("OK")
    assert keyed.screen == "MATCHSHEET"
    assert keyed.glass()[1] == "Saitek 610 teams"


def test_a_power_cut_keeps_the_match_and_the_board_being_typed() -> None:
    keyed = match()
    keyed.keys("OK OK 4 S N/S OK = OK OK v 1 OK 4 S N/S OK - 1 OK")
    keyed.keys("OK 7 OK 6 NT")
    keyed.box.run_for(1000)
    keyed.power_cycle()
    assert keyed.glass()[:2] == ["BOARD 7 CLOSED", "CONTRACT 6NT"]
    keyed.keys("CANCEL CANCEL CANCEL")
    assert keyed.screen == "MATCH"
    assert keyed.glass()[:3] == ["MATCH 1  BOARDS 1", "Saitek 610 teams", "HOME 10  AWAY 0"]


def test_a_match_without_a_host_is_no_part_of_an_evening() -> None:
    keyed = match()
    keyed.keys("OK OK 4 S N/S OK = OK")
    assert keyed.box.firmware.box.evening.results == []  # type: ignore[union-attr]
    keyed.power_cycle()
    assert keyed.box.firmware.box.evening.results == []  # type: ignore[union-attr]


def test_a_new_match_starts_empty_and_survives_the_power_before_its_first_result() -> None:
    keyed = match()
    keyed.keys("OK OK 4 S N/S OK = OK OK CANCEL 2")
    assert keyed.glass()[1] == "BOARD 1"
    keyed.box.run_for(1000)
    keyed.power_cycle()
    keyed.keys("CANCEL")
    assert keyed.glass()[:3] == ["MATCH 2  BOARDS 0", "Saitek 610 teams", "HOME 0  AWAY 0"]


def test_a_box_without_a_host_is_never_full() -> None:
    """142 slots: three matches of 60 results each go through, and a rubber after them."""
    keyed = match()
    for _ in range(3):
        keyed.keys("OK")
        for board in range(1, 61):
            keyed.keys("OK 1 NT N/S = OK" if board % 2 else "OK PASS OK")
            assert keyed.screen == "IMPS", board
            keyed.keys("OK")
        keyed.keys("CANCEL")
        assert keyed.glass()[0].endswith("BOARDS 60")
        keyed.keys("2 CANCEL")
    keyed.keys("CANCEL 2 OK OK 4 S N/S = OK")
    assert keyed.screen == "SHEET"


def standing_of(memory: Eeprom) -> tuple[int, tuple[int, int]]:
    """(results, sum) of the match that a box finds in this memory."""
    journal = Journal(memory.read, memory.write, memory_map.JOURNAL, memory_map.SIZE, "VB0001")
    number = load_settings(memory.read, lambda address, data: None).match
    book = MatchBook(SimpleNamespace(journal=journal), number, "saitek-610-teams")  # type: ignore[arg-type]
    return len(book.results), book.total()


def test_power_cut_at_every_byte_of_a_match() -> None:
    """Two rooms, a correction, one taken back, a new match: each is whole or never was."""
    memory = LoggedEeprom()
    keyed = KeyedBox(memory)
    acts = [(0, 0, (0, 0))]
    for keys, results, total in (
        ("3 OK OK 4 S N/S OK = OK", 1, (0, 0)),
        ("OK v 1 OK 4 S N/S OK - 1 OK", 2, (10, 0)),
        ("OK 1 OK 4 S N/S OK = OK", 2, (0, 0)),
        ("1 OK", 1, (0, 0)),
        ("CANCEL 2", 0, (0, 0)),
    ):
        keyed.keys(keys)
        acts.append((len(memory.log), results, total))
    image = Eeprom()
    for index, (address, data) in enumerate(memory.log):
        done = [state for at, *state in acts if at <= index]
        coming = [state for at, *state in acts if at > index]
        allowed = [tuple(state) for state in (done[-1], *coming[:1])]
        before = image.read(address, len(data))
        for cut in range(len(data)):
            if cut:
                image.write(address, data[:cut])
            assert standing_of(image) in allowed, (index, cut)
        image.write(address, before)
        image.write(address, data)
    assert standing_of(image) == acts[-1][1:]
