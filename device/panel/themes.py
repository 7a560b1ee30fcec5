"""What Textual's own widgets (help, notices) look like beside the panel."""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme


def monochrome(name: str, *more: str) -> Theme:
    """Nothing but the terminal's own two colours; ``more`` names variables of one's own."""
    plain = BUILTIN_THEMES["ansi-dark"]
    names = ("ansi-background", "ansi-foreground", *more)
    return replace(
        plain,
        name=name,
        primary="ansi_default",
        accent="ansi_default",
        warning="ansi_default",
        error="ansi_default",
        success="ansi_default",
        variables={**plain.variables, **dict.fromkeys(names, "ansi_default")},
    )


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
    monochrome("panel-mono"),
)
