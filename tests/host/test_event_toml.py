from __future__ import annotations

import argparse
import re
from fractions import Fraction
from pathlib import Path

import pytest

from host.commands.ranking_options import add_ranking_options, ranking_settings
from host.errors import UserError
from host.scoring.adjustments import Adjustment
from host.scoring.conventions import CHOICES, CONVENTIONS, FIELDS, NORWAY, Trim
from host.scoring.entrants import Entrant
from host.scoring.settings import RankingSettings

DOCS = Path(__file__).parents[2] / "docs" / "events.md"


def settings(*options: str) -> RankingSettings:
    parser = argparse.ArgumentParser()
    add_ranking_options(parser)
    return ranking_settings(parser.parse_args(options))


def event(tmp_path: Path, text: str, *options: str) -> RankingSettings:
    path = tmp_path / "e.toml"
    path.write_text(text, encoding="utf-8")
    return settings("--event", str(path), *options)


def test_without_anything_it_is_matchpoints_by_wbf() -> None:
    assert settings() == RankingSettings()


def test_the_example_of_the_manual_is_read(tmp_path: Path) -> None:
    (tmp_path / "entrants.csv").write_text("id,direction\n3,\n14,NS\n")
    example = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    assert event(tmp_path, example[1]) == RankingSettings(
        method="matchpoints",
        convention=NORWAY.with_fields({"fewer_boards": "own-average", "small_groups": "none"}),
        winners=1,
        scheduled=27,
        phantoms=("14",),
        entrants=(Entrant("3"), Entrant("14", "", "NS")),
        adjustments=(
            Adjustment("carry-over", "3", Fraction("12.5")),
            Adjustment("penalty", "7", Fraction(10), "top"),
        ),
    )


def test_the_manual_prints_every_field_with_the_presets_values() -> None:
    rows = {
        cells[1].strip(" `"): [cell.strip(" ") for cell in cells[3:-1]]
        for cells in (text.split("|") for text in DOCS.read_text(encoding="utf-8").splitlines())
        if len(cells) == 9
    }
    for name in FIELDS:
        values = [getattr(preset, name) for preset in CONVENTIONS.values()]
        if name != "imp_average_plus":
            assert rows[name] == [v.text if isinstance(v, Trim) else v for v in values], name


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "victory_points"])
def test_every_field_has_an_option_and_a_key(tmp_path: Path, name: str) -> None:
    for value in CHOICES[name]:
        by_option = settings("--" + name.replace("_", "-"), value)
        assert getattr(by_option.convention, name) == value
        assert event(tmp_path, f'{name} = "{value}"\n') == by_option
        assert event(tmp_path, f'[scoring]\n{name} = "{value}"\n') == by_option


def test_numbers_and_parts_as_fields(tmp_path: Path) -> None:
    assert settings("--butler-trim", "2") == event(tmp_path, "butler_trim = 2\n")
    assert settings("--butler-trim", "10%") == event(tmp_path, 'butler_trim = "10%"\n')
    assert settings("--imp-average-plus", "3") == event(tmp_path, "imp_average_plus = 3\n")


def test_options_overrule_the_file_and_its_keys_overrule_its_convention(tmp_path: Path) -> None:
    text = 'convention = "norway"\nmethod = "butler"\nform = "1-half-0"\n'
    both = event(tmp_path, text, "--method", "total", "--form", "2-1-0")
    assert both.method == "total"
    assert both.convention == NORWAY.with_fields({"form": "2-1-0"})


