"""Rows of values as csv, as JSON, or as a table for people: the three outputs of every command."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TextIO

FORMATS = ("table", "csv", "json")

Cell = str | int | float | Decimal | Fraction | None
"""None is an empty cell (``null`` in JSON). A Decimal keeps the places it was given."""


def print_rows(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], format: str, stream: TextIO
) -> None:
    """Print rows under the named columns; ``format`` is one of FORMATS.

    csv: a header, then a line a row, ending in a line feed. json: a list of objects, a row a
    line. table: columns padded with blanks; a column of numbers stands to the right.
    """
    gathered = [list(row) for row in rows]
    if format == "csv":
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([[_text(cell) for cell in row] for row in gathered])
    elif format == "json":
        stream.write(json_rows(columns, gathered) + "\n")
    elif format == "table":
        stream.write(table(columns, gathered))
    else:
        raise ValueError(f"format {format!r} is not one of {', '.join(FORMATS)}")


def json_rows(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as a JSON list of objects, an object a line."""
    objects = [
        json.dumps({c: _plain(v) for c, v in zip(columns, row, strict=True)}, ensure_ascii=False)
        for row in rows
    ]
    return "[" + ",\n ".join(objects) + "]"


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """The rows as lines of text, a line feed after each, no blanks at the ends."""
    texts = [[_text(cell) for cell in row] for row in rows]
    widths = [max(len(c), *(len(row[i]) for row in texts), 0) for i, c in enumerate(columns)]
    right = [all(_looks_numeric(row[i]) for row in texts) for i in range(len(columns))]
    lines = [[c.replace("_", " ") for c in columns], *texts]
    return "".join(_line(cells, widths, right) + "\n" for cells in lines)


def add_format_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--format`` to a command's parser; the value is ``args.format``."""
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help="how to print it (default: table)"
    )


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if to_right else cell.ljust(width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    ]
    return "  ".join(padded).rstrip()


def _looks_numeric(text: str) -> bool:
    return not text or text.replace(".", "", 1).lstrip("+-").isdigit()


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _plain(cell: Cell) -> str | int | float | None:
    return float(cell) if isinstance(cell, Decimal | Fraction) else cell
