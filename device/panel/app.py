"""The front panel as a Textual app: a picture of ``PanelModel``, and hands for it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from device.panel.face import Brand, Edge, Hints, KeyboardMap
from device.panel.keyboard import CONTROLS, STROKES, Control
from device.panel.keypad import Keypad
from device.panel.layout import STRIP, Layout, arrange
from device.panel.lcd import Glass
from device.panel.model import PanelModel
from device.panel.palette import PALETTES, glass_colours
from device.panel.picture import crisp
from device.panel.themes import THEMES
from device.skins import SKINS
from device.table_box import TableBox
from firmware_sim.byte_line import ByteLine

FRAMES = 30
"""Times a second that the box is driven and looked at."""


class PanelApp(App[None]):
    """One box on this terminal.

    ``line`` is what its cable is plugged into, ``path`` how that is shown, ``face`` the keymap's
    name. ``clock`` gives seconds; a test may pass its own and leave the timer out (``live``).
    ``pictures`` is the folder for saved pictures, the current one if None; ``reopen`` opens a lost
    line anew.
    """

    TITLE = "Overtrick"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # a finger that slides is no selection
    CSS_PATH = "panel.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                ",".join(control.keys),
                f"control('{control.action}')",
                control.name,
                id=f"panel.{control.action}",
                tooltip=control.says,
                priority=True,
            )
            for control in CONTROLS
        ),
        Binding("ctrl+c", "quit", "Quit", id="panel.interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        box: TableBox,
        line: ByteLine | None = None,
        *,
        path: str = "",
        face: str = "full",
        theme: str = "dark",
        sound: bool = True,
        clock: Callable[[], float] = time.monotonic,
        live: bool = True,
        pictures: Path | None = None,
        reopen: Callable[[], ByteLine] | None = None,
    ) -> None:
        # Textual picks its NO_COLOR filter here: only for native colours does it send none at all.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self._clock = clock
        self.model = PanelModel(box, line, clock(), face, reopen)
        self._path = path
        self._sound = sound
        self._jamming = False
        self._live = live
        self._pictures = pictures
        self._palette = PALETTES["mono" if self.no_color else theme]
        self._strokes = {name: stroke for stroke in STROKES[face] for name in stroke.keys}
        self._layout = self._arranged(80, 24)
        self.brand, self.glass = Brand(box.serial()), Glass()
        self.keypad, self.hints = Keypad(face), Hints()
        self.top, self.bottom = Edge("▗▄▖"), Edge("▝▀▘")
        for known in THEMES:
            self.register_theme(known)
        self.theme = f"panel-{self._palette.name}"

    def compose(self) -> ComposeResult:
        """The box, and the hints beside or under it."""
        with Horizontal(id="desk"), Vertical(id="box"):
            yield self.top
            yield self.brand
            yield self.glass
            yield self.keypad
            yield self.bottom
        yield self.hints

    def on_mount(self) -> None:
        """Switch the box on and start its time."""
        self._arrange()
        if not self.model.box.powered:
            self.model.switch_power()
        if self._live:
            self.set_interval(1 / FRAMES, self.pump)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout anew; comes before ``on_mount`` the first time."""
        if self.brand.is_mounted:
            self._arrange(event.size)

    # -- drawing -------------------------------------------------------------------------------

    @property
    def arrangement(self) -> Layout:
        """The layout in use."""
        return self._layout

    def _arrange(self, size: Size | None = None) -> None:
        width, height = size or self.size
        layout = self._layout = self._arranged(width, height)
        palette = self._palette
        self.brand.styles.width = self.glass.styles.width = self.keypad.styles.width = layout.body
        self.glass.styles.height = layout.glass_height
        self.keypad.styles.height = layout.keypad_height
        self.glass.lay_out(layout.raster, layout.lips, palette)
        self.keypad.lay_out(layout.keys, palette)
        self.brand.lay_out(palette)
        for edge, colour in ((self.top, palette.bezel), (self.bottom, palette.body)):
            edge.styles.width = layout.body
            edge.display = layout.edges
            edge.lay_out(palette, colour)
        self._arrange_hints(layout, width, height)
        self.look()

    def _arranged(self, width: int, height: int) -> Layout:
        model = self.model
        gap_after = SKINS[model.face].gap_after
        return arrange(width, height, model.grid, model.box.glass, gap_after)

    def _arrange_hints(self, layout: Layout, width: int, height: int) -> None:
        hints = self.hints
        hints.display = layout.strip or layout.footer
        hints.set_class(layout.strip, "-strip")
        hints.styles.width = STRIP if layout.strip else width
        box = layout.height + (2 if layout.edges else 0)
        top = max(0, (height - box) // 2) + (1 if layout.edges else 0)
        hints.lay_out(self._palette, self.controls, upright=layout.strip, top=top)

    def pump(self) -> None:
        """Let the box live until now, and look at it."""
        if self.model.pump(self._clock()) and self._sound:
            self.bell()
        self.look()

    def look(self) -> None:
        """Draw what has changed."""
        shown = self.model.shown(self._layout.raster)
        colours = glass_colours(self._palette, shown.contrast, shown.backlight, shown.powered)
        cursor = shown.cursor
        if cursor is not None:
            cursor = (cursor[0] * self._layout.raster.pitch, cursor[1])
        self.glass.show(list(shown.cells), colours, cursor)
        fingers = self.model.fingers
        self.keypad.show(fingers.seen(self._clock()), fingers.jammed)
        self.brand.show(self.model.lamps())
        self.hints.show(self._notes())

    def _notes(self) -> tuple[str, ...]:
        if self._jamming:
            return ("Which key?", "strike it now")
        if self.model.trouble:
            return ("Cable lost", self._path)
        return (self._path or "no cable", "" if self._sound else "sound off")

    # -- hands ---------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A key of the keyboard strikes a key of the box."""
        stroke = self._strokes.get(event.key) or self._strokes.get(event.character or "")
        if stroke is not None and len(self.screen_stack) == 1:
            event.stop()
            event.prevent_default()
            if not self._jams(stroke.key):
                self.model.fingers.tap(stroke.key, self._clock(), stroke.hold)
                self.keypad.show(self.model.fingers.down | {stroke.key}, self.model.fingers.jammed)

    def on_keypad_pressed(self, message: Keypad.Pressed) -> None:
        """The mouse pressed a key."""
        if not self._jams(message.key):
            self.model.fingers.press(message.key, self._clock())

    def on_keypad_released(self, message: Keypad.Released) -> None:
        """The mouse let it go."""
        self.model.fingers.release(message.key, self._clock())

    def on_hints_chosen(self, message: Hints.Chosen) -> None:
        """A hint was clicked."""
        self.action_control(message.chosen.action)

    def _jams(self, key: str) -> bool:
        if not self._jamming:
            return False
        self._jamming = False
        self.model.jam(key)
        self.look()
        return True

    @property
    def controls(self) -> tuple[Control, ...]:
        """What can be done here: a visitor in a browser saves no files on the server."""
        return tuple(c for c in CONTROLS if not (self.is_web and c.action == "picture"))

    def action_control(self, name: str) -> None:
        """Do one of ``keyboard.CONTROLS``."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            if name == "keyboard":
                return
        if name not in {control.action for control in self.controls}:
            return
        getattr(self, f"_do_{name}")()
        self.look()

    def _do_keyboard(self) -> None:
        self.push_screen(KeyboardMap(self.model.face))

    def _do_power(self) -> None:
        self.model.switch_power()

    def _do_cable(self) -> None:
        if not self.model.pull_cable() and self.model.trouble:
            self.notify(self.model.trouble, severity="warning")

    def _do_jam(self) -> None:
        self._jamming = not self._jamming

    def _do_sound(self) -> None:
        self._sound = not self._sound

    def _do_theme(self) -> None:
        if self.no_color:
            return
        names = list(PALETTES)
        self._palette = PALETTES[names[(names.index(self._palette.name) + 1) % len(names)]]
        self.theme = f"panel-{self._palette.name}"
        self._arrange()

    def _do_picture(self) -> None:
        folder = self._pictures or Path.cwd()
        path = next(
            place
            for number in range(1, 10_000)
            if not (place := folder / f"{self.model.box.serial()}-{number}.svg").exists()
        )
        try:
            path.write_text(crisp(self.export_screenshot(title=self.TITLE)), encoding="utf-8")
        except OSError as error:
            self.notify(f"The picture was not saved: {error}", severity="error")
        else:
            self.notify(f"Saved {path.name}")

    def _do_quit(self) -> None:
        self.exit()
