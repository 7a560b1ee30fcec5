"""The ranking, live, by the event's method."""

from __future__ import annotations

from textual.app import ComposeResult

from host.console.curves import Who, curves, drawn
from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import ranking_sheet

CURVES_S = 2.0
"""The curves cost more than the ranking: they are drawn anew so often at most."""


class RankingPage(Page):
    """Everybody's place now."""

    NAME, TITLE, KEY = "ranking", "Ranking", "3"
    ABOUT = (
        "The ranking as it stands, by the event's method. Equal places share a number; "
        "= means the same place as the row above. COURSE: the standing after each round, or after "
        "each tenth of the results. Enter shows the pair's scorecard."
    )

    def __init__(self) -> None:
        super().__init__()
        self._curves: dict[Who, str] = {}
        self._drawn_at = float("-inf")

    def content(self) -> ComposeResult:
        """One table."""
        yield Grid(id="ranking")

    def look(self, look: Look) -> None:
        """The rows of the ranking."""
        core = look.core
        if look.now - self._drawn_at >= CURVES_S:
            self._drawn_at = look.now
            self._curves = drawn(curves(core))
        sheet = ranking_sheet(core.ranking(), self._curves, has_top=core.running.method.has_top)
        self.query_one("#ranking", Grid).show(sheet)

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: the pair's scorecard."""
        assert isinstance(message.key, tuple)
        section, direction, id = message.key
        self.app.open_pair(id, section, direction)
