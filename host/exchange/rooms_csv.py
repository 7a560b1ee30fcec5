"""Results of teams in a file: a line for each board and room, several matches in one file.

Columns: ``board``, ``room`` (open or closed), ``home``, ``away``, and ``contract``, ``declarer``,
``tricks`` or ``result``, ``adjusted``, ``weights``, ``score_ns`` as in a pairs file; optional
``match``, ``section`` and ``round`` keep matches of the same teams apart. Others are ignored.
"""

from __future__ import annotations

from pathlib import Path

from firmware_sim.rules.rule_sets import rule_set
from host.exchange.results_csv import read_line
from host.exchange.table_file import Row, quoted, read_table
from host.scoring.teams import RoomResult

ROOM_NAMES = {"open": "open", "o": "open", "closed": "closed", "c": "closed"}
REQUIRED = ("board", "room", "home", "away", "contract", "declarer", "tricks|result")
Teams = tuple[str, str]


def read_rooms(path: str | Path, rules: str = "laws-2017") -> list[RoomResult]:
    """Every line in the file's order; UserError for the first bad cell."""
    scored_by = rule_set(rules)
    names: dict[tuple[str, ...], str] = {}
    teams_of: dict[str, tuple[Teams, int]] = {}
    seen: dict[tuple[str, int, str], int] = {}
    results = []
    for row in read_table(path, REQUIRED):
        room, home, away = _room(row), _team(row, "home"), _team(row, "away")
        if home == away:
            raise row.error("away", f"team {quoted(away)} plays against itself")
        # The one reader of results wants to know who sat North-South.
        ns, ew = (home, away) if room == "open" else (away, home)
        line = read_line(Row(row.path, row.line, {**row.cells, "ns": ns, "ew": ew}), scored_by)
        name = _match(row, names)
        _refuse_other_teams(row, name, (home, away), teams_of)
        first = seen.setdefault((name, line.board, room), row.line)
        if first != row.line:
            reason = f"{quoted(row['board'])} is already on line {first} for the {room} room"
            raise row.error("board", reason)
        results.append(RoomResult(name, home, away, room, line))
    return results


def _room(row: Row) -> str:
    room = ROOM_NAMES.get(row["room"].lower().removesuffix(" room"))
    if room is None:
        raise row.error("room", f"{quoted(row['room'])} is no room; open and closed are")
    return room


def _team(row: Row, column: str) -> str:
    if not row[column]:
        raise row.error(column, f"no {column} team")
    return row[column]


def _match(row: Row, names: dict[tuple[str, ...], str]) -> str:
    """The match's name: what the file says, or its number in the order of the file."""
    if row["match"]:
        return row["match"]
    key = (row["section"], row["round"], row["home"], row["away"])
    return names.setdefault(key, str(len(names) + 1))


def _refuse_other_teams(
    row: Row, name: str, teams: Teams, teams_of: dict[str, tuple[Teams, int]]
) -> None:
    before, line = teams_of.setdefault(name, (teams, row.line))
    if before != teams:
        home, away = before
        reason = f"{quoted(name)} is {home} at home against {away} on line {line}"
        raise row.error("match", reason)