def test_lists_may_be_files_and_options_replace_their_kind(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("id,amount,unit,section,direction\n3,1.5,top,A,ew\n")
    (tmp_path / "q.csv").write_text("pair,amount\n4,2\n")
    text = 'penalties = "p.csv"\n[[handicaps]]\nid = 5\namount = -1\n'
    penalty = Adjustment("penalty", "3", Fraction("1.5"), "top", "A", "EW")
    handicap = Adjustment("handicap", "5", Fraction(-1))
    assert event(tmp_path, text).adjustments == (penalty, handicap)
    replaced = event(tmp_path, text, "--penalties", str(tmp_path / "q.csv"))
    assert set(replaced.adjustments) == {handicap, Adjustment("penalty", "4", Fraction(2))}


def test_entrants_may_be_listed(tmp_path: Path) -> None:
    text = 'pairs = ["1", 2, { id = 3, section = "A", direction = "NS" }]\n'
    assert event(tmp_path, text).entrants == (Entrant("1"), Entrant("2"), Entrant("3", "A", "NS"))


def test_what_the_console_needs_is_let_pass(tmp_path: Path) -> None:
    text = '[event]\nname = "Tuesday"\ncode = "T1"\nwinners = 2\n'
    assert event(tmp_path, text) == RankingSettings(winners=2)


REFUSED = [
    ('form = "3-2-1"', "form '3-2-1' is none of 2-1-0, 1-half-0, plus-minus"),
    ('convention = "mars"', "'mars' is no convention; there are wbf, norway"),
    ('method = "imps"', "'imps' is no method; there are matchpoints"),
    ("winners = 3", "winners 3 is neither 1 nor 2"),
    ('winners = "one"', "key winners: 'one' is no whole number"),
    ("scheduled = 0", "scheduled 0 is no number of boards"),
    ('rules = "old"', "old"),
    ("colour = 1", "key colour: no such key; there are method, convention"),
    ("method = ", "e.toml"),
    ('event = "x"', "event and scoring are tables"),
    ("[[penalties]]\nid = 1", "neither a file's name nor a table with id and amount"),
    ("[[penalties]]\nid = 1\namount = -1", "a penalty is written without a minus"),
    (
        '[[penalties]]\nid = 1\namount = 1\nunit = "beers"',
        "'beers' is none of points, top, percent",
    ),
    ("[[penalties]]\nid = 1\namount = 1\nside = 'NS'", "no such key as 'side' here; there are id"),
    ('pairs = "none.csv"', "No such file"),
    ('pairs = [{ id = 1, direction = "up" }]', '"up" is no direction; NS and EW are'),
    ('pairs = [{ number = "9" }]', "{'number': '9'} has no id"),
    ('pairs = ["9", 9]', '"9" is entered twice'),
    ('pairs = ["\\u001b[31m9"]', "'\\x1b[31m9' is nobody's number"),
    ("phantom = {}", "key phantom: {} is nobody's number"),
    ("phantom = 2026-11-29", "is nobody's number"),
    ('method = "butler"\n[event]\nmethod = "total"', "key method stands in two tables"),
    ('form = "2-1-0"\n[scoring]\nform = "plus-minus"', "key form stands in two tables"),
    ('butler_trim = "60%"', "neither a number nor a part below 50%"),
    ("imp_average_plus = -1", "is no number of IMPs"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_anything_else_is_one_sentence(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(UserError) as error:
        event(tmp_path, text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_an_event_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        settings("--event", str(tmp_path / "none.toml"))
    (tmp_path / "rubbish.toml").write_bytes(b"\xff\x00\x80")
    with pytest.raises(UserError, match="not UTF-8"):
        settings("--event", str(tmp_path / "rubbish.toml"))


def test_bad_cells_of_lists_name_file_line_column_and_value(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("id,amount\n3,1\n4,much\n")
    with pytest.raises(UserError, match=r'p\.csv, line 3, column amount: "much" is no number'):
        settings("--penalties", str(path))
    path.write_text("id,direction\n3,NS\n3,NS\n")
    with pytest.raises(UserError, match=r'p\.csv, line 3, column id: "3" is already on line 2'):
        settings("--pairs", str(path))


def test_entrants_may_be_a_bare_list(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("A1\n7\n\n10\n")
    assert [entrant.id for entrant in settings("--pairs", str(path)).entrants] == ["A1", "7", "10"]
    path.write_text("7\n8\n7\n")
    with pytest.raises(UserError, match='line 3, column id: "7" is already on line 1'):
        settings("--pairs", str(path))
