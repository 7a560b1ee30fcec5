"""Everybody's totals as whole numbers over one denominator."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from host.scoring.conventions import Convention
from host.scoring.lines import Line, Share
from host.scoring.marks import Cell, Field, GroupPoints, Mark
from host.scoring.points import Method

Change = tuple[int, int, int, int]
"""What a mark's points changed by: ns, ew over the tally's denominator, and both tops."""


Seated = tuple[Mark | None, Sequence[int], Sequence[int], Line]
"""A line's mark, the entrants who sit there North-South and East-West, and the line."""


class Tally:
    """Per entrant: the sum of points, of tops, and the boards; indices are those of Entrants."""

    def __init__(
        self,
        method: Method,
        convention: Convention,
    ) -> None:
        self.method = method
        self.convention = convention
        self.denominator = 1
        self.totals: list[int] = []
        self.tops: list[int] = []
        self.boards: list[int] = []
        self.floating: defaultdict[int, list[Share]] = defaultdict(list)

        halved = method.has_top and convention.form == "1-half-0"
        self.form_scale = Fraction(1, 2) if halved else Fraction(1)
        """How large a matchpoint of 2-1-0 is in the form that is shown."""

    def copy(self) -> Tally:
        """The tally as it is now."""
        copy = Tally(self.method, self.convention)
        copy.denominator = self.denominator
        copy.totals, copy.tops = self.totals.copy(), self.tops.copy()
        copy.boards = self.boards.copy()
        copy.floating.update({one: list(shares) for one, shares in self.floating.items() if shares})
        return copy

    def make_room(self, entrants: int) -> None:
        """Have a place for that many entrants."""
        more = entrants - len(self.totals)
        if more < 1:
            return
        for values in (self.totals, self.tops, self.boards):
            values.extend([0] * more)

    def clear(self) -> None:
        """Forget all points; boards and floating shares stay, for they follow from the lines."""
        self.denominator = 1
        self.totals = [0] * len(self.totals)
        self.tops = [0] * len(self.tops)

    def widen(self, denominator: int) -> int:
        """Make the common denominator a multiple of this one; return how many times it is."""
        common = math.lcm(self.denominator, denominator)
        if common != self.denominator:
            factor = common // self.denominator
            self.totals = [total * factor for total in self.totals]
            self.denominator = common
        return common // denominator

    def add_cell(
        self, ns: Sequence[int], ew: Sequence[int], cell: Cell, denominator: int, sign: int
    ) -> None:
        """Add a line's points to all who sit there, or take them off with sign -1."""
        factor = self.widen(denominator) * sign
        for one in ns:
            self.totals[one] += cell.ns * factor
            self.tops[one] += cell.ns_top * sign
        for one in ew:
            self.totals[one] += cell.ew * factor
            self.tops[one] += cell.ew_top * sign

    def changes(self, before: GroupPoints, after: GroupPoints) -> dict[Mark, Change]:
        """What marks got before and get now: only those for which it differs."""
        self.widen(after.denominator)
        then = self.widen(before.denominator)
        now = self.widen(after.denominator)
        changed: dict[Mark, Change] = {}
        for mark, old in before.cells.items():
            new = after.cells.get(mark)
            if new is None:
                continue
            change = (
                new.ns * now - old.ns * then,
                new.ew * now - old.ew * then,
                new.ns_top - old.ns_top,
                new.ew_top - old.ew_top,
            )
            if any(change):
                changed[mark] = change
        return changed

    def apply(self, changes: Mapping[Mark, Change], lines: Collection[Seated]) -> None:
        """Add the changes to all who sit in these lines."""
        totals = self.totals
        for mark, ns, ew, _ in lines:
            if mark is not None and mark in changes:
                change = changes[mark]
                for one in ns:
                    totals[one] += change[0]
                for one in ew:
                    totals[one] += change[1]
        if any(change[2] or change[3] for change in changes.values()):
            for mark, ns, ew, _ in lines:
                if mark is not None and mark in changes:
                    self._add_tops(ns, changes[mark][2])
                    self._add_tops(ew, changes[mark][3])

    def _add_tops(self, people: Sequence[int], change: int) -> None:
        for one in people:
            self.tops[one] += change

    def float_share(self, people: Sequence[int], share: Share, change: int) -> None:
        """Note average plus or minus for these people; -1 takes it back."""
        for one in people:
            if change > 0:
                self.floating[one].append(share)
            else:
                self.floating[one].remove(share)

    def own_average(self, entrant: int) -> Fraction | None:
        """The entrant's part of the top on its other boards; None if it has none."""
        top = self.tops[entrant] * self.denominator
        return Fraction(self.totals[entrant], top) if top else None

    def shown(self, points: Fraction, top: Fraction, field: Field) -> Fraction:
        """Points out of a top, both on 2-1-0, in the form of the convention."""
        if not self.method.has_top:
            return points
        if field.fullest < 2:
            return Fraction(0)  # no board has two results yet: there is nothing to compare
        if self.convention.form == "plus-minus":
            return points - top / 2
        return points * self.form_scale
