"""Every text of the LCD in every language: same keys, same placeholders, within 20 columns."""

import importlib
import re
from pathlib import Path

import pytest

import firmware_sim
from firmware_sim.screens import SCREENS, mode, td_menu
from firmware_sim.words import LANGUAGES, SAME_HELP, Words

COLUMNS = 20

# The longest value that each placeholder can hold on the glass.
WIDEST = {
    "address": "99",
    "away": "999",
    "board": "999",
    "boards": "99",
    "bonus": "700",
    "chosen": "EW 150",
    "card": chr(1) + "10",
    "closed": "-7600",
    "count": "99",
    "contract": "7NTXX",
    "deal": "99",
    "dealer": "W",
    "event": "ABCD",
    "ew": "9999",
    "high": "999999",
    "home": "999",
    "imps": "+24",
    "match": "99",
    "mv": "9999",
    "name": "CANCEL",
    "ns": "9999",
    "opened": "-7600",
    "number": "ABCDEFGHIJ",
    "pair": "999",
    "percent": "100.0",
    "points": "99999",
    "records": "142",
    "result": "-13",
    "room": "142",
    "round": "99",
    "rubber": "999",
    "rules": "Indonesia 1987 print",
    "score": "+7600",
    "seconds": "300",
    "section": "A",
    "serial": "ABCDEFGHIJKL",
    "side": "EW",
    "table": "A99",
    "tricks": "13",
    "typed": "99",
    "value": "100",
    "version": "99.99.99",
    "waiting": "142",
}

TITLE_COLUMNS = 19
"""Of a first line: the last column is the link's or the battery's sign."""

LIST_COLUMNS = 17
"""Of a list's first line: two more columns say how it goes on."""

LABELS = ("ABOVE", "BELOW", "GAMES", "NEEDS", "TOTAL", "BONUS")
"""The sheet's rows leave them four columns; its heading cells have nine and seven."""

A00 = {chr(code) for code in range(0x20, 0x7E)} - {"\\"} | {chr(code) for code in range(8)}
"""What the character ROM A00 draws as in ASCII, and the eight glyphs of our own."""

PLACEHOLDER = re.compile(r"\{(\w*)[^}]*\}")


def table(language: str, prefix: str = "") -> dict:
    module = importlib.import_module(f"firmware_sim.words.{prefix}{language}")
    return module.HELP if prefix else module.WORDS


def own_words(key: str, words: dict) -> dict:
    """Placeholders that are filled with words of the same language."""

    def longest(prefix: str) -> str:
        return max((text for name, text in words.items() if name.startswith(prefix)), key=len)

    own = {"vul": longest("VUL_"), "seat": longest("SEAT_")}
    if key.startswith("ROOM_"):
        own["room"] = max(words["ROOM_O"], words["ROOM_C"], key=len)
    if key == "CONTRACT_FIELD":
        own["contract"] = max(words["PASSED_OUT"], words["NOT_PLAYED"], key=len)
    if key in ("HOST_VERSION", "BOX_VERSION"):
        own["version"] = "99.99"  # of the link: at most five characters
    return own


def asked_as_titles() -> dict:
    """Key of a first line, or of a numbered one: the columns that are left for it."""
    found = {"DEAL_HEAD": TITLE_COLUMNS, "ROOM_HEAD": TITLE_COLUMNS, "SUM_SHORT": LIST_COLUMNS}
    found.update({"MODE_" + choice: COLUMNS - len("\u21921 ") for choice in mode.CHOICES})
    for number, (key, _) in enumerate(td_menu.CHOICES, start=1):
        found[key] = COLUMNS - len(f"{number} ")
    for path in Path(firmware_sim.__file__).parent.rglob("*.py"):
        text = path.read_text()
        for key in re.findall(r'title\(\s*(?:self\.)?(?:box\.)?words\(\s*"(\w+)"', text):
            found[key] = TITLE_COLUMNS
        for key in re.findall(r'\bTITLE = "(\w+)"', text):
            found[key] = LIST_COLUMNS
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_labels_of_a_sheet_keep_their_columns(language: str) -> None:
    words = table(language)
    labels = [words[label] for label in LABELS]
    assert all(len(label) <= 4 for label in labels)
    assert len(set(labels)) == len(labels)
    assert len(words["WE"]) <= 9
    assert len(words["THEY"]) <= 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_the_glass(language: str) -> None:
    words = table(language)
    titles = asked_as_titles()
    wrong = []
    for key, text in words.items():
        filled = text.format(**(WIDEST | own_words(key, words)))
        columns = titles.get(key, COLUMNS)
        if len(filled) > columns or not set(filled) <= A00:
            wrong.append((key, filled, len(filled)))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_line_fits_the_glass(language: str) -> None:
    for screen, lines in table(language, "help_").items():
        assert isinstance(lines, tuple), screen
        assert lines
        for line in lines:
            assert len(line) <= COLUMNS, (language, screen, line)
            assert set(line) <= A00, (language, screen, line)


def test_every_screen_has_its_own_help() -> None:
    helped = set(table("en", "help_")) | set(SAME_HELP)
    assert set(SCREENS) - helped == {"HELP"}
    assert helped - set(SCREENS) == {""}
    assert set(SAME_HELP.values()) <= set(table("en", "help_"))


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_same_keys_and_placeholders_as_english(language: str) -> None:
    english, other = table("en"), table(language)
    assert sorted(english) == sorted(other)
    for key, text in english.items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(other[key])), key
    assert sorted(table("en", "help_")) == sorted(table(language, "help_"))


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_nothing_stays_in_english(language: str) -> None:
    """Texts with two long words in a row that are the same as in English were forgotten."""
    english, other = table("en"), table(language)
    same = [text for key, text in english.items() if other[key] == text]
    assert [text for text in same if re.search(r"[A-Za-z]{4,} [A-Za-z]{4,}", text)] == []
    for screen, lines in table("en", "help_").items():
        assert table(language, "help_")[screen] != lines, screen


def test_every_key_that_the_firmware_asks_for_exists() -> None:
    asked = set()
    for path in Path(firmware_sim.__file__).parent.rglob("*.py"):
        asked |= set(re.findall(r'\b(?:words|hint)\(\s*"(\w*[A-Z])"', path.read_text()))
        asked |= set(re.findall(r'\b(?:TITLE|HINT) = "(\w+)"', path.read_text()))
    missing = asked - set(table("en"))
    assert not missing


def test_words_speak_one_language_at_a_time() -> None:
    words = Words("en")
    english = words("PASSED_OUT")
    words.use("no")
    assert words.language == "no"
    assert words("PASSED_OUT") != english
    assert words.help("NO SUCH SCREEN") == table("no", "help_")[""]
    with pytest.raises(ValueError, match="en, it, no, id"):
        words.use("xx")
