"""Chicago: four deals, vulnerability that goes with the deal, partscores that add up."""

import pytest

from firmware_sim.rules.chicago import ChicagoSheet
from firmware_sim.rules.contract import parse_contract
from firmware_sim.rules.rubber import RubberDeal
from firmware_sim.rules.rule_sets import rule_set

PASSED_OUT = RubberDeal("NS", None, 0)


def deal(side: str, contract: str, tricks: int, ns: int = 0, ew: int = 0) -> RubberDeal:
    return RubberDeal(side, parse_contract(contract), tricks, ns, ew)


def sheet(*deals: RubberDeal, rules: str = "chicago", first: str = "N") -> ChicagoSheet:
    made = ChicagoSheet(rule_set(rules), first)
    for each in deals:
        made.add(each)
    return made


@pytest.mark.parametrize(
    ("first", "dealers", "vulnerable"),
    [
        ("N", "NESW", ["", "EW", "NS", "NS EW"]),
        ("E", "ESWN", ["", "NS", "EW", "NS EW"]),
        ("W", "WNES", ["", "NS", "EW", "NS EW"]),
    ],
)
def test_the_deal_turns_and_vulnerability_with_it(
    first: str, dealers: str, vulnerable: list[str]
) -> None:
    made = sheet(first=first)
    for number in range(4):
        assert made.deal_number == number + 1
        assert made.dealer == dealers[number]
        assert [s for s in ("NS", "EW") if made.vulnerable(s)] == vulnerable[number].split()
        assert not made.over
        made.add(deal("NS", "1C", 6))
    assert made.over
    assert made.ew_total == 50 + sum(100 if "NS" in v else 50 for v in vulnerable[1:])
    assert made.won == "EW"
    with pytest.raises(ValueError, match="four deals of the Chicago are played"):
        made.add(deal("NS", "1C", 7))


def test_a_pass_out_is_dealt_again_by_the_same_dealer() -> None:
    made = sheet(deal("NS", "2H", 8), PASSED_OUT, PASSED_OUT)
    assert (made.deal_number, made.dealer) == (2, "E")
    assert (made.ns_below, made.ns_total) == (60, 60)


def test_game_pays_by_that_deals_vulnerability() -> None:
    assert sheet(deal("NS", "4S", 10)).ns_total == 120 + 300
    # Second deal, East deals: East-West are vulnerable, North-South are not.
    assert sheet(deal("NS", "1C", 6), deal("EW", "4S", 10)).ew_total == 50 + 120 + 500
    assert sheet(deal("NS", "1C", 6), deal("NS", "4S", 10)).ns_total == 120 + 300


def test_partscores_add_up_to_a_game_and_a_game_wipes_both_sides() -> None:
    made = sheet(deal("NS", "2H", 8), deal("EW", "1NT", 7))
    assert (made.ns_below, made.ew_below) == (60, 40)
    made.add(deal("NS", "1NT", 7))  # third deal, South deals: North-South are vulnerable
    assert (made.ns_below, made.ew_below) == (0, 0)
    assert (made.ns_total, made.ns_games) == (60 + 40 + 500, 1)
    made.add(deal("EW", "2H", 8))
    assert made.ew_total == 40 + 60 + 100
    assert made.ew_games == 0


def test_a_partscore_in_the_fourth_deal_only() -> None:
    down = deal("EW", "1C", 6)
    three = (down, down, down)
    assert sheet(*three, deal("EW", "2S", 8)).ew_total == 60 + 100
    assert sheet(*three, deal("EW", "2S", 7)).ew_total == 0
    completing = sheet(deal("EW", "2S", 8), down, down, deal("EW", "1NT", 7))
    assert completing.ew_total == 60 + 40 + 500


def test_the_rest_is_as_in_a_rubber_of_1993() -> None:
    made = sheet(deal("NS", "1NTXX", 7, ns=150), deal("NS", "4HX", 6))
    assert made.ns_total == 160 + 100 + 300 + 150
    assert made.ew_total == 800
    assert made.unfinished_bonus() == (0, 0)


def test_chicago_duplicate_scores_each_deal_for_itself() -> None:
    made = sheet(
        deal("NS", "2H", 8), deal("NS", "1NT", 7), deal("EW", "3NT", 9), rules="chicago-duplicate"
    )
    assert (made.ns_total, made.ew_total) == (110 + 90, 400)
    assert (made.ns_below, made.ew_below) == (0, 0)
    made.add(deal("EW", "2H", 8))
    assert made.ew_total == 400 + 110
    with pytest.raises(ValueError, match="counts no honours"):
        sheet(deal("NS", "2H", 8, ns=100), rules="chicago-duplicate")


def test_taking_back_and_stopping() -> None:
    made = sheet(deal("NS", "2H", 8), deal("EW", "1NT", 7))
    made.undo()
    assert (made.deal_number, made.ew_total, made.ns_below) == (2, 0, 60)
    made.finish()
    assert made.over
    assert made.ns_total == 60
    with pytest.raises(ValueError, match="the play was finished"):
        made.add(deal("NS", "1C", 7))
    made.undo()
    assert not made.over


def test_values_check_themselves() -> None:
    with pytest.raises(ValueError, match="'Q' is no seat"):
        ChicagoSheet(rule_set("chicago"), "Q")
    with pytest.raises(ValueError, match="no rule set for a chicago sheet"):
        ChicagoSheet(rule_set("rubber-1993"))
    with pytest.raises(ValueError, match="'N' is no side"):
        sheet().vulnerable("N")
