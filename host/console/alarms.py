"""Alarms: what the director must know, until it has ended and has been seen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from host.console.desk_rows import alarms_sheet, unclaimed_sheet
from host.console.grid import Grid
from host.console.page import Look, Page


class AlarmsPage(Page):
    """Every alarm that holds or was not seen."""

    NAME, TITLE, KEY = "alarms", "Alarms", "4"
    CSS_PATH = "alarms.tcss"
    ABOUT = (
        "! not seen yet, · seen and still so, ✓ over. Enter or a: I have seen it; "
        "A: I have seen them all. The text under the cursor stands beneath, whole. Then come, if "
        "there are any, records that a box made before it knew the event: Enter counts one for "
        "tonight. Records of other events are kept, and named."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,ctrl+a", "see", "Seen", id="alarms.see", tooltip="I have seen this alarm"),
        Binding("A", "see_all", "All seen", id="alarms.all", tooltip="I have seen all alarms"),
    ]

    def content(self) -> ComposeResult:
        """Alarms, and records that wait to be claimed."""
        yield Grid(id="alarms")
        yield Static(id="whole", markup=False)
        yield Static("Records without an event", id="unclaimed-title", markup=False)
        yield Grid(id="unclaimed")
        yield Static(id="others", markup=False)

    def look(self, look: Look) -> None:
        """All alarms; the records only when there are any."""
        alarms = look.core.alarms()
        grid = self.query_one("#alarms", Grid)
        grid.show(alarms_sheet(alarms, look.now))
        here = grid.cursor.key if grid.cursor is not None else None
        text = next((alarm.text for alarm in alarms if alarm.id == here), "")
        self.query_one("#whole", Static).update(text)
        waiting = unclaimed_sheet(look.core.unclaimed())
        self.query_one("#unclaimed-title").display = bool(waiting.rows)
        grid = self.query_one("#unclaimed", Grid)
        grid.display = bool(waiting.rows)
        grid.show(waiting)
        others = ", ".join(
            f"{other.code} {other.records} ({', '.join(other.boxes)})"
            for other in look.core.other_events()
            if other.code != "-"
        )
        line = self.query_one("#others", Static)
        line.display = bool(others)
        line.update(f"Records of other events, kept but not counted: {others}")

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Another alarm: its whole text."""
        if message.grid.id == "alarms":
            self.app.look_now()

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: seen; or, on a record, claim it."""
        if message.grid.id == "unclaimed":
            self.app.claim(message.key)
        else:
            self.action_see()

    def action_see(self) -> None:
        """The alarm under the cursor has been seen."""
        row = self.query_one("#alarms", Grid).cursor
        if row is not None:
            self.app.see_alarms([str(row.key)])

    def action_see_all(self) -> None:
        """All have been seen."""
        rows = self.query_one("#alarms", Grid).sheet.rows
        self.app.see_alarms([str(row.key) for row in rows])
