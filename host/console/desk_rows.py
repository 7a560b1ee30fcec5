"""From the desk's views to tables: ports, frames, alarms, decisions, stray records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import LINKS, age
from host.link.alarms import Alarm
from host.link.session import LinkState
from host.store.ledger import Arrival
from host.views import HistoryRow, PortView, TraceRow

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
