"""An open event keyed on real contacts: from the self test to SENT."""

import pytest

from device.keying import keys_for, keys_towards_pairs
from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox

OPEN = [("event", "E3"), ("type", "open"), ("name", "Club evening")]


def at_pairs(host: HostEnd | None = None, **kinds: object) -> KeyedBox:
    """A new box at table A 5, before the first result."""
    keyed = KeyedBox(**kinds)
    if host is not None:
        keyed.box.plug(host)
    for _ in range(9):
        if keyed.screen == "PAIRS":
            return keyed
        keyed.keys(" ".join(keys_towards_pairs(keyed.screen, "A", 5)))
        keyed.box.run_for(500)
    raise AssertionError(keyed.glass())


def records(keyed: KeyedBox) -> list[str]:
    return [record.text for record in keyed.box.firmware.box.journal.records()]  # type: ignore[union-attr]


def test_without_a_host_a_key_goes_on() -> None:
    keyed = KeyedBox()
    assert keyed.screen == "MODE"
    assert keyed.keys("1")[0] == "WAIT FOR DIRECTOR"
    assert keyed.keys("OK")[0] == "WHICH TABLE?"
    assert keyed.keys("v v ^ 1 2")[1] == "TABLE Z12"
    assert keyed.keys("^ OK")[0].startswith("TABLE A12")


def test_a_whole_result_screen_by_screen() -> None:
    keyed = at_pairs()
    steps = [
        ("1 2", ["TABLE A5 PAIRS", "NS PAIR 12", "EW PAIR"]),
        ("OK 1 4", ["TABLE A5 PAIRS", "NS PAIR 12", "EW PAIR 14"]),
        ("OK 2 7", ["NS 12  EW 14", "BOARD 27", "DEALER S VUL NONE"]),
        ("OK 4 S X", ["BOARD 27", "CONTRACT 4♠X", ""]),
        ("OK N/S N/S", ["Bd 27 4♠X S", "DECLARER SOUTH", ""]),
        ("OK - 1", ["Bd 27 4♠X S -1", "RESULT -1", "TRICKS 9 NS -100"]),
        ("OK", ["Bd 27 4♠X S -1", "PASS THE BOX TO EAST", ""]),
        ("OK OK OK", ["Bd 27 4♠X S -1", "PASS THE BOX TO EAST", ""]),
        ("E/W", ["Bd 27 4♠X S -1", "NS 12           -100", "EW 14           +100"]),
        ("OK OK", ["Bd 27 4♠X S -1", "NS 12           -100", "EW 14           +100"]),
        ("=", ["BOARD 27", "SAVED", "NO LINK: 1 WAITING"]),
    ]
    for script, expected in steps:
        assert keyed.keys(script)[:3] == expected, script
    assert records(keyed) == ["R,1,-,A,5,,27,12,14,4SX,S,-1,,,"]


def test_the_pairs_stay_and_the_next_board_is_offered() -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(12, 14, 27, "4S", "S", 10)))
    assert keyed.keys("OK")[:3] == ["TABLE A5 PAIRS", "NS PAIR 12", "EW PAIR 14"]
    assert keyed.keys("OK OK")[1] == "BOARD 28"
    keyed.keys("OK 3 NT E/W = OK E/W =")
    assert records(keyed)[1] == "R,2,-,A,5,,28,12,14,3NT,E,0,,,"


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "line", "ns"),
    [
        # law 77: 4S doubled, vulnerable, down 1: 200; board 15 is NS vulnerable
        ("4SX", "S", 9, "-1", -200),
        ("3NT", "E", 10, "+1", -430),
        ("1NTXX", "N", 7, "=", 760),
        ("7C", "W", 0, "-13", 650),
        ("2DX", "N", 13, "+5", 1180),
        ("6H", "S", 12, "=", 1430),
    ],
)
def test_scores_are_signed_for_both_sides(
    contract: str, declarer: str, tricks: int, line: str, ns: int
) -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(3, 4, 15, contract, declarer, tricks)[:-1]))
    vulnerable = " \u25cf" if declarer in "NS" else ""
    assert keyed.glass()[0].endswith(f" {declarer} {line}{vulnerable}")
    assert keyed.glass()[1].split()[-1] == f"{ns:+d}"
    assert keyed.glass()[2].split()[-1] == f"{-ns:+d}"
    keyed.keys("=")
    wire = tricks - 6 - int(contract[0])
    assert records(keyed) == [f"R,1,-,A,5,,15,3,4,{contract},{declarer},{wire},,,"]


@pytest.mark.parametrize(("contract", "shown"), [("PASS", "PASSED OUT"), ("NP", "NOT PLAYED")])
def test_passed_out_and_not_played_are_two_things(contract: str, shown: str) -> None:
    keyed = at_pairs()
    keys = keys_for(3, 4, 8, contract, "", 0)
    keyed.keys(" ".join(keys[:-3]))
    assert keyed.glass()[1] == "CONTRACT " + shown
    keyed.keys(" ".join(keys[-3:]))
    assert records(keyed) == [f"R,1,-,A,5,,8,3,4,{contract},,,,,"]


