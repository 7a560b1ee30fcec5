"""``overtrick teams``: matches of teams from the results of both rooms."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from firmware_sim.rules.imps import TABLES
from firmware_sim.rules.rule_sets import RULE_SETS
from host.errors import UserError
from host.exchange.rooms_csv import read_rooms
from host.scoring.conventions import CONVENTIONS, convention
from host.scoring.rounding import round_to
from host.scoring.teams import METHODS, TeamBoard, TeamMatch, TeamScoring, score_matches
from host.scoring.victory_points import SCALES
from host.tables import Cell, add_format_option, json_rows, print_rows, table

EXAMPLES = """\
  overtrick teams rooms.csv                                      IMPs and vp-20-0
  overtrick teams rooms.csv --scale vp-25-0 --format csv
  overtrick teams rooms.csv --method oslo
  overtrick teams rooms.csv --method patton --quotient 1
  overtrick teams rooms.csv --only matches --format csv

rooms.csv has the columns board, room (open or closed), home, away, contract, declarer, tricks or
result. The home team sits North-South in the open room. Several matches may stand in a file; match,
section or round keep matches of the same teams apart.

A board that one room has not played is listed and left out. csv prints the boards of each match,
then the matches, with an empty line between. By bam, patton, oslo and total the points stand in
the columns imps_home and imps_away; patton's match points stand in vp_home and vp_away.
"""

BOARD_COLUMNS = ("board", "open_ns", "closed_ns", "difference", "imps_home", "imps_away")
MATCH_COLUMNS = ("match", "home", "away", "imps_home", "imps_away", "vp_home", "vp_away")
PARTS = ("boards", "matches")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    names = tuple(rules.name for rules in RULE_SETS if rules.form == "duplicate")
    parser.add_argument("rooms", metavar="ROOMS.csv", help="the results; - is standard input")
    parser.add_argument("--method", choices=METHODS, default="imps", help="(default: imps)")
    parser.add_argument(
        "--convention", choices=tuple(CONVENTIONS), default="wbf", help="(default: wbf)"
    )
    parser.add_argument(
        "--scale",
        choices=(*SCALES, "none"),
        help="victory points of a match by IMPs (default: the convention's, vp-20-0)",
    )
    parser.add_argument(
        "--length",
        metavar="N",
        type=int,
        help="boards of a match for the scale (default: as many as count)",
    )
    parser.add_argument(
        "--imp-table", choices=tuple(TABLES), help="(default: the convention's, current)"
    )
    parser.add_argument("--imp-average-plus", metavar="IMPS", help="what A+ is worth (default: 3)")
    parser.add_argument(
        "--quotient",
        metavar="POINTS",
        help="Patton's points by quotient, at stake a board (default: 2)",
    )
    parser.add_argument(
        "--rules",
        choices=names,
        metavar="NAME",
        default="laws-2017",
        help=f"{', '.join(names)} (default: laws-2017)",
    )
    parser.add_argument("--only", choices=PARTS, help="print only the boards or the matches")
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the boards and the matches."""
    try:
        matches = score_matches(read_rooms(args.rooms, args.rules), _scoring(args))
    except ValueError as error:
        raise UserError(str(error)) from None
    parts = (args.only,) if args.only else PARTS
    {"csv": _print_csv, "json": _print_json, "table": _print_table}[args.format](matches, parts)
    return 0


def _scoring(args: argparse.Namespace) -> TeamScoring:
    """What the options say, and the convention where they say nothing."""
    options = {"imp_table": args.imp_table, "imp_average_plus": args.imp_average_plus}
    given = {name: value for name, value in options.items() if value is not None}
    _refuse_idle(args)
    by = convention(args.convention).with_fields(given)
    scale = args.scale or by.victory_points
    return TeamScoring(
        method=args.method,
        scale=None if scale == "none" else scale,
        length=args.length,
        imp_table=by.imp_table,
        average_plus=by.average_plus("teams"),
        quotient_points=_quotient(args.quotient or "2"),
    )


def _refuse_idle(args: argparse.Namespace) -> None:
    """An option that this method does not ask for is a mistake: somebody waits for its effect."""
    if args.method != "imps" and (args.scale not in (None, "none") or args.length is not None):
        raise ValueError(f"--scale and --length are for IMPs; {args.method} has its own points")
    if args.scale == "none" and args.length is not None:
        raise ValueError("--length is for a scale of victory points, and --scale none is without")
    if args.method != "patton" and args.quotient is not None:
        raise ValueError(f"--quotient is for patton; {args.method} has no quotient")


def _quotient(text: str) -> Fraction:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"--quotient {text!r} is no number; write it as 2 or 0.5") from None
    if not 0 <= value <= 100:
        raise ValueError(f"--quotient {text} is out of range; 0 to 100 is allowed")
    return value


def _print_csv(matches: Sequence[TeamMatch], parts: Sequence[str]) -> None:
    blocks: list[tuple[Sequence[str], list[list[Cell]]]] = []
    if "boards" in parts:
        blocks += [(BOARD_COLUMNS, [_board_cells(b) for b in m.boards]) for m in matches]
    if "matches" in parts:
        blocks.append((MATCH_COLUMNS, [_match_cells(match) for match in matches]))
    for number, (columns, rows) in enumerate(blocks):
        if number:
            print()
        print_rows(columns, rows, "csv", sys.stdout)


def _print_json(matches: Sequence[TeamMatch], parts: Sequence[str]) -> None:
    boards = [[m.match, *_board_cells(b), b.note] for m in matches for b in m.boards]
    texts = {
        "boards": json_rows(("match", *BOARD_COLUMNS, "note"), boards),
        "matches": json_rows(MATCH_COLUMNS, [_match_cells(match) for match in matches]),
    }
    print("{" + ",\n".join(f"{json.dumps(part)}: {texts[part]}" for part in parts) + "}")


def _print_table(matches: Sequence[TeamMatch], parts: Sequence[str]) -> None:
    if "boards" in parts:
        for match in matches:
            print(f"Match {match.match}: {match.home} at home against {match.away}\n")
            cells = [[*_board_cells(board), board.note] for board in match.boards]
            print(table((*BOARD_COLUMNS, ""), cells))
    if "matches" in parts:
        sys.stdout.write(table(MATCH_COLUMNS, [_match_cells(match) for match in matches]))


def _board_cells(board: TeamBoard) -> list[Cell]:
    points = board.points or (None, None)
    values = (board.open_ns, board.closed_ns, board.difference, *points)
    return [board.board, *map(_shown, values)]


def _match_cells(match: TeamMatch) -> list[Cell]:
    vp = match.vp or (None, None)
    return [match.match, match.home, match.away, *map(_shown, match.points), *map(_shown, vp)]


def _shown(value: Fraction | Decimal | None) -> Cell:
    """Whole numbers as they are, other fractions to 0.01; victory points as scaled."""
    if value is None or isinstance(value, Decimal):
        return value
    return value.numerator if value.denominator == 1 else round_to(value, 2)
