"""A line of a results file: who met whom on which board, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from firmware_sim.rules.contract import Contract


@dataclass(frozen=True, slots=True)
class Share:
    """One side's artificial score (law 12C): a percentage of the full top, or of its average.

    ``relative`` is 1 for average plus (at least ``percent``, the side's own average if higher),
    -1 for average minus (at most ``percent``, the own average if lower), 0 for exactly ``percent``.
    """

    percent: int
    relative: int = 0

    @property
    def text(self) -> str:
        """``A+``, ``A-`` or ``A60``."""
        return {1: "A+", -1: "A-"}.get(self.relative, f"A{self.percent}")


AVERAGE_PLUS = Share(60, 1)
AVERAGE = Share(50)
AVERAGE_MINUS = Share(40, -1)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An artificial score for both sides. It is no result of the board."""

    ns: Share
    ew: Share

    @property
    def text(self) -> str:
        """``A6040`` where both are plain percentages, else ``A+/A-``."""
        plain = not (self.ns.relative or self.ew.relative)
        if plain and max(self.ns.percent, self.ew.percent) < 100:
            return f"A{self.ns.percent:02d}{self.ew.percent:02d}"
        return f"{self.ns.text}/{self.ew.text}"


Weights = tuple[tuple[int, Fraction], ...]
"""Parts of a weighted score (law 12C1c): North-South's score and its share; shares sum to 1."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. ``ns`` and ``ew`` hold one pair's id each, or two players' in an individual.

    ``score`` is North-South's, None unless a contract was played (0 if passed out). ``contract``
    is None for a board passed out; ``declarer`` is then "" and ``tricks`` None. ``adjusted``,
    ``weights`` and ``not_played`` exclude each other and stand instead of a contract's score.
    """

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    section: str = ""
    group: str = ""
    contract: Contract | None = None
    declarer: str = ""
    tricks: int | None = None
    score: int | None = None
    adjusted: Adjusted | None = None
    weights: Weights = ()
    table: str = ""
    round: str = ""
    lead: str = ""
    room: str = ""
    not_played: bool = False

    @property
    def is_result(self) -> bool:
        """Whether the board was really played here: a contract, a pass-out or a weighted score."""
        return bool(self.weights) or (
            self.score is not None and self.adjusted is None and not self.not_played
        )

    @property
    def mean_score(self) -> Fraction | None:
        """North-South's score, the weighted mean of a weighted one; None if it is no result."""
        if self.weights:
            return sum((score * share for score, share in self.weights), Fraction(0))
        return Fraction(self.score) if self.is_result and self.score is not None else None

    def without_result(self) -> Line:
        """Who met whom on which board, and nothing yet of what became of it; the lead stays."""
        return replace(
            self,
            contract=None,
            declarer="",
            tricks=None,
            score=None,
            adjusted=None,
            weights=(),
            not_played=False,
        )
