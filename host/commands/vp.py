"""``overtrick vp``: the victory points of a match."""

from __future__ import annotations

import argparse
import sys

from host.errors import UserError
from host.scoring.victory_points import SCALES, victory_points
from host.tables import add_format_option, print_rows

EXAMPLES = """\
  overtrick vp 23 --boards 28                     14.48-5.52, by vp-20-0
  overtrick vp 45 --boards 9 --scale vp-25-0      25-3, by the column for 10 boards
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("imps", metavar="IMPS", type=int, help="the winner's margin, 0 or more")
    parser.add_argument(
        "--boards", metavar="N", type=int, required=True, help="length of the match"
    )
    parser.add_argument(
        "--scale",
        choices=tuple(SCALES),
        default="vp-20-0",
        help="the continuous scale, or the printed one for 8 to 48 boards (default: vp-20-0)",
    )
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the winner's and the loser's points."""
    try:
        winner, loser = victory_points(args.imps, args.boards, args.scale)
    except ValueError as error:
        raise UserError(str(error)) from None
    if args.format == "table":
        print(f"{winner}-{loser}")
    else:
        print_rows(("winner", "loser"), [(winner, loser)], args.format, sys.stdout)
    return 0
