"""Which key of the keyboard strikes which key of the box, on either face.

Names are those a terminal's key events carry (Textual's): a numeric keypad sends plain digits in
most terminals, and names of its own (``add``, ``decimal``) where the kitty protocol is spoken.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stroke:
    """Keys of the keyboard that strike ``key`` of the box, and how the help names them."""

    key: str
    keys: tuple[str, ...]
    shown: str
    hold: float | None = None
    """Seconds the contact stays closed, when longer than a tap."""


_DIGITS = tuple(Stroke(digit, (digit,), digit) for digit in "1234567890")

FULL = (
    *_DIGITS,
    Stroke("C", ("c", "j", "C", "J"), "c j"),
    Stroke("D", ("d", "q", "D", "Q"), "d q"),
    Stroke("H", ("h", "k", "H", "K"), "h k"),
    Stroke("S", ("s", "a", "S", "A"), "s a"),
    Stroke("NT", ("n", "N"), "n"),
    Stroke("PASS", ("p", "P", "slash", "divide"), "p /"),
    Stroke("X", ("x", "asterisk", "multiply"), "x *"),
    Stroke("XX", ("X", "r", "R"), "X r"),
    Stroke("+", ("plus", "add"), "+"),
    Stroke("-", ("minus", "subtract"), "-"),
    Stroke("=", ("equals_sign", "equal"), "="),
    Stroke("N/S", ("u", "U", "left_square_bracket", "comma"), "u ["),
    Stroke("E/W", ("w", "W", "e", "E", "right_square_bracket"), "w ]"),
    Stroke("SCORES", ("l", "L", "tab"), "l Tab"),
    Stroke("TD", ("t", "T"), "t"),
    Stroke("^", ("up", "pageup"), "↑"),
    Stroke("v", ("down", "pagedown"), "↓"),
    Stroke("HELP", ("question_mark", "f1"), "? F1"),
    Stroke("CANCEL", ("backspace", "escape", "delete", "full_stop", "decimal"), "Esc ⌫ ."),
    Stroke("OK", ("enter", "space"), "Enter"),
)

MEMBRANE = (
    *_DIGITS,
    Stroke("A", ("a", "A", "plus", "add", "up"), "a + ↑"),
    Stroke("B", ("b", "B", "minus", "subtract", "down"), "b - ↓"),
    Stroke("C", ("c", "C", "equals_sign", "equal"), "c ="),
    Stroke("D", ("d", "D"), "d"),
    Stroke("*", ("asterisk", "multiply", "backspace", "escape", "full_stop", "decimal"), "* Esc"),
    Stroke("#", ("number_sign", "enter", "space", "slash", "divide"), "# Enter"),
    Stroke("*", ("t", "T"), "t (2 s: TD)", hold=2.2),
    Stroke("#", ("question_mark", "f1"), "? F1 (HELP)", hold=2.2),
    Stroke("0", ("tab", "pagedown"), "Tab (1 s)", hold=1.2),
)

STROKES = {"full": FULL, "membrane": MEMBRANE}


@dataclass(frozen=True, slots=True)
class Control:
    """Something done to the box and not by its keys: two keyboard keys, as terminals eat some."""

    action: str
    keys: tuple[str, str]
    shown: str
    name: str
    says: str


CONTROLS = (
    Control("keyboard", ("f2", "ctrl+k"), "F2", "Keys", "show which keyboard key is which key"),
    Control("power", ("f3", "ctrl+o"), "F3", "Power", "switch the box off and on"),
    Control("cable", ("f4", "ctrl+u"), "F4", "Cable", "pull the cable out, put it in again"),
    Control("jam", ("f5", "ctrl+f"), "F5", "Jam", "jam the key struck next, or free it"),
    Control("theme", ("f6", "ctrl+t"), "F6", "Theme", "dark, light or monochrome"),
    Control("sound", ("f7", "ctrl+g"), "F7", "Sound", "buzzer through the terminal's bell"),
    Control("picture", ("f8", "ctrl+s"), "F8", "Picture", "save a picture of the panel (SVG)"),
    Control("quit", ("ctrl+q", "f10"), "^Q", "Quit", "put the box away"),
)
