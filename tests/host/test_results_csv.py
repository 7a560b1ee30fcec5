from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_sim.rules.contract import Contract
from host.errors import UserError
from host.exchange.results_csv import read_results, write_results
from host.scoring.lines import Line
from host.scoring.methods import score_event
from tests.host.scoring_lines import EVENTS

HEADER = "board,ns,ew,contract,declarer,tricks,score_ns"


def read(tmp_path: Path, text: str, winners: int | None = None) -> list[Line]:
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    return read_results(path, winners)


def only(tmp_path: Path, header: str, row: str) -> Line:
    (line,) = read(tmp_path, f"{header}\n{row}\n")
    return line


def test_a_contract_is_scored_by_board_and_declarer(tmp_path: Path) -> None:
    line = only(tmp_path, HEADER, "4,3,11,3NT,E,10,-630")
    assert line == Line(
        4, ("3",), ("11",), contract=Contract(3, "NT"), declarer="E", tricks=10, score=-630
    )


WAYS = [
    ("board,ns,ew,contract,declarer,result", "1,3,11,4SX,S,-1", -100),
    ("board,ns,ew,contract,declarer,result", "1,3,11,4s x,s,=", 590),
    ("result,declarer,contract,ew,ns,board", "+1,W,3N,1,2,1", -430),
    ("board,ns,ew,contract,declarer,tricks,result", "1,3,11,2H,N,9,+1", 140),
    ("board,ns,ew,contract,declarer,tricks", "1,3,11,PASS,,", 0),
    ("board,ns,ew,contract,declarer,tricks", "1,3,11,Pass,,0", 0),
    ("board,ns,ew,contract,declarer,tricks,strain,who", "1,3,11,1C,N,7,x,y", 70),
]


@pytest.mark.parametrize(("header", "row", "score"), WAYS)
def test_the_ways_to_write_a_result(tmp_path: Path, header: str, row: str, score: int) -> None:
    assert only(tmp_path, header, row).score == score


def test_optional_columns_are_kept(tmp_path: Path) -> None:
    header = HEADER + ",section,table,round,lead,group,room"
    line = only(tmp_path, header, "1,3,11,1C,N,7,70,A,A7,2,h4,x,open")
    assert (line.section, line.table, line.round, line.lead) == ("A", "A7", "2", "H4")
    assert (line.group, line.room) == ("x", "open")


def test_lines_without_a_result_of_the_board(tmp_path: Path) -> None:
    header = HEADER + ",adjusted,weights"
    lines = read(
        tmp_path,
        f"{header}\n1,1,2,NP,,,,,\n2,1,2,nonsense,Q,99,,A6040,\n3,1,2,,,,,,620*0.6+170*0.4\n",
    )
    assert [line.not_played for line in lines] == [True, False, False]
    assert [line.is_result for line in lines] == [False, False, True]
    assert lines[1].adjusted is not None
    assert lines[1].contract is None
    assert lines[2].mean_score == 440


def test_individuals_have_two_players_a_side(tmp_path: Path) -> None:
    header = "board,north,east,south,west,contract,declarer,tricks"
    line = only(tmp_path, header, "1,a,b,c,d,1NT,N,7")
    assert (line.ns, line.ew) == (("a", "c"), ("b", "d"))


GOOD = "1,3,11,5C,W,11,-400"

