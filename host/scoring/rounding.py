"""Exact values to a number of decimals, by a named rule for halves."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

HALF = Fraction(1, 2)


def round_to(
    value: Fraction | int, places: int, halves: str = "up", towards: Fraction | int = 0
) -> Decimal:
    """The value to so many decimals, as a Decimal that keeps them.

    ``halves``: "up" (towards plus infinity), "even" (to the even digit), "towards" (the number
    given). There is no minus zero.
    """
    scaled = Fraction(value) * 10**places
    floor = scaled.numerator // scaled.denominator
    rest = scaled - floor
    if rest == HALF:
        up = _half_goes_up(floor, halves, scaled < towards * 10**places)
    else:
        up = rest > HALF
    return Decimal(floor + up).scaleb(-places)


def _half_goes_up(floor: int, halves: str, is_below: bool) -> bool:
    match halves:
        case "up":
            return True
        case "even":
            return floor % 2 == 1
        case "towards":
            return is_below
    raise ValueError(f"halves {halves!r} is none of up, even, towards")
