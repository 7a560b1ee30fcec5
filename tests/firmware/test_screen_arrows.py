"""Every arrow of the screen diagram, walked by pressing keys; TD and HELP from every screen.

A row of ``screen_arrows.txt``: screen | keys and when, as in its ARROWS | target | start | keys
to the screen | keys that must lead to the target, alternatives between " / ". Words with ~ let
milliseconds pass, words with @ are events (see ``happen``).
"""

import importlib.util
from pathlib import Path

import pytest

from device.keying import keys_from_board
from firmware_sim.link.config import pin_hash
from firmware_sim.link.fields import message
from firmware_sim.screens import SCREENS, screen_class
from tests.firmware.host_end import HostEnd
from tests.firmware.keyed_box import KeyedBox
from tests.firmware.test_duplicate_movement import MOVEMENT

OPEN = [("event", "E3"), ("type", "open")]
NO_TABLE = [item for item in MOVEMENT if item[0] not in ("section", "table")]
NO_CORRECT = [item for item in MOVEMENT if item[0] != "correct"]
ONE_ROUND = [item for item in MOVEMENT if item[0] not in ("m.2", "m.3", "rounds")]

STARTS: dict[str, tuple[list[tuple[str, str]], str]] = {
    # name: (the host's configuration, none without a host; keys after the self test)
    "new": ([], ""),
    "alone": ([], "1 OK 5 OK"),
    "open": (OPEN, "1 ~3000 5 OK ~300"),
    "show open": (OPEN + [("show", "percent")], "1 ~3000 5 OK ~300"),
    "table": (NO_TABLE, "1 ~3000 2"),
    "ask table": (NO_TABLE + [("players", "ask")], "1 ~3000 2"),
    "open table": (OPEN, "1 ~3000 2"),
    "round": (MOVEMENT, "1 ~3000"),
    "one round": (ONE_ROUND, "1 ~3000"),
    "players": (MOVEMENT + [("players", "ask")], "1 ~3000"),
    "lead": (MOVEMENT + [("lead", "check")], "1 ~3000"),
    "show": (MOVEMENT + [("show", "all")], "1 ~3000"),
    "td corrects": ([*NO_CORRECT, ("correct", "director")], "1 ~3000"),
    "pin": (MOVEMENT + [("pin", pin_hash("H7", "2468"))], "1 ~3000 OK TD"),
    "menu": (MOVEMENT, "1 ~3000 OK TD 0 OK"),
    "rubber": ([], "2"),
    "deal": ([], "2 OK"),
    "honours": ([], "2 1 OK"),
    "chicago": ([], "4"),
    "match": ([], "3"),
    "setup": ([], "5"),
}

KEYS = {
    "B1": " ".join(keys_from_board(1, "4S", "N", 10)),
    "B2": " ".join(keys_from_board(2, "4S", "N", 10)),
    "GAME": "3 NT N/S = OK",
    "PART": "1 NT N/S = OK",
    "PAIRS": "3 OK 4 OK",
    "TO_PASS": "3 OK 4 OK 7 OK PASS OK",
    "TO_VERIFY": "3 OK 4 OK 7 OK 3 NT N/S = OK E/W",
}
"""Stretches of keys that the rows name in braces."""

DOCS = Path(__file__).parents[2] / "docs"
ROWS = Path(__file__).parents[1] / "data" / "screen_arrows.txt"

TABLE = [
    tuple(cell.strip() for cell in line.format_map(KEYS).split("|"))
    for line in ROWS.read_text().splitlines()
    if line[0] != "#"
]
"""(screen, arrow, target, start, path, finals)"""


