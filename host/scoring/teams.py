"""Matches of teams: two rooms' results become points a board, a match, and victory points.

The home team sits North-South in the open room and East-West in the closed one. A board counts
when both rooms played it, or when the director gave an artificial score in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import floor

from firmware_sim.rules.imps import imps
from host.scoring import artificial
from host.scoring.lines import Adjusted, Line, Share, Weights
from host.scoring.point_scales import board_a_match, oslo_pokal, quotient
from host.scoring.victory_points import victory_points

METHODS = ("imps", "bam", "patton", "oslo", "total")
ROOMS = ("open", "closed")

Pair = tuple[Fraction, Fraction]
"""Home's and away's."""
Averages = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True, slots=True)
class TeamScoring:
    """How matches are scored.

    ``scale`` turns a match's IMPs into victory points (None: not at all), by ``length`` boards
    or else by as many as count. ``average_plus`` is what A+ is worth in IMPs; A- is its opposite.
    ``quotient_points`` are Patton's, at stake on each board beside the two of board-a-match.
    """

    method: str = "imps"
    scale: str | None = "vp-20-0"
    length: int | None = None
    imp_table: str = "current"
    average_plus: int = artificial.AVERAGE_PLUS_IMPS["teams"]
    quotient_points: Fraction = Fraction(2)


@dataclass(frozen=True, slots=True)
class RoomResult:
    """A results line and whose it is: ``match`` names the match, ``room`` is "open" or "closed"."""

    match: str
    home: str
    away: str
    room: str
    line: Line


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a match.

    ``points`` are None when the board is left out, and then ``note`` says why. ``net`` is what
    the board is worth to home and to away seen each for itself: in IMPs each other's opposite,
    unless an artificial score gave both sides an average plus or minus.
    """

    board: int
    open_ns: Fraction | None
    closed_ns: Fraction | None
    difference: Fraction | None = None
    points: Pair | None = None
    net: Pair = (Fraction(0), Fraction(0))
    note: str = ""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match: its boards by number, the sums of their points, and victory points if any."""

    match: str
    home: str
    away: str
    boards: tuple[TeamBoard, ...]
    points: Pair
    vp: tuple[Decimal | Fraction, Decimal | Fraction] | None

    @property
    def played(self) -> int:
        """Boards that count."""
        return sum(board.points is not None for board in self.boards)


def score_matches(results: Iterable[RoomResult], scoring: TeamScoring) -> list[TeamMatch]:
    """Every match in the order of its first line; ValueError if the scale has not its length."""
    matches: dict[tuple[str, str, str], dict[int, dict[str, Line]]] = {}
    for result in results:
        key = (result.match, result.home, result.away)
        rooms = matches.setdefault(key, {}).setdefault(result.line.board, {})
        rooms[result.room] = result.line
    return [score_match(*key, boards, scoring) for key, boards in matches.items()]


def score_match(
    match: str,
    home: str,
    away: str,
    boards: Mapping[int, Mapping[str, Line]],
    scoring: TeamScoring,
) -> TeamMatch:
    """One match; ``boards`` gives the lines of the rooms by board number."""
    played = [_board(number, boards[number], scoring) for number in sorted(boards)]
    averages = _own_averages(played, scoring)
    settled = tuple(
        _artificial(board, boards[board.board], averages, scoring)
        if _adjusted(boards[board.board])
        else board
        for board in played
    )
    counted = [board.points for board in settled if board.points is not None]
    points = (_sum(p[0] for p in counted), _sum(p[1] for p in counted))
    scored = TeamMatch(match, home, away, settled, points, None)
    return replace(scored, vp=_match_points(scored, scoring))


def _board(number: int, rooms: Mapping[str, Line], scoring: TeamScoring) -> TeamBoard:
    lines = [_real(rooms.get(room)) for room in ROOMS]
    open_ns, closed_ns = (None if line is None else line.mean_score for line in lines)
    first, second = lines
    if first is None or second is None:
        missing = " and ".join(
            room for room, line in zip(ROOMS, lines, strict=True) if line is None
        )
        return TeamBoard(number, open_ns, closed_ns, note=f"left out: no result, {missing} room")
    home, away = Fraction(0), Fraction(0)
    for ours, share in _parts(first):
        for theirs, other_share in _parts(second):
            won, lost = _points(ours - theirs, scoring)
            home += won * share * other_share
            away += lost * share * other_share
    difference = (open_ns or Fraction(0)) - (closed_ns or Fraction(0))
    net = (home - away, away - home)
    points = _positive(net) if scoring.method in ("imps", "total") else (home, away)
    return TeamBoard(number, open_ns, closed_ns, difference, points, net)


def _positive(net: Pair) -> Pair:
    """A swing as it is written down: in the winner's column, with 0 in the other."""
    return max(net[0], Fraction(0)), max(net[1], Fraction(0))


