"""Rubber score sheets: a page from a teaching site, the codes' differences, corrections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.rules.contract import DENOMINATIONS, Contract, parse_contract
from firmware_sim.rules.rubber import RubberDeal, RubberSheet
from firmware_sim.rules.rule_sets import RULE_SETS, RuleSet, rule_set
from tests.vectors import rows

COLUMNS = [f"{side}_{kind}" for side in ("ns", "ew") for kind in ("below", "above")]
COLUMNS += ["ns_games", "ew_games", "ns_total", "ew_total"]
RUBBERS = [rules for rules in RULE_SETS if rules.form == "rubber"]


def deal(side: str, contract: str, tricks: int, ns: int = 0, ew: int = 0) -> RubberDeal:
    return RubberDeal(side, parse_contract(contract), tricks, ns, ew)


def sheet(rules: str, *deals: RubberDeal) -> RubberSheet:
    made = RubberSheet(rule_set(rules))
    for each in deals:
        made.add(each)
    return made


def standing(of: RubberSheet) -> list[int]:
    return [getattr(of, column) for column in COLUMNS]


def test_the_teaching_page_line_by_line() -> None:
    page = RubberSheet(rule_set("rubber-1993"))
    printed = rows("events/rubber_page/sheet.csv")
    dealt = rows("events/rubber_page/deals.csv")
    assert len(dealt) == len(printed) == 8
    for row, line in zip(dealt, printed, strict=True):
        assert page.won == ""
        page.add(deal(row["side"], row["contract"], int(row["tricks"])))
        assert standing(page) == [int(line[column]) for column in COLUMNS], line["deal"]
    assert page.won == "EW"
    with pytest.raises(ValueError, match="won by EW with deal 8; no deal can follow"):
        page.add(deal("NS", "1C", 7))


def test_every_case_of_an_unfinished_rubber() -> None:
    for row in rows("vectors/rubber_unfinished.csv"):
        made = RubberSheet(rule_set(row["rules"]))
        for side in ("NS", "EW"):
            for _ in range(int(row[f"{side.lower()}_games"])):
                made.add(deal(side, "3NT", 9))
        for side in ("NS", "EW"):
            points = int(row[f"{side.lower()}_below"])
            if points:
                made.add(deal(side, {40: "1NT", 60: "2H"}[points], 8))
        expected = (int(row["ns_bonus"]), int(row["ew_bonus"]))
        assert made.unfinished_bonus() == expected, row["case"]
        before = (made.ns_total, made.ew_total)
        made.finish()
        assert (made.ns_total - before[0], made.ew_total - before[1]) == expected
        assert made.unfinished_bonus() == (0, 0)


@pytest.mark.parametrize("rules", ["rubber-1993", "rubber-1943", "saitek-610-rubber"])
@pytest.mark.parametrize(("loser_games", "bonus"), [(0, 700), (1, 500)])
def test_the_rubber_bonus(rules: str, loser_games: int, bonus: int) -> None:
    made = sheet(rules, *[deal("EW", "3NT", 9)] * loser_games, deal("NS", "4S", 10))
    made.add(deal("NS", "5C", 11))
    assert made.won == "NS"
    assert made.ns_total == 120 + 100 + bonus
    assert made.ns_above == bonus


@pytest.mark.parametrize(
    ("rules", "insult"), [("rubber-1993", 100), ("rubber-1943", 50), ("saitek-610-rubber", 50)]
)
@pytest.mark.parametrize("games_before", [0, 1])
def test_one_no_trump_redoubled_made(rules: str, insult: int, games_before: int) -> None:
    # 160 below the line is a game whatever the vulnerability; the bonus does not depend on it.
    made = sheet(rules, *[deal("NS", "3NT", 9)] * games_before)
    before = made.ns_total
    made.add(deal("NS", "1NTXX", 7))
    rubber = 700 if games_before else 0
    assert made.ns_total - before == 160 + insult + rubber
    assert made.ns_games == games_before + 1


@pytest.mark.parametrize(
    ("rules", "not_vulnerable", "vulnerable"),
    [("rubber-1993", 800, 1100), ("rubber-1943", 700, 1100), ("saitek-610-rubber", 700, 1400)],
)
def test_four_down_doubled(rules: str, not_vulnerable: int, vulnerable: int) -> None:
    made = sheet(rules, deal("EW", "4HX", 6))
    assert made.ns_above == not_vulnerable
    made = sheet(rules, deal("EW", "3NT", 9), deal("EW", "4HX", 6))
    assert made.ns_above == vulnerable


def test_partscores_are_cut_off_when_either_side_wins_a_game() -> None:
    made = sheet("rubber-1993", deal("NS", "2H", 8), deal("EW", "1NT", 7))
    assert (made.ns_below, made.ew_below) == (60, 40)
    assert (made.needs("NS"), made.needs("EW")) == (40, 60)
    made.add(deal("NS", "1NT", 7))
    assert (made.ns_below, made.ew_below) == (0, 0)
    assert (made.ns_total, made.ew_total) == (100, 40)
    assert made.vulnerable("NS")
    assert not made.vulnerable("EW")
    assert made.needs("EW") == 100


@pytest.mark.parametrize(
    ("contract", "vulnerable", "bonus"),
    [("6C", False, 500), ("6C", True, 750), ("7D", False, 1000), ("7D", True, 1500)],
)
def test_slams_go_above_the_line(contract: str, vulnerable: bool, bonus: int) -> None:
    made = sheet("rubber-1993", *[deal("EW", "3NT", 9)] * vulnerable)
    before = made.ew_above
    made.add(deal("EW", contract, parse_contract(contract).needed))
    rubber = 700 if vulnerable else 0
    assert made.ew_above - before == bonus + rubber


def test_honours_belong_to_the_side_that_held_them() -> None:
    made = sheet(
        "rubber-1993",
        deal("NS", "2S", 8, ns=100),
        deal("NS", "1S", 6, ew=150),
        deal("EW", "1NT", 7, ew=150),
    )
    assert (made.ns_above, made.ew_above) == (100, 150 + 50 + 150)


@pytest.mark.parametrize(
    ("rules", "wrong", "words"),
    [
        ("saitek-610-rubber", deal("NS", "2S", 8, ns=100), "counts no honours"),
        ("rubber-1993", deal("NS", "2S", 8, ns=50), "honours of 50 are impossible at 2S; 100 or"),
        ("rubber-1993", deal("NS", "2NT", 8, ns=100), "at 2NT; 150 are"),
        ("rubber-1993", deal("NS", "2S", 8, ns=100, ew=100), "only one side"),
        ("rubber-1993", RubberDeal("NS", None, 0, 100), "passed out has no honours"),
    ],
)
def test_impossible_honours_leave_the_sheet_alone(
    rules: str, wrong: RubberDeal, words: str
) -> None:
    made = sheet(rules, deal("NS", "2H", 8))
    before = standing(made)
    with pytest.raises(ValueError, match=words):
        made.add(wrong)
    assert standing(made) == before
    assert len(made.deals) == 1


def test_a_deal_passed_out_changes_nothing() -> None:
    made = sheet("rubber-1943", deal("NS", "2H", 8))
    before = standing(made)
    made.add(RubberDeal("EW", None, 0))
    assert standing(made) == before
    assert len(made.deals) == 2


def test_nothing_follows_a_finished_rubber_and_finishing_twice_is_harmless() -> None:
    made = sheet("rubber-1993", deal("NS", "3NT", 9))
    made.finish()
    made.finish()
    assert made.ns_total == 100 + 300
    with pytest.raises(ValueError, match="no deal can follow"):
        made.add(deal("NS", "1C", 7))
    made.undo()
    assert made.ns_total == 100
    made.add(deal("NS", "3NT", 9))
    won = made.ns_total
    made.finish()
    assert made.ns_total == won == 100 + 100 + 700


def test_values_check_themselves() -> None:
    with pytest.raises(ValueError, match="'NE' is no side"):
        RubberDeal("NE", None, 0)
    with pytest.raises(ValueError, match="0 to 13"):
        deal("NS", "1C", 14)
    with pytest.raises(ValueError, match="laws-2017 is no rule set for a rubber sheet"):
        RubberSheet(rule_set("laws-2017"))
    with pytest.raises(ValueError, match="no deal to take back"):
        RubberSheet(rule_set("rubber-1993")).undo()


deals = st.builds(
    RubberDeal,
    st.sampled_from(["NS", "EW"]),
    st.none()
    | st.builds(Contract, st.integers(1, 7), st.sampled_from(DENOMINATIONS), st.integers(0, 2)),
    st.integers(0, 13),
)


def played(rules: RuleSet, given_deals: list[RubberDeal]) -> RubberSheet:
    made = RubberSheet(rules)
    for each in given_deals:
        if made.won:
            break
        made.add(each)
    return made


@given(st.sampled_from(RUBBERS), st.lists(deals, min_size=1, max_size=12))
def test_taking_the_last_deal_back_leaves_no_trace(rules: RuleSet, many: list[RubberDeal]) -> None:
    made = played(rules, many)
    shorter = played(rules, made.deals[:-1])
    made.undo()
    assert standing(made) == standing(shorter)
    assert made.won == shorter.won == ""


@given(st.sampled_from(RUBBERS), st.lists(deals, max_size=12))
def test_swapping_the_sides_swaps_the_columns(rules: RuleSet, many: list[RubberDeal]) -> None:
    swap = {"NS": "EW", "EW": "NS"}
    other = [RubberDeal(swap[d.side], d.contract, d.tricks) for d in many]
    made, mirrored = standing(played(rules, many)), standing(played(rules, other))
    assert made == [mirrored[i] for i in (2, 3, 0, 1, 5, 4, 7, 6)]


@given(st.sampled_from(RUBBERS), st.lists(deals, max_size=12))
def test_a_running_game_is_short_of_100_and_totals_only_grow(
    rules: RuleSet, many: list[RubberDeal]
) -> None:
    made = RubberSheet(rules)
    for each in many:
        if made.won:
            break
        before = (made.ns_total, made.ew_total)
        made.add(each)
        assert 0 <= made.ns_below < 100
        assert 0 <= made.ew_below < 100
        assert made.ns_total >= before[0]
        assert made.ew_total >= before[1]
