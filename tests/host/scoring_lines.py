"""Short ways to write lines and files in the tests of scoring."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from pathlib import Path

from host.exchange.result_cells import parse_adjusted, parse_weights
from host.scoring.lines import Line

EVENTS = Path(__file__).parents[1] / "data" / "events"


def line(board: int, ns: str, ew: str, what: int | str, section: str = "", group: str = "") -> Line:
    """A line whose result is a North-South score, "A6040", "620*0.5+170*0.5" or "NP"."""
    sides = (tuple(ns.split("+")), tuple(ew.split("+")))
    if isinstance(what, int):
        return Line(board, *sides, section, group, score=what)
    if what == "NP":
        return Line(board, *sides, section, group, not_played=True)
    if "*" in what:
        return Line(board, *sides, section, group, weights=parse_weights(what))
    return Line(board, *sides, section, group, adjusted=parse_adjusted(what))


def board(number: int, *results: int | str, section: str = "", group: str = "") -> list[Line]:
    """A board of these results: N1 against E1, N2 against E2 and so on."""
    pairs = zip(count(1), results, strict=False)
    return [line(number, f"N{i}", f"E{i}", what, section, group) for i, what in pairs]


def fractions(*texts: str | int) -> list[Fraction]:
    return [Fraction(text) for text in texts]
