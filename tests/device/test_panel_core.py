"""The panel without a screen: dots, fingers, geometry, colours."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.faults import Cable
from device.panel.dots import Raster, Style, bit_lines, changed_spans
from device.panel.fingers import HOLD_MIN, Fingers
from device.panel.keyboard import CONTROLS, STROKES
from device.panel.layout import arrange
from device.panel.model import PanelModel
from device.panel.palette import DARK, LIGHT, MONO, glass_colours
from device.skins import SKINS
from device.table_box import TableBox
from firmware_sim import keymaps
from firmware_sim.byte_line import ByteLine
from tests.device.panel_boxes import Echo

# A lower-case n with its top left corner missing would be another glyph: draw a staircase.
STAIRS = (0b10000, 0b01000, 0b00100, 0b00010, 0b00001, 0, 0, 0b11111)


def stairs(row: int, column: int) -> tuple[int, ...]:
    return STAIRS if (row, column) == (0, 0) else (0,) * 8


class TestDots:
    def test_a_glass_of_20x4_is_119_by_35_dots_and_a_gap(self) -> None:
        lines = bit_lines(lambda r, c: (31,) * 8, 20, 4)
        assert len(lines) == 35
        assert all(line < 1 << 120 for line in lines)
        assert [line == 0 for line in lines] == [y % 9 == 8 for y in range(35)]

    def test_half_blocks_show_two_dots_above_each_other(self) -> None:
        cells = Raster(Style.HALF, 2, 1).draw(stairs)
        assert cells == ["▀▄          ", "  ▀▄        ", "    ▀       ", "▄▄▄▄▄       "]

    def test_quadrants_show_two_by_two(self) -> None:
        cells = Raster(Style.QUADRANT, 2, 1).draw(stairs)
        assert cells == ["▚     ", " ▚    ", "  ▘   ", "▄▄▖   "]

    def test_braille_shows_two_by_four(self) -> None:
        # Unicode, Braille Patterns: dots 1-3 and 7 down the left, 4-6 and 8 down the right;
        # dot n is bit n - 1.
        def cell(*dots: int) -> str:
            return chr(0x2800 + sum(1 << (dot - 1) for dot in dots))

        cells = Raster(Style.BRAILLE, 2, 1).draw(stairs)
        assert cells[0] == cell(1, 5) + cell(3, 8) + "    "
        assert cells[1] == cell(7, 8) + cell(7, 8) + cell(1, 7) + "   "

    @pytest.mark.parametrize(
        ("raster", "size"),
        [
            (Raster(Style.BRAILLE, 20, 4), (60, 9)),
            (Raster(Style.QUADRANT, 20, 4), (60, 18)),
            (Raster(Style.QUADRANT, 20, 4, 10), (60, 19)),
            (Raster(Style.HALF, 20, 4, 10), (120, 19)),
            (Raster(Style.TEXT, 20, 4, 2), (20, 7)),
            (Raster(Style.BRAILLE, 16, 2), (48, 5)),
        ],
    )
    def test_sizes(self, raster: Raster, size: tuple[int, int]) -> None:
        assert (raster.width, raster.height) == size
        if raster.style is not Style.TEXT:
            cells = raster.draw(stairs)
            assert (len(cells[0]), len(cells)) == size

    @given(st.lists(st.integers(0, 31), min_size=64, max_size=64), st.sampled_from(list(Style)[:3]))
    def test_no_dot_is_lost_in_any_style(self, bits: list[int], style: Style) -> None:
        def dots(row: int, column: int) -> list[int]:
            start = (row * 4 + column) * 8
            return bits[start : start + 8]

        cells = Raster(style, 4, 2).draw(dots)
        assert sum(lit_dots(cell, style) for cell in "".join(cells)) == sum(
            b.bit_count() for b in bits
        )

    def test_only_what_changed_is_reported(self) -> None:
        assert changed_spans(["abcd", "efgh"], ["abcd", "eXgY"]) == [(1, 1, 4)]


def lit_dots(cell: str, style: Style) -> int:
    """How many dots a cell shows."""
    if style is Style.BRAILLE:
        return (ord(cell) - 0x2800).bit_count() if cell != " " else 0
    if style is Style.HALF:
        return " ▀█".find(cell.replace("▄", "▀"))
    return [cells.find(cell) >= 0 for cells in (" ", "▖▗▘▝", "▀▄▌▐▚▞", "▙▛▜▟", "█")].index(True)


class TestFingers:
    def closings(self, fingers: Fingers, until: float = 9.0) -> list[str]:
        return [move.key for move in fingers.due(until) if move.closed]

    def test_eleven_is_two_separate_presses(self) -> None:
        fingers = Fingers()
        fingers.tap("1", 0.0)
        fingers.tap("1", 0.01)
        moves = fingers.due(9.0)
        assert [(m.key, m.closed) for m in moves] == [("1", True), ("1", False)] * 2
        assert moves[2].at - moves[1].at >= 0.024  # longer than the 12 ms a release must last

    def test_a_hundred_keys_typed_at_once_all_arrive_in_order(self) -> None:
        fingers = Fingers()
        typed = [str(n % 10) for n in range(100)]
        for key in typed:
            fingers.tap(key, 0.0)
        assert self.closings(fingers) == typed

    def test_a_click_too_short_for_a_finger_still_lasts(self) -> None:
        fingers = Fingers()
        fingers.press("5", 1.0)
        fingers.release("5", 1.001)
        down, up = fingers.due(2.0)
        assert up.at - down.at == pytest.approx(HOLD_MIN)

    def test_a_held_button_holds_the_contact(self) -> None:
        fingers = Fingers()
        fingers.press("*", 1.0)
        assert [m.closed for m in fingers.due(3.0)] == [True]
        assert fingers.down == {"*"}
        fingers.release("*", 3.5)
        assert [m.at for m in fingers.due(4.0)] == [3.5]
        assert not fingers.down

    def test_a_struck_key_is_seen_pressed_though_the_contact_opened_long_ago(self) -> None:
        fingers = Fingers()
        fingers.tap("1", 1.0, hold=0.03)
        fingers.due(1.05)
        assert fingers.seen(1.05) == {"1"}
        assert fingers.seen(1.2) == set()
        fingers.press("2", 2.0)
        fingers.due(5.0)
        assert fingers.seen(5.0) == {"2"}

    def test_quick_double_click_is_two(self) -> None:
        fingers = Fingers()
        for at in (1.0, 1.02):
            fingers.press("1", at)
            fingers.release("1", at + 0.005)
        assert self.closings(fingers) == ["1", "1"]

    @given(
        st.lists(
            st.tuples(st.sampled_from("123"), st.floats(0, 0.2), st.booleans()),
            max_size=40,
        )
    )
    def test_contacts_open_and_close_in_turn_whatever_is_typed(
        self, strokes: list[tuple[str, float, bool]]
    ) -> None:
        fingers, now = Fingers(), 0.0
        for key, pause, by_mouse in strokes:
            now += pause
            if by_mouse:
                fingers.press(key, now)
                fingers.release(key, now + pause / 2)
            else:
                fingers.tap(key, now)
        moves = fingers.due(1e9)
        assert [m.key for m in moves if m.closed] == [key for key, _, _ in strokes]
        for key in "123":
            states = [m.closed for m in moves if m.key == key]
            assert states == [True, False] * (len(states) // 2)


class TestLayout:
    @pytest.mark.parametrize(
        ("size", "style", "key_height"),
        [
            ((140, 44), Style.HALF, 3),
            ((80, 40), Style.QUADRANT, 3),
            ((80, 24), Style.BRAILLE, 2),
            ((37, 30), Style.TEXT, 3),
            ((40, 12), Style.TEXT, 1),
        ],
    )
    def test_what_each_size_shows(
        self, size: tuple[int, int], style: Style, key_height: int
    ) -> None:
        layout = arrange(*size, keymaps.FULL)
        assert (layout.raster.style, layout.key_height) == (style, key_height)
        assert layout.height + layout.footer <= size[1]
        assert layout.body <= size[0]

    @given(
        st.integers(34, 220),
        st.integers(12, 70),
        st.sampled_from([("full", (20, 4)), ("membrane", (16, 2)), ("membrane", (20, 4))]),
    )
    def test_everything_fits_and_no_two_keys_overlap(
        self, width: int, height: int, box: tuple[str, tuple[int, int]]
    ) -> None:
        skin = SKINS[box[0]]
        layout = arrange(width, height, skin.keymap, box[1])
        assert layout.body <= width
        assert layout.height + layout.footer <= height
        assert set(layout.keys) == {cap.key for cap in skin.caps}
        cells = [
            (x, y)
            for rect in layout.keys.values()
            for x in range(rect.x, rect.x + rect.width)
            for y in range(rect.y, rect.y + rect.height)
        ]
        assert len(cells) == len(set(cells))
        assert all(0 <= x < layout.body and 0 <= y < layout.keypad_height for x, y in cells)

    @given(st.integers(1, 400), st.integers(1, 200))
    def test_no_size_is_refused(self, width: int, height: int) -> None:
        assert arrange(width, height, keymaps.FULL).raster.columns == 20


class TestKeyboard:
    @pytest.mark.parametrize("face", ["full", "membrane"])
    def test_every_key_of_the_box_can_be_typed_and_no_key_means_two(self, face: str) -> None:
        strokes = STROKES[face]
        assert {s.key for s in strokes} == {cap.key for cap in SKINS[face].caps}
        names = [name for s in strokes for name in s.keys]
        assert len(names) == len(set(names))
        assert not set(names) & {key for control in CONTROLS for key in control.keys}

    def test_court_cards_are_the_suit_keys(self) -> None:
        by_name = {name: s.key for s in STROKES["full"] for name in s.keys}
        assert [by_name[k] for k in "jqka"] == ["C", "D", "H", "S"]


class TestGlassColours:
    def brightness(self, colour: str | None) -> int:
        assert colour is not None
        return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5))

    def contrast(self, turned: int, light: int = 100, powered: bool = True) -> int:
        colours = glass_colours(DARK, turned, light, powered)
        return self.brightness(colours.plate) - self.brightness(colours.ink)

    def test_contrast_darkens_the_dots(self) -> None:
        assert self.contrast(0) < self.contrast(25) < self.contrast(50)

    def test_too_much_contrast_shows_the_unlit_dots(self) -> None:
        ghosts = [self.brightness(glass_colours(DARK, c, 100, True).ghost) for c in (50, 75, 100)]
        assert ghosts == sorted(ghosts, reverse=True)
        assert len(set(ghosts)) == 3

    def test_the_backlight_lights_the_plate(self) -> None:
        plates = [self.brightness(glass_colours(LIGHT, 50, b, True).plate) for b in (0, 50, 100)]
        assert plates == sorted(plates)

    def test_without_power_hardly_anything_shows(self) -> None:
        assert self.contrast(50, powered=False) < self.contrast(50) // 4

    def test_monochrome_leaves_the_terminals_colours(self) -> None:
        assert glass_colours(MONO, 50, 100, True).ink is None


class TestModel:
    def model(self) -> PanelModel:
        model = PanelModel(TableBox(firmware=Echo), None, 100.0)
        model.switch_power()
        return model

    def test_typing_reaches_the_firmware_in_real_time(self) -> None:
        model = self.model()
        model.pump(100.5)
        for key in ("1", "1"):
            model.fingers.tap(key, 100.5)
        model.pump(101.0)
        assert model.box.firmware.keys == ["1", "1"]  # type: ignore[union-attr]
        assert model.box.clock.now == pytest.approx(1_000_000, abs=100_000)

    def test_the_same_picture_object_while_nothing_changes(self) -> None:
        model = self.model()
        raster = Raster(Style.BRAILLE, 20, 4)
        model.pump(101.0)
        first = model.shown(raster)
        assert model.shown(raster) is first
        model.fingers.tap("7", 101.0)
        model.pump(101.3)
        assert model.shown(raster) != first

    def test_text_is_what_the_glass_says(self) -> None:
        model = self.model()
        model.fingers.tap("4", 100.0)
        model.pump(100.9)
        assert model.shown(Raster(Style.TEXT, 20, 4, 2)).cells[0].rstrip() == "4"

    def test_a_jammed_key_stays_closed_until_freed(self) -> None:
        model = self.model()
        assert model.jam("OK")
        assert model.box.matrix.held == {(5, 4)}
        assert not model.jam("OK")
        assert not model.box.matrix.held

    def test_the_battery_lamp_follows_the_cells(self) -> None:
        model = self.model()
        assert (model.lamps().battery, model.lamps().battery_low) == (3, False)
        model.box.battery.used = 0.95
        assert model.lamps().battery_low

    def test_the_buzzer_is_heard_once(self) -> None:
        model = self.model()
        model.fingers.tap("TD", 100.0)
        assert model.pump(100.5)
        assert not model.pump(101.0)

    def test_a_lost_cable_is_out_and_says_why(self) -> None:
        class Torn:
            def read(self) -> bytes:
                raise OSError("the adapter was unplugged")

            def write(self, data: bytes) -> int:
                raise OSError("the adapter was unplugged")

            def close(self) -> None:
                pass

        model = PanelModel(TableBox(firmware=Echo), Torn(), 0.0)
        model.switch_power()
        model.pump(0.5)
        assert model.trouble == "the adapter was unplugged"
        assert model.lamps().link == "out"
        assert not model.pull_cable()  # there is nothing to put in again


class TestCable:
    def test_what_is_sent_to_an_unplugged_box_is_lost(self) -> None:
        cable = Cable()
        model = PanelModel(TableBox(firmware=Echo), cable.near, 0.0)
        model.switch_power()
        model.pull_cable()
        cable.far.write(b"stale")
        model.pump(0.1)
        model.pull_cable()
        model.pump(0.2)
        assert model.box.uart.received == 0

    def test_a_lost_port_is_opened_anew_when_the_cable_is_put_in(self) -> None:
        class Torn:
            def read(self) -> bytes:
                raise OSError("unplugged")

            def write(self, data: bytes) -> int:
                return len(data)

            def close(self) -> None:
                pass

        cable, doors = Cable(), iter([OSError("not there yet"), None])

        def reopen() -> ByteLine:
            problem = next(doors)
            if problem is not None:
                raise problem
            return cable.near

        model = PanelModel(TableBox(firmware=Echo), Torn(), 0.0, reopen=reopen)
        model.pump(0.1)
        assert not model.pull_cable()
        assert model.trouble == "not there yet"
        assert model.pull_cable()
        assert model.trouble == ""


def test_the_core_imports_no_textual() -> None:
    modules = ["dots", "fingers", "keyboard", "layout", "model", "palette"]
    code = "import sys; " + "; ".join(f"import device.panel.{m}" for m in modules)
    code += "; sys.exit(any(m.split('.')[0] in ('textual', 'rich') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