class Walk(KeyedBox):
    """A box that also obeys ~ and @ words."""

    def __init__(self, start: str) -> None:
        super().__init__()
        config, script = STARTS[start]
        self.host = HostEnd(config or OPEN)
        if config:
            self.box.plug(self.host)
        self.go(script)

    def go(self, script: str) -> None:
        for word in script.split():
            if word[0] == "~":
                self.box.run_for(int(word[1:]))
            elif word[0] == "@":
                self.happen(word)
            else:
                self.box.tap(word, hold_ms=25, gap_ms=25)
        self.box.run_for(60)

    def happen(self, word: str) -> None:
        if word == "@cycle":
            self.box.power_off()
            self.box.power_on()
            self.box.run_for(200)
        elif word == "@plug":
            self.box.plug(self.host)
        elif word == "@fill":
            self.fill()
        elif word == "@played":
            self.go(f"OK {KEYS['B1']} OK {KEYS['B2']} OK OK OK OK OK OK OK")
            self.go(" ".join(keys_from_board(5, "PASS", "", 0)) + " OK")
            self.go(" ".join(keys_from_board(6, "PASS", "", 0)) + " OK OK OK OK")
        elif word == "@event":
            self.host.configure([("event", "X9"), *MOVEMENT[1:]])
        elif word == "@jam":
            self.box.press("7")
        elif word == "@free":
            self.box.release("7")
        elif word == "@message":
            self.host.message(7, "Please hurry")
        elif word == "@version":
            self.host._out += message(
                "00", "H", version="2", host="0011AAFF", run="00000002", nonce="1"
            )
        else:
            raise AssertionError(word)

    def fill(self) -> None:
        """Records of an evening that no host has taken, in every slot that is free."""
        journal = self.box.firmware.box.journal  # type: ignore[union-attr]
        number = 0
        while journal.room:
            number += 1
            journal.add("R", {"event": "ZZ", "board": number, "ns": 1, "ew": 2, "contract": "PASS"})


def arrows() -> list[tuple[str, str, str]]:
    """(screen, keys and when, target) of every arrow of every screen."""
    found = []
    for name in SCREENS:
        for keys, target, when in screen_class(name).ARROWS:
            found.append((name, f"{keys}; {when}" if when else keys, target))
    return found


def test_no_arrow_is_left_out() -> None:
    rows = {row[:2] for row in TABLE}
    assert [arrow for arrow in arrows() if arrow[:2] not in rows] == []
    known = {arrow[:2] for arrow in arrows()}
    assert [row for row in rows if row not in known] == []


@pytest.mark.parametrize("row", TABLE, ids=[f"{row[0]}-{row[1]}" for row in TABLE])
def test_the_arrow_leads_where_the_diagram_says(row: tuple[str, ...]) -> None:
    screen, arrow, target, start, path, finals = row
    drawn = [found[2] for found in arrows() if found[:2] == (screen, arrow)]
    assert len(drawn) == 1
    # BACK and RESUME are whatever lies beneath; END's new event and a running rubber go on.
    if drawn[0] not in ("BACK", "RESUME") and (screen, target) not in PASSING:
        assert drawn[0] == target
    for final in finals.split(" / "):
        walk = Walk(start)
        walk.go(path)
        if screen == "KEYS" or (screen, arrow) != ("RUBBER", "; a rubber is running"):
            assert walk.screen == screen, (walk.screen, walk.glass())
        walk.go(final)
        assert walk.screen == target, (final, walk.screen, walk.glass())
        assert walk.box.lcd.violations == []


PASSING = {("END", "ROUND"), ("GAMEFULL", "DEAL")}
"""Screens that go on at once: WAIT when the host has spoken, RUBBER when one is running."""

REACH = {row[0]: row for row in reversed(TABLE) if row[1] != "; a rubber is running"}


@pytest.mark.parametrize("screen", sorted(SCREENS))
def test_no_dead_end_and_td_and_help_from_every_screen(screen: str) -> None:
    _, _, _, start, path, _ = REACH[screen]
    assert screen_class(screen).ARROWS
    walk = Walk(start)
    walk.go(path)
    assert walk.screen == screen
    if screen != "HELP":
        walk.go("HELP")
        assert (walk.screen, walk.box.firmware.box.beneath) == ("HELP", screen)  # type: ignore[union-attr]
        walk.go("HELP")
        assert walk.screen == screen
    walk.go("TD")
    director = screen == "PIN" or screen_class(screen).DIRECTOR
    assert walk.screen == (screen if director else "PIN")


def test_the_page_about_the_box_is_drawn_from_the_same_tables() -> None:
    spec = importlib.util.spec_from_file_location("draw_screens", DOCS / "draw_screens.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert sorted(script.grouped()) == sorted(SCREENS)
    page = (DOCS / "box.md").read_text()
    assert script.drawn(page) == page, "run python docs/draw_screens.py"
