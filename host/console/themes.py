"""Light, dark and monochrome. ``faint`` and the cursors are plain colours: grids mix none."""

from __future__ import annotations

from textual.theme import Theme

from device.panel.themes import monochrome

DARK = Theme(
    "console-dark",
    primary="#5fa8d3",
    secondary="#b4c83c",
    accent="#9db4ff",
    success="#7ec98f",
    warning="#e8b04a",
    error="#f0716a",
    foreground="#e4e2da",
    background="#14171c",
    surface="#1b1f26",
    panel="#222831",
    dark=True,
    variables={
        "faint": "#8e96a3",
        "cursor": "#27485c",
        "cursor-idle": "#222f3a",
        "curve": "#8fb4c9",
    },
)
LIGHT = Theme(
    "console-light",
    primary="#1f6f9f",
    secondary="#5c6a10",
    accent="#2b3fae",
    success="#1d7a3c",
    warning="#9a5b00",
    error="#b3261e",
    foreground="#1a1c20",
    background="#f7f5ef",
    surface="#ffffff",
    panel="#e6e2d6",
    dark=False,
    variables={
        "faint": "#666b75",
        "cursor": "#b9d9ea",
        "cursor-idle": "#dfe8ea",
        "curve": "#3f7391",
    },
)
MONO = monochrome(
    "console-mono", "faint", "cursor", "cursor-idle", "curve", "footer-key-foreground"
)
THEMES = {"dark": DARK, "light": LIGHT, "mono": MONO}
