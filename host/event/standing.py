"""How a board stands, for the LCD of the box that has just sent its result (the frame F)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from host.scoring.lines import Line

OTHERS_WIDTH = {False: 36, True: 60}
"""Characters for the other results towards a box without and with long frames."""


def percent_text(ns: Fraction, top: int, form: str) -> str:
    """North-South's share of the top, ``58.3``; ``ns`` in the convention's form, ``top`` 2(n-1).

    Halves go up, as totals do.
    """
    points = {"1-half-0": 2 * ns, "plus-minus": ns + Fraction(top, 2)}.get(form, ns)
    tenths = int(points * 1000 / top + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def others_text(lines: Sequence[Line], long: bool) -> str:
    """The scores of the other tables, best for North-South first: ``+420 +420 -50``."""
    scores = sorted((line.score for line in lines if line.score is not None), reverse=True)
    text = ""
    for score in scores:
        more = f"{text} {score:+d}" if text else f"{score:+d}"
        if len(more) > OTHERS_WIDTH[long]:
            break
        text = more
    return text
