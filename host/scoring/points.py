"""The methods of pairs and individual events, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from host.scoring import imp_points, matchpoints
from host.scoring.conventions import Convention
from host.scoring.marks import Field, GroupPoints, Mark


@dataclass(frozen=True, slots=True)
class Method:
    """How a board is scored and what a ranking goes by.

    ``has_top``: points are out of a top, the ranking goes by percentage, and a board's points
    depend on the fullest board's number of results.
    """

    name: str
    score_group: Callable[[Mapping[Mark, int], Field, Convention], GroupPoints]
    has_top: bool = False
    total_field: str = ""
    """The convention's field that says whether the total is a sum or an average."""


METHODS = {
    method.name: method
    for method in (
        Method("matchpoints", matchpoints.score_group, has_top=True),
        Method("butler", imp_points.score_butler, total_field="butler_total"),
        Method("cross-imps", imp_points.score_cross_imps, total_field="cross_imp_total"),
        Method("total", imp_points.score_total),
    )
}


def method_of(name: str) -> Method:
    """The method of that name; ValueError lists the names."""
    if name not in METHODS:
        raise ValueError(f"{name!r} is no method; there are {', '.join(METHODS)}")
    return METHODS[name]
