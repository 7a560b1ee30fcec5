"""What a console shows of the core: frozen values, made under the lock, read outside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from host.event.keys import Key
from host.link.session import LinkState
from host.scoring.lines import Line


@dataclass(frozen=True, slots=True)
class TableView:
    """A box and its table. ``expected`` is None when no number of boards is known.

    ``last_at`` and ``called_at`` are seconds since 1970, None when there is none; ``unsent`` are
    the records that wait in the box.
    """

    serial: str
    section: str
    table: int
    port: str
    addr: str
    link: LinkState
    millivolts: int
    unsent: int
    round: str
    boards_in: int
    expected: int | None
    last: Line | None
    last_at: float | None
    called_at: float | None
    firmware: str
    capabilities: str
    silent_s: float

    @property
    def name(self) -> str:
        """``A7``, or the serial of a box that is no table yet."""
        return f"{self.section}{self.table}" if self.table else self.serial


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board: how many results count, of how many lines, and whether one is to be decided."""

    board: int
    results: int
    lines: int
    conflicts: int


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A line of a traveller with its points. ``source`` is a box's serial or ``director``.

    ``conflict``: another record says otherwise, or one came after the director's ruling.
    """

    key: Key
    line: Line
    points_ns: Fraction | None
    points_ew: Fraction | None
    datum: int | None
    source: str
    conflict: bool


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One thing that happened to a result: ``by`` a box's serial or a person."""

    at: float
    key: Key | None
    by: str
    what: str
    why: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class PortView:
    """An open port and who answers there."""

    name: str
    serials: tuple[str, ...]
    link: LinkState
    frames: int
    damaged: int


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """Records of another event, shown apart; ``code`` is ``-`` for those without one."""

    code: str
    records: int
    boxes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceRow:
    """A frame on a port: ``>`` sent, ``<`` received, ``!`` damaged; ``at`` in desk seconds."""

    at: float
    way: str
    text: str
