"""A whole walk in each language: nothing is cut on the glass."""

import pytest

from device.keying import keys_towards_pairs
from firmware_sim.words import LANGUAGES
from tests.firmware.keyed_box import KeyedBox

WALK = (
    # rubber: rule set, a pass-out, honours, the sheet's pages, undo, finish early
    "2 HELP v v OK 1 OK OK PASS OK OK OK 4 S N/S OK = OK 1 OK v v v 1 CANCEL OK OK 2 C E/W OK - 3 "
    "OK OK OK 3 HELP v OK OK 2 v CANCEL CANCEL",
    # Chicago
    "4 1 1 OK OK 3 NT N/S OK + 1 OK 4 OK v v OK OK - OK CANCEL CANCEL CANCEL CANCEL",
    # team of four: both rooms, the sheet, taken back
    "3 1 1 OK OK 4 H X E/W OK - 1 OK OK v 1 OK 7 NT X X N/S OK - 8 + 1 OK CANCEL = OK 2 v 1 OK",
    # the box itself
    "5 v v v v OK 0 0 OK CANCEL CANCEL v v v v OK v v v v v OK v OK v OK HELP v OK CANCEL",
    # the director, with no PIN
    "TD HELP v OK OK OK TD 0 OK v v v v v v v v v v 4 OK v v v v v v OK 5 OK OK CANCEL",
    # an open event: a result, verified
    "1 OK 5 OK 3 OK 4 OK HELP v OK 7 OK 4 S X N/S OK OK - 2 OK E/W HELP v OK = OK SCORES v OK",
)


def lines(keyed: KeyedBox) -> list[str]:
    """What the screen asks to be shown, before the driver cuts it to the glass."""
    return keyed.box.firmware.screen.lines()  # type: ignore[union-attr, no-any-return]


def walk(language: str) -> set[str]:
    """The screens seen; every row is held against the glass's width."""
    keyed = KeyedBox()
    keyed.keys("5" + " +" * LANGUAGES.index(language) + " CANCEL")
    assert keyed.box.firmware.box.words.language == language  # type: ignore[union-attr]
    seen: set[str] = set()
    for script in WALK:
        for key in script.split():
            keyed.keys(key)
            shown = lines(keyed)
            assert len(shown) <= 4
            assert all(len(row) <= 20 for row in shown), (keyed.screen, shown)
            seen.add(keyed.screen)
        for _ in range(6):  # back to the choice of modes
            if keyed.screen != "MODE" and script != WALK[-1]:
                keyed.keys("CANCEL")
    return seen


ALONE = {"MODE", "HELP", "RUBBER", "DEAL", "CONTRACT", "DECLARER", "RESULT", "HONOURS", "SHEET"}
ALONE |= {"UNDO", "STOP", "WON", "PASSEDOUT", "MATCH", "ROOM", "IMPS", "MATCHSHEET", "SETUP"}
ALONE |= {"ADDRESS", "STATUS", "MEMORY", "PIN", "CALLED", "TDMENU", "TABLE", "VERIFY", "PASSBOX"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walk_fits_the_glass(language: str) -> None:
    assert walk(language) >= ALONE


def test_the_way_to_the_first_pairs_is_the_same_in_every_language() -> None:
    for language in LANGUAGES:
        keyed = KeyedBox()
        keyed.keys("5" + " +" * LANGUAGES.index(language) + " CANCEL")
        for _ in range(9):
            if keyed.screen != "PAIRS":
                keyed.keys(" ".join(keys_towards_pairs(keyed.screen, "A", 5)))
                keyed.box.run_for(500)
        assert keyed.screen == "PAIRS"
