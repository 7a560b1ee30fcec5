"""Scales that turn one board's difference between the rooms into points for both teams."""

from __future__ import annotations

from fractions import Fraction

OSLO_POKAL = (
    # Least difference in points; the winner's and the loser's points.
    (0, 6, 6),
    (20, 7, 5),
    (70, 8, 4),
    (160, 9, 3),
    (290, 10, 2),
    (460, 11, 1),
    (750, 12, 0),
)


def oslo_pokal(difference: int) -> tuple[int, int]:
    """One side's points and the other's, for a difference as seen from the one (minus: lost)."""
    reached = [row for row in OSLO_POKAL if abs(difference) >= row[0]]
    _, winner, loser = reached[-1]
    return (winner, loser) if difference >= 0 else (loser, winner)


def board_a_match(difference: int) -> tuple[int, int]:
    """2-0, 1-1 or 0-2, for a difference as seen from the first side."""
    return (2, 0) if difference > 0 else (0, 2) if difference < 0 else (1, 1)


def quotient(differences: list[Fraction]) -> Fraction:
    """Patton's quotient, -1 to 1: the sum of the differences over the sum of their sizes.

    0 when nothing was won or lost at all.
    """
    swings = sum((abs(d) for d in differences), Fraction(0))
    return sum(differences, Fraction(0)) / swings if swings else Fraction(0)
