"""The director's console: pages over a HostService, kept up to date, worked by keys or mouse."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from host.console.alarms import AlarmsPage
from host.console.card import CardPage
from host.console.cards import card_rows, of_pair, of_table, pair_sheet, table_sheet
from host.console.claim import ClaimScreen
from host.console.correct import CorrectScreen
from host.console.desk_rows import history_sheet
from host.console.grid import Grid
from host.console.helping import HelpScreen, StopScreen
from host.console.log import LogPage, clock_of
from host.console.message import MessageScreen
from host.console.page import Look, Page
from host.console.ports import PortsPage
from host.console.ranking import RankingPage
from host.console.results import ResultsPage
from host.console.rubber import RubberPage
from host.console.sheet import Sheet
from host.console.tables import TablesPage
from host.console.themes import THEMES
from host.errors import UserError
from host.event.keys import Key
from host.service import HostService

LOOK_S = 0.25
"""News is gathered and shown at most so often; nobody reads faster."""
AGES_S = 1.0
"""Ages and the clock are brought up to date so often when there is no news."""

PAGES: tuple[type[Page], ...] = (
    TablesPage,
    ResultsPage,
    RankingPage,
    AlarmsPage,
    PortsPage,
    RubberPage,
    LogPage,
)


class ConsoleApp(App[None]):
    """Shows ``service`` and acts on its core; it neither starts nor stops it.

    ``wall`` gives seconds since 1970. ``live`` False: nothing is looked at until ``look_now``.
    """

    TITLE = "Overtrick"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(page.KEY, f"page('{page.NAME}')", page.TITLE or "", show=False,
                    id=f"console.{page.NAME}", tooltip=f"go to {page.TITLE}")
            for page in PAGES
        ),
        Binding("question_mark,f1", "help", "Help", id="console.help", priority=False,
                tooltip="explain this page and its keys"),
        Binding("M", "message_all", "To all", id="console.message", show=False,
                tooltip="send a message to all tables"),
        Binding("t,f6", "theme", "Theme", id="console.theme", show=False,
                tooltip="dark, light or monochrome"),
        Binding("q,ctrl+q,ctrl+c", "stop", "Quit", id="console.quit",
                tooltip="stop the host", priority=False),
    ]  # fmt: skip

    def __init__(
        self,
        service: HostService,
        *,
        theme: str = "dark",
        wall: Callable[[], float] = time.time,
        live: bool = True,
        keymap: dict[str, str] | None = None,
    ) -> None:
        # Textual picks its NO_COLOR filter here: only for native colours does it send none at all.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.service = service
        self.director = ""
        """Who decides, as given last."""
        self._wall = wall
        self._live = live
        self._version = -1
        self._looked = 0.0
        self._chosen_theme = "mono" if self.no_color else theme
        for known in THEMES.values():
            self.register_theme(known)
        self.theme = THEMES[self._chosen_theme].name
        if keymap:
            self.set_keymap(keymap)

    def page_names(self) -> Iterator[tuple[str, str, str]]:
        """(name, key, title) of the pages that have a tab."""
        return ((page.NAME, page.KEY, page.TITLE or "") for page in PAGES)

    def get_system_commands(self, screen: Screen[object]) -> Iterator[SystemCommand]:
        """None: everything has a key."""
        return iter(())

    def on_mount(self) -> None:
        """Begin at the tables."""
        for page in PAGES:
            self.install_screen(page(), page.NAME)
        self.push_screen("tables")
        if self._live:
            self.set_interval(LOOK_S, self._look_if_news)

    # -- looking -------------------------------------------------------------------------------

    def _look_if_news(self) -> None:
        now = time.monotonic()
        if self.service.core.version != self._version or now - self._looked >= AGES_S:
            self._looked = now
            self.look_now()

    def look_now(self) -> None:
        """Show the core as it is now, on the page in sight."""
        page = next((s for s in reversed(self.screen_stack) if isinstance(s, Page)), None)
        if page is None:
            return
        service = self.service
        with service.lock:
            self._version = service.core.version
            look = Look(service.core, service.now(), self._wall(), dict(service.port_states))
            page.refresh_page(look)

    # -- going ---------------------------------------------------------------------------------

    def action_page(self, name: str) -> None:
        """Go to a page; pages opened from others are left."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(name)

    def open_pair(self, id: str, section: str, direction: str) -> None:
        """A pair's scorecard."""

        def make(look: Look) -> tuple[str, Sheet]:
            rows = card_rows(look.core, of_pair(id, section, direction))
            return f"Scorecard of pair {section}{id} {direction}".rstrip(), pair_sheet(rows, id)

        self.push_screen(CardPage(make))

    def open_table(self, serial: str) -> None:
        """What a table has entered."""

        def make(look: Look) -> tuple[str, Sheet]:
            table = next(t for t in look.core.tables(look.now) if t.serial == serial)
            rows = card_rows(look.core, of_table(table.section, table.table))
            where = f"{table.port} {table.addr}".strip()
            title = f"Table {table.name} · box {serial} {table.firmware} · {where}"
            return title, table_sheet(rows, look.core.tonight.scope.rules)

        self.push_screen(CardPage(make))

    def show_history(self, key: Key) -> None:
        """What happened to a result."""

        def make(look: Look) -> tuple[str, Sheet]:
            rows = look.core.history(key)
            return f"History of {key.words()}", history_sheet(rows, clock_of(rows))

        self.push_screen(CardPage(make))

    # -- doing ---------------------------------------------------------------------------------

    def correct(self, key: Key | None) -> None:
        """Ask what a result should be; without a key, of a slip that no box has sent."""
        self.push_screen(CorrectScreen(key, self.director), lambda _: self.look_now())

    def see_alarms(self, names: Iterable[str]) -> None:
        """The director has seen these alarms; one that is gone meanwhile is none the worse."""
        try:
            with self.service.act() as core:
                standing = {alarm.id for alarm in core.alarms()}
                for name in names:
                    if name in standing:
                        core.acknowledge_alarm(name)
        except UserError as problem:  # the store failed
            self.notify(str(problem), severity="error")
        self.look_now()

    def claim(self, identity: Hashable) -> None:
        """Ask who counts a record without an event for tonight."""
        with self.service.lock:
            found = [a for a in self.service.core.unclaimed() if a.identity == identity]
        for arrival in found:
            what = f"Count record {arrival.n} of box {arrival.serial} for tonight?"
            self.push_screen(ClaimScreen(what, arrival.identity, self.director))

    def write_message(self, serial: str) -> None:
        """Ask for a message to a table."""
        with self.service.lock:
            tables = self.service.core.tables(self.service.now())
        name = next((t.name for t in tables if t.serial == serial), serial)
        self.push_screen(MessageScreen(serial, name))

    def action_message_all(self) -> None:
        """Ask for a message to all."""
        self.push_screen(MessageScreen("", ""))

    def action_help(self) -> None:
        """Explain the page in sight and what the keys do on it."""
        screen = self.screen
        about = getattr(screen, "ABOUT", "")
        focused = self.focused
        if focused is not None and focused.HELP:
            about = f"{about}\n\n{focused.HELP}".strip()
        keys = [
            (
                "  ".join(self.get_key_display(b) for b in bindings),
                bindings[0].tooltip or bindings[0].description,
            )
            for bindings in sorted(_by_action(screen), key=_of_the_grid)
        ]
        self.push_screen(HelpScreen(str(screen.TITLE or "Help"), about, keys))

    def action_theme(self) -> None:
        """The next theme."""
        if self.no_color:
            return
        names = list(THEMES)
        self._chosen_theme = names[(names.index(self._chosen_theme) + 1) % len(names)]
        self.theme = THEMES[self._chosen_theme].name
        self.look_now()

    def action_stop(self) -> None:
        """Ask, then stop."""
        if not isinstance(self.screen, StopScreen):
            self.push_screen(StopScreen(), self._stop)

    def _stop(self, stop: bool | None) -> None:
        if stop:
            self.exit()


def binding_names() -> set[str]:
    """The names of all keys that can be bound anew."""
    screens = (
        ConsoleApp, Grid, CardPage, CorrectScreen, ClaimScreen, MessageScreen, StopScreen, *PAGES,
    )  # fmt: skip
    bindings = (b for screen in screens for b in vars(screen).get("BINDINGS", ()))
    return {b.id for b in bindings if isinstance(b, Binding) and b.id}


def _of_the_grid(bindings: list[Binding]) -> bool:
    """Moving about in a table is known to everybody: it comes last."""
    return (bindings[0].id or "").startswith("grid.")


def _by_action(screen: Screen[object]) -> list[list[Binding]]:
    """The bindings in force, those of one action together."""
    actions: dict[str, list[Binding]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.tooltip:
            actions.setdefault(binding.action, []).append(binding)
    return list(actions.values())
