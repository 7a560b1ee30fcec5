"""Results: a board as a traveller with points, and the boards there are."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.widgets import Static

from host.console.grid import Grid
from host.console.page import Look, Page
from host.console.rows import boards_sheet, traveller_sheet
from host.console.words import board_title
from host.event.keys import Key


class ResultsPage(Page):
    """Boards on the left, the chosen one's traveller on the right."""

    NAME, TITLE, KEY = "results", "Results", "2"
    AUTO_FOCUS = "#traveller"
    CSS_PATH = "results.tcss"
    ABOUT = (
        "A board's results with their points, the best for North-South first. "
        "! another record says otherwise; * the director decided; ? hardly ever played: check. "
        "Enter or c corrects a result; h shows its history; < and > change the board."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "correct", "Correct", id="results.correct",
                tooltip="change, adjust, void or swap this result"),
        Binding("e,insert", "enter", "Enter", id="results.enter",
                tooltip="enter a result from a paper slip"),
        Binding("h", "history", "History", id="results.history",
                tooltip="what happened to this result"),
        Binding("less_than_sign,left,p", "turn(-1)", "Prev", id="results.previous",
                tooltip="the board before"),
        Binding("greater_than_sign,right,n", "turn(1)", "Next", id="results.next",
                tooltip="the next board"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.board = 0

    def content(self) -> ComposeResult:
        """Both tables."""
        with Horizontal():
            yield Grid(id="boards")
            with Vertical():
                yield Static(id="title", markup=False)
                yield Grid(id="traveller")

    def on_mount(self) -> None:
        """On a narrow terminal the traveller is alone."""
        self._narrow(self.app.size.width)

    def on_resize(self, event: Resize) -> None:
        """The list of boards goes first."""
        self._narrow(event.size.width)

    def _narrow(self, width: int) -> None:
        self.query_one("#boards", Grid).display = width >= 72

    def look(self, look: Look) -> None:
        """The boards, and the traveller of the one under the cursor."""
        boards = look.core.boards()
        grid = self.query_one("#boards", Grid)
        grid.show(boards_sheet(boards))
        known = [board.board for board in boards]
        if self.board not in known:
            self.board = known[0] if known else 0
        grid.point_at(self.board)
        title = board_title(self.board) if self.board else "No results yet"
        self.query_one("#title", Static).update(title)
        rows = look.core.traveller(self.board) if self.board else ()
        rules = look.core.tonight.scope.rules
        self.query_one("#traveller", Grid).show(traveller_sheet(rows, rules))

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Another board was pointed at."""
        if message.grid.id == "boards" and isinstance(message.key, int):
            self.show_board(message.key)

    def on_grid_chosen(self, message: Grid.Chosen) -> None:
        """Enter on a board goes to its results, on a result corrects it."""
        if message.grid.id == "boards":
            self.query_one("#traveller", Grid).focus()
        else:
            self.action_correct()

    def show_board(self, board: int) -> None:
        """Show that board."""
        if board != self.board:
            self.board = board
            self.app.look_now()

    def action_turn(self, by: int) -> None:
        """Go some boards on."""
        boards = [row.key for row in self.query_one("#boards", Grid).sheet.rows]
        if self.board in boards:
            place = boards.index(self.board) + by
            board = boards[max(0, min(place, len(boards) - 1))]
            assert isinstance(board, int)
            self.show_board(board)

    def _key(self) -> Key | None:
        row = self.query_one("#traveller", Grid).cursor
        return row.key if row is not None and isinstance(row.key, Key) else None

    def action_correct(self) -> None:
        """Correct the result under the cursor."""
        key = self._key()
        if key is not None:
            self.app.correct(key)

    def action_enter(self) -> None:
        """A result that no box has sent."""
        self.app.correct(None)

    def action_history(self) -> None:
        """What happened to it."""
        key = self._key()
        if key is not None:
            self.app.show_history(key)
