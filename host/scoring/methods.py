"""A whole event at once: every line's points and the ranking."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from host.scoring.adjustments import Adjustment
from host.scoring.conventions import WBF, Convention
from host.scoring.entrants import Entrant
from host.scoring.line_points import LinePoints
from host.scoring.lines import Line
from host.scoring.points import METHODS as METHODS
from host.scoring.running import RunningRanking
from host.scoring.standings import RankRow


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """Points line by line in the order given, and the ranking; all exact."""

    method: str
    convention: Convention
    winners: int
    top: int
    """The full top on 2-1-0: of the first section where each has its own."""
    lines: tuple[LinePoints, ...]
    ranking: tuple[RankRow, ...]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Let the garbage collector rest: of what a large event makes here, nothing is garbage yet."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def score_event(
    lines: Iterable[Line],
    method: str = "matchpoints",
    convention: Convention = WBF,
    *,
    winners: int | None = None,
    scheduled: int | None = None,
    phantoms: Iterable[str] = (),
    entrants: Iterable[Entrant] = (),
    adjustments: Iterable[Adjustment] = (),
) -> ScoredEvent:
    """Score lines by one of METHODS; the options are RunningRanking's.

    ValueError for an unknown method.
    """
    running = RunningRanking(
        method,
        convention,
        winners=winners,
        scheduled=scheduled,
        phantoms=phantoms,
        entrants=entrants,
        adjustments=adjustments,
    )
    return score_by(running, lines)


def score_by(running: RunningRanking, lines: Iterable[Line]) -> ScoredEvent:
    """Put all lines into an empty ranking and read it."""
    section = ""
    with _uncollected():
        for number, line in enumerate(lines):
            section = section or line.section
            running.put(number, line)
        ranking = tuple(running.ranking())
        points = tuple(running.lines())
    found = 2 if running.two_winners else 1
    top = running.top(section)
    return ScoredEvent(running.method.name, running.convention, found, top, points, ranking)
