"""Planning an evening: which box keys what, and what is left to the director."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_sim.rules.contract import parse_contract
from host.errors import UserError
from host.evening import can_be_keyed, plan
from host.exchange.results_csv import read_results
from host.scoring.lines import Adjusted, Line, Share

HOWELL = "tests/data/events/pairs_howell_matchpoints/results.csv"
TEAMS = "tests/data/events/pairs_teams_butler/results.csv"

PLAYED = Line(1, ("3",), ("11",), contract=parse_contract("4S"), declarer="N", tricks=10, score=420)


def test_a_howell_of_twelve_pairs_needs_six_boxes_and_one_adjustment_is_the_directors() -> None:
    evening = plan(read_results(HOWELL))
    assert len(evening.seats) == 6
    assert evening.results == 160
    assert [line.adjusted for line in evening.director] == [Adjusted(Share(50), Share(50))]


def test_tables_of_the_file_keep_their_boxes() -> None:
    evening = plan(read_results(TEAMS))
    assert len(evening.seats) == 24
    assert all(len({line.table for line in seat.lines}) == 1 for seat in evening.seats)


@pytest.mark.parametrize("boxes", [1, 2, 5, 19])
def test_every_line_is_keyed_once_with_any_number_of_boxes(boxes: int) -> None:
    lines = read_results(HOWELL)
    evening = plan(lines, boxes)
    keyed = [line for seat in evening.seats for line in seat.lines]
    assert len(evening.seats) == boxes
    assert sorted([*keyed, *evening.director], key=repr) == sorted(lines, key=repr)


@pytest.mark.parametrize(
    "line",
    [
        replace(PLAYED, ns=("3a",)),
        replace(PLAYED, ns=("03",)),
        replace(PLAYED, ns=("10000",)),
        replace(PLAYED, ns=("1", "2"), ew=("3", "4")),
        replace(PLAYED, group="2"),
        replace(PLAYED, adjusted=Adjusted(Share(60), Share(40))),
    ],
)
def test_what_no_slip_can_hold_is_the_directors(line: Line) -> None:
    assert can_be_keyed(PLAYED)
    assert not can_be_keyed(line)


def test_sections_get_letters_and_their_own_boxes() -> None:
    lines = [
        replace(PLAYED, section=section, board=board)
        for board in (1, 2)
        for section in ("Green", "B", "A")
    ]
    evening = plan(lines, 4)
    assert dict(evening.sections) == {"A": "A", "B": "B", "C": "Green"}
    assert sorted(seat.section for seat in evening.seats) == ["A", "A", "B", "C"]
    assert evening.named(evening.lettered(lines[0])) == lines[0]


def test_fewer_boxes_than_sections_is_refused() -> None:
    lines = [replace(PLAYED, section=name) for name in "AB"]
    with pytest.raises(UserError, match=r"--boxes 1: 2 \(a section each\) to 99 work"):
        plan(lines, 1)
