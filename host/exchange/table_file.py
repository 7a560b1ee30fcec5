"""A table in a text file, read by the names of its columns.

UTF-8, with or without a byte order mark, or Windows-1252, which has all letters of Latin-1; commas,
semicolons or tabs between cells.
Whatever is wrong is a UserError that names file, line, column and value. Nothing is half read:
the whole file is checked for its shape before the first row is handed out.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from host.errors import UserError

LONGEST = 64 * 1024 * 1024
"""Bytes; an evening of 500 results is 20 kB, so more than this is not a table of results."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells by column name (lower case, blanks stripped), and where it stands."""

    path: str
    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        """The cell's text, "" when it is empty or the file has no such column."""
        return self.cells.get(column, "")

    def error(self, column: str, reason: str) -> UserError:
        """The error to raise for a cell: file, line and column, then the value if not named yet."""
        value = quoted(self[column])
        named = reason if value in reason else f"{value}: {reason}"
        return UserError(f"{self.path}, line {self.line}, column {column}: {named}")

    def whole(self, column: str, lowest: int, highest: int, what: str) -> int:
        """The cell as a whole number from lowest to highest; ``what`` says what it stands for."""
        text = self[column]
        if re.fullmatch(r"[+-]?[0-9]{1,9}", text) and lowest <= int(text) <= highest:
            return int(text)
        raise self.error(column, f"{quoted(text)} is no {what} ({lowest} to {highest})")


@dataclass(frozen=True, slots=True)
class Table:
    """A file's rows in order. Iterating gives the rows.

    ``columns`` are the header's names in lower case, ``header`` as they are written.
    """

    path: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    header: tuple[str, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def require(self, *columns: str) -> None:
        """UserError unless the header names each of them; "a|b" is satisfied by either."""
        missing = [c for c in columns if not set(c.split("|")) & set(self.columns)]
        if missing:
            wanted = ", ".join(c.replace("|", " or ") for c in missing)
            raise UserError(
                f"{self.path}, line 1: column {wanted} is missing; "
                f"the header names {shorten(', '.join(self.columns), 200)}"
            )


def read_table(path: str | Path, required: Sequence[str], optional: Sequence[str] = ()) -> Table:
    """Read a file ("-" is standard input) whose header names at least the required columns.

    ``required`` may hold "a|b" where either will do. Columns in neither list are left out, unless
    ``optional`` is empty: then every column is kept. Blank lines are skipped.
    """
    name = "standard input" if str(path) == "-" else str(path)
    table = _parse(name, _decode(name, _bytes(path)), required)
    table.require(*required)
    if not optional:
        return table
    known = {one for column in required for one in column.split("|")} | set(optional)
    kept = tuple(c for c in table.columns if c in known)
    rows = (Row(r.path, r.line, {c: r.cells[c] for c in kept}) for r in table)
    return Table(name, kept, tuple(rows), table.header)


def quoted(text: str) -> str:
    """A value as an error shows it: in quotes, on one line, at most 60 characters."""
    return '"' + shorten(text, 60) + '"'


def shorten(text: str, length: int) -> str:
    """The text on one line, cut with three dots when it is longer."""
    text = text.replace("\n", "\\n").replace("\r", "\\r")
    return text if len(text) <= length else text[: length - 3] + "..."


def _bytes(path: str | Path) -> bytes:
    try:
        if str(path) == "-":
            return sys.stdin.buffer.read(LONGEST + 1)
        with open(path, "rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise UserError(f"{str(path)!r} is no file name") from None
    if len(data) > LONGEST:
        raise UserError(f"{path}: longer than {LONGEST // 2**20} MB, so it is no table")
    return data


def _decode(name: str, data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            raise UserError(f"{name}, line 1: the file is {encoding}; save it as UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)  # some programs put it before Windows text, too
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    rubbish = _CONTROL.search(text)
    if rubbish:
        before = text[: rubbish.start()]
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        kind = "byte" if rubbish[0] < "\x80" else "control character"
        raise UserError(
            f"{name}, line {line}, column {column}: the {kind} 0x{ord(rubbish[0]):02x} "
            "belongs in no text, so this is no csv file"
        )
    return text


def _parse(name: str, text: str, required: Sequence[str]) -> Table:
    first = next((line for line in text.splitlines() if line.strip()), "")
    # On a tie the comma wins, being the first.
    delimiter = max(",;\t", key=first.count)
    records = _records(name, text, delimiter)
    line, header = next(records, (1, []))
    if not header:
        wanted = ", ".join(c.replace("|", " or ") for c in required)
        raise UserError(f"{name}, line 1: the file is empty; its header must name {wanted}")
    columns = _columns(name, line, header)
    rows = tuple(_row(name, line, columns, cells) for line, cells in records)
    return Table(name, columns, rows, tuple(header[: len(columns)]))


def _records(name: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not blank, each with the number of the line it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield begins, stripped
            begins = reader.line_num + 1
    except csv.Error as error:
        raise UserError(f"{name}, line {begins}: not a line of csv: {error}") from None


def _columns(name: str, line: int, header: list[str]) -> tuple[str, ...]:
    while header and not header[-1]:
        header.pop()
    columns = tuple(cell.casefold() for cell in header)
    for column in columns:
        if column and columns.count(column) > 1:
            raise UserError(f"{name}, line {line}: the header names {quoted(column)} twice")
    return columns


def _row(name: str, line: int, columns: tuple[str, ...], cells: list[str]) -> Row:
    surplus = [cell for cell in cells[len(columns) :] if cell]
    if surplus or len(cells) < len(columns):
        at = f"{quoted(surplus[0])} stands under no column" if surplus else "the line is cut short"
        raise UserError(
            f"{name}, line {line}: {len(cells)} cells where the header names {len(columns)}; {at}"
        )
    return Row(name, line, dict(zip(columns, cells, strict=False)))
