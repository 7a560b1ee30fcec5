"""Artificial scores (law 12C2): percentages where no result could be obtained."""

from __future__ import annotations

from fractions import Fraction

from host.scoring.lines import Adjusted, Share
from host.scoring.marks import Cell

AVERAGE_PLUS_IMPS = {"pairs": 2, "teams": 3}
"""IMPs for average plus (law 86B1 gives 3 in teams; 2 is the custom in pairs)."""


def matchpoint_cell(adjusted: Adjusted, top: int, denominator: int) -> Cell:
    """An artificial score in matchpoints, over 100 times the denominator.

    Average plus and average minus hang on the side's other boards, so they are 0 of 0 here.
    """
    ns, ew = adjusted.ns, adjusted.ew
    return Cell(
        0 if ns.relative else ns.percent * top * denominator,
        0 if ew.relative else ew.percent * top * denominator,
        0 if ns.relative else top,
        0 if ew.relative else top,
    )


def relative_share(share: Share, own_average: Fraction | None) -> Fraction:
    """Which part of the top average plus or minus is worth to a side, 0 to 1.

    ``own_average`` is its part of the top on its other boards, None if it has none.
    """
    fixed = Fraction(share.percent, 100)
    if own_average is None or not share.relative:
        return fixed
    return max(fixed, own_average) if share.relative > 0 else min(fixed, own_average)


def imps(share: Share, average_plus: int) -> Fraction:
    """An artificial score in IMPs: average plus as set, average 0, average minus the negative.

    Ten percent from average are worth as much as average plus, so A7030 is twice that.
    """
    return Fraction(share.percent - 50, 10) * average_plus
