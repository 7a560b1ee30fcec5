"""Where everything sits on a terminal of a given size: pure geometry, no drawing.

From the top: the brand with the lamps, the glass in its bezel, the keys, and a line of hints; where
there is room beside the box the hints stand there instead. The best drawing of the glass and the
tallest keys that fit are taken: 80x40 shows quadrant dots, 80x24 braille, 37x30 and 40x12 text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.panel.dots import Raster, Style

STRIP = 15
"""Cells that the hints need beside the box."""

Grid = Sequence[Sequence[str]]
"""Rows of key names, as in ``firmware_sim.keymaps``."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell (x, y) lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """The face on one terminal size. Key rectangles count from the keypad's own corner."""

    body: int
    raster: Raster
    lips: int
    """Lines of bezel above and below the glass: 0, 1 (below only) or 2."""
    key_height: int
    keys: dict[str, Rect]
    keypad_height: int
    strip: bool
    footer: bool
    edges: bool = False
    """Room for the rounded edges of the housing above and below."""

    @property
    def glass_height(self) -> int:
        """Lines of the glass with its lips."""
        return self.raster.height + self.lips

    @property
    def height(self) -> int:
        """Lines of the whole box, with the brand and without the footer."""
        return 1 + self.glass_height + self.keypad_height

    def key_at(self, x: int, y: int) -> str | None:
        """The key under a cell of the keypad."""
        return next((key for key, rect in self.keys.items() if rect.holds(x, y)), None)


@dataclass(frozen=True, slots=True)
class Face:
    """What has to find room: the keys' grid, the glass, the column after which keys stand apart."""

    grid: Grid
    glass: tuple[int, int]
    gap_after: int | None


@dataclass(frozen=True, slots=True)
class _Choice:
    style: Style
    pitch: int
    lips: int
    key_height: int


_CHOICES = (
    _Choice(Style.HALF, 10, 2, 3),
    _Choice(Style.QUADRANT, 10, 2, 3),
    _Choice(Style.QUADRANT, 9, 2, 3),
    _Choice(Style.QUADRANT, 9, 2, 2),
    _Choice(Style.BRAILLE, 9, 2, 3),
    _Choice(Style.BRAILLE, 9, 2, 2),
    _Choice(Style.BRAILLE, 9, 0, 2),
    _Choice(Style.BRAILLE, 9, 2, 1),
    _Choice(Style.TEXT, 2, 2, 5),
    _Choice(Style.TEXT, 2, 2, 4),
    _Choice(Style.TEXT, 2, 2, 3),
    _Choice(Style.TEXT, 1, 2, 3),
    _Choice(Style.TEXT, 2, 2, 2),
    _Choice(Style.TEXT, 1, 2, 2),
    _Choice(Style.TEXT, 1, 2, 1),
    _Choice(Style.TEXT, 1, 0, 1),
)
"""Best first."""


def arrange(
    width: int,
    height: int,
    grid: Grid,
    glass: tuple[int, int] = (20, 4),
    gap_after: int | None = 2,
) -> Layout:
    """The best layout for a terminal of ``width`` x ``height`` cells.

    ``gap_after`` is the column after which keys stand apart. When nothing fits, the smallest:
    the glass stays in sight and the keyboard still works.
    """
    for choice in _CHOICES:
        layout = _layout(choice, width, height, Face(grid, glass, gap_after))
        if layout is not None:
            return layout
    last = _CHOICES[-1]
    raster = Raster(last.style, *glass, last.pitch)
    face = Face(grid, glass, gap_after)
    return _compose(last, raster, max(width, glass[0]), face, strip=False, footer=False)


def _layout(choice: _Choice, width: int, height: int, face: Face) -> Layout | None:
    raster = Raster(choice.style, *face.glass, choice.pitch)
    body = _body_width(raster, width, face.grid)
    if body is None:
        return None
    strip = width - body >= STRIP
    layout = _compose(choice, raster, body, face, strip=strip, footer=not strip)
    spare = height - layout.height - layout.footer
    return replace(layout, edges=spare >= 2) if spare >= 0 else None


def _body_width(raster: Raster, width: int, grid: Grid) -> int | None:
    """The box's width: room for the glass in its bezel, 64 cells at least when dots are drawn."""
    columns = max(len(row) for row in grid)
    if raster.style is Style.TEXT:
        least = max(raster.width + 4, columns * 7 - 1)
        return min(width, least + 6) if width >= least else None
    least = max(raster.width + 4, 64)
    return least if width >= least else None


def _compose(
    choice: _Choice, raster: Raster, body: int, face: Face, *, strip: bool, footer: bool
) -> Layout:
    return Layout(
        body=body,
        raster=raster,
        lips=choice.lips,
        key_height=choice.key_height,
        keys=place_keys(face, body, choice.key_height),
        keypad_height=len(face.grid) * choice.key_height,
        strip=strip,
        footer=footer,
    )


def place_keys(face: Face, body: int, key_height: int) -> dict[str, Rect]:
    """Key rectangles, centred in ``body`` cells; two groups of columns stand a little apart."""
    grid = face.grid
    columns = max(len(row) for row in grid)
    apart = 2 if body >= 60 and face.gap_after is not None else 0
    key_width = min((body - (columns - 1) - apart) // columns, 18)
    total = columns * key_width + columns - 1
    apart = min(apart, body - total)
    left = (body - total - apart) // 2
    return {
        key: Rect(
            left
            + column * (key_width + 1)
            + (apart if face.gap_after is not None and column > face.gap_after else 0),
            row * key_height,
            key_width,
            key_height,
        )
        for row, keys in enumerate(grid)
        for column, key in enumerate(keys)
    }