REFUSED = [
    # a bad second line, the column the error must name, the value, and what else it says
    ("2,3,11,8NT,N,7,", "contract", '"8NT"', "is no contract"),
    ("2,3,11,3NTXXX,N,7,", "contract", '"3NTXXX"', "is no contract"),
    ("2,3,11,,N,7,", "contract", '""', "no contract"),
    ("2,3,11,3NT,N,14,", "tricks", '"14"', "is no number of tricks (0 to 13)"),
    ("2,3,11,3NT,N,-1,", "tricks", '"-1"', "(0 to 13)"),
    ("2,3,11,3NT,N,9.5,", "tricks", '"9.5"', "(0 to 13)"),
    ("2,3,11,3NT,N,,", "tricks", '""', "no tricks for 3NT"),
    ("2,3,11,3NT,Q,9,", "declarer", '"Q"', "is no seat; N, E, S and W are"),
    ("2,3,11,3NT,,9,", "declarer", '""', "is no seat"),
    ("x,3,11,3NT,N,9,", "board", '"x"', "is no board number"),
    ("0,3,11,3NT,N,9,", "board", '"0"', "is no board number"),
    ("2,,11,3NT,N,9,", "ns", '""', "no pair's number"),
    ("2,3,3,3NT,N,9,", "ew", '"3"', "plays against itself; if North-South and East-West"),
    ("2,3,11,3NT,N,9,500", "score_ns", '"500"', "contradicts the contract: 3NT by N with 9 tricks"),
    ("2,3,11,PASS,,,50", "score_ns", '"50"', "a board passed out"),
    ("2,3,11,PASS,,7,", "tricks", '"7"', "a board passed out takes no tricks"),
    ("1,3,11,3NT,N,9,", "board", '"1"', "is already on line 2 for 3 against 11"),
    ("1,11,3,3NT,N,9,", "board", '"1"', "is already on line 2 for 11 against 3"),
]


@pytest.mark.parametrize(("row", "column", "value", "reason"), REFUSED)
def test_a_bad_cell_names_file_line_column_and_value(
    tmp_path: Path, row: str, column: str, value: str, reason: str
) -> None:
    with pytest.raises(UserError) as error:
        read(tmp_path, f"{HEADER}\n{GOOD}\n{row}\n")
    text = str(error.value)
    assert text.startswith(f"{tmp_path / 'r.csv'}, line 3, column {column}: ")
    assert value in text
    assert reason in text
    assert "\n" not in text


MORE = [
    ("result", "board,ns,ew,contract,declarer,result", "2,3,11,7NT,N,+1", "7NT +1 is impossible"),
    ("result", "board,ns,ew,contract,declarer,result", "2,3,11,1C,N,-8", "-8 is impossible"),
    ("result", "board,ns,ew,contract,declarer,result", "2,3,11,1C,N,made", "is no result"),
    ("result", "board,ns,ew,contract,declarer,tricks,result", "2,3,11,1C,N,7,+1", "contradicts 7"),
    ("adjusted", HEADER + ",adjusted", "2,3,11,1C,N,7,,A60", "is no artificial score"),
    ("weights", HEADER + ",weights", "2,3,11,1C,N,7,,620*0.6", "the shares sum to 3/5"),
    ("weights", HEADER + ",adjusted,weights", "2,3,11,,,,,A6040,0*1", "not both"),
    (
        "west",
        "board,north,east,south,west,contract,declarer,tricks",
        "2,1,2,3,1,1C,N,7",
        'player "1" sits in two seats',
    ),
]


@pytest.mark.parametrize(("column", "header", "row", "reason"), MORE)
def test_bad_cells_of_other_columns(
    tmp_path: Path, column: str, header: str, row: str, reason: str
) -> None:
    with pytest.raises(UserError) as error:
        read(tmp_path, f"{header}\n{row}\n")
    assert str(error.value).startswith(f"{tmp_path / 'r.csv'}, line 2, column {column}: ")
    assert reason in str(error.value)


@pytest.mark.parametrize("column", ["board", "ns", "ew", "contract", "declarer", "tricks"])
def test_a_missing_column_is_named(tmp_path: Path, column: str) -> None:
    kept = [c for c in HEADER.split(",") if c != column]
    with pytest.raises(UserError, match=rf"line 1: column {column}.* is missing"):
        read(tmp_path, ",".join(kept) + "\n")


