"""Pictures: what a terminal draws as blocks and dots are shapes in the picture too."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from device.panel.picture import CELL_HEIGHT, CELL_WIDTH, TOP, crisp
from tests.device.panel_boxes import Hand, Slip

NS = "{http://www.w3.org/2000/svg}"


def text(cells: str, line: int = 2, x: float = 12.2) -> str:
    return (
        f'<text class="terminal-1-r5" x="{x}" y="44.4" textLength="36.6"'
        f' clip-path="url(#terminal-1-line-{line})">{cells}</text>'
    )


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """x, y, width, height of every shape, in cells from the picture's corner."""
    found = re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", svg)
    return [
        (
            round(float(x) / CELL_WIDTH, 2),
            round((float(y) - TOP) / CELL_HEIGHT, 2),
            round(float(w) / CELL_WIDTH, 2),
            round(float(h) / CELL_HEIGHT, 2),
        )
        for x, y, w, h in found
    ]


@pytest.mark.parametrize(
    ("cells", "shapes"),
    [
        ("▀▀▀", [(1, 2, 3, 0.5)]),
        ("▄█", [(1, 2.5, 1, 0.5), (2, 2, 1, 1)]),
        ("▗▖", [(1.5, 2.5, 0.5, 0.5), (2, 2.5, 0.5, 0.5)]),
        ("▌▌", [(1, 2, 0.5, 1), (2, 2, 0.5, 1)]),
        ("&#160;▛", [(2, 2, 0.5, 0.5), (2.5, 2, 0.5, 0.5), (2, 2.5, 0.5, 0.5)]),
        ("▎", [(1, 2, 0.25, 1)]),
    ],
)
def test_blocks_become_their_part_of_the_cell(
    cells: str, shapes: list[tuple[float, float, float, float]]
) -> None:
    assert boxes(crisp(text(cells))) == shapes


def test_braille_becomes_its_dots() -> None:
    # U+2843: dots 1, 2 and 7, the upper two and the lowest on the left.
    drawn = boxes(crisp(text("⡃")))
    centres = [(x + w / 2, y + h / 2) for x, y, w, h in drawn]
    for centre, place in zip(centres, [(1.25, 2.125), (1.25, 2.375), (1.25, 2.875)], strict=True):
        assert centre == pytest.approx(place, abs=0.015)


def test_words_stay_words_beside_shapes() -> None:
    drawn = crisp(text("▐OK&amp;▌"))
    assert "\u00a0OK&amp;\u00a0</text>" in drawn
    assert len(boxes(drawn)) == 2
    assert crisp(text("plain")) == text("plain")


async def test_a_whole_picture_is_sound_and_needs_no_network() -> None:
    hand = Hand(Slip)
    async with hand.app.run_test(size=(80, 24)) as pilot:
        hand.wait(0.3)
        await pilot.pause()
        svg = crisp(hand.app.export_screenshot())
    assert "url(http" not in svg.replace('url("http', "url(http")
    root = ElementTree.fromstring(svg)
    assert len(root.findall(f".//{NS}path")) > 10
    words = "".join(node.text or "" for node in root.iter(f"{NS}text")).replace("\u00a0", " ")
    for word in ("OVERTRICK", "CANCEL", "PASS"):
        assert word in words
    # The bezel's lip runs across the glass without a seam.
    lips = [box for box in boxes(svg) if box[2] > 50]
    assert lips
    assert all(a != b for a, b in pairwise(lips))
