"""Curves of the ranking over the evening: where everybody stood after each round.

Where results carry no round (an open event), a step is a tenth of the results in their order of
arrival. The ranking engine is fed once and asked at each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from host.core import HostCore
from host.scoring.lines import Line
from host.scoring.running import RunningRanking
from host.scoring.standings import RankRow

STEPS = 10
MOST_LINES = 3000
"""Beyond this a curve would cost more than it tells."""

Who = tuple[str, str, str]
"""Section, direction and id, as a ranking row is named."""

SPARKS = "▁▂▃▄▅▆"
"""Not up to a whole cell, so that rows below each other stay apart."""


def curves(core: HostCore) -> dict[Who, tuple[float, ...]]:
    """Everybody's percentage (where points have no top, total) after each step so far."""
    lines = core.lines()
    if not 1 < len(lines) <= MOST_LINES:
        return {}
    event = core.event
    ranking = RunningRanking(
        event.method,
        event.scoring_convention,
        winners=2 if core.running.two_winners else 1,
        phantoms=event.phantoms,
    )
    points: dict[Who, list[float]] = {}
    number = 0
    for step in _steps(lines):
        for line in step:
            ranking.put(number, line)
            number += 1
        for row in ranking.ranking():
            if row.boards:
                points.setdefault(who(row), []).append(value(row))
    return {name: tuple(curve) for name, curve in points.items()}


def who(row: RankRow) -> Who:
    """How a row is named."""
    return (row.section, row.direction, row.id)


def value(row: RankRow) -> float:
    """What the row is ranked by."""
    return float(row.total if row.percentage is None else row.percentage)


def _steps(lines: Sequence[Line]) -> Iterable[list[Line]]:
    """The lines of each round, or of each tenth."""
    if all(line.round.isdecimal() for line in lines):
        rounds: dict[int, list[Line]] = {}
        for line in lines:
            rounds.setdefault(int(line.round), []).append(line)
        return [rounds[number] for number in sorted(rounds)]
    size = max(1, -(-len(lines) // STEPS))
    return [list(lines[at : at + size]) for at in range(0, len(lines), size)]


def sparks(curve: Sequence[float], least: float, most: float) -> str:
    """A curve as a row of small bars between ``least`` and ``most``."""
    if most <= least:
        return SPARKS[0] * len(curve)
    top = len(SPARKS) - 1
    return "".join(
        SPARKS[max(0, min(top, round((each - least) / (most - least) * top)))] for each in curve
    )


def drawn(all_curves: dict[Who, tuple[float, ...]]) -> dict[Who, str]:
    """Every curve to one scale, so that they can be compared.

    The first step, when a board or two make 0 or 100 %, does not set the scale.
    """
    values = [each for c in all_curves.values() for each in (c[1:] if len(c) > 2 else c)]
    if not values:
        return {}
    return {name: sparks(c, min(values), max(values)) for name, c in all_curves.items()}
