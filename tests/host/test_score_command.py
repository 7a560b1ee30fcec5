"""``overtrick score``, ``imps`` and ``vp``: what they print, and what they refuse in words."""

import csv
import io
import json

import pytest

from firmware_sim.rules.contract import parse_contract
from firmware_sim.rules.rule_sets import RULE_SETS, rule_set
from host.cli import main
from host.scoring.contract_score import contract_of, declarer_score, for_ns, ns_score
from host.scoring.rule_tables import COLUMNS
from tests.vectors import rows


def printed(capsys: pytest.CaptureFixture[str], line: str) -> str:
    assert main(line.split()) == 0
    return capsys.readouterr().out.rstrip("\n")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("score 4SX --by S --result -1 --vul ns --rules laws-2017", "declarer -200, NS -200"),
        ("score 3NT --by E --tricks 10 --board 4", "declarer 630, NS -630"),
        ("score 3n --by w --result +1 -v all", "declarer 630, NS -630"),
        ("score 4S --by N --result = -v ew", "declarer 420, NS 420"),
        ("score 1CXX --by N --result = --rules indonesia-1987-printed", "declarer 280, NS 280"),
        ("score PASS", "declarer 0, NS 0"),
        ("imps 420 -50", "10"),
        ("imps -50 420", "-10"),
        ("imps 2990", "21"),
        ("imps 3000 0", "22"),
        ("imps 420 -50 --imp-table 1948", "5"),
        ("vp 23 --boards 28 --scale vp-20-0", "14.48-5.52"),
        ("vp 34 --boards 32 --scale vp-20-0", "15.76-4.24"),
        ("vp 45 --boards 9 --scale vp-25-0", "25-3"),
        ("vp 25 --boards 22 --scale vp-25-0", "20-10"),
        # By hand: 15 root 7 is 39.69, and 10 + 10 (1 - R^(30/39.69)) / (1 - R^3) is 13.99.
        ("vp 10 --boards 7", "13.99-6.01"),
    ],
)
def test_for_people(capsys: pytest.CaptureFixture[str], line: str, text: str) -> None:
    assert printed(capsys, line) == text


def test_csv_and_json_of_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    line = "score 4SX --by E --tricks 9 --vul ew --format"
    [row] = csv.DictReader(io.StringIO(printed(capsys, f"{line} csv")))
    assert row["result"] == "-1"
    assert (row["score_declarer"], row["score_ns"], row["score_ew"]) == ("-200", "200", "-200")
    [same] = json.loads(printed(capsys, f"{line} json"))
    assert {name: str(value) for name, value in same.items()} == row


def test_csv_and_json_of_imps_and_victory_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "imps 420 -50 --format csv") == "difference,imps\n470,10"
    assert json.loads(printed(capsys, "imps 420 -50 --format json")) == [
        {"difference": 470, "imps": 10}
    ]
    line = "vp 23 --boards 28 --scale vp-20-0 --format"
    assert printed(capsys, f"{line} csv") == "winner,loser\n14.48,5.52"
    assert json.loads(printed(capsys, f"{line} json")) == [{"winner": 14.48, "loser": 5.52}]


def table_of(capsys: pytest.CaptureFixture[str], name: str) -> dict[tuple[str, ...], list[int]]:
    cells = csv.reader(io.StringIO(printed(capsys, f"score --table {name} --format csv")))
    assert next(cells) == list(COLUMNS)
    return {tuple(row[:4]): [int(row[4]), int(row[5])] for row in cells}


