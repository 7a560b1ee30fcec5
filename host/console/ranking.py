"""The ranking, live, by the event's method."""

from __future__ import annotations

from textual.app import ComposeResult

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import ranking_sheet


class RankingPage(Page):
    """Everybody's place now."""

    NAME, TITLE, KEY = "ranking", "Ranking", "3"
    ABOUT = (
        "The ranking as it stands, by the event's method. Equal places share a number; "
        "= means the same place as the row above. Enter shows the pair's scorecard."
    )

    def content(self) -> ComposeResult:
        """One table."""
        yield Grid(id="ranking")

    def look(self, look: Look) -> None:
        """The rows of the ranking."""
        core = look.core
        sheet = ranking_sheet(core.ranking(), has_top=core.running.method.has_top)
        self.query_one("#ranking", Grid).show(sheet)

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: the pair's scorecard."""
        assert isinstance(message.key, tuple)
        section, direction, id = message.key
        self.app.open_pair(id, section, direction)
