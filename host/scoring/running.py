"""A ranking that grows with the results, and the one engine behind every ranking.

A new result makes its board dirty. When the ranking is asked for, only dirty boards are counted
again, and what changed is added to the totals of those who played them. Totals are whole numbers
over one denominator for all, which grows when a board needs a new one (Neuberg's formula divides
by the number of results). Only when the fullest board gets fuller is everything counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from host.scoring.adjustments import Adjustment
from host.scoring.conventions import WBF, Convention
from host.scoring.entrants import SIDES, Entrant, Entrants
from host.scoring.line_points import LinePoints, LineReader
from host.scoring.lines import Adjusted, Line
from host.scoring.marks import Field, GroupPoints, Mark, mark_of
from host.scoring.places import Rules, rank
from host.scoring.points import Method, method_of
from host.scoring.standings import Standings
from host.scoring.totals import Seated, Tally


class _Group:
    """Lines compared with each other: a board's, or a fouled board's of one group.

    Lines are ``fresh`` until their points are in the totals, then ``counted``.
    """

    __slots__ = ("counted", "fresh", "marks", "points", "scope", "size")

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.fresh: dict[Hashable, Seated] = {}
        self.counted: dict[Hashable, Seated] = {}
        self.marks: Counter[Mark] = Counter()
        self.points = GroupPoints({})
        self.size = 0

    def count(self, mark: Mark, change: int) -> None:
        """Note that a line with this mark has come, or gone with -1."""
        self.marks[mark] += change
        if not self.marks[mark]:
            del self.marks[mark]
        self.size += 0 if isinstance(mark, Adjusted) else change


class RunningRanking:
    """Put lines in under keys of your own, take them out, ask for the ranking at any moment."""

    def __init__(
        self,
        method: str = "matchpoints",
        convention: Convention = WBF,
        *,
        winners: int | None = None,
        scheduled: int | None = None,
        phantoms: Iterable[str] = (),
        entrants: Iterable[Entrant] = (),
        adjustments: Iterable[Adjustment] = (),
    ) -> None:
        """``winners`` None: one if anybody sat both ways or the event is individual, else two.

        ``scheduled`` None: the most boards anybody played. A phantom is an id, or ``EW:7`` where
        both directions have a 7. ``entrants`` are ranked last until they play.
        """
        self.method: Method = method_of(method)
        self.convention = convention
        self.winners = winners
        self._entries: dict[Hashable, Seated] = {}
        self._groups: dict[tuple[str, int, str], _Group] = {}
        self._dirty: set[_Group] = set()
        self._fullest: dict[str, int] = {}
        self._individual = 0
        self.entrants = Entrants(by_direction=winners == 2)
        self.tally = Tally(self.method, convention)
        self._rules = Rules(scheduled, frozenset(phantoms), tuple(entrants), tuple(adjustments))

    def put(self, key: Hashable, line: Line) -> None:
        """Add a line, or replace the one of that key."""
        self.remove(key)
        mark = self._mark(line)
        ns, ew = self._people(line)
        self._entries[key] = entry = (mark, ns, ew, line)
        self._seat(ns, ew, 1)
        if mark is not None:
            group = self._group(line)
            group.fresh[key] = entry
            group.count(mark, 1)
            self._dirty.add(group)
            self._count_boards(entry, 1)

    def remove(self, key: Hashable) -> None:
        """Take a line out; nothing happens if there is none."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return
        mark, ns, ew, line = entry
        self._seat(ns, ew, -1)
        if mark is None:
            return
        group = self._group(line)
        group.count(mark, -1)
        self._dirty.add(group)
        self._count_boards(entry, -1)
        if group.fresh.pop(key, None) is None:
            del group.counted[key]
            cell = group.points.cells[mark]
            self.tally.add_cell(ns, ew, cell, group.points.denominator, -1)

    def ranking(self) -> Standings:
        """Everybody's place now. Exact; equal values share a place and the next is skipped."""
        self._refresh()
        fields = {scope: Field(size) for scope, size in self._fullest.items()}
        return rank(self.tally, self.entrants, self._rules, fields, self.two_winners)

    def lines(self) -> list[LinePoints]:
        """Every line's points, in the order the lines were put in."""
        self._refresh()
        reader = LineReader(self.tally)
        return [self._line_points(entry, reader) for entry in self._entries.values()]

    def points(self, key: Hashable) -> LinePoints:
        """One line's points; KeyError if there is no such line."""
        self._refresh()
        return self._line_points(self._entries[key], LineReader(self.tally))

    @property
    def two_winners(self) -> bool:
        """Whether North-South and East-West are ranked each for itself."""
        if self._individual:
            return False
        return self.entrants.both_ways == 0 if self.winners is None else self.winners == 2

    def top(self, section: str = "") -> int:
        """The full top on 2-1-0: 2 for each result but one of the fullest board."""
        self._refresh()
        return max(2 * (self._fullest.get(self._scope(section), 0) - 1), 0)

    def _mark(self, line: Line) -> Mark | None:
        if not self._rules.phantoms:
            return mark_of(line)
        is_phantom = self._rules.is_phantom
        for side, ids in zip(SIDES, (line.ns, line.ew), strict=True):
            if any(is_phantom(one, side) for one in ids):
                return None
        return mark_of(line)

    def _people(self, line: Line) -> tuple[Sequence[int], Sequence[int]]:
        # A player of an individual is one contestant wherever he sits.
        sides = ("", "") if len(line.ns) > 1 else SIDES
        people = self.entrants.people
        ns = people(line.ns, line.section, sides[0])
        ew = people(line.ew, line.section, sides[1])
        self.tally.make_room(len(self.entrants.names))
        return ns, ew

    def _seat(self, ns: Sequence[int], ew: Sequence[int], change: int) -> None:
        self._individual += change * (len(ns) > 1)
        for one in ns:
            self.entrants.seat(one, 0, change)
        for one in ew:
            self.entrants.seat(one, 1, change)

    def _count_boards(self, entry: Seated, change: int) -> None:
        """Boards with points, and the sides whose points hang on their other boards."""
        mark, ns, ew, _ = entry
        boards = self.tally.boards
        for people in (ns, ew):
            for one in people:
                boards[one] += change
        if isinstance(mark, Adjusted) and self.method.has_top:
            for people, share in ((ns, mark.ns), (ew, mark.ew)):
                if share.relative:
                    self.tally.float_share(people, share, change)

    def _scope(self, section: str) -> str:
        return section if self.convention.section_scoring == "apart" else ""

    def _group(self, line: Line) -> _Group:
        scope = self._scope(line.section)
        key = (scope, line.board, line.group)
        if key not in self._groups:
            self._groups[key] = _Group(scope)
        return self._groups[key]

    def _refresh(self) -> None:
        if not self._dirty:
            return
        fullest: dict[str, int] = {}
        for group in self._groups.values():
            fullest[group.scope] = max(fullest.get(group.scope, 0), group.size)
        if fullest != self._fullest:
            self._fullest = fullest
            if self.method.has_top:
                self._start_again()
        for group in self._dirty:
            self._recount(group)
        self._dirty.clear()

    def _start_again(self) -> None:
        self.tally.clear()
        self._dirty.update(self._groups.values())
        for group in self._groups.values():
            group.fresh = group.counted | group.fresh
            group.counted = {}

    def _recount(self, group: _Group) -> None:
        before = group.points
        field = Field(self._fullest[group.scope])
        group.points = after = self.method.score_group(group.marks, field, self.convention)
        if group.counted and (changes := self.tally.changes(before, after)):
            self.tally.apply(changes, group.counted.values())
        for mark, ns, ew, _ in group.fresh.values():
            assert mark is not None
            self.tally.add_cell(ns, ew, after.cells[mark], after.denominator, 1)
        group.counted = group.counted | group.fresh if group.counted else group.fresh
        group.fresh = {}

    def _line_points(self, entry: Seated, reader: LineReader) -> LinePoints:
        mark, ns, ew, line = entry
        if mark is None:
            return LinePoints(line)
        group = self._group(line)
        return reader.read(line, mark, group.points, Field(self._fullest[group.scope]), (ns, ew))