def test_east_west_may_accept_with_their_two_digits() -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(3, 4, 8, "1C", "N", 7)[:-1]))
    assert keyed.keys("1 4")[1].startswith("NS 3")
    assert keyed.keys("0 4")[1] == "SAVED"


def test_cancel_at_verify_leads_back_field_by_field_with_everything_kept() -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(3, 4, 8, "1C", "N", 7)[:-1]))
    assert keyed.keys("CANCEL")[1] == "RESULT ="
    assert keyed.keys("CANCEL CANCEL")[1] == "DECLARER NORTH"
    assert keyed.keys("CANCEL CANCEL")[1] == "CONTRACT 1♣"
    assert keyed.keys("CANCEL CANCEL")[:2] == ["NS 3  EW 4", "BOARD 8"]
    assert keyed.keys("CANCEL")[1:3] == ["NS PAIR 3", "EW PAIR 4"]


def test_the_host_has_it_and_the_glass_says_sent() -> None:
    host = HostEnd(OPEN)
    keyed = at_pairs(host)
    host.acknowledges = False
    keyed.keys(" ".join(keys_for(12, 14, 27, "4SX", "S", 9)))
    assert keyed.glass()[1] == "SAVED"
    host.acknowledges = True
    keyed.box.run_for(1300)
    assert keyed.glass()[1] == "SENT"
    assert host.records == ["R,1,E3,A,5,,27,12,14,4SX,S,-1,,,"]
    keyed.box.run_for(2500)
    assert keyed.screen == "PAIRS"


def test_the_power_goes_at_every_field_and_the_entry_is_offered_again() -> None:
    keyed = at_pairs()
    script = keys_for(12, 14, 27, "4SX", "S", 9)
    for index, key in enumerate(script[:-1]):
        keyed.keys(key)
        keyed.box.run_for(100)
        screen, glass = keyed.screen, keyed.glass()
        keyed.power_cycle()
        assert (keyed.screen, keyed.glass()) == (screen, glass), script[: index + 1]
    keyed.keys("=")
    assert records(keyed) == ["R,1,-,A,5,,27,12,14,4SX,S,-1,,,"]
    keyed.power_cycle()
    assert keyed.screen == "WAIT"


def test_the_same_board_again_is_a_correction() -> None:
    keyed = at_pairs()
    keyed.keys(" ".join(keys_for(12, 14, 27, "4S", "S", 9)))
    keyed.keys("1 2 OK 1 4 OK 2 7 OK")
    assert keyed.glass()[:3] == ["ALREADY PLAYED", "NS 12  EW 14", "27 4♠ S -1       -50"]
    assert keyed.keys("OK")[1] == "CONTRACT 4♠"
    keyed.keys("OK OK = OK E/W =")
    first, second = keyed.box.firmware.box.journal.records()  # type: ignore[union-attr]
    assert second.text == f"R,2,-,A,5,,27,12,14,4S,S,0,,,{first.reference}"
    keyed.keys("OK SCORES")
    assert keyed.glass()[:3] == ["SCORES", "27 4♠ S =       +420", " NS 12  EW 14"]


@pytest.mark.parametrize(
    ("script", "screen", "line"),
    [
        ("OK", "PAIRS", "NS PAIR"),
        ("1 OK OK", "PAIRS", "NS PAIR 1"),
        ("1 OK 2 OK 0 OK", "BOARD", "BOARD 0"),
        ("1 OK 2 OK 5 OK OK", "CONTRACT", "CONTRACT"),
        ("1 OK 2 OK 5 OK 8 9 0 X", "CONTRACT", "CONTRACT"),
        ("1 OK 2 OK 5 OK 4 X", "CONTRACT", "CONTRACT 4"),
        ("1 OK 2 OK 5 OK 4 H OK OK", "DECLARER", "DECLARER"),
        ("1 OK 2 OK 5 OK 7 NT N/S + 1 OK", "RESULT", "RESULT +1"),
        ("1 OK 2 OK 5 OK 1 C N/S - 8 OK", "RESULT", "RESULT -8"),
        ("1 OK 2 OK 5 OK 1 C N/S OK 1 4 OK", "RESULT", "RESULT 14"),
        ("1 OK 2 OK 5 OK 1 C N/S + OK", "RESULT", "RESULT +"),
    ],
)
def test_what_the_rules_forbid_is_not_taken(script: str, screen: str, line: str) -> None:
    keyed = at_pairs()
    keyed.keys(script)
    assert (keyed.screen, keyed.glass()[1]) == (screen, line)
    assert records(keyed) == []


def test_impossible_and_unlikely_are_said_in_words() -> None:
    keyed = at_pairs()
    assert keyed.keys("1 OK 2 OK 5 OK 7 NT N/S + 1 OK")[2].startswith("IMPOSSIBLE")
    keyed.keys("- 9 OK")
    assert keyed.glass()[2].startswith("UNLIKELY")


def test_fast_typing_loses_nothing() -> None:
    keyed = at_pairs(step_us=1000)
    for key in keys_for(11, 22, 33, "3NTX", "W", 8):
        keyed.box.tap(key, hold_ms=35, gap_ms=35)
    keyed.box.run_for(300)
    assert records(keyed) == ["R,1,-,A,5,,33,11,22,3NTX,W,-1,,,"]
