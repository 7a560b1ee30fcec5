"""The options that say how to rank, for every command that ranks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from firmware_sim.rules.rule_sets import RULE_SETS
from host.errors import UserError
from host.exchange.entrant_files import read_adjustments, read_entrants
from host.exchange.event_toml import LISTS, read_event_file
from host.scoring.conventions import CHOICES, CONVENTIONS, FIELDS, convention
from host.scoring.lines import Line
from host.scoring.methods import ScoredEvent
from host.scoring.points import METHODS
from host.scoring.settings import RankingSettings

_HELP = {
    "form": "how matchpoints are shown",
    "fewer_results": "boards with fewer results than the fullest",
    "small_groups": "boards with one, two or three results",
    "fewer_boards": "pairs with fewer boards than scheduled",
    "line_points": "to what a line's matchpoints are rounded for showing",
    "butler_total": "Butler: sum, or average a board",
    "cross_imp_divisor": "cross-IMPs are divided by this (n results)",
    "cross_imp_total": "cross-IMPs: sum, or average a board",
    "imp_table": "the scale of IMPs",
    "section_scoring": "several sections: one top and ranking, or each its own",
}


def add_ranking_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; ``ranking_settings(args)`` reads them."""
    group = parser.add_argument_group("ranking")
    group.add_argument("--event", metavar="FILE", help="an event file (TOML); options overrule it")
    group.add_argument("--method", choices=tuple(METHODS), help="default: matchpoints")
    group.add_argument("--convention", choices=tuple(CONVENTIONS), help="default: wbf")
    group.add_argument(
        "--winners",
        type=int,
        choices=(1, 2),
        help="default: 1 if any pair sat both ways or the event is individual, else 2",
    )
    names = tuple(rules.name for rules in RULE_SETS)
    group.add_argument(
        "--rules", choices=names, metavar="NAME", help="how contracts score; default: laws-2017"
    )
    _add_entrant_options(parser.add_argument_group("entrants"))
    _add_fields(parser.add_argument_group("fields of the convention"))


def ranking_settings(args: argparse.Namespace) -> RankingSettings:
    """What the options and the event file say; UserError for what they should not."""
    options: dict[str, Any] = read_event_file(args.event) if args.event else {"fields": {}}
    options |= _given(args, ("method", "convention", "winners", "rules", "scheduled"))
    if args.phantom:
        options["phantoms"] = tuple(args.phantom)
    if args.pairs:
        options["entrants"] = tuple(read_entrants(args.pairs))
    for name, kind in LISTS.items():
        if path := getattr(args, name):
            before = tuple(a for a in options.get("adjustments", ()) if a.kind != kind)
            options["adjustments"] = before + tuple(read_adjustments(path, kind))
    given = options.pop("fields") | _given(args, FIELDS)
    try:
        chosen = convention(str(options.pop("convention", "wbf"))).with_fields(given)
        return RankingSettings(convention=chosen, **options)
    except ValueError as error:
        raise UserError(f"{args.event}: {error}" if args.event else str(error)) from None


def scored(settings: RankingSettings, lines: Sequence[Line], path: str) -> ScoredEvent:
    """The event of a file's lines; UserError if what is set does not fit who plays in it."""
    event = settings.score(lines)
    try:
        settings.check_fit(event)
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    return event


def _add_entrant_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--scheduled", type=int, metavar="N", help="boards a pair should play; default: the most"
    )
    group.add_argument(
        "--phantom",
        action="append",
        metavar="ID",
        help="nobody: its opponents sit out (EW:7 where NS has a 7, too); repeatable",
    )
    group.add_argument(
        "--pairs", metavar="FILE", help="all entrants (column id): who has no board comes last"
    )
    for option in LISTS:
        group.add_argument(
            "--" + option.replace("_", "-"),
            metavar="FILE",
            help="columns id, amount, perhaps unit (points, top, percent), section, direction",
        )


def _add_fields(group: argparse._ArgumentGroup) -> None:
    for name, choices in CHOICES.items():
        if name in _HELP:
            option = "--" + name.replace("_", "-")
            group.add_argument(option, choices=tuple(choices), help=_HELP[name])
    group.add_argument(
        "--butler-trim", metavar="K", help="results a datum leaves out at either end: 1, or 10%%"
    )
    group.add_argument("--imp-average-plus", metavar="IMPS", help="IMPs for average plus")


def _given(args: argparse.Namespace, names: tuple[str, ...]) -> dict[str, Any]:
    """Those of the options that were said."""
    said = {name: getattr(args, name, None) for name in names}
    return {name: value for name, value in said.items() if value is not None}
