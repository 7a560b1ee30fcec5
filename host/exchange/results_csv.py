"""Results files: one line a result, columns by name, every contradiction reported.

Columns: ``board``; ``ns`` and ``ew``, or ``north``, ``east``, ``south``, ``west`` in an individual;
``contract``, ``declarer``, ``tricks`` or ``result``; optional ``section``, ``table``, ``round``,
``lead``, ``group``, ``room``, ``adjusted``, ``weights``, ``score_ns``. Others are ignored.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO, TypeVar

from firmware_sim.rules.contract import Contract, check_tricks, parse_contract, parse_result
from firmware_sim.rules.rule_sets import RuleSet, rule_set
from firmware_sim.rules.vulnerability import SEATS
from host.errors import UserError
from host.exchange.result_cells import parse_adjusted, parse_weights, weights_text
from host.exchange.table_file import Row, Table, quoted, read_table
from host.scoring.contract_score import ns_score
from host.scoring.lines import Line

T = TypeVar("T")

HIGHEST_BOARD = 9999
PASS = ("PASS", "PASSED", "P", "ALLPASS", "PASSOUT")
NOT_PLAYED = "NP"

_PAIRS = ("ns", "ew")
_PLAYERS = ("north", "east", "south", "west")
_TEXTS = ("section", "table", "round", "lead", "group", "room")
_REQUIRED = ("board", "ns|north", "ew|east", "contract", "declarer", "tricks|result")
_COLUMNS = ("section", "table", "round", "room", "board")
_RESULT_COLUMNS = ("contract", "declarer", "tricks", "lead", "score_ns")
_MORE_COLUMNS = ("group", "adjusted", "weights")


def read_results(
    path: str | Path, winners: int | None = None, rules: str = "laws-2017"
) -> list[Line]:
    """Read a results file in its order; UserError for the first bad cell.

    ``winners`` 2 lets a pair number stand for two pairs, one North-South and one East-West.
    ``rules`` names the rule set that ``score`` is reckoned by and ``score_ns`` checked with.
    """
    scored_by = rule_set(rules)
    table = read_table(path, _REQUIRED)
    _require_people(table)
    lines: list[Line] = []
    seen: dict[object, int] = {}
    for row in table:
        line = read_line(row, scored_by, winners)
        _refuse_twice(row, line, winners, seen)
        lines.append(line)
    return lines


def read_line(row: Row, rules: RuleSet, winners: int | None = None) -> Line:
    """One row as a Line; UserError names the cell that is wrong."""
    board = row.whole("board", 1, HIGHEST_BOARD, "board number")
    ns, ew = _people(row, winners)
    texts = [row[column] for column in _TEXTS]
    section, table, round_, lead, group, room = texts
    base = Line(
        board, ns, ew, section, group, table=table, round=round_, lead=lead.upper(), room=room
    )
    return _with_result(row, base, rules)


def write_results(lines: Iterable[Line], stream: TextIO) -> None:
    """Write lines so that ``read_results`` gives the same lines again."""
    gathered = list(lines)
    people = _PLAYERS if any(len(line.ns) == 2 for line in gathered) else _PAIRS
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow((*_COLUMNS, *people, *_RESULT_COLUMNS, *_MORE_COLUMNS))
    writer.writerows(_cells(line) for line in gathered)


def _cells(line: Line) -> Sequence[object]:
    ids = [ns_or_ew for pair in zip(line.ns, line.ew, strict=True) for ns_or_ew in pair]
    where = (line.section, line.table, line.round, line.room, line.board)
    score_ns = "" if line.score is None else line.score
    adjusted = line.adjusted.text if line.adjusted else ""
    result = (_contract_text(line), line.declarer, "" if line.tricks is None else line.tricks)
    more = (line.group, adjusted, weights_text(line.weights))
    return (*where, *ids, *result, line.lead, score_ns, *more)


def _contract_text(line: Line) -> str:
    if line.not_played:
        return NOT_PLAYED
    if line.contract is not None:
        return line.contract.text
    return "PASS" if line.is_result and not line.weights else ""


def _require_people(table: Table) -> None:
    named = set(table.columns)
    if not named.issuperset(_PAIRS) and not named.issuperset(_PLAYERS):
        wanted = _PLAYERS if named & set(_PLAYERS) else _PAIRS
        table.require(*wanted)
    if named.issuperset(_PAIRS) and named.issuperset(_PLAYERS):
        raise UserError(
            f"{table.path}, line 1: columns ns and ew say pairs, north to west an individual; "
            "name only one of the two"
        )


def _people(row: Row, winners: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    columns = _PLAYERS if "north" in row.cells else _PAIRS
    ids = [row[column] for column in columns]
    for column, one in zip(columns, ids, strict=True):
        if not one:
            who = "player" if columns is _PLAYERS else "pair"
            raise row.error(column, f"no {who}'s number")
    last_seen = {one: column for column, one in zip(columns, ids, strict=True)}
    for column, one in zip(columns, ids, strict=True):
        if last_seen[one] != column and (columns is _PLAYERS or winners != 2):
            raise row.error(last_seen[one], _against_itself(one, columns is _PLAYERS))
    return tuple(ids[0::2]), tuple(ids[1::2])


def _against_itself(one: str, individual: bool) -> str:
    if individual:
        return f"player {quoted(one)} sits in two seats"
    return (
        f"pair {quoted(one)} plays against itself; "
        "if North-South and East-West are numbered alike, say --winners 2"
    )


def _with_result(row: Row, base: Line, rules: RuleSet) -> Line:
    if row["adjusted"]:
        if row["weights"]:
            raise row.error("weights", "a line is either adjusted or weighted, not both")
        return replace(base, adjusted=_parsed(row, "adjusted", parse_adjusted))
    if row["weights"]:
        return replace(base, weights=_parsed(row, "weights", parse_weights))
    called = re.sub(r"[\s-]", "", row["contract"]).upper()
    if called == NOT_PLAYED:
        return replace(base, not_played=True)
    if called in PASS:
        return _passed_out(row, base)
    return _played(row, base, rules)


def _parsed(row: Row, column: str, parse: Callable[[str], T]) -> T:
    try:
        return parse(row[column])
    except ValueError as error:
        raise row.error(column, str(error)) from None


def _passed_out(row: Row, base: Line) -> Line:
    if row["declarer"].strip("-"):
        _seat(row)
    for column in ("tricks", "result"):
        if row[column].strip("-=") not in ("", "0"):
            raise row.error(column, f"a board passed out takes no {column}")
    _check_score(row, 0, "a board passed out")
    return replace(base, score=0)


def _played(row: Row, base: Line, rules: RuleSet) -> Line:
    contract = _contract(row)
    declarer = _seat(row)
    tricks = _tricks(row, contract)
    score_ns = ns_score(contract.text, declarer, tricks, base.board, rules)
    _check_score(row, score_ns, f"{contract.text} by {declarer} with {tricks} tricks")
    return replace(base, contract=contract, declarer=declarer, tricks=tricks, score=score_ns)


def _contract(row: Row) -> Contract:
    if not row["contract"]:
        raise row.error("contract", "no contract; NP stands for not played, PASS for passed out")
    try:
        return parse_contract(row["contract"])
    except ValueError:
        raise row.error(
            "contract",
            f"{quoted(row['contract'])} is no contract; write 3NT, 4SX, 2HXX, PASS or NP",
        ) from None


def _seat(row: Row) -> str:
    seat = row["declarer"].upper()
    if seat not in SEATS:
        raise row.error("declarer", f"{quoted(row['declarer'])} is no seat; N, E, S and W are")
    return seat


def _tricks(row: Row, contract: Contract) -> int:
    by_result = _by_result(row, contract) if row["result"] else None
    if not row["tricks"]:
        if by_result is None:
            column = "tricks" if "tricks" in row.cells else "result"
            raise row.error(column, f"no {column} for {contract.text}")
        return by_result
    tricks = check_tricks(contract, row.whole("tricks", 0, 13, "number of tricks"))
    if by_result is not None and by_result != tricks:
        raise row.error("result", f"{quoted(row['result'])} contradicts {tricks} tricks")
    return tricks


def _by_result(row: Row, contract: Contract) -> int:
    try:
        return parse_result(contract, row["result"])
    except ValueError as error:
        raise row.error("result", f"{quoted(row['result'])}: {error}") from None


def _check_score(row: Row, score_ns: int, what: str) -> None:
    if not row["score_ns"]:
        return
    given = row.whole("score_ns", -99999, 99999, "score")
    if given != score_ns:
        reason = f"contradicts the contract: {what} on board {row['board']} is {score_ns}"
        raise row.error("score_ns", f"{quoted(row['score_ns'])} {reason}")


def _refuse_twice(row: Row, line: Line, winners: int | None, seen: dict[object, int]) -> None:
    # In a two-winner field 1 against 2 and 2 against 1 are four different pairs.
    sides = (frozenset(line.ns), frozenset(line.ew))
    who: object = sides if winners == 2 else frozenset(sides)
    first = seen.setdefault((line.section, line.board, line.room, who), row.line)
    if first != row.line:
        met = f"{' and '.join(line.ns)} against {' and '.join(line.ew)}"
        raise row.error("board", f"{quoted(row['board'])} is already on line {first} for {met}")
