"""What an entrant has at one moment: the total as shown, and what the ranking goes by."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from host.scoring.adjustments import Adjustment
from host.scoring.artificial import relative_share
from host.scoring.entrants import Entrants
from host.scoring.marks import Field
from host.scoring.rounding import round_to
from host.scoring.totals import Tally

MANY = 64
"""Up to so many different weights are brought to one denominator; more would make it too large."""


def _halves_up(points: int, over: int) -> int:
    """The hundredths of points / over, halves up."""
    return (200 * points + over) // (2 * over)


@dataclass(frozen=True, slots=True)
class Value:
    """The total as shown, and the percentage where points have a top, else None."""

    total: Fraction
    percentage: Fraction | None

    @property
    def ranked_by(self) -> Fraction:
        """The percentage if there is one, else the total."""
        return self.total if self.percentage is None else self.percentage


class Values:
    """Values from a copy of the tally: they stay as they are when more results come in."""

    def __init__(
        self,
        tally: Tally,
        entrants: Entrants,
        fields: Mapping[str, Field],
        scheduled: int | None,
        adjustments: tuple[Adjustment, ...],
    ) -> None:
        self._tally = tally.copy()
        self._entrants = entrants
        self._fields = fields
        self._scale = tally.form_scale.numerator, tally.form_scale.denominator
        self._has_top = tally.method.has_top
        self._average = bool(tally.method.total_field) and (
            getattr(tally.convention, tally.method.total_field) == "average"
        )
        self._fewer = "none" if self._average else tally.convention.fewer_boards
        self.boards = self._tally.boards
        self._scheduled = max(self.boards, default=0) if scheduled is None else scheduled
        self._adjustments: defaultdict[str, list[Adjustment]] = defaultdict(list)
        for adjustment in adjustments:
            self._adjustments[adjustment.id].append(adjustment)

    def of(self, entrant: int) -> Value:
        """An entrant's value, exact."""
        tally = self._tally
        if not self._has_top:
            if self._fewer == "factor" and self._is_bare(entrant):
                over = tally.denominator * self.boards[entrant]
                hundredths = _halves_up(tally.totals[entrant] * self._scheduled, over)
                return Value(Fraction(hundredths, 100), None)  # as _sum, in whole numbers
            return self._sum(entrant, Fraction(tally.totals[entrant], tally.denominator))
        if self._is_plain(entrant):
            return self._plain(entrant)
        return self._out_of_top(entrant, Fraction(tally.totals[entrant], tally.denominator))

    def _plain(self, entrant: int) -> Value:
        """As ``_out_of_top``, without its detours: most rows of most rankings are made here."""
        tally, (parts, whole) = self._tally, self._scale
        total, top, boards = tally.totals[entrant], tally.tops[entrant], self.boards[entrant]
        if self._fewer == "factor" and boards < self._scheduled:
            over = tally.denominator * boards * whole
            hundredths = _halves_up(total * self._scheduled * parts, over)
            percentage = Fraction(hundredths * boards * whole, top * self._scheduled * parts)
            return Value(Fraction(hundredths, 100), percentage)
        shown = Fraction(total * parts, tally.denominator * whole)
        return Value(shown, Fraction(100 * total, top * tally.denominator))

    def numerators(self) -> list[int | Fraction]:
        """What the ranking goes by, for all entrants, times one positive number.

        Whole numbers for all but the few whose value is no plain multiple of their total.
        """
        tally = self._tally
        measure = tally.tops if self._has_top else self.boards
        weights = {size: self._weight(size) for size in set(measure)}
        factored = self._factored()
        if len(weights) + len(factored) > MANY:
            return [self.of(one).ranked_by for one in range(len(measure))]
        common = math.lcm(*(w.denominator for w in (*weights.values(), *factored.values())))
        whole = {size: int(weight * common) for size, weight in weights.items()}
        values: list[int | Fraction]
        values = [total * whole[size] for total, size in zip(tally.totals, measure, strict=True)]
        if factored:
            self._factor(values, {sizes: int(w * common) for sizes, w in factored.items()})
        scale = common * tally.denominator
        for one in self._special():
            values[one] = self.of(one).ranked_by * scale
        return values

    def _weight(self, size: int) -> Fraction:
        """The factor from a total to what is ranked; ``size`` is the tops' sum, or the boards."""
        if not size:
            return Fraction(0)
        if self._has_top:
            return Fraction(100, size)
        if self._average:
            return Fraction(1, size)
        return self._ratio(size)

    def _factored(self) -> dict[tuple[int, int], Fraction]:
        """By (tops' sum, boards) of those with fewer boards: from hundredths to what is ranked."""
        if self._fewer != "factor":
            return {}
        sizes = set(zip(self._tally.tops, self.boards, strict=True))
        scale = self._tally.form_scale * 100
        return {
            (top, boards): 100 / (top * self._ratio(boards) * scale) if top else 1 / scale
            for top, boards in sizes
            if self._ratio(boards) != 1 and (top or not self._has_top)
        }

    def _factor(self, values: list[int | Fraction], weights: Mapping[tuple[int, int], int]) -> None:
        """Replace the values of those with fewer boards by what their factored totals give."""
        tally, (parts, whole) = self._tally, self._scale
        up = 200 * self._scheduled * parts
        ready = {}
        for (top, boards), weight in weights.items():
            # Halves up, in whole numbers: twice the hundredths, one more, halved.
            over = tally.denominator * boards * whole
            shared = math.gcd(up, over)
            times, more = up // shared, over // shared
            ready[top, boards] = times, more, 2 * more, weight * tally.denominator
        sizes = zip(tally.tops, self.boards, strict=True)
        for one, (total, found) in enumerate(zip(tally.totals, map(ready.get, sizes), strict=True)):
            if found is not None:
                times, more, twice, weight = found
                values[one] = (times * total + more) // twice * weight

    def _ratio(self, boards: int) -> Fraction:
        """Scheduled over played, where the convention makes up for boards not played."""
        if self._fewer == "none" or not 0 < boards < self._scheduled:
            return Fraction(1)
        return Fraction(self._scheduled, boards)

    def _is_plain(self, entrant: int) -> bool:
        """Whether a value is the board scores and at most their factor, out of some top."""
        tally = self._tally
        return not (
            tally.convention.form == "plus-minus"
            or tally.floating.get(entrant)
            or (self._adjustments and self._entrants.names[entrant].id in self._adjustments)
            or (self._fewer == "own-average" and self.boards[entrant] < self._scheduled)
            or not tally.tops[entrant]
            or self._field(entrant).fullest < 2
        )

    def _is_bare(self, entrant: int) -> bool:
        """Whether nobody adjusted an entrant's total, who has fewer boards than scheduled."""
        adjusted = self._adjustments and self._entrants.names[entrant].id in self._adjustments
        return not adjusted and 0 < self.boards[entrant] < self._scheduled

    def _special(self) -> set[int]:
        """Entrants whose value is no plain multiple of their total."""
        special = {one for one, shares in self._tally.floating.items() if shares}
        if self._adjustments:
            names = enumerate(self._entrants.names)
            special |= {one for one, name in names if name.id in self._adjustments}
        if self._has_top and 0 in self._tally.tops:
            special |= {one for one, top in enumerate(self._tally.tops) if not top}
        return special

    def _out_of_top(self, entrant: int, points: Fraction) -> Value:
        boards = self.boards[entrant]
        field = self._field(entrant)
        top = Fraction(self._tally.tops[entrant])
        own = self._tally.own_average(entrant)
        for share in self._tally.floating.get(entrant, ()):
            points += relative_share(share, own) * field.top
            top += field.top
        ratio = self._ratio(boards)
        points, top = points * ratio, top * ratio
        if self._fewer == "factor" and ratio != 1:
            points = self._to_hundredths(points)
        more = self._more(entrant, field.top, top)
        shown = self._tally.shown(points, top, field) + more
        if not top:
            # Nothing to compare with on any board is average; no board at all is nothing.
            return Value(shown, Fraction(50 if boards else 0))
        return Value(shown, 100 * (points + more / self._tally.form_scale) / top)

    def _sum(self, entrant: int, points: Fraction) -> Value:
        boards = self.boards[entrant]
        ratio = self._ratio(boards)
        points *= ratio
        if self._fewer == "factor" and ratio != 1:
            points = Fraction(round_to(points, 2))
        points += self._more(entrant, 0, Fraction(0))
        return Value(points / boards if self._average and boards else points, None)

    def _to_hundredths(self, points: Fraction) -> Fraction:
        """Rounded as printed: in the half-size form the printed total is half of the points."""
        scale = self._tally.form_scale
        return Fraction(round_to(points * scale, 2)) / scale

    def _more(self, entrant: int, board_top: int, whole_top: Fraction) -> Fraction:
        """The sum of the entrant's adjustments in the form shown."""
        name = self._entrants.names[entrant]
        scale = self._tally.form_scale
        units = {
            "points": Fraction(1),
            "top": board_top * scale / 100,
            "percent": whole_top * scale / 100,
        }
        return sum(
            (
                adjustment.signed * units[adjustment.unit]
                for adjustment in self._adjustments.get(name.id, ())
                if adjustment.fits(name.section, name.id, name.direction)
            ),
            Fraction(0),
        )

    def _field(self, entrant: int) -> Field:
        apart = self._tally.convention.section_scoring == "apart"
        scope = self._entrants.names[entrant].section if apart else ""
        return self._fields.get(scope, Field(0))
