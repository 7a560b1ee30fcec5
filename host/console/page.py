"""What all pages of the console share: top line, tabs, footer, being kept up to date."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer

if TYPE_CHECKING:
    from host.console.app import ConsoleApp
    from host.core import HostCore


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the core, taken under the service's lock: do not keep it.

    ``now`` is the desk's seconds, ``wall`` seconds since 1970.
    """

    core: HostCore
    now: float
    wall: float
    port_states: dict[str, str]


@dataclass(frozen=True, slots=True)
class Summary:
    """What the top line says."""

    event: str
    results: int
    alarms: int
    trouble: str
    clock: str


class TopLine(Widget):
    """The event, how many results there are, alarms, and the time."""

    DEFAULT_CSS = """
    TopLine { height: 1; background: $primary; color: $background; text-style: bold; }
    TopLine:ansi { background: ansi_default; color: ansi_default; text-style: bold reverse; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = Summary("", 0, 0, "", "")

    def show(self, said: Summary) -> None:
        """Say this."""
        if said != self._said:
            self._said = said
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Left what it is, right what matters now."""
        said, width = self._said, self.size.width
        right = f"{said.clock} "
        if said.alarms:
            word = "alarm" if said.alarms == 1 else "alarms"
            right = f"! {said.alarms} {word}  {right}"
        results = "result" if said.results == 1 else "results"
        left = f" {said.event}  {said.results} {results}"
        if said.trouble:
            left = f" NOT STORED: {said.trouble}"
        room = width - len(right)
        if len(left) > room:
            left = left[: max(room - 1, 0)] + "…"
        style = self.rich_style
        return Strip([Segment(left.ljust(room) + right, style)]).adjust_cell_length(width, style)


class Tabs(Widget):
    """The pages, by number; a click goes there."""

    DEFAULT_CSS = """
    Tabs { height: 1; background: $panel; color: $faint; }
    Tabs > .tabs--here { color: $foreground; text-style: bold reverse; }
    Tabs:ansi { background: ansi_default; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--here"}

    class Chosen(Message):
        """A page was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, pages: Iterable[tuple[str, str, str]], here: str) -> None:
        """``pages``: (name, key, title)."""
        super().__init__()
        self._pages = tuple(pages)
        self._here = here

    def _labels(self) -> list[tuple[str, str]]:
        room = self.size.width
        for form in ("{key} {title} ", "{key} {short} ", "{key} "):
            labels = [
                (name, " " + self._label(form, name, key, title))
                for name, key, title in self._pages
            ]
            if sum(len(text) for _, text in labels) <= room:
                break
        return labels

    def _label(self, form: str, name: str, key: str, title: str) -> str:
        short = title if name == self._here else title[:3]
        if form == "{key} " and name == self._here:
            return f"{key} {title} "
        return form.format(key=key, title=title, short=short)

    def render_line(self, y: int) -> Strip:
        """One line."""
        base = self.rich_style
        here = base + self.get_component_rich_style("tabs--here", partial=True)
        segments = [
            Segment(text, here if name == self._here else base) for name, text in self._labels()
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Go to the page under the pointer."""
        end = 0
        for name, text in self._labels():
            end += len(text)
            if event.x < end:
                self.post_message(self.Chosen(name))
                return


class Page(Screen[None]):
    """A page of the console. Subclasses compose ``content`` and fill it in ``look``."""

    AUTO_FOCUS = "Grid"
    NAME: ClassVar[str] = ""
    TITLE = ""
    KEY: ClassVar[str] = ""
    """The digit that leads here; "" for a page that is opened from another."""
    ABOUT: ClassVar[str] = ""
    """What it shows, for the help."""

    app: ConsoleApp

    def compose(self) -> ComposeResult:
        """Top line, tabs, content, footer."""
        yield TopLine()
        yield Tabs(self.app.page_names(), self.NAME)
        yield from self.content()
        yield Footer(show_command_palette=False, compact=True)

    def content(self) -> ComposeResult:
        """The page's own widgets."""
        yield from ()

    def look(self, look: Look) -> None:
        """Show the core as it is now; called under the lock, four times a second at most."""

    def on_screen_resume(self) -> None:
        """Come back: look at once."""
        self.app.look_now()

    def on_mount(self) -> None:
        """Look at once."""
        self.app.look_now()

    def refresh_page(self, look: Look) -> None:
        """The top line, then the page."""
        if not self.is_mounted or not self.query(TopLine):
            return
        core = look.core
        clock = time.strftime("%H:%M", time.localtime(look.wall))
        self.query_one(TopLine).show(
            Summary(
                core.event.name or f"Event {core.event.code}",
                len(core.lines()),
                sum(not alarm.seen for alarm in core.alarms()),
                self.app.service.trouble,
                clock,
            )
        )
        self.look(look)

    def on_tabs_chosen(self, message: Tabs.Chosen) -> None:
        """A tab was clicked."""
        self.app.action_page(message.name)
