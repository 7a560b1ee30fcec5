"""The log: what the director decided."""

from __future__ import annotations

import time
from collections.abc import Iterable

from textual.app import ComposeResult

from host.console.desk_rows import history_sheet
from host.console.grid import Grid
from host.console.page import Look, Page
from host.views import HistoryRow


class LogPage(Page):
    """Every decision: who, when, why, what it was before."""

    NAME, TITLE, KEY = "log", "Log", "7"
    ABOUT = "Every decision of the director's, newest first, with what counted before and after."

    def __init__(self) -> None:
        super().__init__()
        self._version = -1

    def content(self) -> ComposeResult:
        """One table."""
        yield Grid(id="log")

    def look(self, look: Look) -> None:
        """All decisions, when there is news: an evening can have hundreds."""
        if look.core.version == self._version:
            return
        self._version = look.core.version
        rows = look.core.history()
        self.query_one("#log", Grid).show(history_sheet(rows, clock_of(rows)))


def clock_of(rows: Iterable[HistoryRow]) -> dict[float, str]:
    """The times of history rows as the clock showed them."""
    return {row.at: time.strftime("%H:%M:%S", time.localtime(row.at)) for row in rows}
