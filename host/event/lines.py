"""Lines of results out of records and out of the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from firmware_sim.rules.contract import Contract, tricks_of
from firmware_sim.rules.rule_sets import RuleSet
from host.exchange.result_cells import weights_text
from host.scoring.contract_score import contract_of, ns_score
from host.scoring.lines import Adjusted, Line, Share


def line_of_fields(fields: Sequence[str], rules: RuleSet) -> Line:
    """The line of an R record's fields: section, table, round, board, ns ... room.

    Raises ValueError for what no players can have meant.
    """
    section, table, round, board, ns, ew, contract, declarer, result, lead, room = fields
    line = Line(
        int(board), (ns,), (ew,), section=section, table=table, round=round, lead=lead, room=room
    )
    if contract == "PASS":
        return replace(line, score=0)
    if contract == "NP":
        return replace(line, not_played=True)
    if contract[:1] == "A":
        return replace(line, adjusted=parse_adjusted(contract))
    bid = contract_of(contract)
    tricks = tricks_of(bid, result)
    points = ns_score(contract, declarer, tricks, line.board, rules)
    return replace(line, contract=bid, declarer=declarer, tricks=tricks, score=points)


def parse_adjusted(text: str) -> Adjusted:
    """``A6040`` as the wire writes it; ValueError otherwise."""
    if len(text) != 5 or not text[1:].isascii() or not text[1:].isdigit() or text[0] != "A":
        raise ValueError(f"{text!r} is no artificial score; A6040 is one")
    return Adjusted(Share(int(text[1:3])), Share(int(text[3:5])))


def same_result(a: Line, b: Line) -> bool:
    """Whether two lines say the same about the board: nobody need decide between them."""
    return (
        a.contract == b.contract
        and (a.declarer, a.tricks, a.not_played) == (b.declarer, b.tricks, b.not_played)
        and (a.adjusted, a.weights) == (b.adjusted, b.weights)
        and (a.ns, a.ew, a.lead) == (b.ns, b.ew, b.lead)
    )


def result_words(line: Line | None) -> str:
    """A line's result in a few columns: ``4SX N 9 tricks``, ``passed out``, ``A6040``."""
    if line is None:
        return "nothing"
    if line.adjusted is not None:
        return line.adjusted.text
    if line.weights:
        return weights_text(line.weights)
    if line.not_played:
        return "not played"
    if line.contract is None:
        return "passed out"
    return f"{line.contract.text} {line.declarer} {line.tricks} tricks"


def line_to_json(line: Line) -> dict[str, Any]:
    """A line as plain JSON values, for the store."""
    adjusted = line.adjusted
    return {
        "board": line.board,
        "ns": list(line.ns),
        "ew": list(line.ew),
        "section": line.section,
        "group": line.group,
        "contract": None if line.contract is None else line.contract.text,
        "declarer": line.declarer,
        "tricks": line.tricks,
        "score": line.score,
        "adjusted": None
        if adjusted is None
        else [[share.percent, share.relative] for share in (adjusted.ns, adjusted.ew)],
        "weights": [[points, str(share)] for points, share in line.weights],
        "table": line.table,
        "round": line.round,
        "lead": line.lead,
        "room": line.room,
        "not_played": line.not_played,
    }


def line_from_json(data: dict[str, Any]) -> Line:
    """A line as the store kept it."""
    adjusted = data["adjusted"]
    contract: Contract | None = contract_of(data["contract"]) if data["contract"] else None
    return Line(
        **{
            **data,
            "ns": tuple(data["ns"]),
            "ew": tuple(data["ew"]),
            "contract": contract,
            "adjusted": Adjusted(Share(*adjusted[0]), Share(*adjusted[1])) if adjusted else None,
            "weights": tuple((points, Fraction(share)) for points, share in data["weights"]),
        }
    )
