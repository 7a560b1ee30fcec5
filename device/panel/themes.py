"""What Textual's own widgets (help, notices) look like beside the panel."""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

THEMES = (
    Theme(
        "panel-dark",
        primary="#b4c83c",
        accent="#f2c14e",
        background="#101216",
        surface="#1b1e24",
        dark=True,
    ),
    Theme(
        "panel-light",
        primary="#5c6a10",
        accent="#8a5a00",
        background="#e9e6df",
        surface="#fbfaf6",
        dark=False,
    ),
    replace(
        BUILTIN_THEMES["ansi-dark"],
        name="panel-mono",
        primary="ansi_default",
        accent="ansi_default",
        warning="ansi_default",
        error="ansi_default",
        success="ansi_default",
        variables={
            **BUILTIN_THEMES["ansi-dark"].variables,
            "ansi-background": "ansi_default",
            "ansi-foreground": "ansi_default",
        },
    ),
)
