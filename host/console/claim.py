"""Claim a record that a box made before it knew the event."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from host.console.deciding import DecidingScreen
from host.errors import UserError
from host.store.ledger import Identity


class ClaimScreen(DecidingScreen[None]):
    """Who claims it, and why."""

    ABOUT = "The record counts for tonight from then on; who claimed it and why are kept."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="claim.leave", tooltip="claim nothing"),
    ]

    def __init__(self, what: str, identity: Identity, by: str) -> None:
        super().__init__(by)
        self._what, self._identity = what, identity

    def compose(self) -> ComposeResult:
        """The question and two fields."""
        with Vertical(id="form") as form:
            form.border_title = "Claim"
            form.border_subtitle = "Enter claims · Esc leaves"
            yield Static(self._what, markup=False)
            yield from self.ask_by()
            yield from self.ask_why("keyed before the box was plugged in")
            yield Static("", id="meaning", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Claim it."""
        try:
            self.decide(lambda core, by, why: core.claim(self._identity, by, why))
        except UserError as error:
            self.say(str(error), wrong=True)
            return
        self.dismiss()
        self.app.look_now()

    def action_leave(self) -> None:
        """Claim nothing."""
        self.dismiss()
