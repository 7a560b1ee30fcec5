"""Matches of teams by IMPs, board-a-match, Patton, the Oslo scale and total points."""

import csv
import io
import itertools
import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.cli import main
from host.scoring.lines import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Adjusted,
    Line,
    Share,
)
from host.scoring.teams import METHODS, RoomResult, TeamMatch, TeamScoring, score_matches

HEADER = "board,room,home,away,contract,declarer,tricks\n"

# Two teams over eight boards. The scores are those of law 77, the IMPs those of the printed table.
MATCH = (
    "1,open,Fjord,Vidde,4S,N,10\n1,closed,Fjord,Vidde,4S,N,9\n"
    "2,open,Fjord,Vidde,3NT,E,9\n2,closed,Fjord,Vidde,3NT,E,10\n"
    "3,open,Fjord,Vidde,2H,S,8\n3,closed,Fjord,Vidde,2H,S,8\n"
    "4,open,Fjord,Vidde,5C,W,11\n4,closed,Fjord,Vidde,3NT,W,8\n"
    "5,open,Fjord,Vidde,PASS,,\n5,closed,Fjord,Vidde,1NT,E,7\n"
    "6,open,Fjord,Vidde,4S,S,10\n6,closed,Fjord,Vidde,4S,E,9\n"
    "7,open,Fjord,Vidde,3NTX,N,7\n7,closed,Fjord,Vidde,2D,W,8\n"
    "8,open,Fjord,Vidde,1NT,N,7\n8,closed,Fjord,Vidde,1NT,N,8\n"
)
BOARDS = [
    # board, open_ns, closed_ns, difference, imps_home, imps_away
    (1, 420, -50, 470, 10, 0),
    (2, -400, -430, 30, 1, 0),
    (3, 110, 110, 0, 0, 0),
    (4, -600, 100, -700, 0, 12),
    (5, 0, -90, 90, 3, 0),
    (6, 420, 100, 320, 8, 0),
    (7, -500, -90, -410, 0, 9),
    (8, 90, 120, -30, 0, 1),
]


def rooms(tmp_path: Path, text: str, header: str = HEADER) -> str:
    path = tmp_path / "rooms.csv"
    path.write_text(header + text, encoding="utf-8")
    return str(path)


def blocks(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[dict[str, str]]]:
    assert main(["teams", *arguments, "--format", "csv"]) == 0
    parts = capsys.readouterr().out.split("\n\n")
    return [list(csv.DictReader(io.StringIO(part))) for part in parts]


