"""The glass: draws what the LCD controller shows, and repaints only the cells that changed."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style as Ink
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from device.panel.dots import PITCH, Raster, Style, changed_spans
from device.panel.palette import DARK, GlassColours, Palette, glass_colours


class Glass(Widget):
    """The glass in its bezel, as wide as the box."""

    DEFAULT_CSS = "Glass { width: auto; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._raster = Raster(Style.TEXT, 20, 4, 1)
        self._lips = 0
        self._palette: Palette = DARK
        self._colours: GlassColours = glass_colours(DARK, 50, 100, True)
        self._cells: list[str] = [" " * 20] * 4
        self._cursor: tuple[int, int] | None = None

    def lay_out(self, raster: Raster, lips: int, palette: Palette) -> None:
        """Take a new drawing style; what is shown is blank until the next ``show``."""
        self._raster, self._lips, self._palette = raster, lips, palette
        self._cells = [" " * raster.width for _ in range(raster.height)]
        self.refresh()

    @property
    def cells(self) -> list[str]:
        """What is drawn now, without bezel."""
        return list(self._cells)

    def show(
        self, cells: list[str], colours: GlassColours, cursor: tuple[int, int] | None = None
    ) -> None:
        """Draw these cells. ``cursor`` (line, column) is underlined; for TEXT only."""
        if colours != self._colours:
            self._colours = colours
            self._cells, self._cursor = cells, cursor
            self.refresh()
            return
        spans = changed_spans(self._cells, cells)
        if cursor != self._cursor:
            spans += [(at[0], at[1], at[1] + 1) for at in (cursor, self._cursor) if at]
        self._cells, self._cursor = cells, cursor
        top, left = self._top, self._left
        regions = [Region(left + x, top + y, end - x, 1) for y, x, end in spans]
        if regions:
            self.refresh(*regions)

    @property
    def _top(self) -> int:
        return 1 if self._lips == 2 else 0

    @property
    def _left(self) -> int:
        return (self.size.width - self._raster.width) // 2

    def render_line(self, y: int) -> Strip:
        """One line: bezel, plate, dots, plate, bezel."""
        width = self.size.width
        line = y - self._top
        if not 0 <= line < self._raster.height:
            return Strip(self._lip(top=line < 0), width)
        left = self._left
        bezel = Ink(bgcolor=self._palette.bezel)
        plate = Ink(color=self._colours.ink, bgcolor=self._colours.plate)
        margin = self._margin(plate, bezel)
        right = width - left - self._raster.width
        return Strip(
            [
                Segment(" " * (left - len(margin[0].text)), bezel),
                margin[0],
                *self._dots(line, plate),
                margin[1],
                Segment(" " * (right - len(margin[1].text)), bezel),
            ],
            width,
        )

    def _margin(self, plate: Ink, bezel: Ink) -> tuple[Segment, Segment]:
        if self._palette.plain:
            return Segment("│", bezel), Segment("│", bezel)
        side = " " * self._side
        return Segment(side, plate), Segment(side, plate)

    @property
    def _side(self) -> int:
        """Cells of plate left and right of the dots."""
        return 2 if self._raster.style is Style.TEXT else 1

    def _lip(self, *, top: bool) -> list[Segment]:
        """The line above or below the glass: half bezel, half plate."""
        width, inner, left = self.size.width, self._raster.width, self._left
        bezel = Ink(color=self._colours.plate, bgcolor=self._palette.bezel)
        if self._palette.plain:
            ends = "┌┐" if top else "└┘"
            lip = ends[0] + "─" * inner + ends[1]
        else:
            lip = ("▄" if top else "▀") * (inner + 2 * self._side)
        before = " " * (left - (len(lip) - inner) // 2)
        return [Segment(before + lip + " " * (width - len(before) - len(lip)), bezel)]

    def _dots(self, line: int, plate: Ink) -> list[Segment]:
        cells = self._cells[line]
        if not self._raster.lit_boxes(line):
            return [Segment(cells, plate)]
        box = Ink(color=self._colours.ink, bgcolor=self._colours.ghost)
        if self._raster.style is Style.HALF:
            return [
                Segment(cells[x : x + size], style)
                for start in range(0, len(cells), PITCH)
                for x, size, style in ((start, PITCH - 1, box), (start + PITCH - 1, 1, plate))
            ]
        if self._raster.style is Style.TEXT:
            return self._text(line, cells, box + Ink(bold=True))
        return [Segment(cells, box)]

    def _text(self, line: int, cells: str, box: Ink) -> list[Segment]:
        if self._cursor is None or self._cursor[0] != line:
            return [Segment(cells, box)]
        column = self._cursor[1]
        return [
            Segment(cells[:column], box),
            Segment(cells[column : column + 1], box + Ink(underline=True)),
            Segment(cells[column + 1 :], box),
        ]
