"""A table's and a pair's results with their points, gathered from the travellers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firmware_sim.rules.rule_sets import RuleSet
from host.console.rows import PLAYED, mark, played
from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import pair, points, signed
from host.core import HostCore
from host.scoring.lines import Line
from host.views import TravellerRow

Wanted = Callable[[Line], bool]


def of_pair(id: str, section: str, direction: str) -> Wanted:
    """Lines that the entrant of a ranking row played."""

    def wanted(line: Line) -> bool:
        if section and line.section != section:
            return False
        sides = {"NS": line.ns, "EW": line.ew}.get(direction, (*line.ns, *line.ew))
        return id in sides

    return wanted


def of_table(section: str, table: int) -> Wanted:
    """Lines that were played at a table."""
    return lambda line: line.table == str(table) and line.section in ("", section)


def card_rows(core: HostCore, wanted: Wanted) -> list[TravellerRow]:
    """Those lines, by board."""
    return [
        row for board in core.boards() for row in core.traveller(board.board) if wanted(row.line)
    ]


def pair_sheet(rows: Iterable[TravellerRow], id: str) -> Sheet:
    """A scorecard from the pair's own side: score and points are theirs."""
    columns = (
        Column("BOARD", 1, right=True),
        Column("DIR", 2),
        Column("VS", 1, right=True),
        Column("CONTRACT", 1),
        Column("BY", 2),
        Column("LEAD", 4, optional=True),
        Column("RES", 1, right=True),
        Column("SCORE", 1, right=True),
        Column("POINTS", 1, right=True),
    )
    return Sheet(columns, tuple(_pair_row(row, id) for row in rows), "No boards yet.")


def _pair_row(row: TravellerRow, id: str) -> Row:
    line = row.line
    ns = id in line.ns
    score = line.score if ns or line.score is None else -line.score
    return Row(
        row.key,
        (
            Cell(str(line.board), Tone.STRONG),
            Cell("NS" if ns else "EW"),
            Cell(pair(line.ew if ns else line.ns)),
            *played(line),
            Cell(signed(score)),
            Cell(points(row.points_ns if ns else row.points_ew)),
        ),
    )


def table_sheet(rows: Iterable[TravellerRow], rules: RuleSet) -> Sheet:
    """What a table has entered."""
    columns = (
        Column("RND", 3, right=True, optional=True),
        Column("BOARD", 1, right=True),
        *PLAYED,
        Column("", 1),
    )
    drawn = tuple(_table_row(row, rules) for row in rows)
    return Sheet(columns, drawn, "This table has entered nothing yet.")


def _table_row(row: TravellerRow, rules: RuleSet) -> Row:
    line = row.line
    return Row(
        row.key,
        (
            Cell(line.round, Tone.FAINT),
            Cell(str(line.board), Tone.STRONG),
            Cell(pair(line.ns)),
            Cell(pair(line.ew)),
            *played(line),
            Cell(signed(line.score)),
            Cell(points(row.points_ns)),
            mark(row, rules),
        ),
    )
