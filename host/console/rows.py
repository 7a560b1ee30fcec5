"""From the core's views to the console's tables. No screen, no clock, no core in here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from firmware_sim.rules.rule_sets import RuleSet
from host.console.curves import Who, value, who
from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import (
    LINKS,
    age,
    battery,
    contract_cell,
    lead,
    pair,
    points,
    result,
    short_result,
    signed,
    unlikely,
)
from host.link.alarms import Alarm
from host.link.session import LinkState
from host.scoring.standings import RankRow
from host.store.ledger import Arrival
from host.views import BoardView, HistoryRow, PortView, TableView, TraceRow, TravellerRow

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
    return Cell(short_result(table.last))


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


TRAVELLER = (
    Column("NS", 1, right=True),
    Column("EW", 1, right=True),
    Column("CONTRACT", 1),
    Column("BY", 1),
    Column("LEAD", 4, optional=True),
    Column("RES", 1, right=True),
    Column("SCORE", 1, right=True),
    Column("NS PTS", 2, right=True),
    Column("EW PTS", 3, right=True),
    Column("", 1),
    Column("FROM", 5, stretch=True, least=6),
)


def traveller_sheet(rows: Iterable[TravellerRow], rules: RuleSet) -> Sheet:
    """A board's lines as on a traveller, with points; ``?`` marks what is hardly ever played."""
    drawn = tuple(Row(row.key, _traveller_cells(row, rules)) for row in rows)
    return Sheet(TRAVELLER, drawn, "Nobody has played this board yet.")


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
        contract_cell(line),
        Cell(line.declarer),
        Cell(lead(line)),
        Cell(result(line)),
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


PORTS = (
    Column("PORT", 1),
    Column("LINK", 1),
    Column("BOX", 2),
    Column("FRAMES", 3, right=True),
    Column("DAMAGED", 4, right=True),
    Column("STATE", 2, stretch=True, least=8),
)


def ports_sheet(ports: Iterable[PortView], states: dict[str, str]) -> Sheet:
    """A row a port: those open, and those that are being tried with the reason they fail."""
    views = {port.name: port for port in ports}
    rows = []
    for name in sorted({*views, *states}, key=_natural):
        view = views.get(name)
        state = states.get(name, "open" if view else "")
        rows.append(Row(name, _port_cells(name, view, state)))
    return Sheet(PORTS, tuple(rows), "No port is open; start with --port PATH.")


def _natural(name: str) -> list[tuple[str, int]]:
    """Sorts /dev/pts/9 before /dev/pts/10."""
    return [(text, int(digits or 0)) for text, digits in re.findall(r"([^0-9]*)([0-9]*)", name)]


def _port_cells(name: str, view: PortView | None, state: str) -> tuple[Cell, ...]:
    return (
        Cell(name, Tone.STRONG),
        LINKS[view.link if view else LinkState.NONE],
        Cell(" ".join(view.serials) if view else ""),
        Cell(str(view.frames) if view else "", Tone.FAINT),
        Cell(str(view.damaged) if view and view.damaged else "", Tone.WARN),
        Cell(state, Tone.PLAIN if state == "open" else Tone.WARN),
    )


TRACE = (
    Column("TIME", 3, right=True),
    Column("", 1),
    Column("FRAME", 1, stretch=True, least=10),
)
WAYS = {">": Tone.FAINT, "<": Tone.PLAIN, "!": Tone.BAD}


def trace_sheet(trace: Sequence[TraceRow], now: float) -> Sheet:
    """The last frames of a port, newest last; TIME is seconds ago. ``now``: the desk's."""
    rows = tuple(
        Row(
            place,
            (
                Cell(f"-{now - row.at:.1f}", Tone.FAINT),
                Cell(row.way, WAYS.get(row.way, Tone.PLAIN)),
                Cell(row.text, WAYS.get(row.way, Tone.PLAIN)),
            ),
        )
        for place, row in enumerate(trace)
    )
    return Sheet(TRACE, rows, "Nothing has passed here yet.")


ALARMS = (
    Column("", 1),
    Column("SINCE", 2, right=True),
    Column("KIND", 3),
    Column("WHAT", 1, stretch=True, least=20),
)


def alarms_sheet(alarms: Sequence[Alarm], now: float) -> Sheet:
    """Every alarm, newest first: ``!`` not seen yet, ``·`` seen and holding, ``✓`` over."""
    rows = tuple(Row(alarm.id, _alarm_cells(alarm, now)) for alarm in reversed(alarms))
    return Sheet(ALARMS, rows, "No alarms.")


def _alarm_cells(alarm: Alarm, now: float) -> tuple[Cell, ...]:
    tone = Tone.FAINT if alarm.seen or alarm.ended is not None else Tone.BAD
    sign = "✓" if alarm.ended is not None else "·" if alarm.seen else "!"
    return (
        Cell(sign, tone),
        Cell(age(now - alarm.since), Tone.FAINT),
        Cell(str(alarm.kind), tone),
        Cell(alarm.text, Tone.PLAIN if tone is Tone.BAD else Tone.FAINT),
    )


HISTORY = (
    Column("TIME", 2),
    Column("BY", 1),
    Column("DID", 1),
    Column("RESULT", 1, stretch=True, least=14),
    Column("WAS", 4),
    Column("NOW", 2),
    Column("WHY", 3),
)


def history_sheet(history: Iterable[HistoryRow], clock: dict[float, str]) -> Sheet:
    """What was decided, newest first; ``clock`` writes the times."""
    rows = tuple(
        Row(
            (row.at, place),
            (
                Cell(clock.get(row.at, ""), Tone.FAINT),
                Cell(row.by, Tone.STRONG),
                Cell(row.what),
                Cell(row.key.words() if row.key else ""),
                Cell(row.old, Tone.FAINT),
                Cell(row.new),
                Cell(row.why, Tone.FAINT),
            ),
        )
        for place, row in enumerate(history)
    )
    return Sheet(HISTORY, rows[::-1], "Nothing has been decided yet.")


UNCLAIMED = (
    Column("BOX", 1),
    Column("NUMBER", 3, right=True),
    Column("RECORD", 1, stretch=True, least=20),
)


def unclaimed_sheet(arrivals: Iterable[Arrival]) -> Sheet:
    """Records that a box made before it knew the event; the director may claim them."""
    rows = tuple(
        Row(
            arrival.identity,
            (
                Cell(arrival.serial, Tone.STRONG),
                Cell(str(arrival.n), Tone.FAINT),
                Cell(_record_words(arrival)),
            ),
        )
        for arrival in arrivals
    )
    return Sheet(UNCLAIMED, rows)


def _record_words(arrival: Arrival) -> str:
    fields = arrival.text.split(",")[3:]
    if arrival.kind == "R" and len(fields) >= 9:
        _, table, _, board, ns, ew, contract, declarer, wire = fields[:9]
        over = "=" if wire == "0" else wire if wire.startswith("-") else f"+{wire}" if wire else ""
        return f"table {table}, board {board}, {ns} against {ew}: {contract} {declarer} {over}"
    return f"{arrival.kind} {' '.join(field for field in fields if field)}"
