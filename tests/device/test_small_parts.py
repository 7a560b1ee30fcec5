"""Buzzer, battery, character ROM and skins."""

import pytest

from device.battery import Battery
from device.buzzer import Buzzer
from device.clock import Clock
from device.font import a00_dots, code_of, plain_text
from device.skins import SKINS
from device.table_box import KEYMAPS


def test_the_buzzer_sounds_until_its_moment_without_waiting() -> None:
    clock = Clock()
    buzzer = Buzzer(clock)
    heard = []
    for at, ms in ((0, 0), (10, 100), (50, 20), (200, 5)):
        clock.advance_to(at * 1000)
        buzzer.buzz(ms)
        heard.append(buzzer.sounding)
    assert heard == [False, True, True, True]
    assert list(buzzer.beeps) == [(10_000, 100), (50_000, 20), (200_000, 5)]
    clock.advance(5000)
    assert not buzzer.sounding


@pytest.mark.parametrize(("used", "mv"), [(0.0, 4650), (0.2, 4080), (0.9, 3300), (1.0, 2700)])
def test_the_voltage_follows_the_curve(used: float, mv: int) -> None:
    assert Battery(Clock(), used).millivolts == mv


def test_the_charge_used_is_current_times_time() -> None:
    clock = Clock()
    battery = Battery(clock)
    battery.draw(100)
    clock.advance(10 * 3_600_000_000)  # 1,000 of 2,000 mAh
    battery.draw(0)
    clock.advance(100 * 3_600_000_000)
    assert battery.used == pytest.approx(0.5)
    assert battery.millivolts == 3 * 1260


def test_an_impossible_charge_is_refused() -> None:
    with pytest.raises(ValueError, match=r"1\.5 of its capacity used"):
        Battery(Clock()).used = 1.5


def test_every_printable_character_has_a_shape_of_its_own() -> None:
    shapes = [a00_dots(code) for code in range(0x20, 0x80)]
    assert len(set(shapes)) == 96
    assert all(len(shape) == 8 and shape[7] == 0 for shape in shapes)
    assert a00_dots(0xFF) == (0x1F,) * 8
    assert a00_dots(ord("L")) == (16, 16, 16, 16, 16, 16, 31, 0)


def test_the_upper_half_is_drawn_too_but_for_its_blanks() -> None:
    shapes = {code: a00_dots(code) for code in range(0x80, 0x100)}
    blank = {code for code, shape in shapes.items() if not any(shape)}
    assert blank == {*range(0x80, 0xA1), 0xFE}
    assert len({shape for shape in shapes.values() if any(shape)}) == 94
    assert plain_text("\xb1\xdd\xde") == "ｱﾝﾞ"


@pytest.mark.parametrize("character", "\\~ж♠")
def test_rom_a00_lacks_backslash_and_tilde(character: str) -> None:
    with pytest.raises(ValueError, match="character ROM A00 has no"):
        code_of(character)


@pytest.mark.parametrize(
    ("character", "code"),
    [("A", 0x41), ("¥", 0x5C), ("→", 0x7E), ("←", 0x7F), ("°", 0xDF), ("ö", 0xEF), ("█", 0xFF)],
)
def test_codes_of_table_4(character: str, code: int) -> None:
    assert code_of(character) == code
    assert plain_text(chr(code)) == character


def test_a_row_reads_as_text_of_the_same_length() -> None:
    assert plain_text("4\x03X \x00\x01\x02") == "4♠X ♣♦♥"
    assert all(len(plain_text(chr(code))) == 1 for code in range(256))


@pytest.mark.parametrize("name", ["full", "membrane"])
def test_a_skin_has_the_keys_of_its_keymap(name: str) -> None:
    skin = SKINS[name]
    assert skin.keymap == KEYMAPS[name]
    for cap in skin.caps:
        assert skin.keymap[cap.row][cap.column] == cap.key
        assert skin.cap(cap.key) is cap
        lengths = [len(text) for text in cap.prints]
        assert lengths == sorted(lengths, reverse=True)
        assert len(cap.fitting(2)) <= 2
    with pytest.raises(ValueError, match=f"no key 'Q' on the {name} face"):
        skin.cap("Q")
