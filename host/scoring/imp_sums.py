"""IMPs of every score against all others, summed, without meeting them one by one.

The sum for a score is the number of results at each distance from it, times the IMPs of that
distance: a convolution of the board's results with the IMP scale. Both are written as one large
whole number with a lane of 32 bits for each 10 points, and one multiplication gives all the sums,
for Python multiplies large numbers faster than it can loop.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache

from firmware_sim.rules.imps import imps

STEP = 10
"""Points a lane: contracts score in tens."""

MOST = 24
"""The most IMPs a difference is worth; added to each lane so that none is negative."""

LANE = 4
"""Bytes of a lane; it holds up to 2 * MOST times the number of results."""


def imp_sums(counts: Mapping[int, int], table: str = "current") -> dict[int, int]:
    """For each score, the IMPs against all results; ``counts`` says how often each score came."""
    results = sum(counts.values())
    if 2 * MOST * results >= 1 << 8 * LANE or any(score % STEP for score in counts):
        return one_by_one(counts, table)
    return _convolved(counts, table, results) if counts else {}


def one_by_one(counts: Mapping[int, int], table: str) -> dict[int, int]:
    """The same for scores that are not in tens (no contract's), or results beyond number."""
    items = list(counts.items())
    return {a: sum([n * imps(a - b, table) for b, n in items]) for a in counts}


def _convolved(counts: Mapping[int, int], table: str, results: int) -> dict[int, int]:
    lowest = min(counts)
    # Rounded up, so that a few scales serve all boards.
    width = ((max(counts) - lowest) // STEP // 64 + 1) * 64
    lanes = [0] * width
    for score, number in counts.items():
        lanes[(score - lowest) // STEP] = number
    product = _packed(lanes) * _scale(table, width)
    size = LANE * width
    # A score's sum stands ``width`` lanes up: that is where the scale has a difference of nought.
    above = (product >> 8 * size) & ((1 << 8 * size) - 1)
    sums = struct.unpack(f"<{width}I", above.to_bytes(size, "little"))
    bias = MOST * results
    return {score: sums[(score - lowest) // STEP] - bias for score in counts}


@cache
def _scale(table: str, width: int) -> int:
    """The IMPs of differences from ``-width`` to ``width`` lanes, each raised by MOST."""
    return _packed([MOST + imps(STEP * lane, table) for lane in range(-width, width + 1)])


def _packed(lanes: list[int]) -> int:
    return int.from_bytes(struct.pack(f"<{len(lanes)}I", *lanes), "little")