def test_the_whole_table_against_the_rule_book(capsys: pytest.CaptureFixture[str]) -> None:
    cells = table_of(capsys, "laws-2017")
    made = rows("vectors/duplicate_1987_made.csv")
    for row in made:
        key = ("made", row["denomination"], row["level"], row["doubling"])
        assert cells[key][row["vulnerable"] == "yes"] == int(row["law_77"])
    for row in rows("vectors/duplicate_1987_overtrick.csv"):
        key = ("overtrick", row["denomination"], "", row["doubling"])
        assert cells[key][row["vulnerable"] == "yes"] == int(row["per_overtrick"])
    for row in rows("vectors/duplicate_1987_undertricks.csv"):
        key = ("undertricks", "", row["undertricks"], row["doubling"])
        assert cells[key][row["vulnerable"] == "yes"] == int(row["penalty"])
    assert len([key for key in cells if key[0] == "made"]) * 2 == len(made)


def test_a_rubber_table_keeps_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    cells = table_of(capsys, "saitek-610-rubber")
    assert cells["below", "notrump", "1", "redoubled"] == [160, 160]
    assert cells["above", "notrump", "1", "redoubled"] == [50, 50]
    assert cells["bonus", "rubber won 2-0", "", ""] == [700, 700]
    assert cells["undertricks", "", "2", "doubled"] == [300, 600]
    assert ("bonus", "four trump honours in one hand", "", "") not in cells


@pytest.mark.parametrize("name", [rules.name for rules in RULE_SETS])
def test_every_rule_set_prints_for_people(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = printed(capsys, f"score --table {name}")
    assert text.startswith(f"{name}: ")
    assert "Undertricks" in text
    assert max(len(line) for line in text.splitlines()) <= 80
    assert json.loads(printed(capsys, f"score --table {name} --format json"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score 7NT --by N --result +1", "7NT +1 is impossible; its results go from -13 to ="),
        ("score 8C --by N --result =", "'8C' is no contract"),
        ("score 3NT --by Q --result =", "'Q' is no seat"),
        ("score 3NT --result =", "no declarer"),
        ("score 3NT --by N", "no result of 3NT"),
        ("score 3NT --by N --tricks 14", "declarer takes 0 to 13"),
        ("score 3NT --by N --result 9", "'9' is no result"),
        ("score 3NT --by N --result = --board 0", "0 is no board number"),
        ("score 3NT --by N --result = -v both", "'both' is no vulnerability"),
        ("score 3NT --by N --result = --rules laws", "'laws' is no rule set; there are laws-2017"),
        ("score", "no contract"),
        ("score 3NT --table laws-2017", "leave the contract"),
        ("score --table laws-2017 --rules pbn-oldmp", "leave the contract"),
        ("score PASS --tricks 9", "a board passed out has no result"),
        ("score PASS --result -1", "a board passed out has no result"),
        ("score 4S --by S --tricks 1_0", "argument --tricks: '1_0' is no whole number"),
        ("imps 4,5", "argument A: '4,5' is no whole number"),
        ("imps \u0664", "argument A: '\u0664' is no whole number"),
        ("vp 9999999999 --boards 8", "no whole number of up to 9 digits"),
        ("score --table laws", "'laws' is no rule set"),
        ("vp -1 --boards 8", "a margin of -1 IMPs is impossible"),
        ("vp 10 --boards 7 --scale vp-25-0", "no column for 7 boards; it goes from 8 to 48"),
        ("vp 10 --boards 49 --scale vp-25-0", "no column for 49 boards"),
        ("vp 10 --boards 0", "1 to 1000 boards"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick: ")
    assert words in err
    assert err.count("\n") == 1


def test_the_remembering_scorer_says_the_same_twice() -> None:
    laws, old = rule_set("laws-2017"), rule_set("duplicate-pre-1987")
    for _ in range(2):
        assert declarer_score("4SX", True, 9, laws) == -200
        assert declarer_score("1CXX", False, 7, old) == 180
        assert ns_score("4SX", "E", 9, 4, laws) == 200  # board 4: both vulnerable
    assert contract_of("3N") == parse_contract("3NT")
    assert [for_ns(seat, 630) for seat in "NESW"] == [630, -630, 630, -630]
    with pytest.raises(ValueError, match="no contract"):
        declarer_score("4SXXX", True, 9, laws)
