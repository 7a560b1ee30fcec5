"""The log: what the director decided, and alarms with their ends."""

from __future__ import annotations

import time

from textual.app import ComposeResult

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import history_sheet


class LogPage(Page):
    """Every decision: who, when, why, what it was before."""

    NAME, TITLE, KEY = "log", "Log", "7"
    ABOUT = "Every decision of the director's, newest first, with what counted before and after."

    def content(self) -> ComposeResult:
        """One table."""
        yield Grid(id="log")

    def look(self, look: Look) -> None:
        """All decisions."""
        rows = look.core.history()
        self.query_one("#log", Grid).show(history_sheet(rows, clock_of(rows)))


def clock_of(rows: object) -> dict[float, str]:
    """The times of history rows as the clock showed them."""
    return {
        row.at: time.strftime("%H:%M:%S", time.localtime(row.at))
        for row in rows  # type: ignore[attr-defined]
    }