def test_two_winners_let_a_number_stand_for_two_pairs(tmp_path: Path) -> None:
    text = f"{HEADER}\n1,1,1,PASS,,,\n1,1,2,PASS,,,\n1,2,1,PASS,,,\n"
    assert len(read(tmp_path, text, winners=2)) == 3
    with pytest.raises(UserError, match="line 2, column ew"):
        read(tmp_path, text)
    with pytest.raises(UserError, match="already on line 2"):
        read(tmp_path, f"{HEADER}\n1,1,1,PASS,,,\n1,1,1,1C,N,7,\n", winners=2)


def test_the_same_four_players_twice_in_other_seats(tmp_path: Path) -> None:
    header = "board,north,east,south,west,contract,declarer,tricks"
    with pytest.raises(UserError, match="already on line 2"):
        read(tmp_path, f"{header}\n1,a,b,c,d,1NT,N,7\n1,b,c,d,a,1NT,N,7\n")
    # Other partners are another meeting.
    assert len(read(tmp_path, f"{header}\n1,a,b,c,d,1NT,N,7\n1,a,c,b,d,1NT,N,7\n")) == 2


def test_sections_may_number_their_pairs_alike(tmp_path: Path) -> None:
    header = HEADER + ",section"
    assert len(read(tmp_path, f"{header}\n1,1,2,PASS,,,,A\n1,1,2,PASS,,,,B\n")) == 2


@pytest.mark.parametrize("event", sorted(EVENTS.glob("pairs_*")), ids=lambda path: path.name)
def test_what_is_written_is_read_again(tmp_path: Path, event: Path) -> None:
    lines = read_results(event / "results.csv", winners=2)
    stream = io.StringIO()
    write_results(lines, stream)
    assert read(tmp_path, stream.getvalue(), winners=2) == lines


def test_odd_lines_are_read_again_too(tmp_path: Path) -> None:
    header = "board,north,east,south,west,contract,declarer,tricks,adjusted,weights,group,section"
    text = f"""{header}
1,a,b,c,d,NP,,,,,,A
2,a,b,c,d,,,,A+/A-,,,A
3,a,b,c,d,,,,,620*1/3+170*2/3,x,A
4,a,b,c,d,PASS,,,,,,A
5,a,b,c,d,7NTXX,W,0,,,,A
"""
    lines = read(tmp_path, text)
    stream = io.StringIO()
    write_results(lines, stream)
    assert read(tmp_path, stream.getvalue()) == lines


CELLS = ["", "1", "2", "NP", "PASS", "3NT", "7CXX", "N", "Q", "0", "13", "14", "-1", "=", "+9", "é"]
CELLS += ["A6040", "A+/A-", "A", "620*0.5+0*0.5", "1*1/0", '"', '"1,2"', ";", "\t", "\r", "\ufeff"]
COLUMNS = ["board", "ns", "ew", "contract", "declarer", "tricks", "result", "adjusted", "weights"]
COLUMNS += ["score_ns", "section", "group", "north", "east", "south", "west", "other"]

tables = st.lists(st.lists(st.sampled_from(CELLS), max_size=9).map(",".join), max_size=6)
headers = st.lists(st.sampled_from(COLUMNS), max_size=9).map(",".join)
usual = st.just("board,ns,ew,contract,declarer,tricks,result,adjusted,weights")


@given(st.one_of(usual, headers), tables, st.sampled_from([None, 1, 2]))
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_cells_are_read_or_refused_in_one_sentence(
    tmp_path: Path, header: str, rows: list[str], winners: int | None
) -> None:
    path = tmp_path / "any.csv"
    path.write_bytes("\n".join([header, *rows]).encode())
    try:
        lines = read_results(path, winners)
    except UserError as error:
        assert str(error).startswith(f"{path}, line ")  # noqa: PT017
        assert "\n" not in str(error)  # noqa: PT017
    else:
        score_event(lines, winners=winners)


@given(st.binary(max_size=200))
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_are_refused_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.csv"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"^[^\n]+$"):
        read_results(path)