def _real(line: Line | None) -> Line | None:
    return line if line is not None and line.is_result else None


def _parts(line: Line) -> Weights:
    return line.weights or ((line.score or 0, Fraction(1)),)


def _points(difference: int, scoring: TeamScoring) -> tuple[int, int]:
    """Home's and away's points for a difference in home's favour (minus: in away's)."""
    if scoring.method == "imps":
        won = imps(difference, scoring.imp_table)
        return max(won, 0), max(-won, 0)
    return _BY_DIFFERENCE[scoring.method](difference)


def _total(difference: int) -> tuple[int, int]:
    return max(difference, 0), max(-difference, 0)


_BY_DIFFERENCE: dict[str, Callable[[int], tuple[int, int]]] = {
    "bam": board_a_match,
    "patton": board_a_match,
    "oslo": oslo_pokal,
    "total": _total,
}
_TOPS = {"bam": 2, "patton": 2, "oslo": 12}


def _adjusted(rooms: Mapping[str, Line]) -> list[tuple[str, Adjusted]]:
    return [(room, line.adjusted) for room, line in rooms.items() if line.adjusted is not None]


def _artificial(
    board: TeamBoard, rooms: Mapping[str, Line], averages: Averages, scoring: TeamScoring
) -> TeamBoard:
    """The board by the director's artificial score; the mean if both rooms have one."""
    given = [(a.ns, a.ew) if room == "open" else (a.ew, a.ns) for room, a in _adjusted(rooms)]
    home, away = (
        _sum(_share_points(sides[i], averages[i], scoring) for sides in given) / len(given)
        for i in (0, 1)
    )
    net = (home, away)
    points = _positive(net) if scoring.method == "imps" and home == -away else net
    texts = ", ".join(adjusted.text for _, adjusted in _adjusted(rooms))
    note = f"artificial: {texts}"
    return TeamBoard(board.board, board.open_ns, board.closed_ns, None, points, net, note)


def _share_points(share: Share, average: Fraction | None, scoring: TeamScoring) -> Fraction:
    """One side's points for an artificial score; ``average`` is its own on the other boards."""
    if scoring.method == "imps":
        return artificial.imps(share, scoring.average_plus)
    if scoring.method == "total":
        return Fraction(0)
    return artificial.relative_share(share, average) * _TOPS[scoring.method]


def _own_averages(boards: Iterable[TeamBoard], scoring: TeamScoring) -> Averages:
    """Both sides' part of the top on the boards really played; None where there is none."""
    top = _TOPS.get(scoring.method)
    played = [board.points for board in boards if board.points is not None]
    if top is None or not played:
        return None, None
    home, away = (_sum(points[i] for points in played) / (top * len(played)) for i in (0, 1))
    return home, away


def _match_points(
    match: TeamMatch, scoring: TeamScoring
) -> tuple[Decimal | Fraction, Decimal | Fraction] | None:
    if match.played == 0:
        return None
    if scoring.method == "patton":
        return _patton(match, scoring)
    if scoring.method != "imps" or scoring.scale is None:
        return None
    length = match.played if scoring.length is None else scoring.length
    margins = [_nearest(_sum(board.net[i] for board in match.boards)) for i in (0, 1)]
    try:
        home, away = (_side_vp(margin, length, scoring.scale) for margin in margins)
    except ValueError as error:
        raise ValueError(
            f"match {match.match}, {match.home} against {match.away}: {error}"
        ) from None
    return home, away


def _side_vp(margin: int, boards: int, scale: str) -> Decimal:
    winner, loser = victory_points(abs(margin), boards, scale)
    return winner if margin >= 0 else loser


def _patton(match: TeamMatch, scoring: TeamScoring) -> Pair:
    """Board-a-match, and as many points again as the scoring has, shared out by the quotient."""
    differences = [board.difference for board in match.boards if board.difference is not None]
    at_stake = scoring.quotient_points * match.played
    won = at_stake * (1 + quotient(differences)) / 2
    return match.points[0] + won, match.points[1] + at_stake - won


def _nearest(value: Fraction) -> int:
    """Whole IMPs, halves away from zero, so that the two sides stay each other's opposite."""
    size = floor(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
