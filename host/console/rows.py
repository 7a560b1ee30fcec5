"""From the core's views to the console's tables: tables, boards, travellers, the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from firmware_sim.rules.rule_sets import RuleSet
from host.console.curves import Who, value, who
from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import (
    LINKS,
    age,
    battery,
    contract_cell,
    last_result,
    lead,
    pair,
    points,
    result,
    signed,
    unlikely,
)
from host.link.session import LinkState
from host.scoring.lines import Line
from host.scoring.standings import RankRow
from host.views import BoardView, TableView, TravellerRow

SLOW_S = 12 * 60.0
"""A table that sent no result for so long plays slowly: a board takes seven to eight minutes."""

TABLES = (
    Column("TABLE", 1),
    Column("LINK", 1),
    Column("BATT", 4),
    Column("RND", 5, right=True, optional=True),
    Column("BOARDS", 2, right=True),
    Column("LAST RESULT", 2, stretch=True, least=12),
    Column("AGO", 3, right=True),
    Column("WAIT", 2, right=True),
    Column("BOX", 6),
)


def tables_sheet(tables: Iterable[TableView], wall: float) -> Sheet:
    """A row a table. ``wall`` is seconds since 1970."""
    rows = tuple(Row(table.serial, _table_cells(table, wall)) for table in tables)
    return Sheet(TABLES, rows, "No box has spoken yet.")


def _table_cells(table: TableView, wall: float) -> tuple[Cell, ...]:
    since = None if table.last_at is None else wall - table.last_at
    done = f"{table.boards_in}/{table.expected}" if table.expected else f"{table.boards_in}"
    finished = table.expected is not None and table.boards_in >= table.expected
    slow = since is not None and since >= SLOW_S and not finished
    return (
        Cell(table.name, Tone.STRONG),
        LINKS[table.link],
        battery(table.millivolts),
        Cell(table.round),
        Cell(done, Tone.GOOD if finished else Tone.PLAIN),
        _last_cell(table, wall),
        Cell(age(since) + ("!" if slow else ""), Tone.WARN if slow else Tone.FAINT),
        Cell(str(table.unsent) if table.unsent else "", Tone.WARN),
        Cell(table.serial, Tone.FAINT),
    )


def _last_cell(table: TableView, wall: float) -> Cell:
    if table.called_at is not None:
        return Cell(f"CALLS DIRECTOR {age(wall - table.called_at)}", Tone.BAD)
    if table.link is LinkState.RED:
        return Cell(f"silent {age(table.silent_s)}", Tone.BAD)
    return Cell(last_result(table.last))


BOARDS = (Column("BOARD", right=True), Column("RESULTS", 1, right=True), Column("", 2))


def boards_sheet(boards: Iterable[BoardView]) -> Sheet:
    """A row a board."""
    seen = tuple(boards)
    most = max((board.lines for board in seen), default=0)
    rows = tuple(Row(board.board, _board_cells(board, most)) for board in seen)
    return Sheet(BOARDS, rows, "No results yet.")


def _board_cells(board: BoardView, most: int) -> tuple[Cell, ...]:
    full = board.lines >= most
    return (
        Cell(str(board.board), Tone.STRONG),
        Cell(str(board.results), Tone.PLAIN if full else Tone.FAINT),
        Cell("!" if board.conflicts else "", Tone.BAD),
    )


PLAYED = (
    Column("NS", 1, right=True),
    Column("EW", 1, right=True),
    Column("CONTRACT", 1),
    Column("BY", 1),
    Column("LEAD", 4, optional=True),
    Column("RES", 1, right=True),
    Column("SCORE", 1, right=True),
    Column("NS PTS", 2, right=True),
)
"""A line as it was played; every sheet of lines shows these columns."""

TRAVELLER = (
    *PLAYED,
    Column("EW PTS", 3, right=True),
    Column("", 1),
    Column("FROM", 5, stretch=True, least=6),
)


def traveller_sheet(rows: Iterable[TravellerRow], rules: RuleSet) -> Sheet:
    """A board's lines as on a traveller, with points; ``?`` marks what is hardly ever played."""
    drawn = tuple(Row(row.key, _traveller_cells(row, rules)) for row in rows)
    return Sheet(TRAVELLER, drawn, "Nobody has played this board yet.")


def played(line: Line) -> tuple[Cell, ...]:
    """What was played: contract, declarer, lead and result."""
    return contract_cell(line), Cell(line.declarer), Cell(lead(line)), Cell(result(line))


def mark(row: TravellerRow, rules: RuleSet) -> Cell:
    """``!`` to be decided, ``*`` decided by the director, ``?`` unlikely."""
    if row.conflict:
        return Cell("!", Tone.BAD)
    ruled = row.source == "director"
    return Cell("*" if ruled else "?" if unlikely(row.line, rules) else "", Tone.WARN)


def _traveller_cells(row: TravellerRow, rules: RuleSet) -> tuple[Cell, ...]:
    line = row.line
    return (
        Cell(pair(line.ns), Tone.STRONG),
        Cell(pair(line.ew), Tone.STRONG),
        *played(line),
        Cell(signed(line.score)),
        Cell(points(row.points_ns)),
        Cell(points(row.points_ew), Tone.FAINT),
        mark(row, rules),
        Cell(_from(row), Tone.FAINT),
    )


def _from(row: TravellerRow) -> str:
    if row.source == "director" or not row.line.table:
        return row.source
    return f"table {row.line.section}{row.line.table}"


BAR = 20
NO_CURVES: Mapping[Who, str] = {}


def ranking_sheet(
    ranking: Sequence[RankRow], curves: Mapping[Who, str] = NO_CURVES, *, has_top: bool
) -> Sheet:
    """The ranking as it stands: by percentage where points have a top, else by the total.

    ``curves``: how everybody came there, drawn.
    """
    sections = any(row.section for row in ranking)
    directions = any(row.direction for row in ranking)
    columns = (
        Column("PLACE", 1, right=True),
        Column("PAIR", 1, right=True),
        *((Column("SEC", 4),) if sections else ()),
        *((Column("DIR", 2),) if directions else ()),
        Column("BOARDS", 4, right=True),
        Column("TOTAL", 2 if has_top else 1, right=True),
        *((Column("%", 1, right=True),) if has_top else ()),
        Column("COURSE", 4, optional=True),
        Column("", 5, stretch=True, least=4),
    )
    best = max((abs(value(row)) for row in ranking), default=1.0) or 1.0
    rows = []
    last: tuple[str, str, int] | None = None
    for row in ranking:
        division = (row.section, row.direction, row.place)
        place = "=" if division == last else str(row.place)
        last = division
        cells = (
            Cell(place),
            Cell(row.id, Tone.STRONG),
            *((Cell(row.section),) if sections else ()),
            *((Cell(row.direction),) if directions else ()),
            Cell(str(row.boards), Tone.FAINT),
            Cell(points(row.total)),
            *((Cell(points(row.percentage)),) if has_top else ()),
            Cell(curves.get(who(row), ""), Tone.CURVE),
            Cell(_bar(value(row), best), Tone.FAINT),
        )
        rows.append(Row((row.section, row.direction, row.id), cells))
    return Sheet(columns, tuple(rows), "No results yet.")


def _bar(value: float, best: float) -> str:
    """A bar of at most BAR cells, in halves of a cell; minus for a negative value."""
    halves = round(abs(value) / best * BAR * 2)
    return ("-" if value < 0 else "") + "━" * (halves // 2) + "╸" * (halves % 2)
