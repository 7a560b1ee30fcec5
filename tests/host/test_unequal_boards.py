from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.conventions import ACBL, AUSTRALIA, EBU, WBF, Convention
from host.scoring.lines import Line
from host.scoring.methods import score_event
from tests.host.scoring_lines import board, fractions, line

NONE = WBF.with_fields({"small_groups": "none"})


def points(
    board_number: int, lines: list[Line], convention: Convention
) -> list[list[Fraction | None]]:
    event = score_event(lines, convention=convention)
    chosen = [p for p in event.lines if p.line.board == board_number]
    return [[p.ns for p in chosen], [p.ew for p in chosen]]


FULL = board(1, *range(100, 700, 100))  # six results: top 10
FULL_12 = board(1, *range(100, 1300, 100))  # twelve: top 22


def test_neuberg_as_the_published_event_shows_it() -> None:
    # Five of six results: top 9.8, ties 5, and steps of 1.2 a matchpoint.
    five = board(2, 650, 300, 230, 200, 170)
    ns, ew = points(2, FULL + five, WBF)
    assert ns == fractions("9.8", "7.4", "5", "2.6", "0.2")
    assert ew == fractions("0.2", "2.6", "5", "7.4", "9.8")


def test_without_neuberg_a_board_has_its_own_top_and_percentages_weigh_it() -> None:
    own = WBF.with_fields({"fewer_results": "none"})
    lines = FULL + board(2, 100, 50)
    ns, ew = points(2, lines, own)
    assert (ns, ew) == ([2, 0], [0, 2])
    ranking = {row.id: row.percentage for row in score_event(lines, convention=own).ranking}
    assert ranking["N1"] == Fraction(100 * (0 + 2), 10 + 2)
    assert ranking["N6"] == 100


SMALL = [
    # results, convention, percents of the top to North-South and to East-West
    ([300, 200, 100], WBF, [70, 60, 50], [50, 60, 70]),
    ([300, 300, 100], WBF, [65, 65, 50], [55, 55, 70]),
    ([300, 100, 100], WBF, [70, 55, 55], [50, 65, 65]),
    ([100, 100, 100], WBF, [60, 60, 60], [60, 60, 60]),
    ([200, 100], WBF, [65, 55], [55, 65]),
    ([100, 100], WBF, [60, 60], [60, 60]),
    ([100], WBF, [60], [60]),
    ([100], EBU, [60], [60]),
    ([200, 100], EBU, [65, 55], [55, 65]),
]


@pytest.mark.parametrize(("results", "convention", "ns", "ew"), SMALL)
def test_small_groups_get_fixed_percents(
    results: list[int], convention: Convention, ns: list[int], ew: list[int]
) -> None:
    got_ns, got_ew = points(2, FULL + board(2, *results), convention)
    assert got_ns == [Fraction(percent, 10) for percent in ns]
    assert got_ew == [Fraction(percent, 10) for percent in ew]


def test_the_ebu_gives_fixed_percents_only_to_a_third_of_the_field() -> None:
    three = board(2, 300, 200, 100)
    neuberg = fractions(*[Fraction((mp + 1) * 6, 3) - 1 for mp in (4, 2, 0)])
    assert points(2, FULL + three, EBU)[0] == neuberg
    assert points(2, FULL_12 + three, EBU)[0] == [Fraction(22 * p, 100) for p in (70, 60, 50)]
    eight = board(1, *range(100, 900, 100))
    assert points(2, eight + three, EBU)[0] == points(2, eight + three, NONE)[0]


def test_a_board_as_full_as_the_fullest_is_no_small_group() -> None:
    assert points(1, board(1, 300, 200, 100), WBF)[0] == [4, 2, 0]
    assert points(1, board(1, 300, 200), WBF)[0] == [2, 0]


def test_two_real_results_of_four() -> None:
    four = board(1, 400, 300, 200, 100)
    two = board(2, 100, 50, "A6040", "A5050")
    ns, ew = points(2, four + two, WBF)
    assert ns == fractions("3.9", "3.3", "3.6", "3")
    assert ew == fractions("3.3", "3.9", "2.4", "3")
    ns, ew = points(2, four + board(2, 100, 100, "A6040", "A5050"), WBF)
    assert ns[:2] == ew[:2] == fractions("3.6", "3.6")


def test_a_fouled_board_is_scored_in_its_groups_as_boards_with_fewer_results() -> None:
    lines = [
        *FULL,
        *(line(2, f"N{i}", f"E{i}", s, group="a") for i, s in enumerate((200, 100, 50, 0), 1)),
        *(line(2, f"N{i}", f"E{i}", s, group="b") for i, s in enumerate((100, 50), 5)),
    ]
    ns, _ = points(2, lines, WBF)
    assert ns[:4] == [Fraction((mp + 1) * 6, 4) - 1 for mp in (6, 4, 2, 0)]
    assert ns[4:] == fractions("6.5", "5.5")


def shorter_by_one(convention: Convention) -> dict[str, tuple[Fraction, Fraction | None]]:
    """Three boards, of which N3 against E3 did not play the third."""
    lines = board(1, 300, 200, 100) + board(2, 300, 200, 100) + board(3, 300, 200, "NP")
    lines.append(line(3, "N4", "E4", 100))
    event = score_event(lines, convention=convention)
    return {row.id: (row.total, row.percentage) for row in event.ranking}


def test_own_average_changes_totals_and_no_percentages() -> None:
    assert shorter_by_one(AUSTRALIA)["E3"] == (12, 100)
    assert shorter_by_one(AUSTRALIA.with_fields({"fewer_boards": "none"}))["E3"] == (8, 100)


def test_factoring_takes_the_total_times_scheduled_over_played() -> None:
    lines = board(1, 400, 300, 200, 100)
    for number in (2, 3, 4):
        lines += board(number, 300, "NP", 200, 100)
    lines += [line(number, "N5", "E5", 250) for number in (2, 3, 4)]
    lines += [line(number, "N6", "E6", 240) for number in (2, 3)]
    ranking = {row.id: row for row in score_event(lines, convention=ACBL).ranking}
    # N6 was third of five on two boards of four: 2 of 4 each, and 4 * 4 / 2 is 8 of 16.
    assert ranking["N6"].boards == 2
    assert (ranking["N6"].total, ranking["N6"].percentage) == (8, 50)


def test_a_factored_total_is_rounded_halves_up_before_anything_else() -> None:
    # Of 7 boards 3 were played, for 1, 1 and 0 of 2, or 1 in the half form: 1 * 7 / 3 = 2.333.
    lines = board(1, 100, 100) + board(2, 50, 50) + board(3, 0, 90)
    event = score_event(lines, convention=ACBL, scheduled=7)
    row = next(row for row in event.ranking if row.id == "N1")
    assert row.total == Fraction("2.33")
    assert row.percentage == Fraction("2.33") / 7 * 100


def test_scheduled_boards_are_the_most_anybody_played_unless_given() -> None:
    lines = board(1, 100, 50) + board(2, 100, 50)
    row = score_event(lines, convention=AUSTRALIA, scheduled=5).ranking[0]
    assert (row.total, row.percentage, row.boards) == (10, 100, 2)
