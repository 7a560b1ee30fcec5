"""The lines around glass and keys: the brand with the lamps, the hints, the keyboard map."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style as Ink
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from device.battery import BARS
from device.panel.keyboard import CONTROLS, STROKES, Control
from device.panel.model import Lamps
from device.panel.palette import DARK, Palette

_LINK = {
    "out": ("○", "NO CABLE", "NO CABLE"),
    "none": ("○", "NO LINK", "NO LINK"),
    "red": ("✕", "LINK DOWN", "DOWN"),
    "amber": ("◐", "LINK", "LINK"),
    "green": ("●", "LINK", "LINK"),
}


class Brand(Widget):
    """The strip above the glass: whose box it is, and its lamps."""

    DEFAULT_CSS = "Brand { height: 1; }"

    def __init__(self, serial: str) -> None:
        super().__init__()
        self._serial = serial
        self._lamps = Lamps(False, "none", 0, 3, False)
        self._palette: Palette = DARK

    def lay_out(self, palette: Palette) -> None:
        """Take new colours."""
        self._palette = palette
        self.refresh()

    def show(self, lamps: Lamps) -> None:
        """Light these lamps."""
        if lamps != self._lamps:
            self._lamps = lamps
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        width = self.size.width
        lamps = self._lit(short=width < 45)
        used = sum(len(text) for text, _ in lamps)
        name = " OVERTRICK" + (f"  {self._serial}" if width >= 60 else "")
        if len(name) + 1 + used > width:  # the lamps come first
            name = " OT" if 4 + used <= width else ""
        base = Ink(bgcolor=self._palette.bezel)
        segments = [
            Segment(name[:10], base + Ink(color=self._palette.brand, bold=True)),
            Segment(name[10:], base + Ink(color=self._palette.faint)),
            Segment(" " * (width - len(name) - used), base),
            *(Segment(text, base + Ink(color=colour)) for text, colour in lamps),
        ]
        return Strip(segments).adjust_cell_length(width, base)

    def _lit(self, *, short: bool) -> list[tuple[str, str | None]]:
        lamps, palette = self._lamps, self._palette
        sign, long_name, short_name = _LINK[lamps.link]
        waiting = f" {lamps.waiting} WAIT" if lamps.waiting else ""
        link_colour = {"green": palette.good, "amber": palette.warn, "red": palette.bad}.get(
            lamps.link, palette.faint
        )
        bars = "▮" * lamps.battery + "▯" * (BARS - lamps.battery)
        battery = f"{bars} LOW" if lamps.battery_low else bars
        return [
            (f"{sign} {short_name if short else long_name}{waiting}  ", link_colour),
            (f"{battery}  ", palette.bad if lamps.battery_low else palette.faint),
            (
                "● ON " if lamps.powered else "○ OFF ",
                palette.good if lamps.powered else palette.faint,
            ),
        ]


class Edge(Widget):
    """The rounded upper or lower edge of the housing; ``shape`` is its left end, run and right."""

    DEFAULT_CSS = "Edge { height: 1; }"

    def __init__(self, shape: str) -> None:
        super().__init__()
        self._shape = shape
        self._shown = False
        self._ink = Ink()

    def lay_out(self, palette: Palette, colour: str | None) -> None:
        """Take new colours; none, no edge."""
        self._ink = Ink(color=colour, bgcolor=palette.desk)
        self._shown = colour is not None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        left, run, right = tuple(self._shape)
        width = self.size.width
        text = left + run * (width - 2) + right if self._shown else " " * width
        return Strip([Segment(text, self._ink)], width)


_FLAT = (
    tuple(control.action for control in CONTROLS),
    ("keyboard", "power", "cable", "quit"),
    ("keyboard", "power", "quit"),
    ("keyboard", "quit"),
    ("keyboard",),
)
"""Which controls stand in the footer, by the room there is."""


class Hints(Widget):
    """What can be done to the box, as a line under it or a strip beside it; each can be clicked."""

    class Chosen(Message):
        """One of the controls was clicked."""

        def __init__(self, control: Control) -> None:
            super().__init__()
            self.chosen = control

    def __init__(self) -> None:
        super().__init__()
        self._palette: Palette = DARK
        self._upright = False
        self._top = 0
        self._controls: tuple[Control, ...] = CONTROLS
        self._notes: tuple[str, ...] = ()

    def lay_out(
        self, palette: Palette, controls: tuple[Control, ...], *, upright: bool, top: int = 0
    ) -> None:
        """Take new colours; ``upright`` is the strip beside the box, begun at line ``top``."""
        self._palette, self._controls, self._upright = palette, controls, upright
        self._top = top
        self.refresh()

    def show(self, notes: tuple[str, ...]) -> None:
        """Say these notes: the cable's path first."""
        if notes != self._notes:
            self._notes = notes
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the strip, or the one line of the footer."""
        width = self.size.width
        desk = Ink(bgcolor=self._palette.desk)
        segments = (
            self._upright_line(y - self._top, desk) if self._upright else self._flat_line(desk)
        )
        return Strip(segments).adjust_cell_length(width, desk)

    def _upright_line(self, y: int, desk: Ink) -> list[Segment]:
        bold, plain = self._inks(desk)
        notes = [*self._notes, ""]
        if y < 0:
            return []
        if y < len(notes):
            return [Segment(" " + notes[y], bold if y == 0 else plain)]
        if y - len(notes) < len(self._controls):
            control = self._controls[y - len(notes)]
            return [Segment(f" {control.shown} ", bold), Segment(control.name, plain)]
        return []

    def _flat_line(self, desk: Ink) -> list[Segment]:
        bold, plain = self._inks(desk)
        segments = []
        for control in self._flat_controls():
            segments += [Segment(f" {control.shown}", bold), Segment(f" {control.name}", plain)]
        path = self._notes[0] if self._notes else ""
        used = sum(len(s.text) for s in segments)
        if used + len(path) + 2 <= self.size.width:
            segments.append(Segment(" " * (self.size.width - used - len(path) - 1)))
            segments.append(Segment(path, plain))
        return [Segment(s.text, s.style or desk) for s in segments]

    def _flat_controls(self) -> tuple[Control, ...]:
        """As many controls as leave room for the cable's path."""
        path = len(self._notes[0]) + 2 if self._notes else 0
        for actions in _FLAT:
            controls = tuple(c for c in self._controls if c.action in actions)
            if sum(len(c.shown) + len(c.name) + 2 for c in controls) + path <= self.size.width:
                break
        return controls

    def _inks(self, desk: Ink) -> tuple[Ink, Ink]:
        light = self._palette.name == "light"
        if self._palette.plain:
            return Ink(bold=True), Ink()
        strong, weak = ("#1a1c20", "#5b606a") if light else ("#e8e4d8", "#8b929e")
        return desk + Ink(color=strong, bold=True), desk + Ink(color=weak)

    def on_click(self, event: events.Click) -> None:
        """A click on a hint does what it says."""
        control = self._control_at(event.x, event.y)
        if control is not None:
            self.post_message(self.Chosen(control))

    def _control_at(self, x: int, y: int) -> Control | None:
        if self._upright:
            place = y - self._top - len(self._notes) - 1
            return self._controls[place] if 0 <= place < len(self._controls) else None
        end = 0
        for control in self._flat_controls():
            end += len(control.shown) + len(control.name) + 2
            if x < end:
                return control
        return None


