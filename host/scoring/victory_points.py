"""Victory points of a match of teams: the printed scale 25-0, and the continuous scale 20-0."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from math import ceil, floor, sqrt

VictoryPoints = tuple[Decimal, Decimal]
"""The winner's and the loser's; as many places as the scale has."""

LENGTHS = (8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 48)
"""Boards for which the scale 25-0 has a column; other lengths read the next longer one."""

SCALE_25_0 = {
    # The Norwegian scale: the least margin in IMPs for each pair of victory points, by LENGTHS.
    (15, 15): (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (16, 14): (2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5),
    (17, 13): (6, 7, 7, 8, 8, 9, 10, 11, 11, 12, 12, 13),
    (18, 12): (9, 10, 10, 11, 12, 13, 15, 16, 17, 18, 19, 21),
    (19, 11): (12, 13, 13, 15, 16, 17, 20, 21, 23, 24, 26, 29),
    (20, 10): (15, 16, 17, 19, 20, 22, 25, 26, 29, 30, 33, 37),
    (21, 9): (18, 19, 21, 23, 24, 27, 30, 32, 35, 37, 40, 45),
    (22, 8): (21, 22, 25, 27, 28, 32, 35, 38, 41, 44, 47, 53),
    (23, 7): (24, 26, 29, 31, 32, 37, 40, 44, 47, 51, 54, 61),
    (24, 6): (27, 30, 33, 35, 37, 42, 46, 50, 53, 58, 61, 69),
    (25, 5): (30, 34, 37, 39, 42, 48, 52, 56, 59, 65, 69, 77),
    (25, 4): (34, 38, 41, 44, 47, 54, 58, 62, 66, 72, 77, 85),
    (25, 3): (38, 42, 46, 49, 53, 60, 65, 69, 74, 80, 85, 94),
    (25, 2): (42, 46, 51, 55, 59, 66, 72, 77, 83, 89, 94, 103),
    (25, 1): (46, 51, 56, 61, 65, 73, 80, 86, 92, 98, 103, 113),
    (25, 0): (51, 56, 62, 67, 72, 80, 88, 95, 101, 107, 113, 124),
}

LONGEST = 1000
"""Boards; no match is longer, so more is a slip of the pen."""


def victory_points(margin: int, boards: int, scale: str) -> VictoryPoints:
    """The winner's and loser's points for a margin of 0 or more IMPs over that many boards.

    ValueError says what is allowed: a scale of SCALES, a margin of 0 or more, a length that the
    scale has.
    """
    if scale not in SCALES:
        raise ValueError(f"{scale!r} is no victory point scale; there are {', '.join(SCALES)}")
    if margin < 0:
        raise ValueError(
            f"a margin of {margin} IMPs is impossible; give the winner's, which is 0 or more"
        )
    return SCALES[scale](margin, boards)


def vp_25_0(margin: int, boards: int) -> VictoryPoints:
    """By SCALE_25_0, from 15-15 to 25-0."""
    column = next((i for i, length in enumerate(LENGTHS) if boards <= length), None)
    if column is None or boards < LENGTHS[0]:
        raise ValueError(
            f"vp-25-0 has no column for {boards} boards; it goes from {LENGTHS[0]} to {LENGTHS[-1]}"
        )
    reached = [points for points, least in SCALE_25_0.items() if margin >= least[column]]
    winner, loser = reached[-1]
    return Decimal(winner), Decimal(loser)


def vp_20_0(margin: int, boards: int) -> VictoryPoints:
    """The continuous scale (WBF 2013), from 10-10 to 20-0, to 0.01."""
    if not 1 <= boards <= LONGEST:
        raise ValueError(f"vp-20-0 is for matches of 1 to {LONGEST} boards, not of {boards}")
    scale = continuous_scale(boards)
    winner = scale[min(margin, len(scale) - 1)]
    return _hundredths(winner), _hundredths(2000 - winner)


@lru_cache(maxsize=64)
def continuous_scale(boards: int) -> tuple[int, ...]:
    """The winner's points in hundredths for margins of 0, 1, 2, ...; the last value goes on."""
    blitz = 15 * sqrt(boards)
    golden = (sqrt(5) - 1) / 2
    points = [
        min(2000, floor(1000 + 1000 * (1 - golden ** (3 * m / blitz)) / (1 - golden**3) + 0.5))
        for m in range(ceil(blitz) + 2)
    ]
    while _raise_where_steps_grow(points):
        pass
    return tuple(points)


def _raise_where_steps_grow(points: list[int]) -> bool:
    """One pass: no IMP may be worth more than the one before it. Whether anything changed."""
    changed = False
    for m in range(1, len(points) - 1):
        if points[m + 1] - points[m] > points[m] - points[m - 1]:
            points[m] += 1
            changed = True
    return changed


def _hundredths(points: int) -> Decimal:
    return Decimal(points).scaleb(-2)


SCALES: dict[str, Callable[[int, int], VictoryPoints]] = {
    "vp-25-0": vp_25_0,
    "vp-20-0": vp_20_0,
}
