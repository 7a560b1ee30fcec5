"""Alarms: what the director must know, until it has ended and has been seen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import alarms_sheet


class AlarmsPage(Page):
    """Every alarm that holds or was not seen."""

    NAME, TITLE, KEY = "alarms", "Alarms", "4"
    ABOUT = (
        "! not seen yet, · seen and still so, ✓ over. Enter or a: I have seen it; "
        "A: I have seen them all."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,ctrl+a", "see", "Seen", id="alarms.see", tooltip="I have seen this alarm"),
        Binding("A", "see_all", "All seen", id="alarms.all", tooltip="I have seen all alarms"),
    ]

    def content(self) -> ComposeResult:
        """One table."""
        yield Grid(id="alarms")

    def look(self, look: Look) -> None:
        """All alarms."""
        self.query_one("#alarms", Grid).show(alarms_sheet(look.core.alarms(), look.now))

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: seen."""
        self.action_see()

    def action_see(self) -> None:
        """The alarm under the cursor has been seen."""
        row = self.query_one("#alarms", Grid).cursor
        if row is not None:
            self._see([str(row.key)])

    def action_see_all(self) -> None:
        """All have been seen."""
        self._see([str(row.key) for row in self.query_one("#alarms", Grid).sheet.rows])

    def _see(self, names: list[str]) -> None:
        with self.app.service.act() as core:
            standing = {alarm.id for alarm in core.alarms()}
            for name in names:
                if name in standing:
                    core.acknowledge_alarm(name)
        self.app.look_now()
