"""One deal's score: every printed cell, two independent programs, and what must hold anywhere."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.rules.contract import DENOMINATIONS, Contract, parse_contract
from firmware_sim.rules.duplicate import overtrick, score
from firmware_sim.rules.rule_sets import RULE_SETS, RuleSet, rule_set
from tests.vectors import rows

KINDS = {"notrump": ("NT",), "major": ("H", "S"), "minor": ("C", "D")}
DOUBLING = {"undoubled": 0, "doubled": 1, "redoubled": 2}
LAWS = rule_set("laws-2017")


def made_cells() -> list[tuple[Contract, bool, int, int]]:
    return [
        (
            Contract(int(row["level"]), denomination, DOUBLING[row["doubling"]]),
            row["vulnerable"] == "yes",
            int(row["law_77"]),
            int(row["printed"]),
        )
        for row in rows("vectors/duplicate_1987_made.csv")
        for denomination in KINDS[row["denomination"]]
    ]


def test_every_cell_of_contracts_made() -> None:
    cells = made_cells()
    assert len(cells) == 5 * 7 * 3 * 2
    for contract, vulnerable, law_77, _ in cells:
        assert score(contract, vulnerable, contract.needed, LAWS) == law_77, contract


def test_the_indonesian_print_with_its_two_wrong_cells() -> None:
    printed_rules = rule_set("indonesia-1987-printed")
    cells = made_cells()
    for contract, vulnerable, _, printed in cells:
        assert score(contract, vulnerable, contract.needed, printed_rules) == printed, contract
    assert {c.text for c, _, law, printed in cells if law != printed} == {"1CXX", "1DXX"}
    assert score(Contract(1, "C", 2), False, 8, printed_rules) == 480


def test_every_cell_of_overtricks() -> None:
    for row in rows("vectors/duplicate_1987_overtrick.csv"):
        for denomination, level in itertools.product(KINDS[row["denomination"]], range(1, 7)):
            contract = Contract(level, denomination, DOUBLING[row["doubling"]])
            vulnerable = row["vulnerable"] == "yes"
            more, less = (score(contract, vulnerable, contract.needed + o, LAWS) for o in (1, 0))
            assert more - less == int(row["per_overtrick"])
            assert overtrick(contract, vulnerable) == int(row["per_overtrick"])


def test_every_cell_of_undertricks() -> None:
    for row in rows("vectors/duplicate_1987_undertricks.csv"):
        under = int(row["undertricks"])
        for level, denomination in itertools.product(range(1, 8), DENOMINATIONS):
            contract = Contract(level, denomination, DOUBLING[row["doubling"]])
            if under <= contract.needed:
                got = score(contract, row["vulnerable"] == "yes", contract.needed - under, LAWS)
                assert got == -int(row["penalty"])


def test_every_worked_example() -> None:
    for row in rows("vectors/duplicate_1987_examples.csv"):
        plain = parse_contract(row["contract"])
        contract = Contract(plain.level, plain.denomination, DOUBLING[row["doubling"]])
        got = score(contract, row["vulnerable"] == "yes", int(row["tricks"]), LAWS)
        assert got == int(row["declarer_score"]), row


def test_every_difference_between_rule_sets() -> None:
    vectors = rows("vectors/rule_sets.csv")
    names = [name for name in vectors[0] if name not in ("contract", "vulnerable", "tricks")]
    assert len(names) == 5
    for row, name in itertools.product(vectors, names):
        contract = parse_contract(row["contract"])
        got = score(contract, row["vulnerable"] == "yes", int(row["tricks"]), rule_set(name))
        assert got == int(row[name]), (row, name)


@pytest.mark.parametrize("vulnerable", [False, True])
def test_one_no_trump_redoubled_by_the_saitek_appendix(vulnerable: bool) -> None:
    # 40 x 4 below the line, 50 for making it: the same vulnerable or not.
    assert score(Contract(1, "NT", 2), vulnerable, 7, rule_set("saitek-610-rubber")) == 210


@pytest.mark.parametrize(
    ("name", "contract", "vulnerable", "tricks", "points"),
    [
        ("rubber-1993", "2H", False, 10, 60 + 60),
        ("rubber-1993", "6HX", False, 13, 360 + 100 + 50 + 500),
        ("rubber-1993", "1NTXX", False, 7, 160 + 100),
        ("rubber-1943", "1NTXX", False, 7, 160 + 50),
        ("rubber-1943", "4HX", False, 6, -(100 + 3 * 200)),
        ("saitek-610-rubber", "4HX", True, 6, -(200 + 3 * 400)),
        ("chicago", "2H", False, 8, 60),
        ("chicago", "4S", True, 10, 120 + 500),
        ("chicago-duplicate", "2H", False, 8, 110),
    ],
)
def test_a_single_deal_where_deals_belong_together(
    name: str, contract: str, vulnerable: bool, tricks: int, points: int
) -> None:
    assert score(parse_contract(contract), vulnerable, tricks, rule_set(name)) == points


def all_results() -> list[tuple[Contract, bool, int]]:
    return [
        (Contract(level, denomination, doubling), vulnerable, tricks)
        for level in range(1, 8)
        for denomination in DENOMINATIONS
        for doubling in range(3)
        for vulnerable in (False, True)
        for tricks in range(14)
    ]


def test_two_independent_programs_agree_on_all_2940_results() -> None:
    from bridgebots import BiddingSuit
    from bridgebots.play_utils import calculate_score
    from endplay.types import Contract as EndplayContract
    from endplay.types import Vul

    suits = {
        "C": BiddingSuit.CLUBS,
        "D": BiddingSuit.DIAMONDS,
        "H": BiddingSuit.HEARTS,
        "S": BiddingSuit.SPADES,
        "NT": BiddingSuit.NO_TRUMP,
    }
    results = all_results()
    assert len(results) == 2940
    for contract, vulnerable, tricks in results:
        ours = score(contract, vulnerable, tricks, LAWS)
        over = tricks - contract.needed
        text = f"{contract.level}{contract.denomination}N{'X' * contract.doubling}{over:+d}"
        theirs = EndplayContract(text.replace("+0", "=")).score(
            Vul.both if vulnerable else Vul.none
        )
        assert ours == theirs, (contract, vulnerable, tricks)
        suit = suits[contract.denomination]
        assert ours == calculate_score(
            contract.level, suit, contract.doubling, tricks, vulnerable
        ), (contract, vulnerable, tricks)


contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(DENOMINATIONS), st.integers(0, 2)
)


@given(contracts, st.booleans(), st.integers(0, 12), st.sampled_from(RULE_SETS))
def test_a_trick_more_is_never_worth_less(
    contract: Contract, vulnerable: bool, tricks: int, rules: RuleSet
) -> None:
    less, more = (score(contract, vulnerable, t, rules) for t in (tricks, tricks + 1))
    assert less < more


@given(contracts, st.booleans(), st.integers(0, 13), st.sampled_from(RULE_SETS))
def test_scores_are_tens_and_positive_when_made(
    contract: Contract, vulnerable: bool, tricks: int, rules: RuleSet
) -> None:
    points = score(contract, vulnerable, tricks, rules)
    assert points % 10 == 0
    assert (points > 0) == (tricks >= contract.needed)


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_out_of_range_are_refused(tricks: int) -> None:
    with pytest.raises(ValueError, match="declarer takes 0 to 13"):
        score(Contract(7, "NT"), False, tricks, LAWS)


def test_rule_sets_by_name() -> None:
    names = [rules.name for rules in RULE_SETS]
    assert len(set(names)) == len(names) == 10
    with pytest.raises(ValueError, match="'laws' is no rule set; there are laws-2017, dupli"):
        rule_set("laws")


def test_titles_fit_the_glass() -> None:
    assert all(0 < len(rules.title) <= 20 for rules in RULE_SETS)
