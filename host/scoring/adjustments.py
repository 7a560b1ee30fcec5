"""Points apart from board scores: carry-over, penalties, handicaps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

KINDS = ("carry-over", "penalty", "handicap")
UNITS = ("points", "top", "percent")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An amount added to a pair's total; a penalty's is taken off.

    ``unit``: "points" are matchpoints as the event shows them, IMPs, victory points or total
    points; "top" is percent of a top on one board; "percent" is percent of all the pair could get.
    Empty ``section`` and ``direction`` fit any.
    """

    kind: str
    id: str
    amount: Fraction
    unit: str = "points"
    section: str = ""
    direction: str = ""

    def __post_init__(self) -> None:
        for value, allowed in ((self.kind, KINDS), (self.unit, UNITS)):
            if value not in allowed:
                raise ValueError(f"{value!r} is none of {', '.join(allowed)}")

    @property
    def who(self) -> str:
        """Who is meant, as errors say it: ``'7'``, ``'7' EW in section B``."""
        section = f" in section {self.section}" if self.section else ""
        return f"{self.id!r}{' ' + self.direction if self.direction else ''}{section}"

    @property
    def signed(self) -> Fraction:
        """The amount as it is added."""
        return -self.amount if self.kind == "penalty" else self.amount

    def fits(self, section: str, id: str, direction: str) -> bool:
        """Whether that entrant is meant."""
        return (
            id == self.id
            and self.section in ("", section)
            and (not direction or self.direction in ("", direction))
        )
