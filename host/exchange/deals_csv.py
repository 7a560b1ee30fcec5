"""Deals of a rubber or a Chicago in a file: who declared what, and the honours held.

Columns: ``side`` (NS or EW) or ``declarer`` (a seat), ``contract`` (or ``PASS``), ``tricks`` or
``result``, optional ``honours_ns`` and ``honours_ew`` in points. Others are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware_sim.rules.rubber import SIDES, RubberDeal
from firmware_sim.rules.rule_sets import rule_set
from firmware_sim.rules.vulnerability import SEATS
from host.exchange.results_csv import read_line
from host.exchange.table_file import Row, quoted, read_table

SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_LAWS = rule_set("laws-2017")


def read_deals(path: str | Path) -> list[tuple[Row, RubberDeal]]:
    """Every deal with the row it stands on; UserError for the first bad cell."""
    table = read_table(
        path,
        ("side|declarer", "contract", "tricks|result"),
        ("side", "declarer", "tricks", "result", "honours_ns", "honours_ew"),
    )
    return list(_deals(table.rows))


def _deals(rows: tuple[Row, ...]) -> Iterator[tuple[Row, RubberDeal]]:
    for row in rows:
        side = _side(row)
        # A results line reads the same cells; its people and board do not matter here.
        people = {"board": "1", "ns": "NS", "ew": "EW", "declarer": side[:1]}
        line = read_line(Row(row.path, row.line, {**row.cells, **people}), _LAWS)
        if line.not_played:
            raise row.error("contract", "a deal not played does not stand on a sheet; leave it out")
        if line.contract is not None and not side:
            raise row.error("side", f"no side declared {line.contract.text}; NS and EW are sides")
        honours = [_honours(row, column) for column in ("honours_ns", "honours_ew")]
        yield row, RubberDeal(side or SIDES[0], line.contract, line.tricks or 0, *honours)


def _side(row: Row) -> str:
    """ "NS" or "EW"; "" where the row says neither side nor declarer."""
    side, declarer = row["side"].upper(), row["declarer"].upper()
    if side and side not in SIDES:
        raise row.error("side", f"{quoted(row['side'])} is no side; NS and EW are")
    if declarer and declarer not in SEATS:
        raise row.error("declarer", f"{quoted(row['declarer'])} is no seat; N, E, S and W are")
    if side and declarer and declarer not in side:
        raise row.error("declarer", f"{quoted(row['declarer'])} does not sit {side}")
    return side or SIDE_OF.get(declarer, "")


def _honours(row: Row, column: str) -> int:
    return row.whole(column, 0, 150, "points for honours") if row[column] else 0
