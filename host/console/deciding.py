"""What the director's forms share: who decides and why, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from host.core import HostCore
from host.errors import UserError

if TYPE_CHECKING:
    from host.console.app import ConsoleApp

T = TypeVar("T")
Act = Callable[[HostCore, str, str], object]
"""What is decided: the core, by whom, why."""


class DecidingScreen(ModalScreen[T]):
    """A form with the fields ``by`` and ``why``; it stays until a decision has been kept."""

    CSS_PATH = "correct.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before any field: keys that come in one burst after it are the next field's.
        Binding("tab", "app.focus_next", show=False, priority=True),
    ]

    app: ConsoleApp

    def __init__(self, by: str) -> None:
        """``by``: who decided last."""
        super().__init__()
        self._by = by

    def ask_why(self, hint: str) -> ComposeResult:
        """The field for the reason."""
        yield Label("Why")
        yield Input("", id="why", placeholder=hint)

    def ask_by(self) -> ComposeResult:
        """The field for the name."""
        yield Label("By")
        yield Input(self._by, id="by", placeholder="your name")

    def say(self, text: str, *, wrong: bool = False) -> None:
        """What it would mean, or what is wrong with it."""
        meaning = self.query_one("#meaning", Static)
        meaning.update(text)
        meaning.set_class(wrong, "-wrong")

    def decide(self, act: Act) -> None:
        """Have it decided; UserError says why not."""
        by = self.query_one("#by", Input).value.strip()
        if not by:
            self.query_one("#by", Input).focus()
            raise UserError("a decision needs the name of who made it")
        with self.app.service.act() as core:
            act(core, by, self.query_one("#why", Input).value.strip())
        self.app.director = by
