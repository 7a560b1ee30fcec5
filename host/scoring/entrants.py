"""Who takes part: pairs, or players of an individual, each with an index here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

SIDES = ("NS", "EW")

_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or player. ``direction`` is "NS" or "EW" where it is part of the name, else ""."""

    id: str
    section: str = ""
    direction: str = ""


class Entrants:
    """Entrants by index, and how often each sat North-South and East-West.

    With ``by_direction`` the same number North-South and East-West is two pairs. ``directions``
    says where each sat most, "" while nowhere.
    """

    def __init__(self, by_direction: bool) -> None:
        self.by_direction = by_direction
        self.names: list[Entrant] = []
        self.directions: list[str] = []
        self.both_ways = 0
        """How many sat both ways."""
        self._sat: tuple[list[int], list[int]] = ([], [])
        self._index: dict[tuple[str, str, str], int] = {}
        self._people: dict[tuple[tuple[str, ...], str, str], tuple[int, ...]] = {}
        self._here: Counter[str] = Counter()
        self._by_id: dict[str, list[int]] = {}
        self._turns: list[int] = []
        self._divisions: dict[tuple[bool, bool], dict[tuple[str, str], list[int]]] = {}

    def __len__(self) -> int:
        return len(self.names)

    def index(self, id: str, section: str, direction: str) -> int:
        """The entrant's index; a new one's is the number of those before."""
        key = (id, section, direction if self.by_direction else "")
        found = self._index.get(key)
        if found is None:
            found = self._index[key] = len(self.names)
            self.names.append(Entrant(*key))
            self.directions.append(key[2])
            for lines in self._sat:
                lines.append(0)
            self._by_id.setdefault(id, []).append(found)
            self._turns = []
            self._divisions.clear()
        return found

    def people(self, ids: tuple[str, ...], section: str, direction: str) -> tuple[int, ...]:
        """The indices of a side; the same side is the same tuple, for it comes on every board."""
        key = (ids, section, direction)
        found = self._people.get(key)
        if found is None:
            found = tuple([self.index(one, section, direction) for one in ids])
            self._people[key] = found
        return found

    def seat(self, entrant: int, side: int, change: int) -> None:
        """Count a line in which the entrant sits on side 0 (NS) or 1 (EW); -1 takes it back."""
        mine, others = self._sat[side], self._sat[1 - side][entrant]
        before = mine[entrant]
        now = mine[entrant] = before + change
        if before and now and (self.by_direction or not others):
            return  # nothing but the number of lines has changed
        self.both_ways += (now > 0 < others) - (before > 0 < others)
        was_here, is_here = before + others > 0, now + others > 0
        if is_here != was_here:
            self._divisions.clear()
            self._here[self.names[entrant].section] += is_here - was_here
        if not self.by_direction:
            ns, ew = self._sat[0][entrant], self._sat[1][entrant]
            direction = SIDES[ew > ns] if is_here else ""
            if direction != self.directions[entrant]:
                self.directions[entrant] = direction
                self._divisions.clear()

    def _is_here(self, entrant: int) -> bool:
        return self._sat[0][entrant] + self._sat[1][entrant] > 0

    def knows(self, entrant: Entrant) -> bool:
        """Whether somebody is here whom this name fits; empty fields fit any."""
        return any(
            self._is_here(one)
            and entrant.section in ("", self.names[one].section)
            and (not self.by_direction or entrant.direction in ("", self.names[one].direction))
            for one in self._by_id.get(entrant.id, ())
        )

    def sections(self) -> set[str]:
        """The names of the sections in which somebody is here."""
        return {section for section, here in self._here.items() if here}

    def turns(self) -> Sequence[int]:
        """Each one's turn when all are called by section, then number, as people count."""
        if len(self._turns) != len(self.names):
            names = self.names
            keys = [(natural(n.section), natural(n.id), n.direction) for n in names]
            called = sorted(range(len(names)), key=keys.__getitem__)
            self._turns = [0] * len(names)
            for turn, one in enumerate(called):
                self._turns[one] = turn
        return self._turns

    def divisions(self, apart: bool, two_winners: bool) -> dict[tuple[str, str], list[int]]:
        """Who is ranked with whom, by section if ``apart`` and by direction if ``two_winners``.

        Only those who are here, that is on some line. The lists are kept until somebody comes or
        goes: sorting them makes the next sorting quick.
        """
        kind = (apart, two_winners)
        if kind not in self._divisions:
            found: dict[tuple[str, str], list[int]] = {}
            for one, name in enumerate(self.names):
                if not self._is_here(one):
                    continue
                direction = self.directions[one] if two_winners else ""
                found.setdefault((name.section if apart else "", direction), []).append(one)
            self._divisions[kind] = found
        return self._divisions[kind]


def natural(text: str) -> Sequence[tuple[int, int, str]]:
    """A sorting key in which 9 comes before 10, A2 before A10, and numbers before words."""
    parts = re.findall("[0-9]{1,18}|[^0-9]+", text)
    return [(0, int(part), part) if part[0] in _DIGITS else (1, 0, part) for part in parts]
