"""Boards with fewer results than the fullest: Neuberg's formula, fixed percents, own top."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from host.scoring.conventions import Convention
from host.scoring.marks import Cell, Field, Mark

SMALL = 3
"""The largest group that fixed percentages replace Neuberg's formula for."""

PERCENTS = {1: (60,), 2: (65, 55), 3: (70, 60, 50)}
"""WBF General Conditions of Contest, fouled boards: best to worst result of a small group."""


def neuberg(
    raw: Mapping[Mark, int], unit: int, size: int, field: Field
) -> tuple[dict[Mark, Cell], int]:
    """Neuberg's formula (mp + 1) * N / n - 1: the board as if its n results were a sample of N.

    ``raw`` is over ``unit``. Gives cells and their denominator.
    """
    most = field.top // 2 + 1
    tops = (field.top, field.top)
    if size == most:
        whole = field.top * unit
        return {mark: Cell(mp, whole - mp, *tops) for mark, mp in raw.items()}, unit
    denominator = unit * size
    whole = field.top * denominator
    cells = {}
    for mark, mp in raw.items():
        ns = (mp + unit) * most - denominator
        cells[mark] = Cell(ns, whole - ns, *tops)
    return cells, denominator


def own_top(raw: Mapping[Mark, int], unit: int, size: int) -> tuple[dict[Mark, Cell], int]:
    """Leave the points as they are, out of the board's own top."""
    top = 2 * (size - 1)
    whole = top * unit
    return {mark: Cell(mp, whole - mp, top, top) for mark, mp in raw.items()}, unit


def is_small(size: int, fullest: int, convention: Convention) -> bool:
    """Whether a board with so few results gets fixed percentages."""
    if convention.fewer_results != "neuberg" or not 1 <= size <= min(SMALL, fullest - 1):
        return False
    if convention.small_groups == "ebu":
        return fullest >= 3 * size
    return convention.small_groups == "wbf"


def small_group(
    raw: Mapping[Mark, int], lines: Mapping[Mark, int], top: int
) -> tuple[dict[Mark, Cell], int]:
    """Fixed percentages of the top by rank in the group; equal results share theirs.

    ``lines`` says how many lines have each mark. Both sides are ranked, each from its own best
    result, so the two need not add up to the top.
    """
    ranked = sorted((raw[mark] for mark in raw for _ in range(lines[mark])), reverse=True)
    best_first = PERCENTS[len(ranked)]
    shares = {mp: _shared(ranked, best_first, mp) for mp in raw.values()}
    reverse = {mp: _shared(ranked, best_first[::-1], mp) for mp in raw.values()}
    # Ties of two or three share: sixths of a percent are whole.
    cells = {
        mark: Cell(int(shares[mp] * top * 6), int(reverse[mp] * top * 6), top, top)
        for mark, mp in raw.items()
    }
    return cells, 600


def _shared(ranked: list[int], percents: tuple[int, ...], points: int) -> Fraction:
    mine = [percent for mp, percent in zip(ranked, percents, strict=True) if mp == points]
    return Fraction(sum(mine), len(mine))
