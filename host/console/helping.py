"""Help: what this page shows and what the keys do now; and the question before stopping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class HelpScreen(ModalScreen[None]):
    """Explains what has the focus; any key but a scrolling one closes it."""

    CSS_PATH = "helping.tcss"

    def __init__(self, title: str, about: str, keys: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._about, self._keys = title, about, tuple(keys)

    def compose(self) -> ComposeResult:
        """The words, then the keys."""
        with VerticalScroll(id="help") as box:
            box.border_title = self._title
            box.border_subtitle = "Esc closes"
            yield Static(self._about, markup=False)
            yield Static("", markup=False)
            width = max((len(keys) for keys, _ in self._keys), default=0)
            lines = [f"{keys:<{width}}  {says}" for keys, says in self._keys]
            yield Static("\n".join(lines), id="keys", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Close, unless it scrolls."""
        if event.key not in ("up", "down", "pageup", "pagedown", "home", "end"):
            event.stop()
            self.dismiss()


class StopScreen(ModalScreen[bool]):
    """Asks before the host stops."""

    CSS_PATH = "helping.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Stop", id="stop.yes", tooltip="stop the host"),
        Binding("n,escape,q", "answer(False)", "Go on", id="stop.no", tooltip="go on"),
    ]

    def compose(self) -> ComposeResult:
        """The question."""
        yield Static(
            "Stop the host? Boxes keep what they have and send it next time.\n\n"
            "y or Enter stops, n or Esc goes on",
            id="question",
            markup=False,
        )

    def action_answer(self, stop: bool) -> None:
        """Give the answer."""
        self.dismiss(stop)
