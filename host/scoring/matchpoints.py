"""Matchpoints (law 78A): 2 for each worse result, 1 for each equal one; the top is 2(n-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from host.scoring import unequal_boards
from host.scoring.artificial import matchpoint_cell
from host.scoring.conventions import Convention
from host.scoring.marks import Cell, Field, GroupPoints, Mark, Results, count


def matchpoints(scores: Sequence[int]) -> list[int]:
    """North-South's matchpoints of each score, on 2-1-0."""
    table = {score: points - 1 for score, points in comparisons(Counter(scores)).items()}
    return list(map(table.__getitem__, scores))


def comparisons(counts: Mapping[int, int]) -> dict[int, int]:
    """For each score: twice the number of worse ones and once that of equals, itself included."""
    table: dict[int, int] = {}
    worse = 0
    for score in sorted(counts):
        equal = counts[score]
        table[score] = 2 * worse + equal
        worse += equal
    return table


def score_group(marks: Mapping[Mark, int], field: Field, convention: Convention) -> GroupPoints:
    """A board's matchpoints, brought to the fullest board's top as the convention says."""
    results = count(marks)
    raw, unit = _raw(results, marks)
    cells: dict[Mark, Cell] = {}
    if not raw:
        denominator = 1
    elif unequal_boards.is_small(results.size, field.fullest, convention):
        cells, denominator = unequal_boards.small_group(raw, marks, field.top)
    elif convention.fewer_results == "neuberg":
        cells, denominator = unequal_boards.neuberg(raw, unit, results.size, field)
    else:
        cells, denominator = unequal_boards.own_top(raw, unit, results.size)
    if not results.adjusted:
        return GroupPoints(cells, denominator)
    return _with_artificial(results, cells, denominator, field.top)


def _raw(results: Results, marks: Mapping[Mark, int]) -> tuple[dict[Mark, int], int]:
    """Matchpoints of every real mark, as numerators over the second value.

    A weighted score meets each of the others as the average of its parts. Against itself every
    result would count 1, a weighted one too: half of the pairs of parts win what the others lose.
    """
    unit = results.unit
    table = comparisons(results.counts)
    if not results.weighted:
        return {score: points - 1 for score, points in table.items()}, 1
    one = unit * unit
    raw: dict[Mark, int] = {
        score: points * unit - one for score, points in table.items() if score in marks
    }
    for parts in results.weighted:
        raw[parts] = sum(results.part(share) * table[score] for score, share in parts) - one
    return raw, one


def _with_artificial(
    results: Results, cells: dict[Mark, Cell], denominator: int, top: int
) -> GroupPoints:
    """Add the artificial scores: percents need a denominator of 100."""
    scaled = {
        mark: Cell(cell.ns * 100, cell.ew * 100, cell.ns_top, cell.ew_top)
        for mark, cell in cells.items()
    }
    for mark in results.adjusted:
        scaled[mark] = matchpoint_cell(mark, top, denominator)
    return GroupPoints(scaled, denominator * 100)
