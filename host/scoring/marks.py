"""What a board's scoring sees of a line, and what it gives back.

Lines with the same mark get the same points, so a board is scored mark by mark: a thousand tables
have some eighty different scores. All points are whole numbers over one denominator a board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from host.scoring.lines import Adjusted, Line, Weights

Mark = int | Weights | Adjusted
"""North-South's score, a weighted score, or an artificial one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Points of both sides as numerators, and the most each side could have got (0 in IMPs).

    A side whose artificial score hangs on its other boards has 0 of 0 here.
    """

    ns: int
    ew: int
    ns_top: int = 0
    ew_top: int = 0


@dataclass(frozen=True, slots=True)
class GroupPoints:
    """A board's points by mark: ``ns`` and ``ew`` over ``denominator``, the tops whole."""

    cells: Mapping[Mark, Cell]
    denominator: int = 1
    datum: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """What a board's points may depend on outside the board."""

    fullest: int
    """Results on the board that has most of them."""

    @property
    def top(self) -> int:
        """The full top on 2-1-0; 2 while no board has two results, so that there are percents."""
        return max(2 * (self.fullest - 1), 2)


@dataclass(frozen=True, slots=True)
class Results:
    """A board's results, counted. Counts are scaled by ``unit`` so that shares stay whole."""

    counts: dict[int, int]
    weighted: tuple[Weights, ...]
    adjusted: tuple[Adjusted, ...]
    size: int
    unit: int = 1
    means: tuple[Fraction, ...] = field(default=())
    """Each result's score, a weighted one's mean; only filled where there are weighted ones."""

    def part(self, share: Fraction) -> int:
        """A share in units; whole, because the unit is a multiple of every denominator."""
        return share.numerator * (self.unit // share.denominator)


def mark_of(line: Line) -> Mark | None:
    """A line's mark; None when the board was not played there."""
    if line.adjusted is not None:
        return line.adjusted
    if line.not_played:
        return None
    return line.weights or line.score


def count(marks: Mapping[Mark, int]) -> Results:
    """Sort a board's marks, each with its number of lines, by kind."""
    if all(type(mark) is int for mark in marks):
        plain: dict[int, int] = dict(marks)  # type: ignore[arg-type]
        return Results(plain, (), (), sum(plain.values()))
    adjusted = tuple(mark for mark in marks if isinstance(mark, Adjusted))
    weighted = tuple(mark for mark in marks if isinstance(mark, tuple))
    plain = {mark: number for mark, number in marks.items() if isinstance(mark, int)}
    size = sum(plain.values()) + sum(marks[mark] for mark in weighted)
    if not weighted:
        return Results(plain, (), adjusted, size)
    return _with_weights(marks, plain, weighted, adjusted, size)


def _with_weights(
    marks: Mapping[Mark, int],
    plain: dict[int, int],
    weighted: tuple[Weights, ...],
    adjusted: tuple[Adjusted, ...],
    size: int,
) -> Results:
    unit = math.lcm(*(share.denominator for parts in weighted for _, share in parts))
    means = [Fraction(score) for score, number in plain.items() for _ in range(number)]
    means += [mean(parts) for parts in weighted for _ in range(marks[parts])]
    results = Results({}, weighted, adjusted, size, unit, tuple(means))
    for score, number in plain.items():
        results.counts[score] = number * unit
    for parts in weighted:
        for score, share in parts:
            more = results.part(share) * marks[parts]
            results.counts[score] = results.counts.get(score, 0) + more
    return results


def mean(parts: Weights) -> Fraction:
    """A weighted score's mean."""
    return sum((score * share for score, share in parts), Fraction(0))
