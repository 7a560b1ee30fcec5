"""Ports: what is plugged in, its state, and the frames that pass, as they pass."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from host.console.desk_rows import ports_sheet, trace_sheet
from host.console.grid import Grid
from host.console.page import Look, Page


class PortsPage(Page):
    """Ports above, the trace of the one under the cursor below."""

    NAME, TITLE, KEY = "ports", "Ports", "5"
    CSS_PATH = "ports.tcss"
    ABOUT = (
        "Every port, who answers there, and the frames that pass on the one under the cursor: "
        "> sent, < received, ! damaged. DAMAGED counts bytes that were no frame."
    )

    def content(self) -> ComposeResult:
        """Both tables."""
        yield Grid(id="ports")
        yield Static("Frames", id="trace-title", markup=False)
        yield Grid(id="trace", follow=True)

    def look(self, look: Look) -> None:
        """The ports, and the trace of one."""
        ports = self.query_one("#ports", Grid)
        ports.show(ports_sheet(look.core.ports(look.now), look.port_states))
        here = ports.cursor
        name = str(here.key) if here is not None else ""
        known = {port.name for port in look.core.ports(look.now)}
        trace = look.core.trace(name) if name in known else ()
        self.query_one("#trace-title", Static).update(f"Frames on {name}" if name else "Frames")
        self.query_one("#trace", Grid).show(trace_sheet(trace, look.now))

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Another port."""
        if message.grid.id == "ports":
            self.app.look_now()
