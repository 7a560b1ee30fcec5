"""A table on the screen: draws lines as they are needed, repaints only rows that changed.

Textual's ``DataTable`` repaints itself whole for a single cell, 45 ms and 24 kB each time; with a
result a second that is too much for a small machine and for a slow line.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from host.console.sheet import Row, Sheet, Tone


class Grid(ScrollView, can_focus=True):
    """Shows a Sheet; the cursor stays on its row's key when rows move."""

    ALLOW_SELECT = False  # y copies
    HELP = """A table. ↑ ↓ PgUp PgDn Home End move, Enter opens the row, y copies it."""
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "grid--header",
        "grid--cursor",
        *(f"grid--{tone}" for tone in Tone),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", id="grid.up", show=False, tooltip="one row up"),
        Binding("down,j", "move(1)", "Down", id="grid.down", show=False, tooltip="one row down"),
        Binding("pageup", "page(-1)", "Page up", id="grid.pageup", show=False, tooltip="a page up"),
        Binding("pagedown", "page(1)", "Page down", id="grid.pagedown", show=False,
                tooltip="a page down"),
        Binding("home,g", "move(-1000000)", "First", id="grid.home", show=False,
                tooltip="the first row"),
        Binding("end,G", "move(1000000)", "Last", id="grid.end", show=False,
                tooltip="the last row"),
        Binding("enter,space", "choose", "Open", id="grid.open", show=False,
                tooltip="open this row"),
        Binding("y,ctrl+y", "copy", "Copy", id="grid.copy", tooltip="copy this row (OSC 52)"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    Grid { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; background: $background;
        color: $foreground; }
    Grid > .grid--header { color: $faint; background: $panel; text-style: bold; }
    Grid > .grid--cursor { background: $cursor-idle; }
    Grid:focus > .grid--cursor { background: $cursor; }
    Grid > .grid--faint { color: $faint; }
    Grid > .grid--strong { text-style: bold; }
    Grid > .grid--good { color: $text-success; }
    Grid > .grid--warn { color: $text-warning; }
    Grid > .grid--bad { color: $text-error; text-style: bold; }
    Grid > .grid--club { color: $text-success; }
    Grid > .grid--diamond { color: $text-warning; }
    Grid > .grid--heart { color: $text-error; }
    Grid > .grid--spade { color: $text-accent; }
    Grid > .grid--curve { color: $curve; }
    Grid:ansi > .grid--header { background: ansi_default; text-style: underline; }
    Grid:ansi > .grid--cursor { background: ansi_default; text-style: bold; }
    Grid:ansi:focus > .grid--cursor { background: ansi_default; text-style: reverse; }
    """

    class Chosen(Message):
        """Enter, or a second click, on a row."""

        def __init__(self, grid: Grid, key: Hashable) -> None:
            super().__init__()
            self.grid = grid
            self.key = key

    class Moved(Message):
        """The cursor is on another row."""

        def __init__(self, grid: Grid, key: Hashable) -> None:
            super().__init__()
            self.grid = grid
            self.key = key

    def __init__(self, *, id: str | None = None, follow: bool = False) -> None:
        """``follow``: stay at the last row, for a trace that grows."""
        super().__init__(id=id)
        self._sheet = Sheet(())
        self._fitted: tuple[tuple[int, int], ...] = ()
        self._at = 0
        self._follow = follow
        self._strips: dict[tuple[int, Row, bool, bool], Strip] = {}

    # -- content -------------------------------------------------------------------------------

    @property
    def sheet(self) -> Sheet:
        """What is shown."""
        return self._sheet

    @property
    def cursor(self) -> Row | None:
        """The row under the cursor."""
        return self._sheet.rows[self._at] if self._at < len(self._sheet.rows) else None

    def show(self, sheet: Sheet) -> None:
        """Show another sheet; the cursor follows its row, or stays where it is."""
        old, here = self._sheet, self.cursor
        if sheet == old:
            return
        self._sheet = sheet
        at = sheet.find(here.key) if here is not None else None
        self._at = min(self._at if at is None else at, max(len(sheet.rows) - 1, 0))
        fitted = sheet.fit(self._width)
        whole = fitted != self._fitted or len(old.rows) != len(sheet.rows)
        self._fitted = fitted
        if self._follow:
            self._at = max(len(sheet.rows) - 1, 0)
        if whole or old.columns != sheet.columns:
            self._resize()
            self.refresh()
        else:
            self._refresh_rows(
                y
                for y, pair in enumerate(zip(old.rows, sheet.rows, strict=True))
                if pair[0] != pair[1]
            )
        now = self.cursor
        if now is not None and (here is None or now.key != here.key):
            self.post_message(self.Moved(self, now.key))
        self._keep_in_sight()

    def point_at(self, key: Hashable) -> None:
        """Put the cursor on a row."""
        at = self._sheet.find(key)
        if at is not None:
            self._go(at)

    @property
    def _width(self) -> int:
        return max(self.size.width - 1, 1)

    def on_resize(self, event: events.Resize) -> None:
        """Other columns may fit."""
        self._fitted = self._sheet.fit(self._width)
        self._strips.clear()
        self._resize()
        self._keep_in_sight()

    def notify_style_update(self) -> None:
        """Colours changed."""
        super().notify_style_update()
        self._strips.clear()

    def _resize(self) -> None:
        self._strips.clear()
        self.virtual_size = Size(self._width, len(self._sheet.rows) + 1)

    def _refresh_rows(self, rows: Iterable[int]) -> None:
        top = self.scroll_offset.y
        for row in rows:
            y = row - top + 1
            if 0 < y < self.size.height:
                self.refresh(Region(0, y, self.size.width, 1))

    # -- drawing -------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """The header stays on top; below it the rows scroll."""
        width = self.size.width
        if y == 0:
            style = self.get_component_rich_style("grid--header")
            text = " " + self._sheet.header(self._fitted)
            return Strip([Segment(text, style)]).adjust_cell_length(width, style)
        place = y - 1 + self.scroll_offset.y
        base = self.rich_style
        if place >= len(self._sheet.rows):
            empty = self._sheet.empty if not self._sheet.rows and place == 1 else ""
            return Strip([Segment(" " + empty, base)]).adjust_cell_length(width, base)
        row = self._sheet.rows[place]
        name = (width, row, place == self._at, self.has_focus)
        strip = self._strips.get(name)
        if strip is None:
            if len(self._strips) > 2000:
                self._strips.clear()
            strip = self._strips[name] = self._strip(row, width, place == self._at)
        return strip

    def _strip(self, row: Row, width: int, here: bool) -> Strip:
        base = self.rich_style
        if here:
            base += self.get_component_rich_style("grid--cursor", partial=True)
        mark = "▸" if here else " "
        segments = [Segment(mark, base)]
        for text, tone in self._sheet.pieces(row, self._fitted):
            style = base + self.get_component_rich_style(f"grid--{tone}", partial=True)
            if here and style.bgcolor != base.bgcolor:
                style += base.__class__(bgcolor=base.bgcolor)
            segments.append(Segment(text, style))
        return Strip(segments).adjust_cell_length(width, base)

    # -- hands ---------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Move the cursor by rows."""
        self._go(self._at + by)

    def action_page(self, pages: int) -> None:
        """Move it by pages."""
        self._go(self._at + pages * max(self.size.height - 2, 1))

    def action_choose(self) -> None:
        """Open the row."""
        row = self.cursor
        if row is not None:
            self.post_message(self.Chosen(self, row.key))

    def action_copy(self) -> None:
        """Copy the row to the clipboard, through the terminal (OSC 52), also over SSH."""
        row = self.cursor
        if row is not None:
            self.app.copy_to_clipboard(self._sheet.plain(row))
            self.app.notify("Row copied.", timeout=2)

    def on_click(self, event: events.Click) -> None:
        """A click points, a second one opens."""
        place = event.y - 1 + self.scroll_offset.y
        if event.y == 0 or place >= len(self._sheet.rows):
            return
        again = place == self._at and self.has_focus and event.chain > 1
        self._go(place)
        if again:
            self.action_choose()

    def _go(self, at: int) -> None:
        at = max(0, min(at, len(self._sheet.rows) - 1))
        old, self._at = self._at, at
        row = self.cursor
        if row is not None and old != at:
            self._refresh_rows((old, at))
            self._keep_in_sight()
            self.post_message(self.Moved(self, row.key))

    def _keep_in_sight(self) -> None:
        room = max(self.size.height - 1, 1)
        top = self.scroll_offset.y
        if self._at < top:
            self.scroll_to(y=self._at, animate=False)
        elif self._at >= top + room:
            self.scroll_to(y=self._at - room + 1, animate=False)

    def watch_has_focus(self, focused: bool) -> None:
        """The cursor's colour says who has the keys."""
        super().watch_has_focus(focused)
        self._refresh_rows((self._at,))
