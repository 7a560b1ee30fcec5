"""Makes a screenshot (SVG, as Textual exports it) look as the terminal does.

The export writes every cell as text in a font fetched from the network. Block and braille
characters then show seams between cells, and hardly any dots. Here they become shapes of exactly
their part of the cell, and the picture needs no network.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

CELL_WIDTH, CELL_HEIGHT, TOP = 12.2, 24.4, 1.5
"""The export's cell, and where its first line begins, in the picture's units."""

FONTS = '"Fira Code", "DejaVu Sans Mono", "Menlo", "Consolas", monospace'

_FONT_FACE = re.compile(r"\s*@font-face \{[^}]*\}")
_TEXT = re.compile(
    r'<text class="(?P<class>[^"]*-r\d+)" x="(?P<x>[\d.]+)" y="[\d.]+" textLength="[\d.]+"'
    r' clip-path="url\(#[^)]*-line-(?P<line>\d+)\)">(?P<text>[^<]*)</text>'
)

Box = tuple[float, float, float, float]
"""x, y, width, height as parts of a cell."""

_QUARTERS: dict[str, Box] = {
    "ul": (0, 0, 0.5, 0.5),
    "ur": (0.5, 0, 0.5, 0.5),
    "ll": (0, 0.5, 0.5, 0.5),
    "lr": (0.5, 0.5, 0.5, 0.5),
}

_SHAPES: dict[str, tuple[Box, ...]] = {
    "█": ((0, 0, 1, 1),),
    "▀": ((0, 0, 1, 0.5),),
    "▄": ((0, 0.5, 1, 0.5),),
    "▌": ((0, 0, 0.5, 1),),
    "▐": ((0.5, 0, 0.5, 1),),
    **{
        sign: tuple(_QUARTERS[part] for part in parts.split())
        for sign, parts in {
            "▘": "ul", "▝": "ur", "▖": "ll", "▗": "lr", "▚": "ul lr", "▞": "ur ll",
            "▙": "ul ll lr", "▛": "ul ur ll", "▜": "ul ur lr", "▟": "ur ll lr",
        }.items()
    },
    **{sign: ((0, 0, eighths / 8, 1),) for eighths, sign in enumerate("▏▎▍▌▋▊▉", 1)},
    **{sign: ((0, 1 - eighths / 8, 1, eighths / 8),) for eighths, sign in enumerate("▁▂▃▄▅▆▇", 1)},
}  # fmt: skip

_BRAILLE = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and line of the dots by their bit (Unicode, Braille Patterns)."""
_DOT = 0.82
"""A dot's size, as part of its pitch."""


def crisp(svg: str) -> str:
    """The same picture with block and braille characters as shapes, and with local fonts only."""
    svg = _FONT_FACE.sub("", svg).replace("Fira Code, monospace", FONTS)
    return _TEXT.sub(_redraw, svg)


def _redraw(match: re.Match[str]) -> str:
    text = html.unescape(match["text"])
    if not any(map(_is_shape, text)):
        return match[0]
    x, line = float(match["x"]), int(match["line"])
    outline = "".join(_path(box) for box in _boxes(text, x, TOP + line * CELL_HEIGHT))
    sharp = "" if any("⠀" < sign <= "⣿" for sign in text) else ' shape-rendering="crispEdges"'
    shapes = f'<path class="{match["class"]}" d="{outline}"{sharp}/>'
    rest = "".join("\u00a0" if _is_shape(sign) else sign for sign in text)
    if not rest.strip():
        return shapes
    start, end = match.start("text") - match.start(), match.end("text") - match.start()
    return shapes + match[0][:start] + html.escape(rest) + match[0][end:]


def _is_shape(sign: str) -> bool:
    return sign in _SHAPES or "⠀" < sign <= "⣿"


def _boxes(text: str, left: float, top: float) -> Iterator[Box]:
    """The shapes of a run of cells, in the picture's units; neighbours alike are one."""
    column = 0
    for run in re.finditer(r"(.)\1*", text):
        sign, count = run[1], len(run[0])
        whole = len(_SHAPES.get(sign, ())) == 1 and _SHAPES[sign][0][2] == 1
        for place in range(0, count, count if whole else 1):
            x = left + (column + place) * CELL_WIDTH
            for box in _parts(sign):
                wide = box[2] * (count if whole else 1)
                yield (
                    x + box[0] * CELL_WIDTH,
                    top + box[1] * CELL_HEIGHT,
                    wide * CELL_WIDTH,
                    box[3] * CELL_HEIGHT,
                )
        column += count


def _parts(sign: str) -> Iterator[Box]:
    if "⠀" < sign <= "⣿":
        bits = ord(sign) - 0x2800
        gap = (1 - _DOT) / 2
        for bit, (column, line) in enumerate(_BRAILLE):
            if bits >> bit & 1:
                yield ((column + gap) / 2, (line + gap) / 4, _DOT / 2, _DOT / 4)
    yield from _SHAPES.get(sign, ())


def _path(box: Box) -> str:
    x, y, width, height = (f"{value:.2f}".rstrip("0").rstrip(".") for value in box)
    return f"M{x} {y}h{width}v{height}h-{width}z"
