"""An evening planned from a results file: which box keys which lines, and what the director enters.

A box keys what a paper slip of an open event holds: two pair numbers, the board, the contract and
its result. Everything else (artificial and weighted scores, fouled boards, individuals, names that
are no numbers) is the director's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from host.errors import UserError
from host.scoring.lines import Line

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_BOXES = 99
MOST_PAIR, MOST_BOARD = 9999, 999


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a box stands, and the lines its players key, in their order."""

    section: str
    table: int
    lines: tuple[Line, ...]

    @property
    def serial(self) -> str:
        """The serial number of the virtual box there."""
        return f"VB{self.section}{self.table:02d}"


@dataclass(frozen=True, slots=True)
class Evening:
    """The plan. ``sections``: the file's name of a section by the letter its boxes are set to."""

    seats: tuple[Seat, ...]
    director: tuple[Line, ...]
    sections: tuple[tuple[str, str], ...]

    @property
    def results(self) -> int:
        """How many results are keyed at boxes."""
        return sum(len(seat.lines) for seat in self.seats)

    @property
    def letters(self) -> tuple[str, ...]:
        """The event's sections; empty for one field, whatever letter its boxes are set to."""
        return tuple(letter for letter, _ in self.sections) if len(self.sections) > 1 else ()

    def named(self, line: Line) -> Line:
        """A line that came from a box or the director, with the file's own name of its section."""
        names = dict(self.sections)
        section = names[line.section] if line.section else self.sections[0][1]
        return replace(line, section=section)

    def lettered(self, line: Line) -> Line:
        """A line of the file, with its section as the host knows it."""
        if not self.letters:
            return replace(line, section="")
        return replace(line, section={name: letter for letter, name in self.sections}[line.section])


def plan(lines: Sequence[Line], boxes: int | None = None) -> Evening:
    """Share out a file's lines over so many boxes (None: one for each table that played)."""
    names = sorted({line.section for line in lines})
    if len(names) > len(LETTERS):
        raise UserError(f"{len(names)} sections: boxes tell {len(LETTERS)} apart at most")
    sections = tuple(zip(_letters(names), names, strict=False))
    seats: list[Seat] = []
    shares = _shares({name: _tables(lines, name) for name in names}, boxes)
    for letter, name in sections:
        keyed = [line for line in lines if line.section == name and can_be_keyed(line)]
        seats += _deal(letter, keyed, shares[name])
    director = tuple(line for line in lines if not can_be_keyed(line))
    return Evening(tuple(seat for seat in seats if seat.lines), director, sections)


def can_be_keyed(line: Line) -> bool:
    """Whether players can key this line at a box in an open event."""
    plain = not (line.adjusted or line.weights or line.group or line.room)
    ids = (*line.ns, *line.ew)
    numbers = len(ids) == 2 and all(_is_number(text) for text in ids)
    return plain and numbers and 1 <= line.board <= MOST_BOARD


def _is_number(text: str) -> bool:
    digits = text.isascii() and text.isdigit() and text[0] != "0"
    return digits and int(text) <= MOST_PAIR


def _letters(names: Sequence[str]) -> Iterable[str]:
    """A letter for each section: its own name where that is one, else the next free one."""
    free = [letter for letter in LETTERS if letter not in names]
    return [name if name in LETTERS and len(name) == 1 else free.pop(0) for name in names]


def _tables(lines: Sequence[Line], section: str) -> int:
    """How many tables a section had: as the file names them, else by its fullest board."""
    mine = [line for line in lines if line.section == section]
    named = {line.table for line in mine if line.table}
    counts: dict[int, int] = defaultdict(int)
    for line in mine:
        counts[line.board] += 1
    return min(MOST_BOXES, len(named) or max(counts.values(), default=1))


def _shares(tables: dict[str, int], boxes: int | None) -> dict[str, int]:
    """How many boxes each section gets."""
    if boxes is None:
        return tables
    if not len(tables) <= boxes <= MOST_BOXES:
        raise UserError(f"--boxes {boxes}: {len(tables)} (a section each) to {MOST_BOXES} work")
    shares = dict.fromkeys(tables, 1)
    for _ in range(boxes - len(tables)):
        fullest = max(tables, key=lambda name: tables[name] / shares[name])
        shares[fullest] += 1
    return shares


def _deal(letter: str, lines: Sequence[Line], boxes: int) -> list[Seat]:
    """Lines to tables by the file's own table names if they fit, else in turn."""
    named = list(dict.fromkeys(line.table for line in lines))
    own = len(named) == boxes and all(named)
    hands: list[list[Line]] = [[] for _ in range(boxes)]
    for index, line in enumerate(lines):
        hands[named.index(line.table) if own else index % boxes].append(line)
    return [Seat(letter, table + 1, tuple(hand)) for table, hand in enumerate(hands)]