class KeyboardMap(ModalScreen[None]):
    """Which key of the keyboard strikes which key of the box; any key closes it."""

    DEFAULT_CSS = """
    KeyboardMap { align: center middle; }
    KeyboardMap VerticalScroll { width: 37; max-height: 100%; height: auto;
        border: round $primary; background: $surface; padding: 0 1; }
    KeyboardMap.-wide VerticalScroll { width: 64; }
    """

    def __init__(self, face: str) -> None:
        super().__init__()
        self._face = face

    def compose(self) -> ComposeResult:
        """The table."""
        with VerticalScroll() as box:
            box.border_title = "Keyboard"
            box.border_subtitle = "any key closes"
            yield Static(self._table(self.app.size.width), markup=False)

    def on_mount(self) -> None:
        """Two columns where there is room."""
        self.set_class(self.app.size.width >= 66, "-wide")

    def _table(self, width: int) -> str:
        keys = [
            f"{s.key:<7}{s.shown}"
            for s in STROKES[self._face]
            if s.shown != s.key or not s.key.isdigit()
        ]
        controls = [f"{c.shown:<3} {c.keys[1].replace('ctrl+', '^'):<4} {c.says}" for c in CONTROLS]
        if width >= 66:
            half = -(-len(keys) // 3)
            thirds = [keys[:half], keys[half : 2 * half], keys[2 * half :]]
            thirds = [column + [""] * (half - len(column)) for column in thirds]
            keys = [f"{a:<20}{b:<20}{c}".rstrip() for a, b, c in zip(*thirds, strict=True)]
        digits = "0 to 9 are themselves, on the numeric keypad too"
        return "\n".join([digits, "", *keys, "", *controls])

    def on_key(self, event: events.Key) -> None:
        """Close, unless it scrolls."""
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
