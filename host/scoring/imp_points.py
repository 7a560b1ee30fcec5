"""IMPs on a board's results: against every other result, or against a datum.

Cross-IMPs are summed over all other results and divided as set. Butler's datum is the mean of the
results without the extremes, rounded to 10 with halves away from zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from firmware_sim.rules.imps import imps
from host.scoring import artificial
from host.scoring.conventions import Convention, Trim
from host.scoring.imp_sums import imp_sums
from host.scoring.marks import Cell, Field, GroupPoints, Mark, Results, count


class ImpTable(dict[int, int]):
    """IMPs by difference, each looked up in the printed table once."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, difference: int) -> int:
        self[difference] = found = imps(difference, self.name)
        return found


imp_table = cache(ImpTable)


def cross_imps(scores: Sequence[int], table: str = "current") -> list[int]:
    """Each North-South score's IMPs against all others, summed."""
    sums = imp_sums(Counter(scores), table)
    return list(map(sums.__getitem__, scores))


def butler(scores: Sequence[int], trim: Trim, table: str = "current") -> list[int]:
    """Each North-South score's IMPs against the datum."""
    against = imp_table(table)
    middle = datum(sorted(scores), trim)
    points = {score: against[score - middle] for score in set(scores)}
    return list(map(points.__getitem__, scores))


def datum(ordered: Sequence[int | Fraction], trim: Trim) -> int:
    """The datum of at least one score in rising order."""
    extremes = trim.of(len(ordered))
    kept = ordered[extremes : len(ordered) - extremes]
    return round_to_ten(Fraction(sum(kept)) / len(kept))


def round_to_ten(score: Fraction) -> int:
    """To the nearest 10, halves away from zero: 85 is 90, -85 is -90."""
    tens = (abs(score) + 5) // 10
    return int(tens * 10 if score > 0 else -tens * 10)


def score_cross_imps(
    marks: Mapping[Mark, int], field: Field, convention: Convention
) -> GroupPoints:
    """A board's cross-IMPs, divided as the convention says."""
    results = count(marks)
    sums = imp_sums(results.counts, convention.imp_table)
    points: dict[Mark, int] = {score: total * results.unit for score, total in sums.items()}
    for parts in results.weighted:
        points[parts] = sum(results.part(share) * sums[score] for score, share in parts)
    if results.unit > 1:
        points = {mark: value for mark, value in points.items() if mark in marks}
    divisor = {"none": 1, "n-1": results.size - 1, "n": results.size}[convention.cross_imp_divisor]
    return _group(results, points, results.unit**2 * max(divisor, 1), convention)


def score_butler(marks: Mapping[Mark, int], field: Field, convention: Convention) -> GroupPoints:
    """A board's IMPs against its datum."""
    results = count(marks)
    if not results.size:
        return _group(results, {}, 1, convention)
    middle = datum(_ordered(results), convention.butler_trim)
    against = imp_table(convention.imp_table)
    points = _by_parts(results, marks, lambda score: against[score - middle])
    return _group(results, points, results.unit, convention, middle)


def score_total(marks: Mapping[Mark, int], field: Field, convention: Convention) -> GroupPoints:
    """Total points: the score itself. An artificial score is worth none."""
    results = count(marks)
    points = _by_parts(results, marks, lambda score: score)
    for mark in results.adjusted:
        points[mark] = 0
    cells = {mark: Cell(value, -value) for mark, value in points.items()}
    return GroupPoints(cells, results.unit)


def _ordered(results: Results) -> list[int | Fraction]:
    if results.weighted:
        return sorted(results.means)
    return [score for score in sorted(results.counts) for _ in range(results.counts[score])]


def _by_parts(
    results: Results, marks: Mapping[Mark, int], points_of: Callable[[int], int]
) -> dict[Mark, int]:
    """Points of every real mark over ``results.unit``; a weighted score's are its parts' mean."""
    points: dict[Mark, int] = {
        score: points_of(score) * results.unit for score in results.counts if score in marks
    }
    for parts in results.weighted:
        points[parts] = sum(results.part(share) * points_of(score) for score, share in parts)
    return points


def _group(
    results: Results,
    points: Mapping[Mark, int],
    denominator: int,
    convention: Convention,
    middle: int | None = None,
) -> GroupPoints:
    if not results.adjusted:
        cells: dict[Mark, Cell] = {mark: Cell(imp, -imp) for mark, imp in points.items()}
        return GroupPoints(cells, denominator, middle)
    # Percents in tenths of average plus need a denominator of 10.
    cells = {mark: Cell(imp * 10, -imp * 10) for mark, imp in points.items()}
    plus = convention.average_plus("pairs")
    for mark in results.adjusted:
        sides = (artificial.imps(share, plus) * denominator * 10 for share in (mark.ns, mark.ew))
        cells[mark] = Cell(*map(int, sides))
    return GroupPoints(cells, denominator * 10, middle)
