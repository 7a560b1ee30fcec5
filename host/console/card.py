"""A pair's scorecard, what a table has entered, a result's history: pages opened from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.sheet import Sheet
from host.event.keys import Key

Maker = Callable[[Look], tuple[str, Sheet]]
"""From a look at the core to the title and the table."""


class CardPage(Page):
    """One titled table; Esc goes back."""

    NAME, TITLE = "card", "Card"
    CSS_PATH = "card.tcss"
    ABOUT = "Esc goes back. Enter or c on a result corrects it, h shows its history."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,q", "back", "Back", id="card.back", tooltip="go back"),
        Binding("c", "correct", "Correct", id="card.correct", tooltip="correct this result"),
        Binding("h", "history", "History", id="card.history", tooltip="this result's history"),
    ]

    def __init__(self, make: Maker) -> None:
        super().__init__()
        self._make = make

    def content(self) -> ComposeResult:
        """Title and table."""
        yield Static(id="title", markup=False)
        yield Grid(id="card")

    def look(self, look: Look) -> None:
        """Make them anew."""
        title, sheet = self._make(look)
        self.query_one("#title", Static).update(title)
        self.query_one("#card", Grid).show(sheet)

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter: correct."""
        self.action_correct()

    def _key(self) -> Key | None:
        row = self.query_one("#card", Grid).cursor
        return row.key if row is not None and isinstance(row.key, Key) else None

    def action_correct(self) -> None:
        """Correct the result under the cursor."""
        key = self._key()
        if key is not None:
            self.app.correct(key)

    def action_history(self) -> None:
        """Its history."""
        key = self._key()
        if key is not None:
            self.app.show_history(key)

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
