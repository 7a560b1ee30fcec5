"""A table of text for the console, before it is drawn: columns, rows, what fits, what is copied.

Plain values: the screens make them from the core's views, the grid draws them, tests read them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How a cell is drawn. A tone never says what the text does not say too."""

    PLAIN = "plain"
    FAINT = "faint"
    STRONG = "strong"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"
    CLUB = "club"
    DIAMOND = "diamond"
    HEART = "heart"
    SPADE = "spade"
    CURVE = "curve"


@dataclass(frozen=True, slots=True)
class Cell:
    """A text and its tone."""

    text: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Column:
    """``rank`` 1 stays longest when there is no room; ``stretch`` takes what is left over.

    ``least`` is the narrowest a stretching column may become. An ``optional`` column is left out
    while it is empty.
    """

    title: str
    rank: int = 1
    right: bool = False
    stretch: bool = False
    least: int = 4
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """``key`` names the row for the cursor, whatever becomes of its place."""

    key: Hashable
    cells: tuple[Cell, ...]


Piece = tuple[str, Tone]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table; ``empty`` is what is shown when it has no rows."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()
    empty: str = ""

    def fit(self, width: int) -> tuple[tuple[int, int], ...]:
        """Which columns are shown in ``width`` cells, as (column, its width), one cell between.

        Columns with the highest rank number go first; the first column always stays.
        """
        widths = [self._natural(index) for index in range(len(self.columns))]
        kept = [i for i, column in enumerate(self.columns) if not column.optional or self._said(i)]
        while len(kept) > 1 and self._needed(kept, widths) > width:
            kept.remove(max(kept, key=lambda i: (self.columns[i].rank, i)))
        spare = width - sum(widths[i] for i in kept) - (len(kept) - 1)
        fitted = []
        for index in kept:
            extra = spare if self.columns[index].stretch else min(spare, 0) * (len(kept) == 1)
            fitted.append((index, max(widths[index] + extra, 1)))
        return tuple(fitted)

    def header(self, fitted: Sequence[tuple[int, int]]) -> str:
        """The columns' titles."""
        return " ".join(
            _padded(self.columns[index].title, width, right=self.columns[index].right)
            for index, width in fitted
        )

    def pieces(self, row: Row, fitted: Sequence[tuple[int, int]]) -> list[Piece]:
        """A row as it is drawn."""
        drawn: list[Piece] = []
        for place, (index, width) in enumerate(fitted):
            cell = row.cells[index]
            text = _padded(cell.text, width, right=self.columns[index].right)
            drawn.append(((" " if place else "") + text, cell.tone))
        return drawn

    def plain(self, row: Row) -> str:
        """A row for the clipboard: all its columns, tabs between, so that a spreadsheet splits."""
        return "\t".join(cell.text.strip() for cell in row.cells)

    def find(self, key: Hashable) -> int | None:
        """The place of a row."""
        return next((i for i, row in enumerate(self.rows) if row.key == key), None)

    def _said(self, index: int) -> bool:
        return any(row.cells[index].text for row in self.rows)

    def _natural(self, index: int) -> int:
        column = self.columns[index]
        if column.stretch:
            return column.least
        return max(len(column.title), *(len(r.cells[index].text) for r in self.rows), 1)

    def _needed(self, kept: Iterable[int], widths: Sequence[int]) -> int:
        chosen = [widths[index] for index in kept]
        return sum(chosen) + len(chosen) - 1


def _padded(text: str, width: int, *, right: bool) -> str:
    if len(text) > width:
        text = text[: max(width - 1, 0)] + "…"
    return text.rjust(width) if right else text.ljust(width)
