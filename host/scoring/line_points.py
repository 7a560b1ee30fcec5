"""A line's points as they enter the total, from its board's points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from host.scoring.artificial import relative_share
from host.scoring.lines import Adjusted, Line, Share
from host.scoring.marks import Field, GroupPoints, Mark
from host.scoring.totals import Tally


@dataclass(frozen=True, slots=True)
class LinePoints:
    """A line's points as they enter the total, exact, in the convention's form.

    None where the board was not played. ``datum`` is Butler's, ``average`` what half of the top is
    in that form.
    """

    line: Line
    ns: Fraction | None = None
    ew: Fraction | None = None
    datum: int | None = None
    average: Fraction = Fraction(0)


Sides = tuple[Fraction, Fraction, Fraction]
"""North-South's points, East-West's, and average."""


class LineReader:
    """Reads points of many lines at one moment; what is the same for many is reckoned once."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._has_top = tally.method.has_top
        self._read: dict[tuple[int, Mark], Sides] = {}

    def read(
        self,
        line: Line,
        mark: Mark,
        points: GroupPoints,
        field: Field,
        people: tuple[Sequence[int], Sequence[int]],
    ) -> LinePoints:
        """The points of a line with this mark; ``people`` are the entrants of its sides."""
        if isinstance(mark, Adjusted):
            return LinePoints(line, *self._adjusted(mark, points, field, people))
        key = (id(points), mark)
        sides = self._read.get(key)
        if sides is None:
            sides = self._read[key] = self._sides(mark, points, field)
        return LinePoints(line, sides[0], sides[1], points.datum, sides[2])

    def _sides(self, mark: Mark, points: GroupPoints, field: Field) -> Sides:
        cell = points.cells[mark]
        shown = self._tally.shown
        ns = shown(Fraction(cell.ns, points.denominator), Fraction(cell.ns_top), field)
        ew = shown(Fraction(cell.ew, points.denominator), Fraction(cell.ew_top), field)
        return ns, ew, self._average(field)

    def _average(self, field: Field) -> Fraction:
        top = Fraction(field.top)
        return self._tally.shown(top / 2, top, field) if self._has_top else Fraction(0)

    def _adjusted(
        self,
        mark: Adjusted,
        points: GroupPoints,
        field: Field,
        people: tuple[Sequence[int], Sequence[int]],
    ) -> tuple[Fraction, Fraction, int | None, Fraction]:
        ns, ew, average = self._sides(mark, points, field)
        if self._has_top and mark.ns.relative:
            ns = self._relative(mark.ns, people[0], field)
        if self._has_top and mark.ew.relative:
            ew = self._relative(mark.ew, people[1], field)
        return ns, ew, points.datum, average

    def _relative(self, share: Share, people: Sequence[int], field: Field) -> Fraction:
        """Average plus or minus; in an individual the mean of what the two players get."""
        own = [relative_share(share, self._tally.own_average(one)) for one in people]
        mean = sum(own, Fraction(0)) / len(own)
        return self._tally.shown(mean * field.top, Fraction(field.top), field)
