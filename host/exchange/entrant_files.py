"""Lists of entrants, and of points apart from board scores, from csv files."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from host.exchange.table_file import Row, quoted, read_table
from host.scoring.adjustments import UNITS, Adjustment
from host.scoring.entrants import SIDES, Entrant

_AMOUNT = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")


def read_entrants(path: str | Path) -> list[Entrant]:
    """Read a file with a column ``id`` (or ``pair``), and perhaps ``section`` and ``direction``.

    A file in that form is a ranking, too. Entered twice is a UserError.
    """
    entrants: dict[Entrant, int] = {}
    for row in read_table(path, ("id|pair|player",)):
        entrant = Entrant(_id(row), row["section"], _direction(row))
        first = entrants.setdefault(entrant, row.line)
        if first != row.line:
            raise row.error(_id_column(row), f"{quoted(entrant.id)} is already on line {first}")
    return list(entrants)


def read_adjustments(path: str | Path, kind: str) -> list[Adjustment]:
    """Read a file with columns ``id`` and ``amount``, and perhaps ``unit``, ``section``,
    ``direction``; ``kind`` is one of adjustments.KINDS.
    """
    return [
        Adjustment(kind, _id(row), _amount(row, kind), _unit(row), row["section"], _direction(row))
        for row in read_table(path, ("id|pair|player", "amount"))
    ]


def parse_amount(text: str) -> Fraction:
    """Read ``12``, ``-3.5``; ValueError for anything else."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(f"{quoted(text)} is no number of points")
    return Fraction(text)


def parse_direction(text: str) -> str:
    """Read ``NS``, ``ew``, ``N-S`` or nothing; ValueError for anything else."""
    direction = re.sub(r"[^A-Z]", "", text.upper())
    if text and direction not in SIDES:
        raise ValueError(f"{quoted(text)} is no direction; NS and EW are")
    return direction


def _id_column(row: Row) -> str:
    return next(column for column in ("id", "pair", "player") if column in row.cells)


def _id(row: Row) -> str:
    column = _id_column(row)
    if not row[column]:
        raise row.error(column, "nobody's number")
    return row[column]


def _direction(row: Row) -> str:
    try:
        return parse_direction(row["direction"])
    except ValueError as error:
        raise row.error("direction", str(error)) from None


def _amount(row: Row, kind: str) -> Fraction:
    try:
        amount = parse_amount(row["amount"])
    except ValueError as error:
        raise row.error("amount", str(error)) from None
    if kind == "penalty" and amount < 0:
        raise row.error("amount", f"{quoted(row['amount'])}: a penalty is written without a minus")
    return amount


def _unit(row: Row) -> str:
    unit = row["unit"] or "points"
    if unit not in UNITS:
        raise row.error("unit", f"{quoted(unit)} is none of {', '.join(UNITS)}")
    return unit
