"""Places: who is ranked with whom, who shares a place, and who comes last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from host.scoring.adjustments import Adjustment
from host.scoring.entrants import Entrant, Entrants, natural
from host.scoring.marks import Field
from host.scoring.standings import RankRow, Standings
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
    apart = tally.convention.section_scoring != "together"
    divisions = entrants.divisions(apart, two_winners)
    positions = _positions(values, entrants, divisions, rules)
    positions += _last(waiting, len(entrants), divisions, values.boards, (apart, two_winners))
    return Standings(positions, _Rows(values, entrants, waiting, tally, two_winners).row)


Division = tuple[str, str]
"""Section and direction of those who are ranked with each other; "" for all of them."""


def _positions(
    values: Values,
    entrants: Entrants,
    divisions: Mapping[Division, list[int]],
    rules: Rules,
) -> list[tuple[int, int]]:
    """(entrant, place), division after division.

    A division's list is sorted where it lies: next time it is nearly in order, which is quick.
    """
    numerators = values.numerators()
    turn = entrants.turns()
    stretch = len(turn)
    # One number to sort by: the value downwards, and among equals the order of names.
    keys = [at - value * stretch for at, value in zip(turn, numerators, strict=True)]
    boards = values.boards
    everybody_played = 0 not in boards
    positions: list[tuple[int, int]] = []
    for members in divisions.values():
        members.sort(key=keys.__getitem__)
        played = members if everybody_played else [one for one in members if boards[one]]
        positions += _places(played, numerators)
        if not everybody_played:
            idle = sorted((one for one in members if not boards[one]), key=turn.__getitem__)
            positions += [
                (one, len(played) + 1) for one in idle if not _is_nobody(entrants, rules, one)
            ]
    return positions


def _places(members: Sequence[int], numerators: Sequence[int | Fraction]) -> list[tuple[int, int]]:
    places = []
    place = 0
    before: int | Fraction | None = None
    for position, one in enumerate(members, 1):
        value = numerators[one]
        if value != before:
            place = position
            before = value
        places.append((one, place))
    return places


def _is_nobody(entrants: Entrants, rules: Rules, one: int) -> bool:
    return rules.is_phantom(entrants.names[one].id, entrants.directions[one])


def _waiting(entrants: Entrants, rules: Rules) -> list[Entrant]:
    """Those who are entered and have not sat down yet, in the order of their names."""
    new = [
        entrant
        for entrant in dict.fromkeys(rules.entered)
        if not entrants.knows(entrant) and not rules.is_phantom(entrant.id, entrant.direction)
    ]
    return sorted(new, key=lambda e: (natural(e.section), natural(e.id), e.direction))


def _last(
    waiting: Sequence[Entrant],
    first: int,
    divisions: Mapping[Division, Sequence[int]],
    boards: Sequence[int],
    kind: tuple[bool, bool],
) -> list[tuple[int, int]]:
    """Places of those who have not come yet; whose direction is not known comes after all."""
    apart, two_winners = kind
    left = (
        {
            division: 1 + sum(1 for one in members if boards[one])
            for division, members in divisions.items()
        }
        if waiting
        else {}
    )
    after_all = max(left.values(), default=1)
    return [
        (
            first + index,
            left.get((e.section if apart else "", e.direction if two_winners else ""), after_all),
        )
        for index, e in enumerate(waiting)
    ]


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
