"""A ranking and the points line by line, as csv, JSON or a table for people.

This is where exact values are rounded: totals and percentages to 0.01, halves up; a line's points
as the convention says, IMPs to 0.01.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from host.scoring.conventions import Convention
from host.scoring.line_points import LinePoints
from host.scoring.methods import ScoredEvent
from host.scoring.rounding import round_to
from host.scoring.standings import RankRow
from host.tables import Cell, print_rows

__all__ = ["RankRow", "format_lines", "format_ranking", "line_points", "plain"]

RANKING_COLUMNS = ("place", "id", "section", "direction", "boards", "total", "percentage")
PEOPLE = {1: ("ns", "ew"), 2: ("north", "east", "south", "west")}

LINE_ROUNDING = {
    "0.01": (2, "up"),
    "0.1": (1, "up"),
    "0.1-half-even": (1, "even"),
    "0.1-half-to-average": (1, "towards"),
}
"""A convention's ``line_points``: decimals, and where halves go."""


def format_ranking(rows: Iterable[RankRow], format: str) -> str:
    """The ranking in one of ``host.tables.FORMATS``, each line ended; exact values to 0.01."""
    return _printed(RANKING_COLUMNS, [_rank_cells(row) for row in rows], format)


def format_lines(event: ScoredEvent, format: str) -> str:
    """Every line of the event with its points, in the order it was scored in."""
    size = len(event.lines[0].line.ns) if event.lines else 1
    columns = ("board", "section", *PEOPLE[size], "score_ns", "points_ns", "points_ew", "datum")
    has_top = any(row.percentage is not None for row in event.ranking)
    rows = [_line_cells(points, event.convention, has_top) for points in event.lines]
    return _printed(columns, rows, format)


def line_points(points: LinePoints, convention: Convention, has_top: bool) -> list[Decimal | None]:
    """North-South's and East-West's points as shown, without trailing noughts."""
    places, halves = LINE_ROUNDING[convention.line_points] if has_top else (2, "up")
    sides = (points.ns, points.ew)
    return [
        None if side is None else plain(round_to(side, places, halves, points.average))
        for side in sides
    ]


def plain(value: Decimal) -> Decimal:
    """The value without noughts after its last decimal: 10, not 10.00 and not 1E+1."""
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


def _rank_cells(row: RankRow) -> list[Cell]:
    percentage = None if row.percentage is None else round_to(row.percentage, 2)
    named = (row.place, row.id, row.section, row.direction, row.boards)
    return [*named, round_to(row.total, 2), percentage]


def _line_cells(points: LinePoints, convention: Convention, has_top: bool) -> list[Cell]:
    line = points.line
    ids = [one for pair in zip(line.ns, line.ew, strict=True) for one in pair]
    score = line.mean_score
    shown = line_points(points, convention, has_top)
    return [line.board, line.section, *ids, _score(score), *shown, points.datum]


def _score(score: Fraction | None) -> Cell:
    if score is None:
        return None
    return int(score) if score.denominator == 1 else plain(round_to(score, 2))


def _printed(columns: Sequence[str], rows: Sequence[Sequence[Cell]], format: str) -> str:
    kept = list(range(len(columns)))
    if format == "table" and rows:
        # People are spared the columns in which nothing stands.
        kept = [i for i in kept if any(row[i] not in ("", None) for row in rows)]
    stream = io.StringIO()
    print_rows([columns[i] for i in kept], [[row[i] for i in kept] for row in rows], format, stream)
    return stream.getvalue()
