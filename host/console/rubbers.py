"""Rubber tables: the sheet of each rubber as it grows, from the records of its deals."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.link.records import rules_name
from firmware_sim.rules.chicago import sheet_for
from firmware_sim.rules.contract import Contract, parse_contract, tricks_of
from firmware_sim.rules.rubber import RubberDeal
from firmware_sim.rules.rubber import Sheet as ScoreSheet
from firmware_sim.rules.rule_sets import rule_set
from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import DOUBLING, SUITS
from host.core import HostCore


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a rubber as it was keyed, and the standing after it."""

    number: int
    contract: Contract | None
    declarer: str
    tricks: int
    honours: tuple[int, int]
    below: tuple[int, int]
    above: tuple[int, int]
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber of a table. ``state`` says in words how it stands."""

    table: str
    number: int
    rules: str
    deals: tuple[Deal, ...]
    totals: tuple[int, int]
    state: str


def rubbers(core: HostCore) -> tuple[Rubber, ...]:
    """Every rubber of tonight, by table and number; also of deals that are still missing."""
    groups: dict[tuple[str, int], list[tuple[int, tuple[str, ...]]]] = {}
    for key, counted in core.tonight.counting.items():
        if key.kind == "U" and isinstance(counted.content, tuple):
            groups.setdefault((key.table, key.rubber), []).append((key.deal, counted.content))
    return tuple(
        _rubber(table, number, sorted(deals))
        for (table, number), deals in sorted(groups.items(), key=lambda g: (_order(g[0][0]), g[0]))
    )


def _order(table: str) -> tuple[int, str]:
    return (int(table) if table.isdecimal() else 0, table)


def _rubber(table: str, number: int, fields: list[tuple[int, tuple[str, ...]]]) -> Rubber:
    rules = rule_set(rules_name(fields[0][1][0]))
    sheet = sheet_for(rules)
    deals: list[Deal] = []
    end, trouble = "-", ""
    for place, (deal, content) in enumerate(fields, 1):
        if deal != place and not trouble:
            trouble = f"deal {place} is missing"
        end = content[6] or "-"
        if not content[1]:
            continue  # a record that says no more than that the rubber was stopped
        try:
            deals.append(_deal(sheet, deal, content))
        except ValueError as error:
            trouble = trouble or str(error)
    if end == "stopped" and not sheet.over:
        sheet.finish()
    totals = (sheet.ns_total, sheet.ew_total)
    return Rubber(table, number, rules.name, tuple(deals), totals, trouble or _state(sheet, end))


def _deal(sheet: ScoreSheet, number: int, content: tuple[str, ...]) -> Deal:
    _, contract_text, declarer, wire, honours_ns, honours_ew, *_ = content
    contract = None if contract_text == "PASS" else parse_contract(contract_text)
    tricks = tricks_of(contract, wire) if contract is not None else 0
    side = "EW" if declarer in ("E", "W") else "NS"
    honours = (int(honours_ns or 0), int(honours_ew or 0))
    sheet.add(RubberDeal(side, contract, tricks, *honours))
    return Deal(
        number,
        contract,
        declarer,
        tricks,
        honours,
        (sheet.ns_below, sheet.ew_below),
        (sheet.ns_above, sheet.ew_above),
        (sheet.ns_games, sheet.ew_games),
    )


def _state(sheet: ScoreSheet, end: str) -> str:
    if end == "stopped":
        return "stopped early"
    if sheet.won:
        return f"won by {sheet.won}"
    if sheet.over:
        return "finished"
    return f"NS needs {sheet.needs('NS')}, EW needs {sheet.needs('EW')}"


RUBBERS = (
    Column("TABLE", 1),
    Column("RUBBER", 2, right=True),
    Column("DEALS", 3, right=True),
    Column("NS", 1, right=True),
    Column("EW", 1, right=True),
    Column("STANDS", 1, stretch=True, least=12),
    Column("RULES", 4),
)


def rubbers_sheet(all_rubbers: tuple[Rubber, ...]) -> Sheet:
    """A row a rubber."""
    rows = tuple(
        Row(
            (rubber.table, rubber.number),
            (
                Cell(rubber.table, Tone.STRONG),
                Cell(str(rubber.number)),
                Cell(str(len(rubber.deals)), Tone.FAINT),
                Cell(str(rubber.totals[0])),
                Cell(str(rubber.totals[1])),
                Cell(rubber.state, Tone.GOOD if rubber.state.startswith("won") else Tone.PLAIN),
                Cell(rubber.rules, Tone.FAINT),
            ),
        )
        for rubber in all_rubbers
    )
    return Sheet(RUBBERS, rows, "No rubber is being played.")


DEALS = (
    Column("DEAL", 1, right=True),
    Column("CONTRACT", 1),
    Column("BY", 1),
    Column("TRICKS", 2, right=True),
    Column("HONOURS", 4, optional=True),
    Column("NS ABOVE", 1, right=True),
    Column("BELOW", 1, right=True),
    Column("EW ABOVE", 1, right=True),
    Column("BELOW", 1, right=True),
    Column("GAMES", 2),
)


def deals_sheet(rubber: Rubber) -> Sheet:
    """The sheet of one rubber: above and below the line after each deal."""
    rows = tuple(Row(deal.number, _deal_cells(deal)) for deal in rubber.deals)
    return Sheet(DEALS, rows, "No deal yet.")


def _deal_cells(deal: Deal) -> tuple[Cell, ...]:
    ns, ew = deal.honours
    honours = f"NS {ns}" if ns else f"EW {ew}" if ew else ""
    return (
        Cell(str(deal.number), Tone.FAINT),
        _contract_cell(deal.contract),
        Cell(deal.declarer),
        Cell("" if deal.contract is None else str(deal.tricks)),
        Cell(honours, Tone.WARN),
        Cell(str(deal.above[0])),
        Cell(str(deal.below[0]), Tone.STRONG),
        Cell(str(deal.above[1])),
        Cell(str(deal.below[1]), Tone.STRONG),
        Cell(f"{deal.games[0]}-{deal.games[1]}", Tone.FAINT),
    )


def _contract_cell(contract: Contract | None) -> Cell:
    if contract is None:
        return Cell("PASS")
    sign, tone = SUITS[contract.denomination]
    return Cell(f"{contract.level}{sign}{DOUBLING[contract.doubling]}", tone)
