from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.conventions import ACBL, NORWAY, WBF
from host.scoring.matchpoints import matchpoints
from host.scoring.methods import score_event
from tests.host.scoring_lines import board, fractions, line

SCORES = [
    # North-South scores, and their matchpoints by law 78A: 2 for each worse, 1 for each equal.
    ([420, 170], [2, 0]),
    ([420, 420], [1, 1]),
    ([620, 170, 170, -100], [6, 3, 3, 0]),
    ([-50, -50, -50, -50, -50], [4, 4, 4, 4, 4]),
    ([0, 90, -90], [2, 4, 0]),
    ([110], [0]),
    ([], []),
]


@pytest.mark.parametrize(("scores", "expected"), SCORES)
def test_two_for_each_worse_and_one_for_each_equal(scores: list[int], expected: list[int]) -> None:
    assert matchpoints(scores) == expected


FORMS = [
    (WBF, [6, 3, 3, 0], [0, 3, 3, 6]),
    (ACBL, ["3", "3/2", "3/2", "0"], ["0", "3/2", "3/2", "3"]),
    (NORWAY, [3, 0, 0, -3], [-3, 0, 0, 3]),
]


@pytest.mark.parametrize(("convention", "ns", "ew"), FORMS)
def test_the_three_forms_differ_only_in_what_is_shown(convention, ns, ew) -> None:  # type: ignore[no-untyped-def]
    event = score_event(board(1, 620, 170, 170, -100), convention=convention)
    assert [points.ns for points in event.lines] == fractions(*ns)
    assert [points.ew for points in event.lines] == fractions(*ew)
    assert [row.percentage for row in event.ranking][:4] == [100, 50, 50, 0]


def test_totals_in_plus_minus_are_the_distance_from_average() -> None:
    event = score_event(board(1, 620, 170, 100) + board(2, 50, 50, -50), convention=NORWAY)
    assert {row.id: row.total for row in event.ranking if row.direction == "NS"} == {
        "N1": 3,
        "N2": 1,
        "N3": -4,
    }


def test_a_board_not_played_counts_for_nobody() -> None:
    event = score_event([*board(1, 100, 200), line(2, "N1", "E1", "NP"), line(2, "N2", "E2", 50)])
    assert event.lines[2].ns is None
    assert event.lines[2].ew is None
    boards = {row.id: row.boards for row in event.ranking}
    assert boards == {"N1": 1, "E1": 1, "N2": 2, "E2": 2}


def test_a_field_in_which_no_board_has_two_results_is_average() -> None:
    event = score_event([line(1, "1", "2", 100), line(2, "1", "2", -50)])
    assert [(points.ns, points.ew) for points in event.lines] == [(0, 0), (0, 0)]
    assert [(row.place, row.total, row.percentage) for row in event.ranking] == [(1, 0, 50)] * 2


def test_boards_of_only_artificial_scores_still_give_percentages() -> None:
    event = score_event([line(1, "1", "2", "A6040")])
    assert [(row.id, row.percentage) for row in event.ranking] == [("1", 60), ("2", 40)]


def test_only_boards_not_played_rank_everybody_last_of_nobody() -> None:
    event = score_event([line(1, "1", "2", "NP")])
    assert [(r.place, r.id, r.boards, r.total, r.percentage) for r in event.ranking] == [
        (1, "1", 0, Fraction(0), 0),
        (1, "2", 0, Fraction(0), 0),
    ]


def test_no_lines_at_all_give_an_empty_ranking() -> None:
    assert score_event([]).ranking == ()
