"""``overtrick rank``: a results file into a ranking, or into every line's points."""

from __future__ import annotations

import argparse
import sys

from host.commands.ranking_options import add_ranking_options, ranking_settings, scored
from host.exchange.results_csv import read_results
from host.scoring.ranking import format_lines, format_ranking
from host.tables import add_format_option

EXAMPLES = """\
  overtrick rank results.csv --method matchpoints
  overtrick rank results.csv --convention norway --format csv
  overtrick rank results.csv --method butler --winners 2 --boards
  overtrick rank results.csv --method cross-imps --cross-imp-divisor none
  overtrick rank results.csv --event tuesday.toml --pairs entrants.csv --format json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("results", metavar="RESULTS.csv", help="'-' is standard input")
    parser.add_argument(
        "--boards", action="store_true", help="print every line's points instead of the ranking"
    )
    add_format_option(parser)
    add_ranking_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the ranking, or the lines with their points."""
    settings = ranking_settings(args)
    lines = read_results(args.results, settings.winners, settings.rules)
    event = scored(settings, lines, args.results)
    text = (
        format_lines(event, args.format)
        if args.boards
        else format_ranking(event.ranking, args.format)
    )
    sys.stdout.write(text)
    return 0
