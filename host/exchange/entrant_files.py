"""Lists of entrants, and of points apart from board scores, from csv files."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from host.exchange.table_file import Row, quoted, read_table
from host.scoring.adjustments import UNITS, Adjustment
from host.scoring.entrants import SIDES, Entrant

IDS = ("id", "pair", "player")
"""Columns that may hold who is meant; the first that there is does."""

_AMOUNT = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?")


def read_entrants(path: str | Path) -> list[Entrant]:
    """Read a file with a column ``id`` (or ``pair``), and perhaps ``section`` and ``direction``.

    A file in that form is a ranking, too. Or a bare list of ids, one a line, without a header.
    Entered twice is a UserError.
    """
    table = read_table(path, ())
    rows = list(table)
    if len(table.columns) == 1 and table.columns[0] not in IDS:
        first_id = Row(table.path, 1, {"id": table.header[0]})
        others = [Row(row.path, row.line, {"id": row[table.columns[0]]}) for row in table]
        rows = [first_id, *others]
    else:
        table.require("|".join(IDS))
    entrants: dict[Entrant, int] = {}
    for row in rows:
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
        for row in read_table(path, ("|".join(IDS), "amount"))
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
    return next(column for column in IDS if column in row.cells)


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
