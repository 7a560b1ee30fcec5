"""Makes the views of views.py out of the desk and the live count."""

from __future__ import annotations

from collections import Counter

from host.event.decisions import Decision
from host.event.keys import Key
from host.event.lines import result_words
from host.event.live import Live, content_words
from host.event.tonight import Counted, Entry
from host.link.desk import Desk
from host.link.session import Box, LinkState, Port
from host.scoring.lines import Line
from host.views import BoardView, HistoryRow, PortView, TableView, TravellerRow

_BY_ALARM = (LinkState.NONE, LinkState.GREEN, LinkState.AMBER, LinkState.RED)


def table_views(desk: Desk, live: Live, now: float) -> list[TableView]:
    """A row a box, by section and table; boxes that are no table yet come last."""
    counts = Counter((line.section, line.table) for line in live.lines())
    rows = [_table_view(box, live, counts, now) for box in desk.boxes.values()]
    return sorted(rows, key=lambda r: (not r.table, r.section, r.table, r.serial))


def _table_view(box: Box, live: Live, counts: Counter[tuple[str, str]], now: float) -> TableView:
    session, last = box.session, live.last.get(box.serial)
    entry = live.tonight.entry(last.identity) if last is not None else None
    line = entry.content if entry is not None and isinstance(entry.content, Line) else None
    section = box.section if live.event.sections else ""
    return TableView(
        serial=box.serial,
        section=box.section if box.table else "",
        table=box.table,
        port=session.port if session else "",
        addr=session.addr if session else "",
        link=box.state(now),
        millivolts=session.millivolts if session else 0,
        unsent=session.unsent if session else 0,
        round=line.round if line else "",
        boards_in=counts[(section, str(box.table))] if box.table else 0,
        expected=live.event.boards,
        last=line,
        last_at=last.at if last else None,
        called_at=live.called_at(box.serial, box.table),
        firmware=session.firmware if session else "",
        capabilities=session.capabilities if session else "",
        silent_s=now - session.last_rx if session else 0.0,
    )


def board_views(live: Live) -> list[BoardView]:
    """Every board with a line, by number."""
    boards: dict[int, list[Counted]] = {}
    for counted in live.tonight.counting.values():
        if counted.line is not None:
            boards.setdefault(counted.line.board, []).append(counted)
    return [
        BoardView(
            board,
            sum(1 for c in rows if c.line is not None and c.line.is_result),
            len(rows),
            sum(1 for c in rows if c.others or c.late),
        )
        for board, rows in sorted(boards.items())
    ]


def traveller_rows(live: Live, board: int, section: str) -> list[TravellerRow]:
    """A board's lines with their points, the best for North-South first."""
    rows = [
        _traveller_row(live, key, counted, counted.line)
        for key, counted in live.tonight.counting.items()
        if counted.line is not None
        and counted.line.board == board
        and section in ("", counted.line.section)
    ]
    return sorted(rows, key=_best_first)


def _traveller_row(live: Live, key: Key, counted: Counted, line: Line) -> TravellerRow:
    points = live.running.points(key)
    source = "director" if counted.entry is None else counted.entry.arrival.serial
    conflict = bool(counted.others or counted.late)
    return TravellerRow(key, line, points.ns, points.ew, points.datum, source, conflict)


def _best_first(row: TravellerRow) -> tuple[float, str, str]:
    mean = row.line.mean_score
    return (float("inf") if mean is None else -float(mean), str(row.line.ns), str(row.line.ew))


def history_rows(live: Live, key: Key | None) -> list[HistoryRow]:
    """What happened to a result, or (without a key) every decision; oldest first."""
    rows = [_decided(d) for d in live.decisions if key is None or d.key == key]
    if key is not None:
        rows += [_keyed(live, entry) for entry in live.tonight.entries(key)]
    return sorted(rows, key=lambda row: row.at)


def _decided(d: Decision) -> HistoryRow:
    return HistoryRow(d.at, d.key, d.by, d.act, d.why, result_words(d.old), result_words(d.new))


def _keyed(live: Live, entry: Entry) -> HistoryRow:
    arrival = entry.arrival
    what = "replaced" if live.tonight.is_named(arrival) else "keyed"
    said = content_words(entry.content)
    return HistoryRow(arrival.at, entry.key, arrival.serial, what, "", "", said)


def port_view(port: Port, now: float) -> PortView:
    """An open port; its colour is its worst box's."""
    states = [session.state(now) for session in port.sessions.values()]
    return PortView(
        port.name,
        tuple(session.serial for session in port.sessions.values()),
        max(states, key=_BY_ALARM.index, default=LinkState.NONE),
        port.decoder.frames,
        port.decoder.dropped,
    )
