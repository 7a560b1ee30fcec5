"""The home page: a row a table, alarms on top until they are seen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import tables_sheet
from host.link.alarms import Alarm


class TablesPage(Page):
    """Every table at a glance."""

    NAME, TITLE, KEY = "tables", "Tables", "1"
    CSS_PATH = "tables.tcss"
    ABOUT = (
        "A row a table. LINK: G heard within 15 s, A within a minute, R silent or unplugged. "
        "BOARDS: results in, of those expected. WAIT: results still in the box. "
        "AGO with ! means slow play. Enter shows what the table entered."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,ctrl+a", "see", "Seen", id="tables.see", tooltip="I have seen the top alarm"),
        Binding("m", "message", "Message", id="tables.message",
                tooltip="send a message to this table"),
    ]  # fmt: skip

    def content(self) -> ComposeResult:
        """Alarms, then tables."""
        yield Static(id="alarms", markup=False)
        yield Grid(id="tables")

    def look(self, look: Look) -> None:
        """Alarms not seen, newest first, and the tables."""
        unseen = [alarm for alarm in look.core.alarms() if not alarm.seen][::-1]
        self._show_alarms(unseen)
        self.query_one("#tables", Grid).show(tables_sheet(look.core.tables(look.now), look.wall))

    def _show_alarms(self, unseen: list[Alarm]) -> None:
        room = max(1, min(4, self.size.height // 8))
        lines = [f"! {alarm.text}" for alarm in unseen[:room]]
        if len(unseen) > room:
            lines[-1] += f"  (and {len(unseen) - room} more)"
        strip = self.query_one("#alarms", Static)
        strip.display = bool(lines)
        strip.update("\n".join(lines))

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: what this table has entered."""
        self.app.open_table(str(message.key))

    def action_see(self) -> None:
        """The newest alarm has been seen."""
        with self.app.service.lock:
            unseen = [alarm.id for alarm in self.app.service.core.alarms() if not alarm.seen]
        self.app.see_alarms(unseen[-1:])

    def action_message(self) -> None:
        """A message to the table under the cursor."""
        row = self.query_one("#tables", Grid).cursor
        if row is not None:
            self.app.write_message(str(row.key))
