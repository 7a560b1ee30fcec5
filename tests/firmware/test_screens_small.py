"""The modes without a host on the 16-key membrane and on the 16x2 glass."""

import pytest

from tests.firmware.keyed_box import KeyedBox


def pages(keyed: KeyedBox) -> list[str]:
    """All rows of the screen on the small glass, page by page (0 held turns the page)."""
    found: list[str] = []
    for _ in range(6):
        rows = [row for row in keyed.glass() if row]
        if rows and rows[0] in found:
            break
        found += rows
        keyed.box.tap("0", hold_ms=1100, gap_ms=60)
    return found


def test_a_rubber_on_the_membrane() -> None:
    keyed = KeyedBox(keymap="membrane")
    assert keyed.keys("2")[3] == "# begin  1 rule set"
    assert keyed.keys("#")[3] == "# bid  * mode"
    assert keyed.keys("# 2 C")[1] == "CONTRACT 2♥"
    assert keyed.keys("# 8")[1] == "DECLARER SOUTH"
    assert keyed.keys("# A 2")[1] == "RESULT +2"
    assert keyed.keys("#")[1:3] == ["AL      60      0", "BL      60      0"]
    assert keyed.keys("B")[2] == "NEED    40    100"
    keyed.keys("# #")
    assert keyed.keys("9")[1] == "CONTRACT PASSED OUT"
    assert keyed.keys("#")[0] == "PASSED OUT"
    assert keyed.keys("* * *")[0] == "DEAL 2 RUBBER 1"
    assert keyed.keys("1 #")[1] == "AL       0      0"


def test_honours_on_the_membrane() -> None:
    keyed = KeyedBox(keymap="membrane")
    keyed.keys("2 1 # # 1 0 8 # 6 # C #")
    assert keyed.glass()[:3] == ["HONOURS 0", "2 NS 150", "4 EW 150"]
    assert keyed.keys("4")[0] == "HONOURS EW 150"
    # 40 x 2 below, 50 for making it doubled, honours 150
    assert keyed.keys("#")[1:3] == ["AL       0    200", "BL       0     80"]


def test_a_rubber_on_the_small_glass_shows_the_line_being_typed() -> None:
    keyed = KeyedBox(keymap="membrane", glass=(16, 2))
    assert pages(keyed)[0] == "CHOOSE"
    keyed.keys("2 # #")
    assert "CONTRACT" in keyed.glass()
    assert "CONTRACT 3" in keyed.keys("3")
    assert "CONTRACT 3NT" in keyed.keys("0")
    assert "DECLARER" in keyed.keys("#")
    assert "DECLARER WEST" in keyed.keys("4")
    assert "RESULT =" in keyed.keys("# C")
    keyed.keys("#")
    shown = pages(keyed)
    assert "AL     0     0" in [" ".join(row.split()).replace(" ", "     ") for row in shown]
    keyed.keys("B B B")
    assert any(row.startswith("GAME") for row in pages(keyed))


def scores(keyed: KeyedBox) -> list[str]:
    """The rows of a sheet but the last, which names the rule set and may be folded."""
    return keyed.box.firmware.screen.items()[:-1]  # type: ignore[union-attr, no-any-return]


@pytest.mark.parametrize("glass", [(20, 4), (16, 2)])
@pytest.mark.parametrize("keymap", ["full", "membrane"])
def test_no_row_of_a_sheet_is_folded(glass: tuple[int, int], keymap: str) -> None:
    keyed = KeyedBox(keymap=keymap, glass=glass)
    ok, back = ("#", "*") if keymap == "membrane" else ("OK", "CANCEL")
    contract = "3 0 # 4 # C #" if keymap == "membrane" else "3 NT E/W E/W OK = OK"
    keyed.keys(f"2 {ok} {ok} {contract}")
    box = keyed.box.firmware.box  # type: ignore[union-attr]
    assert len(scores(keyed)) == 5
    assert all(len(row) <= box.columns for row in scores(keyed))
    keyed.keys(f"{ok} {back} 3 {ok} {ok} {contract}")
    assert keyed.screen == "IMPS"
    keyed.keys("2")
    assert all(len(row) <= box.columns for row in scores(keyed))


def test_setup_on_the_membrane_and_the_small_glass() -> None:
    keyed = KeyedBox(keymap="membrane", glass=(16, 2))
    keyed.keys("5")
    assert keyed.screen == "SETUP"
    keyed.keys("6")
    assert keyed.box.firmware.box.words.language == "it"  # type: ignore[union-attr]
    keyed.keys("4")
    assert "ENGLISH" in " ".join(pages(keyed))
    keyed.keys("*")
    assert keyed.screen == "MODE"


def test_a_match_on_the_membrane() -> None:
    keyed = KeyedBox(keymap="membrane")
    keyed.keys("3 #")
    assert keyed.keys("A")[0] == "CLOSED ROOM"
    keyed.keys("B # 4 D # 2 # C #")
    assert keyed.glass()[1] == "OPEN +420 CLO.    -"
    keyed.keys("# A 1 # 4 D # 2 # B 1 #")
    assert keyed.glass()[0] == "BOARD 1 IMPS +10"
