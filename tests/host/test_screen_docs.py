"""What the pages about panel and console say is what the programs do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.panel.keyboard import CONTROLS, FULL
from device.panel.layout import arrange
from firmware_sim import keymaps
from host.console.app import PAGES, binding_names
from host.console.keymap import read_keymap
from host.console.ruling import HELP, parse_ruling
from host.event.keys import Key
from tests.host.console_rig import Evening

DOCS = Path(__file__).parents[2] / "docs"
PANEL = (DOCS / "panel.md").read_text()
CONSOLE = (DOCS / "console.md").read_text()


def test_every_page_of_the_console_is_described_under_its_digit() -> None:
    rows = re.findall(r"^\| (\d) \| (\w+) \|", CONSOLE, re.MULTILINE)
    assert rows == [(page.KEY, page.TITLE) for page in PAGES]


def test_every_control_of_the_panel_is_listed_with_both_keys() -> None:
    rows = re.findall(r"^\| ([FC][\w-]+) \| ([FC][\w-]+) \| ", PANEL, re.MULTILINE)
    listed = [tuple(name.lower().replace("ctrl-", "ctrl+") for name in row) for row in rows]
    assert listed == [control.keys for control in CONTROLS]


def test_every_key_of_the_full_face_is_listed_with_its_keyboard_keys() -> None:
    cells = dict(re.findall(r"\| ([A-Z/+=^v-]+) \| (`?[^|]+?) (?=\|)", PANEL))
    names = {"up": "up", "down": "down", "Enter": "enter", "Tab": "tab", "F1": "f1"}
    for stroke in FULL:
        if stroke.key.isdigit():
            continue
        said = cells[stroke.key]
        for sign in re.findall(r"`(.)`", said):
            assert any(sign in (name, _signs.get(name, "")) for name in stroke.keys), (
                stroke.key,
                sign,
            )
        for word in re.findall(r"\b(up|down|Enter|Tab|F1)\b", said):
            assert names[word] in stroke.keys


_signs = {
    "slash": "/", "asterisk": "*", "plus": "+", "minus": "-", "equals_sign": "=",
    "left_square_bracket": "[", "right_square_bracket": "]", "question_mark": "?",
    "full_stop": ".",
}  # fmt: skip


SIZES = re.findall(r"^\| (\d+)x(\d+) \| (\w+)[^|]*\| (\w+) line", PANEL, re.MULTILINE)
KEY_HEIGHTS = {"one": 1, "two": 2, "three": 3}


def look_of(width: int, height: int) -> tuple[str, int, bool]:
    layout = arrange(width, height, keymaps.FULL)
    fits = layout.height + layout.footer <= height and (layout.footer or layout.strip)
    return layout.raster.style.name.lower(), layout.key_height, fits


@pytest.mark.parametrize(("width", "height", "glass", "lines"), SIZES)
def test_the_table_of_sizes_is_exact(width: str, height: str, glass: str, lines: str) -> None:
    here = (glass, KEY_HEIGHTS[lines], True)
    assert look_of(int(width), int(height)) == here
    assert look_of(int(width) - 1, int(height)) != here
    assert look_of(int(width), int(height) - 1) != here


def test_every_ruling_described_can_be_typed() -> None:
    typed = [
        sign
        for row in re.findall(r"^\| (`[^|]+`) \| ", CONSOLE, re.MULTILINE)
        for sign in re.findall(r"`([^`]+)`", row)
    ]
    assert {"4SX N +1", "NP", "A6040", "A+/A-", "620*0.6+170*0.4", "void", "lift"} <= set(typed)
    evening = Evening()
    evening.key(2, 1, 1, 2, "4S", "N", "1")
    for text in [*typed, *(part for part in HELP.split("   ") if part)]:
        assert parse_ruling(text, Key("R", board=1, ns="1", ew="2"), evening.core)


def test_the_keys_bound_anew_in_the_example_exist(tmp_path: Path) -> None:
    [example] = re.findall(r"```toml\n(.*?)```", CONSOLE, re.DOTALL)
    file = tmp_path / "keys.toml"
    file.write_text(example)
    assert read_keymap(file, binding_names()) == {"console.ranking": "f9", "grid.copy": "c,ctrl+c"}
