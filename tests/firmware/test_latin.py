"""Letters of other languages on an LCD whose ROM has few of them."""

import pytest

from firmware_sim.link.latin import TRANSLITERATION, plain
from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Brønshøj", "Broenshoej"),  # as in Danish addresses abroad
        ("Ålesund", "Aalesund"),  # the official spelling until 1917
        ("Perché no?", "Perche no?"),
        ("Straße", "Strasse"),  # the Swiss spelling
        ("Šťastný", "Stastny"),
        ("“well” – now…", '"well" - now...'),
        ("漢", "?"),
        ("plain ASCII ~ {|}", "plain ASCII ~ {|}"),
    ],
)
def test_transliteration(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_letters_that_the_lcd_has_are_left() -> None:
    assert plain("Müller ä", "äöüñ") == "Müller ä"


def test_no_letter_stands_in_two_rows() -> None:
    letters = "".join(row[row.find(":", 1) + 1 :] for row in TRANSLITERATION)
    assert len(set(letters)) == len(letters)
    assert all(ord(letter) > 0x7E for letter in letters)


def test_a_message_is_shown_in_letters_of_the_glass() -> None:
    keyed = KeyedBox()
    host = HostEnd([("event", "E3"), ("type", "open")])
    keyed.box.plug(host)
    keyed.box.run_for(1000)
    host.message(1, "Bord 3: Brønshøj, für")
    keyed.box.run_for(1000)
    assert keyed.box.firmware.box.messages == ["Bord 3: Broenshoej, für"]
