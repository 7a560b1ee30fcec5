"""An event's settings: from a file by hand, and every wrong value in one sentence."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from firmware_sim.link.config import Config
from host.errors import UserError
from host.event.payload import Payloads
from host.event.settings import EventSettings, event_code, session_of

TODAY = date(2026, 11, 29)


def read(tmp_path: Path, text: str) -> EventSettings:
    path = tmp_path / "event.toml"
    path.write_text(text)
    return EventSettings.from_toml(path, TODAY)


def test_an_event_file(tmp_path: Path) -> None:
    event = read(
        tmp_path,
        """
        [event]
        code = "E3"
        name = "Club night"
        method = "butler"
        convention = "norway"
        winners = 1
        sections = ["A", "B"]
        boards = 27
        show = "percent"
        [scoring]
        butler_trim = "10%"
        """,
    )
    assert (event.code, event.method, event.sections, event.boards) == (
        "E3", "butler", ("A", "B"), 27,
    )  # fmt: skip
    assert event.scoring_convention.butler_trim.text == "10%"
    assert event.scoring_convention.butler_total == "average"
    assert EventSettings.from_json(event.to_json()) == event


def test_an_empty_file_is_a_plain_event_of_today(tmp_path: Path) -> None:
    assert read(tmp_path, "") == EventSettings(event_code(TODAY))


def test_no_two_sessions_share_a_code() -> None:
    days = [date.fromordinal(TODAY.toordinal() + n) for n in range(800)]
    codes = {event_code(day, session) for day in days for session in range(36)}
    assert len(codes) == 800 * 36
    assert all(len(code) == 4 for code in codes)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("code = 'toolong'", "'toolong': an event's code is 1 to 4 of 0-9 and A-Z"),
        ("code = 'e3'", "'e3'"),
        ("method = 'rubber'", "'rubber': allowed are matchpoints, butler, cross-imps, total"),
        ("rules = 'laws-1812'", "'laws-1812': allowed are"),
        ("convention = 'mars'", "'mars'"),
        ("winners = 3", "winners 3: allowed are 1 and 2"),
        ("boards = 0", "boards 0: must be 1 or more"),
        ("boards = 'many'", "boards 'many': must be a whole number"),
        ("name = 7", "name 7: must be a text"),
        ("colour = 'red'", "unknown key 'colour'"),
        ("[scoring]\nbutler_trim = 'x'", "convention 'wbf'"),
        ("name = ", "is no TOML file"),
        ("event = 3", "event is a table"),
        ("scoring = 3", "scoring"),
        ("pairs = 'entrants.csv'", "pairs counts in `overtrick rank` only"),
        ("[[carry_over]]\nid = '3'\namount = 2", "carry_over counts in `overtrick rank` only"),
    ],
)
def test_a_wrong_value_is_named_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UserError) as refusal:
        read(tmp_path, text)
    assert words in str(refusal.value)
    assert "event.toml" in str(refusal.value)


def test_an_afternoon_and_an_evening_are_two_events() -> None:
    sessions = [session_of(datetime(2026, 11, 30, hour, 30)) for hour in (0, 14, 19, 23)]
    assert sessions == [0, 21, 29, 35]
    assert len({event_code(TODAY, session) for session in sessions}) == 4


def test_a_file_for_the_ranking_serves_the_console_too(tmp_path: Path) -> None:
    """The keys of docs/events.md, wherever that page allows them to stand."""
    text = "date = 2026-11-30\nform = 'plus-minus'\nphantom = ['14', '15']\n"
    event = read(tmp_path, "\ufeff" + text + "[scoring]\nbutler_trim = '10%'")
    assert event.phantoms == ["14", "15"]
    assert event.scoring_convention.form == "plus-minus"
    assert dict(event.scoring) == {"form": "plus-minus", "butler_trim": "10%"}
    assert read(tmp_path, "phantom = '14'").phantoms == ["14"]


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        EventSettings.from_toml(tmp_path / "none.toml", TODAY)


def test_what_the_boxes_are_told() -> None:
    event = EventSettings("E3", name="Club; night", show="all", pin="1234", correct="director")
    config = Config(Payloads(event).wanted_payload("VB0001"))
    assert (config.event, config.get("name"), config.get("show")) == ("E3", "Club; night", "all")
    # the PIN 1234 of the event E3, from docs/table-link.md
    assert config.get("pin") == "CFD3781F005C55CF"
    assert (config.get("correct"), config.get("lead"), config.get("clock")) == ("director", "", "")
