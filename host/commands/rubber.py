"""``overtrick rubber``: a score sheet deal by deal, of a rubber or a Chicago."""

from __future__ import annotations

import argparse
import sys

from firmware_sim.rules.chicago import sheet_for
from firmware_sim.rules.rubber import RubberSheet, Sheet
from firmware_sim.rules.rule_sets import RULE_SETS, rule_set
from firmware_sim.rules.vulnerability import SEATS
from host.errors import UserError
from host.exchange.deals_csv import read_deals
from host.tables import add_format_option, print_rows

EXAMPLES = """\
  overtrick rubber deals.csv --rules rubber-1993
  overtrick rubber deals.csv --rules saitek-610-rubber --format csv
  overtrick rubber deals.csv --finish                   add the unfinished bonus at the end
  overtrick rubber four.csv --rules chicago --dealer W

deals.csv has the columns side (NS or EW) or declarer, contract (or PASS), tricks or result, and if
you like honours_ns and honours_ew, in points.
"""

COLUMNS = (
    *("deal", "ns_below", "ns_above", "ew_below", "ew_above"),
    *("ns_games", "ew_games", "ns_total", "ew_total"),
)
FORMS = ("rubber", "chicago")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    names = ", ".join(rules.name for rules in RULE_SETS if rules.form in FORMS)
    parser.add_argument("deals", metavar="DEALS.csv", help="the deals; - is standard input")
    parser.add_argument(
        "--rules", metavar="NAME", default="rubber-1993", help=f"{names} (default: rubber-1993)"
    )
    parser.add_argument(
        "--dealer", metavar="SEAT", type=str.upper, help="first dealer of a Chicago (default: N)"
    )
    parser.add_argument(
        "--finish", action="store_true", help="add the unfinished bonus to the last line"
    )
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the sheet after each deal."""
    sheet = _sheet(args)
    lines = []
    for number, (row, deal) in enumerate(read_deals(args.deals), start=1):
        try:
            sheet.add(deal)
        except ValueError as error:
            raise UserError(f"{row.path}, line {row.line}: {error}") from None
        lines.append(_line(number, sheet))
    if args.finish and lines:
        sheet.finish()
        lines[-1] = _line(len(lines), sheet)
    print_rows(COLUMNS, lines, args.format, sys.stdout)
    if args.format == "table":
        print(f"\n{_standing(sheet)}")
    return 0


def _sheet(args: argparse.Namespace) -> Sheet:
    try:
        rules = rule_set(args.rules)
    except ValueError as error:
        raise UserError(str(error)) from None
    if rules.form not in FORMS:
        names = ", ".join(each.name for each in RULE_SETS if each.form in FORMS)
        raise UserError(f"{rules.name} keeps no sheet; {names} do")
    if args.dealer is not None and rules.form != "chicago":
        raise UserError(f"--dealer is for a Chicago; {rules.name} does not ask who deals")
    if args.dealer is not None and args.dealer not in SEATS:
        raise UserError(f"{args.dealer!r} is no seat; N, E, S and W are")
    return sheet_for(rules, args.dealer or "N")


def _line(number: int, sheet: Sheet) -> list[int]:
    return [number, *(int(getattr(sheet, column)) for column in COLUMNS[1:])]


def _standing(sheet: Sheet) -> str:
    ahead = sheet.ns_total - sheet.ew_total
    lead = f"{'NS' if ahead > 0 else 'EW'} lead by {abs(ahead)}" if ahead else "level"
    if isinstance(sheet, RubberSheet) and sheet.won:
        return f"{sheet.rules.name}: {sheet.won} won the rubber; {lead}"
    return f"{sheet.rules.name}: {'over' if sheet.over else 'not finished'}; {lead}"
