"""Real events keyed through virtual boxes: the host ranks them as the published tables do."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from host import cli

EVENTS = Path("tests/data/events")
HOWELL = EVENTS / "pairs_howell_matchpoints" / "results.csv"
TEAMS = EVENTS / "pairs_teams_butler" / "results.csv"
MITCHELL = EVENTS / "pairs_mitchell_butler" / "results.csv"


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert cli.main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_the_demo_agrees_with_the_published_ranking(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "demo", "--headless")
    ranking = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()][-12:]
    with (EVENTS / "pairs_howell_matchpoints" / "ranking.csv").open() as file:
        published = {row["id"]: (row["place"], row["percentage"]) for row in csv.DictReader(file)}
    assert {row[1]: (row[0], row[-1]) for row in ranking} == published
    assert published["2"][1] == "58.07"


@pytest.mark.parametrize(
    ("file", "options", "format"),
    [
        (HOWELL, ("--convention", "australia"), "csv"),
        (HOWELL, ("--form", "plus-minus"), "json"),
        (MITCHELL, ("--method", "butler", "--winners", "2"), "csv"),
        (TEAMS, ("--method", "butler", "--convention", "norway", "--winners", "1"), "table"),
    ],
)
def test_replay_and_rank_print_the_same(
    capsys: pytest.CaptureFixture[str], file: Path, options: tuple[str, ...], format: str
) -> None:
    ranked = printed(capsys, "rank", file, *options, "--format", format)
    assert printed(capsys, "replay", file, *options, "--format", format) == ranked


@pytest.fixture
def six_boards(tmp_path: Path) -> Path:
    """The beginning of the Howell: enough to key, where the ranking is not the published one."""
    file = tmp_path / "six_boards.csv"
    file.write_text("".join(HOWELL.read_text().splitlines(keepends=True)[:37]))
    return file


@pytest.mark.parametrize("boxes", [1, 4])
def test_any_number_of_boxes_gives_the_same_ranking(
    capsys: pytest.CaptureFixture[str], boxes: int, six_boards: Path
) -> None:
    ranked = printed(capsys, "rank", six_boards)
    assert printed(capsys, "replay", six_boards, "--boxes", boxes) == ranked


def test_nineteen_tables_and_five_hundred_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    chance = random.Random(1987)
    file = tmp_path / "evening.csv"
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["board", "table", "ns", "ew", "contract", "declarer", "tricks"])
        for number in range(500):
            board, table = divmod(number, 19)
            level, suit = chance.randint(1, 7), chance.choice(["C", "D", "H", "S", "NT"])
            tricks = min(13, level + 6 + chance.choice([-3, -2, -1, 0, 0, 1]))
            doubled = chance.choice(["", "", "", "X", "XX"])
            pairs = (table + 1, 101 + (table + board) % 19)
            rows.writerow(
                [
                    board + 1,
                    table + 1,
                    *pairs,
                    f"{level}{suit}{doubled}",
                    chance.choice("NESW"),
                    tricks,
                ]
            )
    ranked = printed(capsys, "rank", file, "--format", "csv")
    assert printed(capsys, "replay", file, "--format", "csv") == ranked
    assert len(ranked.splitlines()) == 39


def test_replaying_again_into_the_same_file_changes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, six_boards: Path
) -> None:
    db = tmp_path / "evening.db"
    first = printed(capsys, "replay", six_boards, "--db", db)
    assert printed(capsys, "replay", six_boards, "--db", db) == first


def test_a_file_with_another_event_is_refused_and_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Results of two evenings in one ranking would be nobody's ranking."""
    results = tmp_path / "results.csv"
    results.write_text("board,ns,ew,contract,declarer,tricks\n1,1,2,3NT,N,9\n")
    db = tmp_path / "evening.db"
    printed(capsys, "replay", results, "--db", db)
    assert cli.main(["replay", str(HOWELL), "--db", str(db)]) == 2
    assert capsys.readouterr().err == (
        f"overtrick: {db} holds another event; a replay wants a new file\n"
    )
    assert cli.main(["replay", str(results), "--db", str(db), "--method", "total"]) == 2
    assert "holds another event" in capsys.readouterr().err
    printed(capsys, "replay", results, "--db", db)


def test_a_bad_file_is_named_before_anything_is_keyed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("board,ns,ew,contract,declarer,tricks\n1,1,2,8NT,N,9\n")
    assert cli.main(["replay", str(bad)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"{bad}, line 2, column contract" in error
    assert "8NT" in error
