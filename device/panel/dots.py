"""From the LCD's dots to the terminal's characters.

A character of the glass is a box of 5x8 dots, and boxes stand one dot apart, so a 20x4 glass is
119x35 dots. A terminal cell shows some of them: 2x4 in braille, 2x2 in quadrant blocks, 1x2 in half
blocks. Six dots of pitch are a whole number of cells in all three, so no box is ever blurred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

BOX_HEIGHT = 8
PITCH = 6

DotsOf = Callable[[int, int], Sequence[int]]
"""(row, column) of a character -> its eight dot lines, top first; bit 4 is the leftmost dot."""


class Style(Enum):
    """How dots are drawn; the value is (dots across, dots down) of one cell."""

    HALF = (1, 2)
    QUADRANT = (2, 2)
    BRAILLE = (2, 4)
    TEXT = (0, 0)

    @property
    def across(self) -> int:
        """Dots side by side in a cell."""
        return self.value[0]

    @property
    def down(self) -> int:
        """Dots above each other in a cell."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Raster:
    """How a glass of ``columns`` x ``rows`` characters is drawn: style and line pitch in dots."""

    style: Style
    columns: int
    rows: int
    pitch: int = 9

    @property
    def width(self) -> int:
        """Cells across."""
        if self.style is Style.TEXT:
            return self.columns
        return self.columns * PITCH // self.style.across

    @property
    def height(self) -> int:
        """Cells down. For text the pitch is in lines: 1 is tight, 2 leaves a line between."""
        if self.style is Style.TEXT:
            return (self.rows - 1) * self.pitch + 1
        dots = (self.rows - 1) * self.pitch + BOX_HEIGHT
        return -(-dots // self.style.down)

    def lit_boxes(self, y: int) -> bool:
        """Whether cell line ``y`` runs through boxes (and not through the gap between them)."""
        if self.style is Style.TEXT:
            return y % self.pitch == 0
        top = y * self.style.down
        return any((top + i) % self.pitch < BOX_HEIGHT for i in range(self.style.down))

    def draw(self, dots_of: DotsOf) -> list[str]:
        """The glass as ``height`` strings of ``width`` cells. Not for TEXT."""
        lines = bit_lines(dots_of, self.columns, self.rows, self.pitch)
        lines += [0] * (self.height * self.style.down - len(lines))
        cell_row = _CELL_ROWS[self.style]
        down = self.style.down
        dots_wide = self.columns * PITCH
        return [cell_row(lines[y : y + down], dots_wide) for y in range(0, len(lines), down)]


def bit_lines(dots_of: DotsOf, columns: int, rows: int, pitch: int = 9) -> list[int]:
    """The whole glass as dot lines, top first; the most significant bit is the leftmost dot.

    Each line is ``columns * 6`` dots wide; the last dot of each six is the gap.
    """
    lines: list[int] = []
    for row in range(rows):
        boxes = [dots_of(row, column) for column in range(columns)]
        for y in range(pitch if row < rows - 1 else BOX_HEIGHT):
            line = 0
            for box in boxes:
                line = line << PITCH | ((box[y] & 31) << 1 if y < BOX_HEIGHT else 0)
            lines.append(line)
    return lines


_QUADRANTS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""By the bits upper left 8, upper right 4, lower left 2, lower right 1 (U+2596 to U+259F)."""

_HALVES = " ▄▀█"


def _braille_row(lines: Sequence[int], wide: int) -> str:
    """One row of cells from four dot lines; U+2800 plus a bit a dot (Unicode, Braille Patterns)."""
    a, b, c, d = lines
    cells = []
    for shift in range(wide - 2, -1, -2):
        w, x, y, z = a >> shift & 3, b >> shift & 3, c >> shift & 3, d >> shift & 3
        left = (w >> 1) | (x >> 1) << 1 | (y >> 1) << 2 | (z >> 1) << 6
        right = (w & 1) << 3 | (x & 1) << 4 | (y & 1) << 5 | (z & 1) << 7
        cells.append(chr(0x2800 + left + right) if left or right else " ")
    return "".join(cells)


def _quadrant_row(lines: Sequence[int], wide: int) -> str:
    a, b = lines
    return "".join(
        _QUADRANTS[(a >> shift & 3) << 2 | (b >> shift & 3)] for shift in range(wide - 2, -1, -2)
    )


def _half_row(lines: Sequence[int], wide: int) -> str:
    a, b = lines
    return "".join(
        _HALVES[(a >> shift & 1) << 1 | (b >> shift & 1)] for shift in range(wide - 1, -1, -1)
    )


_CELL_ROWS: dict[Style, Callable[[Sequence[int], int], str]] = {
    Style.BRAILLE: _braille_row,
    Style.QUADRANT: _quadrant_row,
    Style.HALF: _half_row,
}


def changed_spans(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """What differs between two drawings of one size: (line, first cell, one past the last)."""
    spans = []
    for y, (before, after) in enumerate(zip(old, new, strict=True)):
        if before != after:
            pairs = [x for x, (p, q) in enumerate(zip(before, after, strict=True)) if p != q]
            spans.append((y, pairs[0], pairs[-1] + 1))
    return spans
