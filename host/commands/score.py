"""``overtrick score``: one contract's score, or a rule set's whole table."""

from __future__ import annotations

import argparse
import sys

from firmware_sim.rules.contract import check_tricks, parse_contract, parse_result, result_text
from firmware_sim.rules.duplicate import score
from firmware_sim.rules.rule_sets import RULE_SETS, RuleSet, rule_set
from firmware_sim.rules.vulnerability import SEATS, side_is_vulnerable, vulnerable
from host.errors import UserError
from host.scoring.contract_score import for_ns
from host.scoring.rule_tables import print_tables
from host.tables import add_format_option, print_rows

EXAMPLES = """\
  overtrick score 4SX --by S --result -1 --vul ns       declarer -200, NS -200
  overtrick score 3NT --by E --tricks 10 --board 4      declarer 630, NS -630
  overtrick score 1CXX --by N --result = --rules indonesia-1987-printed
  overtrick score --table saitek-610-rubber             the rule set's whole table
  overtrick score --table laws-2017 --format csv
"""

VULNERABILITIES = ("none", "ns", "ew", "all")
COLUMNS = (
    *("contract", "declarer", "result", "tricks", "vulnerable", "rules"),
    *("score_declarer", "score_ns", "score_ew"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    names = ", ".join(rules.name for rules in RULE_SETS)
    parser.add_argument("contract", nargs="?", help="as 3NT, 4SX, 2HXX, or PASS")
    parser.add_argument("--by", metavar="SEAT", type=str.upper, help="declarer: N, E, S or W")
    result = parser.add_mutually_exclusive_group()
    result.add_argument("--result", metavar="R", help="=, +1, -2")
    result.add_argument("--tricks", metavar="N", type=int, help="declarer's tricks, 0 to 13")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "-v", "--vul", metavar="WHO", type=str.lower, help="vulnerable: none, ns, ew or all"
    )
    who.add_argument("--board", metavar="N", type=int, help="vulnerable as on board N")
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help=f"rule set ({names}; default laws-2017)",
    )
    parser.add_argument("--table", metavar="NAME", help="print that rule set's whole table")
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the score or the table."""
    try:
        if args.table is not None:
            _refuse_with_table(args)
            print_tables(rule_set(args.table), args.format, sys.stdout)
        else:
            _print_score(args, rule_set(args.rules or "laws-2017"))
    except ValueError as error:
        raise UserError(str(error)) from None
    return 0


def _refuse_with_table(args: argparse.Namespace) -> None:
    given = (args.contract, args.by, args.result, args.tricks, args.vul, args.board, args.rules)
    if any(value is not None for value in given):
        raise UserError("--table prints a whole table; leave the contract and its options away")


def _print_score(args: argparse.Namespace, rules: RuleSet) -> None:
    if args.contract is None:
        raise UserError("no contract; write one as 3NT, 4SX or 2HXX, or name a rule set by --table")
    who = _vulnerability(args)
    if args.contract.upper() == "PASS":
        if args.result is not None or args.tricks is not None:
            raise UserError("a board passed out has no result; leave --result and --tricks away")
        _print(args, ["PASS", "", "", None, who, rules.name, 0, 0, 0])
        return
    contract = parse_contract(args.contract)
    declarer = _declarer(args)
    if args.result is None and args.tricks is None:
        raise UserError(
            f"no result of {contract.text}; say --result =, +1 or -2, or --tricks 0 to 13"
        )
    tricks = args.tricks if args.result is None else parse_result(contract, args.result)
    check_tricks(contract, tricks)
    points = score(contract, side_is_vulnerable(who, declarer), tricks, rules)
    ns = for_ns(declarer, points)
    result = result_text(contract, tricks)
    _print(args, [contract.text, declarer, result, tricks, who, rules.name, points, ns, -ns])


def _print(args: argparse.Namespace, row: list[str | int | None]) -> None:
    if args.format == "table":
        print(f"declarer {row[-3]}, NS {row[-2]}")
    else:
        print_rows(COLUMNS, [row], args.format, sys.stdout)


def _declarer(args: argparse.Namespace) -> str:
    if args.by is None:
        raise UserError("no declarer; say --by N, E, S or W")
    if args.by not in SEATS:
        raise UserError(f"{args.by!r} is no seat; N, E, S and W are")
    return str(args.by)


def _vulnerability(args: argparse.Namespace) -> str:
    if args.board is not None:
        return vulnerable(args.board)
    who = args.vul or "none"
    if who not in VULNERABILITIES:
        raise UserError(f"{who!r} is no vulnerability; none, ns, ew and all are")
    return str(who)
