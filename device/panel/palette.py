"""The colours of the box: plastic, glass and keys in three themes, contrast and backlight.

Colours are ``#rrggbb`` strings; None is the terminal's own colour, used by the monochrome theme,
where a shape or a letter always says what a colour says elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

Colour = str | None


@dataclass(frozen=True, slots=True)
class Cap:
    """A key cap: its face, its lit upper edge, its shaded lower edge, and what is printed on it."""

    face: Colour
    edge: Colour
    shade: Colour
    print: Colour


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme of the plastic. ``caps`` by the kind of key, as ``device.skins`` names them.

    PASS is green, X red, XX blue as in a bidding box; suits have the colours of four-colour cards.
    """

    name: str
    desk: Colour
    body: Colour
    bezel: Colour
    brand: Colour
    faint: Colour
    good: Colour
    warn: Colour
    bad: Colour
    caps: dict[str, Cap]

    @property
    def plain(self) -> bool:
        """Monochrome: draw with lines and reverse video, not with colour."""
        return self.desk is None


def mix(one: str, other: str, share: float) -> str:
    """``one`` with ``share`` (0 to 1) of ``other`` mixed in."""
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def _cap(face: str, print_: str, *, light: float = 0.22, dark: float = 0.42) -> Cap:
    return Cap(face, mix(face, "#ffffff", light), mix(face, "#000000", dark), print_)


DARK = Palette(
    name="dark",
    desk="#101216",
    body="#2a2e35",
    bezel="#15171b",
    brand="#e8e4d8",
    faint="#8b929e",
    good="#7ee787",
    warn="#f2c14e",
    bad="#ff7b72",
    caps={
        "digit": _cap("#e6e1d3", "#1a1c20", light=0.6, dark=0.38),
        "function": _cap("#5a626f", "#f2f4f8"),
        "club": _cap("#e6e1d3", "#0b6b2e", light=0.6, dark=0.38),
        "diamond": _cap("#e6e1d3", "#c25400", light=0.6, dark=0.38),
        "heart": _cap("#e6e1d3", "#b80f1f", light=0.6, dark=0.38),
        "spade": _cap("#e6e1d3", "#1d3fae", light=0.6, dark=0.38),
        "trump": _cap("#e6e1d3", "#1a1c20", light=0.6, dark=0.38),
        "pass": _cap("#1f7a43", "#ffffff"),
        "double": _cap("#b3261e", "#ffffff"),
        "redouble": _cap("#2450b0", "#ffffff"),
        "cancel": _cap("#c9952b", "#1c1300"),
        "ok": _cap("#3aa35c", "#04140a"),
        "call": _cap("#7a4fa3", "#ffffff"),
    },
)

LIGHT = Palette(
    name="light",
    desk="#e9e6df",
    body="#cfcabd",
    bezel="#3b3f46",
    brand="#f5f2ea",
    faint="#b9bec7",
    good="#8be59b",
    warn="#ffd166",
    bad="#ff9b94",
    caps={
        "digit": _cap("#fbfaf6", "#1a1c20", light=0.9, dark=0.30),
        "function": _cap("#7c8592", "#ffffff", light=0.3, dark=0.35),
        "club": _cap("#fbfaf6", "#0b6b2e", light=0.9, dark=0.30),
        "diamond": _cap("#fbfaf6", "#b84d00", light=0.9, dark=0.30),
        "heart": _cap("#fbfaf6", "#b80f1f", light=0.9, dark=0.30),
        "spade": _cap("#fbfaf6", "#1d3fae", light=0.9, dark=0.30),
        "trump": _cap("#fbfaf6", "#1a1c20", light=0.9, dark=0.30),
        "pass": _cap("#1f7a43", "#ffffff", dark=0.35),
        "double": _cap("#b3261e", "#ffffff", dark=0.35),
        "redouble": _cap("#2450b0", "#ffffff", dark=0.35),
        "cancel": _cap("#e0ab3c", "#1c1300", dark=0.35),
        "ok": _cap("#55bb74", "#04140a", dark=0.35),
        "call": _cap("#7a4fa3", "#ffffff", dark=0.35),
    },
)

_NO_CAP = Cap(None, None, None, None)

MONO = Palette(
    name="mono",
    desk=None,
    body=None,
    bezel=None,
    brand=None,
    faint=None,
    good=None,
    warn=None,
    bad=None,
    caps=dict.fromkeys(DARK.caps, _NO_CAP),
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, MONO)}


@dataclass(frozen=True, slots=True)
class GlassColours:
    """The glass as it looks now: lit dots, unlit dots, and the plate around them."""

    ink: Colour
    ghost: Colour
    plate: Colour


_LIT = "#b4c83c"
_UNLIT = "#7d8862"
_INK = "#141d08"


def glass_colours(palette: Palette, contrast: int, backlight: int, powered: bool) -> GlassColours:
    """A yellow-green STN glass. ``contrast`` and ``backlight`` are 0 to 100.

    Around contrast 50 dots are black and unlit dots hardly seen; below, dots pale; above, the
    unlit dots darken, as on the real part when its V0 is turned too far.
    """
    if palette.plain:
        return GlassColours(None, None, None)
    plate = mix(_UNLIT, _LIT, backlight / 100 if powered else 0.0)
    if not powered:
        return GlassColours(mix(plate, _INK, 0.06), mix(plate, _INK, 0.06), plate)
    strength = min(1.0, 0.12 + contrast / 50 * 0.82)
    excess = max(0.0, (contrast - 50) / 50)
    return GlassColours(
        ink=mix(plate, _INK, strength),
        ghost=mix(plate, _INK, 0.045 + 0.30 * excess),
        plate=plate,
    )
