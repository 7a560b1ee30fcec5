"""The panel on a screen: hands on keyboard and mouse, sizes, themes, controls, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from device.faults import Cable
from device.panel.app import PanelApp
from device.panel.face import Brand, KeyboardMap
from device.panel.model import Lamps
from tests.device.panel_boxes import Hand, Slip

SIZES = [(80, 40), (80, 24), (37, 30), (40, 12)]


def centre(app: PanelApp, key: str) -> tuple[int, int]:
    rect = app.arrangement.keys[key]
    return rect.x + rect.width // 2, rect.y + rect.height // 2


async def click(pilot: Pilot[None], hand: Hand, key: str, held: float = 0.0) -> None:
    """Press and release the mouse button on a key."""
    offset = centre(hand.app, key)
    await pilot.mouse_down(hand.app.keypad, offset=offset)
    if held:
        hand.wait(held)
    await pilot.mouse_up(hand.app.keypad, offset=offset)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_eleven_by_mouse_is_two_digits(size: tuple[int, int]) -> None:
    hand = Hand()
    async with hand.app.run_test(size=size) as pilot:
        for _ in range(2):
            await click(pilot, hand, "1")
        hand.wait(0.5)
        assert hand.keys == ["1", "1"]


async def test_eleven_by_keyboard_is_two_digits() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1")
        hand.wait(0.5)
        assert hand.keys == ["1", "1"]
        assert hand.app.model.box.lcd_lines()[0].startswith("11")


async def test_keys_by_mouse_and_none_beside_them() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 40)) as pilot:
        for row in hand.box.keymap:
            for key in row:
                assert hand.app.keypad.key_at(*centre(hand.app, key)) == key
        for key in ("OK", "E/W", "NT", "1"):
            await click(pilot, hand, key)
        assert hand.app.keypad.key_at(0, 0) is None
        await pilot.mouse_down(hand.app.keypad, offset=(0, 0))
        await pilot.mouse_up(hand.app.keypad, offset=(0, 0))
        hand.wait(0.5)
        assert hand.keys == ["OK", "E/W", "NT", "1"]


async def test_the_keyboard_strikes_the_keys_it_says() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "2", "4", "s", "x", "X", "n", "p", "plus", "minus", "equals_sign")
        await pilot.press("u", "w", "l", "t", "up", "down", "question_mark", "escape", "enter")
        await pilot.press("tab", "j", "add", "decimal")
        hand.wait(3)
        typed = "1 2 4 S X XX NT PASS + - = N/S E/W SCORES TD ^ v HELP CANCEL OK SCORES C +"
        assert " ".join(hand.keys) == typed + " CANCEL"


async def test_a_held_mouse_button_holds_the_contact_and_shows_the_key_down() -> None:
    hand = Hand(face="membrane", glass=(16, 2))
    async with hand.app.run_test(size=(80, 24)) as pilot:
        offset = centre(hand.app, "*")
        await pilot.mouse_down(hand.app.keypad, offset=offset)
        await pilot.pause()
        hand.wait(2.5)
        assert hand.box.matrix.held == {(3, 0)}
        # The pointer may slide off: the finger is still on the key until the button goes up.
        await pilot.mouse_up(hand.app.glass, offset=(1, 1))
        await pilot.pause()
        hand.wait(0.1)
        assert not hand.box.matrix.held


@pytest.mark.parametrize("size", [*SIZES, (140, 44), (20, 4), (5, 2)])
async def test_no_size_breaks_it_and_keys_work_at_all(size: tuple[int, int]) -> None:
    hand = Hand()
    async with hand.app.run_test(size=size) as pilot:
        await pilot.press("7")
        hand.wait(0.3)
        await pilot.pause()
        assert hand.keys == ["7"]


@pytest.mark.parametrize("link", ["out", "none", "red", "green"])
async def test_on_a_narrow_screen_the_name_makes_room_for_the_lamps(link: str) -> None:
    hand = Hand()
    async with hand.app.run_test(size=(37, 30)) as pilot:
        brand = hand.app.query_one(Brand)
        brand.show(Lamps(True, link, 27, 3, False))
        await pilot.pause()
        shown = brand.render_line(0).text
        assert "27 WAIT" in shown
        assert shown.rstrip().endswith("▮▮▮  ● ON")
        assert "OVERTRICK" not in shown or "OVERTRICK " in shown


async def test_resizing_chooses_another_drawing() -> None:
    hand = Hand(Slip)
    async with hand.app.run_test(size=(80, 24)) as pilot:
        hand.wait(0.3)
        assert hand.app.glass.cells[0].startswith("⣏⣉⠆")
        await pilot.resize_terminal(37, 30)
        await pilot.pause()
        assert hand.app.glass.cells[0] == "Board 7  Dlr S   All"


async def test_a_digit_repaints_little_more_than_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        hand.wait(0.2)
        await pilot.pause()
        painted: list[Region] = []
        monkeypatch.setattr(
            type(hand.app.glass), "refresh", lambda self, *regions, **_: painted.extend(regions)
        )
        hand.app.model.fingers.tap("8", hand.now)
        hand.wait(0.3)
        # The digit's box and the cursor's move: two characters of 3 by 3 cells, at line ends.
        assert painted
        assert sum(region.area for region in painted) <= 4 * 9


async def test_power_and_memory_of_what_was_typed() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        hand.wait(0.2)
        await pilot.press("f3")
        assert not hand.box.powered
        await pilot.press("1")
        hand.wait(0.3)
        assert "".join(hand.app.glass.cells).strip() == ""
        await pilot.press("ctrl+o")
        assert hand.box.powered


async def test_the_cable_comes_out_and_goes_in_again() -> None:
    cable = Cable()
    hand = Hand(line=cable.near)
    async with hand.app.run_test(size=(80, 24)) as pilot:
        assert hand.box.uart.plugged
        await pilot.press("f4")
        assert not hand.box.uart.plugged
        assert hand.app.model.lamps().link == "out"
        await pilot.press("f4")
        assert hand.box.uart.plugged


async def test_jamming_takes_the_next_key_and_the_second_time_frees_it() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f5", "5")
        hand.wait(0.2)
        assert hand.box.matrix.held == {(1, 1)}
        assert hand.keys == ["5"]
        await pilot.press("f5")
        await click(pilot, hand, "5")
        hand.wait(0.2)
        assert not hand.box.matrix.held
        await pilot.press("5")
        hand.wait(0.2)
        assert hand.keys == ["5", "5"]


async def test_the_buzzer_rings_the_bell_unless_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = Hand()
    bells: list[int] = []
    monkeypatch.setattr(hand.app, "bell", lambda: bells.append(1))
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        hand.wait(0.3)
        assert len(bells) == 1
        await pilot.press("f7", "t")
        hand.wait(0.3)
        assert hand.keys == ["TD", "TD"]
        assert len(bells) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_the_keyboard_map_is_shown_on_demand(size: tuple[int, int]) -> None:
    hand = Hand()
    async with hand.app.run_test(size=size) as pilot:
        await pilot.press("f2")
        assert isinstance(hand.app.screen, KeyboardMap)
        await pilot.press("1")
        assert not isinstance(hand.app.screen, KeyboardMap)
        hand.wait(0.2)
        assert hand.keys == []  # that key closed the map and struck nothing


async def test_a_click_on_a_hint_does_what_it_says() -> None:
    hand = Hand()
    async with hand.app.run_test(size=(80, 24)) as pilot:
        assert hand.box.powered
        await pilot.click(hand.app.hints, offset=(6, 4))  # F3 Power, under path, blank and F2
        assert not hand.box.powered


async def test_pictures_are_saved_side_by_side(tmp_path: Path) -> None:
    hand = Hand(Slip, pictures=tmp_path)
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8", "f8")
        await pilot.pause()
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == ["VB0001-1.svg", "VB0001-2.svg"]
        assert (tmp_path / names[0]).read_text().startswith("<svg")


async def test_a_visitor_in_a_browser_saves_no_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PanelApp, "is_web", True)
    hand = Hand(Slip, pictures=tmp_path)
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8")
        await pilot.pause()
        assert list(tmp_path.iterdir()) == []


async def test_a_picture_that_cannot_be_saved_is_said_so(tmp_path: Path) -> None:
    hand = Hand(Slip, pictures=tmp_path / "file" / "below")
    (tmp_path / "file").write_text("")
    async with hand.app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8")
        await pilot.pause()
        assert [n.severity for n in hand.app._notifications] == ["error"]


async def test_no_color_sends_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    hand = Hand(Slip, theme="light")
    async with hand.app.run_test(size=(40, 12)) as pilot:
        hand.wait(0.2)
        await pilot.press("f6")
        assert hand.app.theme == "panel-mono"
        styles = [
            segment.style
            for y in range(4)
            for segment in hand.app.glass.render_line(y)
            if segment.style is not None
        ]
        assert styles
        assert all(style.color is None and style.bgcolor is None for style in styles)


@pytest.mark.parametrize(
    ("size", "theme", "face"),
    [
        ((80, 24), "dark", "full"),
        ((37, 30), "light", "full"),
        ((40, 12), "mono", "full"),
        ((80, 40), "dark", "membrane"),
    ],
)
def test_looks(snap_compare: object, size: tuple[int, int], theme: str, face: str) -> None:
    hand = Hand(Slip, face=face, theme=theme)

    async def before(pilot: Pilot[None]) -> None:
        hand.wait(0.3)
        hand.app.model.fingers.press("5", hand.now)
        hand.wait(0.1)
        await pilot.pause()

    assert snap_compare(hand.app, terminal_size=size, run_before=before)  # type: ignore[operator]
