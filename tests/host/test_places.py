"""Who is ranked with whom, who shares a place, who comes last."""

from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.conventions import WBF
from host.scoring.entrants import Entrant
from host.scoring.lines import Line
from host.scoring.methods import score_event
from host.scoring.standings import RankRow
from tests.host.scoring_lines import board, line


def places(rows: tuple[RankRow, ...]) -> list[tuple[int, str]]:
    return [(row.place, row.id) for row in rows]


def test_equal_values_share_a_place_and_the_next_is_skipped() -> None:
    event = score_event(board(1, 300, 200, 200, 100), winners=2)
    ns = [row for row in event.ranking if row.direction == "NS"]
    assert places(tuple(ns)) == [(1, "N1"), (2, "N2"), (2, "N3"), (4, "N4")]


def test_places_go_by_exact_values_not_by_those_shown() -> None:
    # 3334 of 10000 and a third are both 33.34 to two decimals at most; they are not equal.
    lines = [line(1, "A", "B", 3334), line(2, "C", "D", 3333)]
    ranking = score_event(lines, "total", winners=2).ranking
    assert places(ranking) == [(1, "A"), (2, "C"), (1, "D"), (2, "B")]


def test_numbers_are_called_as_people_count() -> None:
    lines = [line(b, str(n), f"E{n}", 50) for b in (1, 2) for n in (10, 9, 1, 100)]
    ids = [row.id for row in score_event(lines, winners=2).ranking if row.direction == "NS"]
    assert ids == ["1", "9", "10", "100"]


HOWELL = [line(1, "1", "2", 100), line(2, "2", "1", 100), line(1, "3", "4", 50)]
MITCHELL = [line(1, "1", "2", 100), line(1, "3", "4", 50)]


@pytest.mark.parametrize(
    ("lines", "winners", "found"),
    [(HOWELL, None, 1), (MITCHELL, None, 2), (MITCHELL, 1, 1), (HOWELL, 2, 2), ([], None, 2)],
)
def test_one_winner_if_any_pair_sat_both_ways(
    lines: list[Line], winners: int | None, found: int
) -> None:
    event = score_event(lines, winners=winners)
    assert event.winners == found
    directions = {row.direction for row in event.ranking}
    assert directions <= ({"NS", "EW"} if found == 2 else {""})


def test_two_winners_may_be_numbered_alike() -> None:
    lines = [line(1, "1", "1", 100), line(1, "2", "2", 50), line(2, "1", "2", 100)]
    ranking = score_event(lines, winners=2).ranking
    assert [(row.place, row.id, row.direction, row.boards) for row in ranking] == [
        (1, "1", "NS", 2),
        (2, "2", "NS", 1),
        (1, "2", "EW", 2),
        (2, "1", "EW", 1),
    ]


def test_an_individual_credits_two_players_a_side_and_has_one_winner() -> None:
    lines = [line(1, "a+b", "c+d", 100), line(1, "e+f", "g+h", 50), line(2, "a+c", "b+d", 100)]
    event = score_event(lines, winners=2, convention=WBF.with_fields({"small_groups": "none"}))
    assert event.winners == 1
    ranking = {row.id: (row.boards, row.total, row.percentage) for row in event.ranking}
    # Board 2 has one result of two: average.
    assert ranking["a"] == (2, 3, 75)
    assert ranking["b"] == (2, 3, 75)
    assert ranking["c"] == (2, 1, 25)
    assert ranking["g"] == (1, 2, 100)


def test_a_phantom_is_not_ranked_and_its_opponents_sit_out() -> None:
    lines = [*board(1, 300, 200, 100), *board(2, 300, 200, "NP"), line(3, "N1", "E9", "A6040")]
    event = score_event(lines, phantoms=["N3", "E9"])
    rows = {row.id: row for row in event.ranking}
    assert "N3" not in rows
    assert "E9" not in rows
    assert rows["E3"].boards == 0
    assert rows["N1"].boards == 2
    assert event.lines[2].ns is None
    # The phantom's result is none of the board: two are left.
    assert event.top == 2
    assert event.lines[0].ns == 2


