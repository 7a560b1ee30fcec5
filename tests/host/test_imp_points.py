from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.conventions import NORWAY, WBF, Trim, parse_trim
from host.scoring.imp_points import butler, cross_imps, datum, round_to_ten
from host.scoring.imp_sums import imp_sums, one_by_one
from host.scoring.methods import score_event
from tests.host.scoring_lines import board, fractions, line

ROUNDED = [(85, 90), (-85, -90), (84, 80), (-84, -80), (5, 10), (-5, -10), (4, 0), (-4, 0), (0, 0)]


@pytest.mark.parametrize(("mean", "expected"), ROUNDED)
def test_a_datum_is_rounded_to_ten_with_halves_away_from_zero(mean: int, expected: int) -> None:
    assert round_to_ten(Fraction(mean)) == expected
    assert datum([mean], Trim(1)) == expected


TRIMMED = [
    # trim, number of results, left out at either end
    ("1", 12, 1),
    ("2", 12, 2),
    ("0", 12, 0),
    ("1", 3, 1),
    ("1", 2, 0),
    ("2", 4, 1),
    ("2", 1, 0),
    ("10%", 9, 0),
    ("10%", 10, 1),
    ("10%", 29, 2),
    ("12.5%", 16, 2),
    ("49%", 4, 1),
]


@pytest.mark.parametrize(("trim", "size", "expected"), TRIMMED)
def test_so_many_extremes_are_left_out_but_never_all(trim: str, size: int, expected: int) -> None:
    assert parse_trim(trim).of(size) == expected
    assert parse_trim(parse_trim(trim).text) == parse_trim(trim)


@pytest.mark.parametrize("text", ["", "-1", "50%", "100%", "1.5", "x"])
def test_other_trims_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="neither a number nor a part below 50%"):
        parse_trim(text)


def test_butler_without_the_highest_and_the_lowest() -> None:
    # 420, 420 and 450 make 430; 620 is 190 above (5 IMPs), -50 is 480 below (10), 450 is 1 IMP.
    assert butler([620, 420, 420, 450, -50], Trim(1)) == [5, 0, 0, 1, -10]


def test_butler_by_the_old_table() -> None:
    # 1948: 140 to 210 are 3, 350 to 490 are 5, 20 to 60 are 1.
    assert butler([620, 420, 420, 450, -50], Trim(1), "1948") == [3, 0, 0, 1, -5]


def test_cross_imps_against_every_other_result() -> None:
    # Differences 450 (10 IMPs), 450 (10) and 0.
    assert cross_imps([620, 170, 170]) == [20, -10, -10]


DIVISORS = [("none", [20, -10, -10]), ("n-1", [10, -5, -5]), ("n", ["20/3", "-10/3", "-10/3"])]


@pytest.mark.parametrize(("divisor", "expected"), DIVISORS)
def test_cross_imps_are_divided_as_set(divisor: str, expected: list[int | str]) -> None:
    convention = WBF.with_fields({"cross_imp_divisor": divisor})
    event = score_event(board(1, 620, 170, 170), "cross-imps", convention)
    assert [points.ns for points in event.lines] == fractions(*expected)
    assert [points.ew for points in event.lines] == [-Fraction(x) for x in expected]


def test_one_result_alone_is_worth_nothing() -> None:
    for method in ("butler", "cross-imps"):
        event = score_event([*board(1, 620), *board(2, 100, 100)], method)
        assert (event.lines[0].ns, event.lines[0].ew) == (0, 0)


def test_2990_is_21_imps_and_3000_is_22() -> None:
    convention = WBF.with_fields({"cross_imp_divisor": "none"})
    for difference, expected in ((2990, 21), (3000, 22)):
        event = score_event(board(1, difference, 0), "cross-imps", convention)
        assert event.lines[0].ns == expected


def test_boards_of_only_artificial_scores_have_no_datum() -> None:
    event = score_event([*board(1, "A6040"), *board(2, 100, 50)], "butler")
    assert event.lines[0].datum is None
    assert event.lines[0].ns == 2


def test_butler_totals_are_sums_or_averages_a_board() -> None:
    lines = board(1, 620, 170, 170) + board(2, 170, "NP", 620)
    by_sum = {r.id: r.total for r in score_event(lines, "butler", WBF).ranking}
    by_average = {r.id: r.total for r in score_event(lines, "butler", NORWAY).ranking}
    # Board 1: datum 170, so 10 and 0, 0. Board 2: two results, datum 400: 220 is 6 IMPs.
    assert by_sum == {"N1": 4, "N2": 0, "N3": 6, "E1": -4, "E2": 0, "E3": -6}
    assert by_average == {"N1": 2, "N2": 0, "N3": 3, "E1": -2, "E2": 0, "E3": -3}


def test_total_points_are_the_scores_themselves() -> None:
    event = score_event([line(1, "1", "2", 420), line(2, "1", "2", -620)], "total", winners=1)
    assert [(r.place, r.id, r.total, r.percentage) for r in event.ranking] == [
        (1, "2", 200, None),
        (2, "1", -200, None),
    ]


SUMS = [
    {},
    {0: 1},
    {420: 5},
    {7600: 1, -7600: 1},
    {620: 300, 170: 200, -100: 1, 0: 7},
    {621: 2, 170: 1},
    {620: 10**9, 170: 1},
]


@pytest.mark.parametrize("table", ["current", "1948"])
@pytest.mark.parametrize("counts", SUMS)
def test_one_multiplication_gives_what_meeting_one_by_one_gives(
    counts: dict[int, int], table: str
) -> None:
    assert imp_sums(counts, table) == one_by_one(counts, table)
