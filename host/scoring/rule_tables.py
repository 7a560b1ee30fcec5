"""A rule set's whole table, as a rule book prints it: reckoned by the scorer, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from firmware_sim.rules.contract import DOUBLINGS, Contract
from firmware_sim.rules.duplicate import SLAMS, bonuses, overtrick, penalty, score, trick_points
from firmware_sim.rules.rule_sets import RuleSet
from host.tables import Cell, print_rows, table

COLUMNS = ("table", "denomination", "level", "doubling", "not_vulnerable", "vulnerable")
"""``level`` is the contract's level; in the table ``undertricks`` their number."""

KINDS = (("minor", "C"), ("major", "H"), ("notrump", "NT"))
SHORT = {"minor": "C D", "major": "H S", "notrump": "NT"}
DOUBLING_NAMES = ("undoubled", "doubled", "redoubled")

Row = tuple[str, str, int | None, str, int, int]

TITLES = {
    "made": "Contracts made",
    "below": "Contracts made: trick points, below the line",
    "above": "Contracts made: slam and making it doubled, above the line",
    "overtrick": "Each overtrick",
    "undertricks": "Undertricks",
    "bonus": "Bonuses",
}


def print_tables(rules: RuleSet, format: str, stream: TextIO) -> None:
    """Print every cell; csv and json by COLUMNS, a table as a rule book sets it."""
    if format != "table":
        print_rows(COLUMNS, table_rows(rules), format, stream)
        return
    stream.write(f"{rules.name}: {rules.source}\n")
    rows = list(table_rows(rules))
    for name, title in TITLES.items():
        cells = [row for row in rows if row[0] == name]
        if cells:
            stream.write(f"\n{title}\n")
            stream.write(_bonus_table(cells) if name == "bonus" else _wide_table(name, cells))


def table_rows(rules: RuleSet) -> Iterator[Row]:
    """Every cell of the rule set, not vulnerable and vulnerable side by side."""
    yield from _made(rules)
    for kind, denomination in KINDS:
        for doubling in range(3):
            contract = Contract(1, denomination, doubling)
            cells = overtrick(contract, False), overtrick(contract, True)
            yield "overtrick", kind, None, DOUBLING_NAMES[doubling], *cells
    for under in range(1, 14):
        for doubling in range(3):
            contract = Contract(7, "NT", doubling)
            none, both = (penalty(contract, v, under, rules) for v in (False, True))
            yield "undertricks", "", under, DOUBLING_NAMES[doubling], none, both
    for name, (none, both) in _bonuses(rules).items():
        yield "bonus", name, None, "", none, both


def _made(rules: RuleSet) -> Iterator[Row]:
    # A rubber sheet has a line; what stands on either side of it are two tables.
    names = ("below", "above") if rules.form == "rubber" else ("made",)
    for name in names:
        for kind, denomination in KINDS:
            for level in range(1, 8):
                for doubling in range(3):
                    contract = Contract(level, denomination, doubling)
                    none, both = (_made_cell(name, contract, v, rules) for v in (False, True))
                    yield name, kind, level, DOUBLING_NAMES[doubling], none, both


def _made_cell(name: str, contract: Contract, vulnerable: bool, rules: RuleSet) -> int:
    if name == "below":
        return trick_points(contract)
    if name == "above":
        return bonuses(contract, vulnerable, contract.needed, rules)
    return score(contract, vulnerable, contract.needed, rules)


def _bonuses(rules: RuleSet) -> dict[str, tuple[int, int]]:
    """Bonuses by name; only those that the rule set has."""
    both = {
        "making it doubled": rules.made_doubled,
        "making it redoubled": rules.made_redoubled,
        "partscore": rules.partscore,
        "partscore in the fourth deal": rules.last_partscore,
        "rubber won 2-0": rules.rubber[0],
        "rubber won 2-1": rules.rubber[1],
        "unfinished, only side with a game": rules.unfinished[0],
        "unfinished, only side with a partscore": rules.unfinished[1],
        "four trump honours in one hand": rules.honours[0],
        "five trump honours, four aces at no trump": rules.honours[1],
    }
    named = {name: (points, points) for name, points in both.items()}
    named |= {"game": rules.game, "small slam": SLAMS[6], "grand slam": SLAMS[7]}
    return {name: points for name, points in named.items() if any(points)}


def _wide_table(name: str, cells: list[Row]) -> str:
    """A line for each level and denomination: three doublings, then the same vulnerable."""
    lines: dict[str, list[list[Cell]]] = {}
    for _, kind, level, _, none, both in cells:
        head = f"{'' if level is None else level} {SHORT.get(kind, '')}".strip()
        line = lines.setdefault(head, [[], []])
        line[0].append(none)
        line[1].append(both)
    corner = "down" if name == "undertricks" else "contract"
    doublings = [doubling or "-" for doubling in DOUBLINGS]
    columns = [corner, *doublings, "|", *[f"vul {doubling}" for doubling in doublings]]
    return table(columns, [[head, *none, "|", *both] for head, (none, both) in lines.items()])


def _bonus_table(cells: list[Row]) -> str:
    return table(("", "not vul", "vul"), [(row[1], row[4], row[5]) for row in cells])