def test_a_phantom_of_one_direction() -> None:
    lines = [line(1, "1", "1", 100), line(1, "2", "2", 50), line(1, "3", "3", 0)]
    ranking = score_event(lines, winners=2, phantoms=["EW:3"]).ranking
    assert [(row.id, row.direction, row.boards) for row in ranking] == [
        ("1", "NS", 1),
        ("2", "NS", 1),
        ("3", "NS", 0),
        ("2", "EW", 1),
        ("1", "EW", 1),
    ]


def test_entrants_without_a_board_come_last_with_the_place_that_is_left() -> None:
    entrants = [Entrant(one) for one in ("N1", "7", "10", "E2", "N3")]
    ranking = score_event(board(1, 200, 100, "NP"), winners=1, entrants=entrants).ranking
    assert places(ranking) == [
        (1, "E2"),
        (1, "N1"),
        (3, "E1"),
        (3, "N2"),
        (5, "7"),
        (5, "10"),
        (5, "E3"),
        (5, "N3"),
    ]
    assert [(row.boards, row.total, row.percentage) for row in ranking[4:]] == [(0, 0, 0)] * 4


def test_entrants_without_a_board_stand_below_their_own_direction() -> None:
    named = [("9", "EW"), ("8", "NS"), ("7", ""), ("6", "EW")]
    entrants = [Entrant(one, "", direction) for one, direction in named]
    ranking = score_event(board(1, 200, 100), winners=2, entrants=entrants).ranking
    assert [(row.place, row.id, row.direction) for row in ranking] == [
        (1, "N1", "NS"),
        (2, "N2", "NS"),
        (3, "8", "NS"),
        (1, "E2", "EW"),
        (2, "E1", "EW"),
        (3, "6", "EW"),
        (3, "9", "EW"),
        (3, "7", ""),
    ]


def test_a_negative_total_still_comes_before_one_without_a_board() -> None:
    ranking = score_event(board(1, -500), "total", winners=2, entrants=[Entrant("Z", "", "NS")])
    rows = [(row.place, row.id, row.total) for row in ranking.ranking]
    assert rows == [(1, "N1", -500), (2, "Z", 0), (1, "E1", 500)]


A = board(1, 300, 100, section="A")
B = board(1, 200, 0, section="B")


def test_sections_are_scored_and_ranked_together_unless_said() -> None:
    event = score_event(A + B)
    assert event.top == 6
    assert [points.ns for points in event.lines] == [6, 2, 4, 0]
    ns = [(row.place, row.section, row.id) for row in event.ranking if row.direction == "NS"]
    assert ns == [(1, "A", "N1"), (2, "B", "N1"), (3, "A", "N2"), (4, "B", "N2")]


def test_sections_with_one_top_and_a_ranking_each() -> None:
    event = score_event(A + B, convention=WBF.with_fields({"section_scoring": "ranked-apart"}))
    assert [points.ns for points in event.lines] == [6, 2, 4, 0]
    ns = [(row.place, row.section, row.id) for row in event.ranking if row.direction == "NS"]
    assert ns == [(1, "A", "N1"), (2, "A", "N2"), (1, "B", "N1"), (2, "B", "N2")]


def test_sections_each_for_itself() -> None:
    apart = WBF.with_fields({"section_scoring": "apart"})
    event = score_event(A + B, convention=apart)
    assert [points.ns for points in event.lines] == [2, 0, 2, 0]
    # A section's top is that of its own fullest board.
    event = score_event([*A, *B, line(1, "N3", "E3", 150, section="B")], convention=apart)
    assert [points.ns for points in event.lines] == [2, 0, 4, 0, 2]


def test_one_section_says_nothing() -> None:
    assert {row.section for row in score_event(A).ranking} == {""}


def test_a_thousand_pairs_all_equal_share_the_first_place_in_the_order_of_their_numbers() -> None:
    lines = [line(1, str(n), f"E{n}", 50) for n in range(1000, 0, -1)]
    ranking = score_event(lines, winners=2).ranking[:1000]
    assert {row.place for row in ranking} == {1}
    assert [row.id for row in ranking] == [str(n) for n in range(1, 1001)]
    assert {row.percentage for row in ranking} == {Fraction(50)}
