"""Carry-over, penalties and handicaps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.adjustments import Adjustment
from host.scoring.conventions import ACBL, NORWAY, WBF, Convention
from host.scoring.methods import score_event
from host.scoring.settings import RankingSettings
from tests.host.scoring_lines import board, line


def with_adjustment(
    kind: str, amount: str, unit: str = "points", convention: Convention = WBF
) -> tuple[Fraction, Fraction | None]:
    """N2's total and percentage: without the adjustment 4 of 8 on 2-1-0."""
    lines = board(1, 300, 200, 100) + board(2, 300, 200, 100)
    adjustment = Adjustment(kind, "N2", Fraction(amount), unit)
    ranking = score_event(lines, convention=convention, adjustments=[adjustment]).ranking
    return next((row.total, row.percentage) for row in ranking if row.id == "N2")


ADJUSTED = [
    # kind, amount, unit, convention, total, percentage
    ("carry-over", "2", "points", WBF, 6, 75),
    ("penalty", "1", "points", WBF, 3, "37.5"),
    ("handicap", "0.5", "points", WBF, "4.5", "56.25"),
    # Ten percent of a top of 4 is 0.4.
    ("penalty", "10", "top", WBF, "3.6", 45),
    # Ten percent of all 8 that could be got.
    ("handicap", "10", "percent", WBF, "4.8", 60),
    # In the half form a matchpoint is two of 2-1-0: 2 - 1 = 1 of 4.
    ("penalty", "1", "points", ACBL, 1, 25),
    ("penalty", "10", "top", ACBL, "1.8", 45),
    # Average is 4 of 8, so plus-minus begins at 0.
    ("penalty", "1", "points", NORWAY, -1, "37.5"),
]


@pytest.mark.parametrize(("kind", "amount", "unit", "convention", "total", "percentage"), ADJUSTED)
def test_amounts_are_added_in_the_form_that_is_shown(  # type: ignore[no-untyped-def]
    kind, amount, unit, convention, total, percentage
) -> None:
    got = with_adjustment(kind, amount, unit, convention)
    assert got == (Fraction(total), Fraction(percentage))


def test_in_imps_amounts_are_imps_before_any_average() -> None:
    lines = board(1, 300, 200, 100) + board(2, 300, 200, 100)
    penalty = Adjustment("penalty", "N2", Fraction(3))
    for convention, total in ((WBF, -3), (NORWAY, Fraction(-3, 2))):
        ranking = score_event(lines, "butler", convention, adjustments=[penalty]).ranking
        assert next(row.total for row in ranking if row.id == "N2") == total


def test_a_penalty_changes_the_place_and_nobody_elses_points() -> None:
    lines = board(1, 300, 200, 100)
    penalty = Adjustment("penalty", "N1", Fraction(3))
    ranking = score_event(lines, adjustments=[penalty]).ranking
    ns = [(row.place, row.id, row.total) for row in ranking if row.direction == "NS"]
    assert ns == [(1, "N2", 2), (2, "N1", 1), (3, "N3", 0)]


def test_sections_and_directions_tell_equal_numbers_apart() -> None:
    lines = board(1, 300, 200, section="A") + board(1, 300, 200, section="B")
    penalty = Adjustment("penalty", "N1", Fraction(1), section="B")
    ranking = score_event(lines, adjustments=[penalty]).ranking
    totals = {(row.section, row.id): row.total for row in ranking}
    assert totals["A", "N1"] == totals["B", "N1"] + 1


def test_with_one_winner_a_number_is_one_pair_however_it_sat() -> None:
    lines = [
        *(line(1, "X", "1", 300), line(1, "2", "3", 200)),
        *(line(2, "X", "2", 300), line(2, "3", "1", 200)),
        *(line(3, "3", "X", 300), line(3, "1", "2", 200)),
    ]
    penalty = Adjustment("penalty", "X", Fraction(1), direction="EW")
    ranking = score_event(lines, winners=1, adjustments=[penalty]).ranking
    # Tops North-South on two boards and a bottom East-West, where it sat but once.
    assert next(row.total for row in ranking if row.id == "X") == 2 + 2 + 0 - 1


def test_imps_have_no_top_to_take_a_percent_of() -> None:
    penalty = Adjustment("penalty", "1", Fraction(10), "top")
    with pytest.raises(ValueError, match="butler has no top, so only 'points' are allowed"):
        RankingSettings("butler", adjustments=(penalty,))


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match="'beers' is none of points, top, percent"):
        Adjustment("penalty", "1", Fraction(10), "beers")
