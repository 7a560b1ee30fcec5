"""Claim a record that a box made before it knew the event."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from host.errors import UserError
from host.store.ledger import Identity

if TYPE_CHECKING:
    from host.console.app import ConsoleApp


class ClaimScreen(ModalScreen[None]):
    """Who claims it, and why."""

    CSS_PATH = "correct.tcss"
    ABOUT = "The record counts for tonight from then on; who claimed it and why are kept."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="claim.leave", tooltip="claim nothing"),
        Binding(
            "tab", "app.focus_next", show=False, priority=True
        ),  # what is typed next goes there
    ]

    app: ConsoleApp

    def __init__(self, what: str, identity: Identity, by: str) -> None:
        super().__init__()
        self._what, self._identity, self._by = what, identity, by

    def compose(self) -> ComposeResult:
        """The question and two fields."""
        with Vertical(id="form") as form:
            form.border_title = "Claim"
            form.border_subtitle = "Enter claims · Esc leaves"
            yield Static(self._what, markup=False)
            yield Label("By")
            yield Input(self._by, id="by", placeholder="your name")
            yield Label("Why")
            yield Input("", id="why", placeholder="keyed before the box was plugged in")
            yield Static("", id="meaning", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Claim it."""
        by = self.query_one("#by", Input).value.strip()
        try:
            with self.app.service.act() as core:
                core.claim(self._identity, by, self.query_one("#why", Input).value.strip())
        except UserError as error:
            self.query_one("#meaning", Static).update(str(error))
            self.query_one("#meaning").add_class("-wrong")
            return
        self.app.director = by
        self.dismiss()
        self.app.look_now()

    def action_leave(self) -> None:
        """Claim nothing."""
        self.dismiss()
