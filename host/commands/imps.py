"""``overtrick imps``: the difference of two scores on an IMP scale."""

from __future__ import annotations

import argparse
import sys

from firmware_sim.rules.imps import TABLES, imps
from host.tables import add_format_option, print_rows

EXAMPLES = """\
  overtrick imps 420 -50           North-South scores of the two rooms: 10
  overtrick imps 2990              a difference: 21
  overtrick imps 420 -50 --imp-table 1948
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("a", metavar="A", type=int, help="a North-South score")
    parser.add_argument(
        "b", metavar="B", type=int, nargs="?", default=0, help="the other room's (default 0)"
    )
    parser.add_argument(
        "--imp-table",
        choices=tuple(TABLES),
        default="current",
        help="the scale of 25 rows, or that of 1948 with 16 (default: current)",
    )
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the IMPs of A minus B, with their sign."""
    difference = args.a - args.b
    points = imps(difference, args.imp_table)
    if args.format == "table":
        print(points)
    else:
        print_rows(("difference", "imps"), [(difference, points)], args.format, sys.stdout)
    return 0