def test_a_match_by_imps_board_by_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = rooms(tmp_path, MATCH)
    assert main(["teams", path, "--scale", "vp-25-0", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "board,open_ns,closed_ns,difference,imps_home,imps_away"
    assert lines[1:9] == [",".join(map(str, board)) for board in BOARDS]
    assert lines[9:] == [
        "",
        "match,home,away,imps_home,imps_away,vp_home,vp_away",
        # 22 to 22: level, 15-15.
        "1,Fjord,Vidde,22,22,15,15",
    ]


@pytest.mark.parametrize(
    ("method", "home", "away", "vp_home", "vp_away"),
    [
        # The signs of the differences: + + 0 - + + - -.
        ("bam", "9", "7", "", ""),
        # 470 30 0 700 90 320 410 30 on the Oslo scale: 11-1 7-5 6-6 1-11 8-4 10-2 2-10 5-7.
        ("oslo", "50", "46", "", ""),
        ("total", "910", "1140", "", ""),
        # Differences sum to -230, their sizes to 2050: home wins 16 (1 - 230/2050) / 2 = 7.10.
        ("patton", "9", "7", "16.10", "15.90"),
        ("imps", "22", "22", "10.00", "10.00"),
    ],
)
def test_the_same_match_by_every_method(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    method: str,
    home: str,
    away: str,
    vp_home: str,
    vp_away: str,
) -> None:
    _, [match] = blocks(capsys, rooms(tmp_path, MATCH), "--method", method)
    assert (match["imps_home"], match["imps_away"]) == (home, away)
    assert (match["vp_home"], match["vp_away"]) == (vp_home, vp_away)


def test_a_board_of_one_room_is_listed_and_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    more = (
        "9,open,Fjord,Vidde,6NT,N,12\n"
        "10,open,Fjord,Vidde,6NT,N,12\n10,closed,Fjord,Vidde,NP,,\n"
        "11,open,Fjord,Vidde,NP,,\n"
    )
    boards, [match] = blocks(capsys, rooms(tmp_path, MATCH + more))
    assert [b["board"] for b in boards[8:]] == ["9", "10", "11"]
    assert boards[8]["open_ns"] == "990"
    assert {b[c] for b in boards[8:] for c in ("difference", "imps_home", "imps_away")} == {""}
    assert (match["imps_home"], match["imps_away"]) == ("22", "22")
    assert main(["teams", rooms(tmp_path, MATCH + more)]) == 0
    text = capsys.readouterr().out
    assert "left out: no result, closed room" in text
    assert "left out: no result, open and closed room" in text


def test_the_boards_that_count_are_the_length_of_the_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    short = "\n".join(MATCH.splitlines()[:14]) + "\n"  # seven boards, home 22 to 21
    path = rooms(tmp_path, short)
    assert main(["teams", path, "--scale", "vp-25-0"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "match 1, Fjord against Vidde: vp-25-0 has no column for 7 boards" in err
    _, [match] = blocks(capsys, path, "--scale", "vp-25-0", "--length", "8")
    assert (match["vp_home"], match["vp_away"]) == ("15", "15")
    _, [match] = blocks(capsys, path, "--scale", "none")
    assert (match["imps_home"], match["imps_away"], match["vp_home"]) == ("22", "21", "")


def test_several_matches_in_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = MATCH.replace("Fjord", "Skog").replace("Vidde", "Hei")
    path = rooms(tmp_path, MATCH + other)
    first, second, matches = blocks(capsys, path)
    assert first == second
    assert [(m["match"], m["home"], m["away"]) for m in matches] == [
        ("1", "Fjord", "Vidde"),
        ("2", "Skog", "Hei"),
    ]
    assert blocks(capsys, path, "--only", "matches") == [matches]
    assert blocks(capsys, path, "--only", "boards") == [first, second]
    assert main(["teams", path, "--format", "json"]) == 0
    both = json.loads(capsys.readouterr().out)
    assert [b["match"] for b in both["boards"]] == ["1"] * 8 + ["2"] * 8
    assert both["matches"][1]["imps_home"] == 22


def test_the_same_teams_in_two_rounds_are_two_matches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (
        "1,1,open,A,B,4S,N,10\n1,1,closed,A,B,4S,N,9\n2,1,open,A,B,4S,N,9\n2,1,closed,A,B,4S,N,10\n"
    )
    _, _, matches = blocks(capsys, rooms(tmp_path, text, "round," + HEADER))
    assert [(m["imps_home"], m["imps_away"]) for m in matches] == [("10", "0"), ("0", "10")]
    _, _, named = blocks(capsys, rooms(tmp_path, text, "match," + HEADER))
    assert [m["match"] for m in named] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,bar,A,B,4S,N,10\n", 'line 2, column room: "bar" is no room; open and closed are'),
        ("1,open,A,A,4S,N,10\n", 'line 2, column away: team "A" plays against itself'),
        ("1,open,,B,4S,N,10\n", "line 2, column home"),
        ("1,open,A,B,8S,N,10\n", 'line 2, column contract: "8S"'),
        ("1,open,A,B,4S,Q,10\n", 'line 2, column declarer: "Q"'),
        ("1,open,A,B,4S,N,14\n", 'line 2, column tricks: "14"'),
        ("0,open,A,B,4S,N,10\n", 'line 2, column board: "0"'),
        (
            "1,open,A,B,4S,N,10\n1,open,A,B,4S,N,9\n",
            'line 3, column board: "1" is already on line 2 for the open room',
        ),
        ("1,open,A,B\n", "the line is cut short"),
    ],
)
def test_refusals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    assert main(["teams", rooms(tmp_path, text)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rules", "laws"], "invalid choice: 'laws' (choose from 'laws-2017'"),
        (["--rules", "rubber-1993"], "invalid choice: 'rubber-1993'"),
        (["--method", "bam", "--scale", "vp-20-0"], "--scale and --length are for IMPs"),
        (["--method", "oslo", "--length", "8"], "--scale and --length are for IMPs"),
        (["--scale", "none", "--length", "8"], "--length is for a scale"),
        (["--quotient", "1"], "--quotient is for patton"),
        (["--method", "patton", "--quotient", "x"], "--quotient 'x' is no number"),
        (["--imp-average-plus=-1"], "imp_average_plus '-1' is no number of IMPs"),
        (["--length", "0"], "1 to 1000 boards, not of 0"),
    ],
)
def test_wrong_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str], words: str
) -> None:
    assert main(["teams", rooms(tmp_path, MATCH), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_match_id_names_one_match_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "7,1,open,A,B,4S,N,10\n7,1,closed,B,A,4S,N,9\n"
    assert main(["teams", rooms(tmp_path, text, "match," + HEADER)]) == 2
    assert 'column match: "7" is A at home against B on line 2' in capsys.readouterr().err


def line(board: int, score: int | None, **more: object) -> Line:
    return replace(Line(board, ("x",), ("y",), score=score), **more)  # type: ignore[arg-type]


def one_match(scoring: TeamScoring, *boards: tuple[Line | None, Line | None]) -> TeamMatch:
    results = [
        RoomResult("1", "A", "B", room, played)
        for pair in boards
        for room, played in zip(("open", "closed"), pair, strict=True)
        if played is not None
    ]
    [match] = score_matches(results, scoring)
    return match


@pytest.mark.parametrize(
    ("given_open", "points", "net"),
    [
        (Adjusted(AVERAGE_PLUS, AVERAGE_MINUS), (3, 0), (3, -3)),
        (Adjusted(AVERAGE_MINUS, AVERAGE_PLUS), (0, 3), (-3, 3)),
        (Adjusted(AVERAGE, AVERAGE), (0, 0), (0, 0)),
        (Adjusted(AVERAGE_PLUS, AVERAGE_PLUS), (3, 3), (3, 3)),
        (Adjusted(AVERAGE_MINUS, AVERAGE_MINUS), (-3, -3), (-3, -3)),
        (Adjusted(Share(60), Share(40)), (3, 0), (3, -3)),
    ],
)
def test_artificial_scores_in_imps(
    given_open: Adjusted, points: tuple[int, int], net: tuple[int, int]
) -> None:
    adjusted = line(1, None, adjusted=given_open)
    for pair in ((adjusted, line(1, 420)), (adjusted, None)):
        [board] = one_match(TeamScoring(), pair).boards
        assert board.points == points
        assert board.net == net
    # In the closed room the home team sits East-West.
    [board] = one_match(TeamScoring(), (line(1, 420), adjusted)).boards
    assert board.net == net[::-1]


def test_average_plus_to_both_sides_is_a_gain_to_each() -> None:
    both = line(1, None, adjusted=Adjusted(AVERAGE_PLUS, AVERAGE_PLUS))
    match = one_match(TeamScoring(length=8), (both, None))
    # 3 IMPs over 8 boards, for either side: 11.27 by the WBF's table of 2013.
    assert match.vp == (Decimal("11.27"), Decimal("11.27"))


def test_artificial_scores_on_a_top_of_two() -> None:
    scoring = TeamScoring(method="bam")
    adjusted = line(3, None, adjusted=Adjusted(AVERAGE_PLUS, AVERAGE_MINUS))
    won, lost, level = ((line(1, a), line(1, b)) for a, b in ((50, 0), (0, 50), (0, 0)))
    above = one_match(scoring, won, (adjusted, None))
    # All of the top on the other board is more than 60 %; none of it is less than 40 %.
    assert above.boards[1].points == (2, 0)
    below = one_match(scoring, lost, (adjusted, None))
    assert below.boards[1].points == (Fraction(6, 5), Fraction(4, 5))
    assert one_match(scoring, level, (adjusted, None)).points == (Fraction(11, 5), Fraction(9, 5))
    assert one_match(TeamScoring(method="oslo"), (adjusted, None)).points == (
        Fraction(36, 5),
        Fraction(24, 5),
    )
    assert one_match(TeamScoring(method="total"), (adjusted, None)).points == (0, 0)


def test_a_weighted_score_is_the_mean_of_its_parts() -> None:
    weights = ((620, Fraction(3, 5)), (170, Fraction(2, 5)))
    match = one_match(TeamScoring(scale=None), (line(1, None, weights=weights), line(1, 620)))
    [board] = match.boards
    # 620 against 620 is 0 IMPs, 170 against 620 is 450: 10 IMPs away, two fifths of it.
    assert board.points == (0, 4)
    assert board.difference == -180
    # 9 IMPs three times out of five, and 1 away two times out of five: 5 to home.
    [board] = one_match(
        TeamScoring(scale=None), (line(1, None, weights=weights), line(1, 200))
    ).boards
    assert board.points == (5, 0)


@pytest.mark.parametrize("margin", [Fraction(5, 2), Fraction(-5, 2)])
def test_half_an_imp_is_rounded_away_from_zero(margin: Fraction) -> None:
    # 2.5 IMPs: half of 5 (180 points).
    weights = ((180, Fraction(1, 2)), (0, Fraction(1, 2)))
    pair = (line(1, None, weights=weights), line(1, 0))
    match = one_match(TeamScoring(length=8), pair if margin > 0 else pair[::-1])
    assert match.boards[0].net[0] == margin
    assert match.vp is not None
    assert max(match.vp) == Decimal("11.27")


def test_a_match_without_a_board_that_counts_has_no_victory_points() -> None:
    match = one_match(TeamScoring(scale="vp-25-0"), (line(1, 420), None))
    assert (match.points, match.vp, match.played) == ((0, 0), None, 0)


scores = st.integers(-760, 760).map(lambda tens: tens * 10)


@given(st.lists(st.tuples(scores, scores), min_size=8, max_size=48), st.sampled_from(METHODS))
def test_changing_the_rooms_changes_the_teams(boards: list[tuple[int, int]], method: str) -> None:
    scoring = TeamScoring(method=method, scale="vp-25-0")
    lines = [(line(n, a), line(n, b)) for n, (a, b) in enumerate(boards, start=1)]
    match = one_match(scoring, *lines)
    other = one_match(scoring, *[(b, a) for a, b in lines])
    assert match.points == other.points[::-1]
    assert match.vp == (other.vp and other.vp[::-1])


@given(st.lists(st.tuples(scores, scores), min_size=1, max_size=20))
def test_what_sums_to_a_constant(boards: list[tuple[int, int]]) -> None:
    lines = [(line(n, a), line(n, b)) for n, (a, b) in enumerate(boards, start=1)]
    for method, top in (("bam", 2), ("oslo", 12)):
        match = one_match(TeamScoring(method=method), *lines)
        assert sum(match.points) == top * len(boards)
    patton = one_match(TeamScoring(method="patton"), *lines)
    assert patton.vp is not None
    assert sum(patton.vp) == 4 * len(boards)


def test_the_order_of_lines_does_not_matter(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = MATCH.splitlines(keepends=True)
    expected = blocks(capsys, rooms(tmp_path, MATCH))
    for order in itertools.islice(itertools.permutations(lines), 0, 40000, 10007):
        assert blocks(capsys, rooms(tmp_path, "".join(order))) == expected
