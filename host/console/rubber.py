"""Rubber tables: every rubber, and the sheet of the one under the cursor as it grows."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rubbers import deals_sheet, rubbers, rubbers_sheet


class RubberPage(Page):
    """Rubbers above, a sheet below."""

    NAME, TITLE, KEY = "rubber", "Rubber", "6"
    CSS_PATH = "rubber.tcss"
    ABOUT = (
        "Every rubber and Chicago of tonight. Below, the sheet of the one under the cursor: "
        "points above and below the line after each deal, and games won."
    )

    def content(self) -> ComposeResult:
        """Both tables."""
        yield Grid(id="rubbers")
        yield Static("", id="sheet-title", markup=False)
        yield Grid(id="sheet")

    def look(self, look: Look) -> None:
        """The rubbers, and one's sheet."""
        grid = self.query_one("#rubbers", Grid)
        found = rubbers(look.core)
        grid.show(rubbers_sheet(found))
        here = grid.cursor
        chosen = [r for r in found if here is not None and (r.table, r.number) == here.key]
        title = self.query_one("#sheet-title", Static)
        sheet = self.query_one("#sheet", Grid)
        title.display = sheet.display = bool(chosen)
        for rubber in chosen:
            title.update(f"Table {rubber.table}, rubber {rubber.number}: {rubber.state}")
            sheet.show(deals_sheet(rubber))

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Another rubber."""
        if message.grid.id == "rubbers":
            self.app.look_now()
