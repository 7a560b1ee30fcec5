"""The keys: caps that sink when pressed, by mouse for exactly as long as the button is down.

One widget draws all caps, because Textual's ``Button`` drops a second click within 0.2 s and a
player who types 11 means 11.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.segment import Segment
from rich.style import Style as Ink
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from device.panel.layout import Rect
from device.panel.palette import DARK, Cap, Palette, mix
from device.skins import SKINS


class Keypad(Widget):
    """The caps of one face."""

    DEFAULT_CSS = "Keypad { width: auto; height: auto; }"

    class Pressed(Message):
        """The mouse button went down on a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Released(Message):
        """The mouse button went up again."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, face: str) -> None:
        super().__init__()
        self._skin = SKINS[face]
        self._rects: dict[str, Rect] = {}
        self._palette: Palette = DARK
        self._down: frozenset[str] = frozenset()
        self._jammed: frozenset[str] = frozenset()
        self._held: str | None = None

    def lay_out(self, rects: dict[str, Rect], palette: Palette) -> None:
        """Take new places and colours."""
        self._rects, self._palette = rects, palette
        self.refresh()

    def show(self, down: Collection[str], jammed: Collection[str]) -> None:
        """Draw these keys pressed and these jammed; repaints only caps that change."""
        new_down, new_jammed = frozenset(down), frozenset(jammed)
        changed = (new_down ^ self._down) | (new_jammed ^ self._jammed)
        self._down, self._jammed = new_down, new_jammed
        regions = [
            Region(rect.x, rect.y, rect.width, rect.height)
            for key, rect in self._rects.items()
            if key in changed
        ]
        if regions:
            self.refresh(*regions)

    def key_at(self, x: int, y: int) -> str | None:
        """The key under a cell of this widget."""
        return next((key for key, rect in self._rects.items() if rect.holds(x, y)), None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Close the contact under the pointer."""
        self._let_go()
        key = self.key_at(event.x, event.y)
        if key is not None and event.button in (0, 1):
            self._held = key
            self.capture_mouse()
            self.post_message(self.Pressed(key))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Open it, wherever the pointer is by now."""
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self.release_mouse()
            self.post_message(self.Released(self._held))
            self._held = None

    def render_line(self, y: int) -> Strip:
        """One line through the caps of one row."""
        width = self.size.width
        body = Ink(bgcolor=self._palette.body)
        segments: list[Segment] = []
        x = 0
        for key, rect in self._rects.items():
            if rect.y <= y < rect.y + rect.height:
                segments.append(Segment(" " * (rect.x - x), body))
                segments.append(self._cap(key, rect, y - rect.y))
                x = rect.x + rect.width
        segments.append(Segment(" " * (width - x), body))
        return Strip(segments, width)

    def _cap(self, key: str, rect: Rect, line: int) -> Segment:
        down = key in self._down or key in self._jammed
        text = self._print(key, rect.width)
        if self._palette.plain:
            return _line_cap(text, rect, line, down)
        cap = self._palette.caps[self._skin.cap(key).kind]
        if rect.height == 1 and rect.y % 2:
            cap = _shaded(cap)  # without a gap between rows the eye needs another hold
        return _solid_cap(text, rect, line, _sunk(cap) if down else cap, self._palette.body)

    def _print(self, key: str, width: int) -> str:
        cap = self._skin.cap(key)
        if key in self._jammed:
            return f"!{cap.fitting(width - 4)}!"
        # A word may fill its cap; signs want air around them.
        return cap.fitting(width if key.isalpha() and len(key) > 1 else width - 2)


def _centred(text: str, width: int) -> str:
    left = (width - len(text)) // 2
    return " " * left + text + " " * (width - left - len(text))


def _shaded(cap: Cap) -> Cap:
    assert cap.face is not None
    return Cap(mix(cap.face, "#000000", 0.10), cap.edge, cap.shade, cap.print)


def _sunk(cap: Cap) -> Cap:
    """A pressed cap: the light comes from below, the face goes into the shade."""
    assert cap.face is not None
    return Cap(mix(cap.face, "#000000", 0.30), cap.shade, cap.face, cap.print)


def _solid_cap(text: str, rect: Rect, line: int, cap: Cap, body: str | None) -> Segment:
    width = rect.width
    if rect.height >= 3 and line == 0:
        return Segment("▗" + "▄" * (width - 2) + "▖", Ink(color=cap.edge, bgcolor=body))
    if line == rect.height - 1 and rect.height > 1:
        return Segment("▝" + "▀" * (width - 2) + "▘", Ink(color=cap.shade, bgcolor=body))
    printed = text if line == _printed_line(rect) else ""
    return Segment(_centred(printed, width), Ink(color=cap.print, bgcolor=cap.face, bold=True))


def _printed_line(rect: Rect) -> int:
    """The line of a cap that carries its print: the middle of its face."""
    return (rect.height - 1) // 2


def _line_cap(text: str, rect: Rect, line: int, down: bool) -> Segment:
    """A cap in lines and reverse video, for a terminal without colours."""
    inner = rect.width - 2
    reverse = Ink(reverse=down, bold=True)
    if rect.height >= 3 and line == 0:
        return Segment("╭" + "─" * inner + "╮", reverse)
    if rect.height >= 2 and line == rect.height - 1:
        return Segment("╰" + "─" * inner + "╯", reverse)
    if line != _printed_line(rect):
        text = ""
    if len(text) > inner:
        return Segment(_centred(text, rect.width), reverse)
    sides = "││" if rect.height > 1 else "[]"
    return Segment(sides[0] + _centred(text, inner) + sides[1], reverse)
