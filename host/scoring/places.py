"""Places: who is ranked with whom, who shares a place, and who comes last."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from host.scoring.adjustments import Adjustment
from host.scoring.entrants import Entrant, Entrants, natural
from host.scoring.marks import Field
from host.scoring.standings import Positions, RankRow, Standings
from host.scoring.totals import Tally
from host.scoring.values import Value, Values


@dataclass(frozen=True, slots=True)
class Rules:
    """What the director sets about the entrants. ``scheduled`` None: the most anybody played."""

    scheduled: int | None = None
    phantoms: frozenset[str] = frozenset()
    entered: tuple[Entrant, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def is_phantom(self, id: str, direction: str) -> bool:
        """Whether that number, sitting in that direction, is nobody."""
        return bool(self.phantoms) and (id in self.phantoms or f"{direction}:{id}" in self.phantoms)


def rank(
    tally: Tally,
    entrants: Entrants,
    rules: Rules,
    fields: Mapping[str, Field],
    two_winners: bool,
) -> Standings:
    """Places by percentage, or by total where points have no top.

    Equal values share a place and the next place skips. Whoever has no board comes last, with the
    place that is left. Phantoms are left out.
    """
    values = Values(tally, entrants, fields, rules.scheduled, rules.adjustments)
    waiting = _waiting(entrants, rules)
    kind = (tally.convention.section_scoring != "together", two_winners)
    positions = _positions(values, entrants, rules, waiting, kind)
    return Standings(positions, _Rows(values, entrants, waiting, tally, two_winners).row)


Division = tuple[str, str]
"""Section and direction of those who are ranked with each other; "" for all of them."""

Kind = tuple[bool, bool]
"""Whether sections are ranked apart, and whether directions are."""


def _positions(
    values: Values, entrants: Entrants, rules: Rules, waiting: Sequence[Entrant], kind: Kind
) -> Positions:
    """Division after division: those who played, then those who did not.

    A division's list is sorted where it lies: next time it is nearly in order, which is quick.
    """
    numerators = values.numerators()
    turns = entrants.turns()
    divisions = entrants.divisions(*kind)
    absent = _absent(values, entrants, rules, waiting, divisions, kind)
    positions = Positions()
    most = 0
    for division in sorted({**divisions, **absent}, key=_as_read):
        members = divisions.get(division, [])
        members.sort(key=numerators.__getitem__, reverse=True)
        missing = {one for one, _ in absent.get(division, ())}
        played = [one for one in members if one not in missing] if missing else members
        order, places = _shared_places(played, numerators, turns)
        positions.order += order
        positions.places += places
        most = max(most, len(played))
        # Whose direction nobody knows is behind both.
        left = 1 + (most if kind[1] and not division[1] else len(played))
        for one, name in absent.get(division, ()):
            if not rules.is_phantom(name.id, name.direction):
                positions.order.append(one)
                positions.places.append(left)
    return positions


def _as_read(division: Division) -> tuple[Sequence[tuple[int, int, str]], int]:
    """North-South before East-West, and last those whose direction nobody knows."""
    section, direction = division
    return natural(section), ("NS", "EW", "").index(direction)


def _absent(
    values: Values,
    entrants: Entrants,
    rules: Rules,
    waiting: Sequence[Entrant],
    divisions: Mapping[Division, Sequence[int]],
    kind: Kind,
) -> dict[Division, list[tuple[int, Entrant]]]:
    """By division, in the order of their names: who has no board, by index, and how they sit."""
    found: dict[Division, list[tuple[int, Entrant]]] = {}
    if 0 in values.boards:
        for division, members in divisions.items():
            for one in members:
                if not values.boards[one]:
                    name = entrants.names[one]
                    seated = Entrant(name.id, name.section, entrants.directions[one])
                    found.setdefault(division, []).append((one, seated))
    for index, name in enumerate(waiting, len(entrants)):
        division = (name.section if kind[0] else "", name.direction if kind[1] else "")
        found.setdefault(division, []).append((index, name))
    for several in found.values():
        several.sort(key=lambda item: _called(item[1]))
    return found


def _shared_places(
    members: Sequence[int], numerators: Sequence[int | Fraction], turns: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Members in falling order of value, equals in their turn; and their places."""
    order = list(members)
    places = list(range(1, len(order) + 1))
    ordered = [numerators[one] for one in order]
    ties = [at for at, (a, b) in enumerate(pairwise(ordered), 1) if a == b]
    for at in ties:
        places[at] = places[at - 1]
    for first in {places[at] - 1 for at in ties}:
        past = bisect_right(places, first + 1)
        order[first:past] = sorted(order[first:past], key=turns.__getitem__)
    return order, places


def _waiting(entrants: Entrants, rules: Rules) -> list[Entrant]:
    """Those who are entered and have not sat down yet, in the order of their names."""
    new = [
        entrant
        for entrant in dict.fromkeys(rules.entered)
        if not entrants.knows(entrant) and not rules.is_phantom(entrant.id, entrant.direction)
    ]
    return sorted(new, key=_called)


def _called(entrant: Entrant) -> tuple[object, object, str]:
    return natural(entrant.section), natural(entrant.id), entrant.direction


class _Rows:
    """Makes a row when it is looked at."""

    def __init__(
        self,
        values: Values,
        entrants: Entrants,
        waiting: Sequence[Entrant],
        tally: Tally,
        two_winners: bool,
    ) -> None:
        self._values = values
        self._entrants = entrants
        self._known = len(entrants)
        self._waiting = waiting
        self._has_top = tally.method.has_top
        self._two_winners = two_winners
        sections = entrants.sections() | {entrant.section for entrant in waiting}
        self._sections_differ = len(sections) > 1

    def row(self, index: int, place: int) -> RankRow:
        """The row of an entrant, or beyond them of one who has not come yet."""
        if index < self._known:
            name, direction = self._entrants.names[index], self._entrants.directions[index]
            boards, value = self._values.boards[index], self._values.of(index)
        else:
            name = self._waiting[index - self._known]
            direction, boards = name.direction, 0
            value = Value(Fraction(0), Fraction(0) if self._has_top else None)
        section = name.section if self._sections_differ else ""
        shown = direction if self._two_winners else ""
        return RankRow(place, name.id, section, shown, boards, value.total, value.percentage)
