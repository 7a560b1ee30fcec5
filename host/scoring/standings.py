"""A ranking's rows, made from totals when they are looked at.

Ranking a thousand tables must take a millisecond or two; a console shows forty rows of them. So
the order and the places are reckoned at once, in whole numbers, and a row only when asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, overload


class RankRow(NamedTuple):
    """One entrant's place. Values are exact; ``percentage`` is None unless points have a top.

    ``section`` and ``direction`` are "" where they say nothing. ``boards`` counts the boards with
    points, artificial ones too.
    """

    place: int
    id: str
    section: str
    direction: str
    boards: int
    total: Fraction
    percentage: Fraction | None


@dataclass(slots=True)
class Positions:
    """Entrants' indices in ranking order, and the place of each."""

    order: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class Standings(Sequence[RankRow]):
    """The rows of a ranking at one moment; it does not change when results come in later."""

    def __init__(self, positions: Positions, row: Callable[[int, int], RankRow]) -> None:
        self._positions = positions
        self._row = row
        self._made: dict[int, RankRow] = {}

    def __len__(self) -> int:
        return len(self._positions.order)

    @overload
    def __getitem__(self, index: int) -> RankRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[RankRow]: ...
    def __getitem__(self, index: int | slice) -> RankRow | list[RankRow]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        position = range(len(self))[index]
        if position not in self._made:
            self._made[position] = self._row(
                self._positions.order[position], self._positions.places[position]
            )
        return self._made[position]

    def __iter__(self) -> Iterator[RankRow]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
