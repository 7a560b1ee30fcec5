"""The command ``overtrick``: finds the subcommand, and turns errors into one sentence."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import NoReturn

from host.errors import UserError


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its name, its line in the overview, and the module that carries it out."""

    name: str
    summary: str
    module: str


COMMANDS = (
    Command("demo", "watch a real evening being keyed in and ranked", "demo"),
    Command("host", "the director's console on given ports", "host"),
    Command("device", "a box: its front panel on this screen", "device"),
    Command("replay", "key a results file in through virtual boxes and rank it", "replay"),
    Command("rank", "rank a results file", "rank"),
    Command("score", "score a contract, or print a rule set's whole table", "score"),
    Command("rubber", "keep a rubber or Chicago score sheet", "rubber"),
    Command("imps", "IMPs of the difference of two scores", "imps"),
    Command("vp", "victory points of a match", "vp"),
    Command("teams", "score matches of teams from both rooms' results", "teams"),
    Command("ports", "serial ports and what is plugged in", "ports"),
    Command("pair", "let a box on the network in by a key", "pair"),
    Command("probe", "test whether a box speaks TL/1 to the letter", "probe"),
    Command("monitor", "watch, save and replay the frames on a port", "monitor"),
    Command("serve", "front panels in a browser, for phones and tablets at the tables", "serve"),
    Command("pico", "put the firmware on a Raspberry Pi Pico", "pico"),
)


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser whose complaints are one sentence, like those of the commands."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; see '{self.prog} --help'")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; return its exit status (2 for bad input, 130 for Ctrl-C)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except UserError as error:
        print(f"overtrick: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (``| head``): nothing is wrong, and nobody listens.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    chosen = next((c for c in COMMANDS if arguments and c.name == arguments[0]), None)
    parser = _overview(chosen)
    args = parser.parse_args(arguments)
    if chosen is None:
        parser.print_help()
        return 0
    return int(args.run(args))


def _overview(chosen: Command | None) -> _Parser:
    """The top parser; only the chosen command's module is imported, so that starting is quick."""
    parser = _Parser(
        prog="overtrick",
        description="An electronic scoring table for contract bridge: boxes, link and director.",
        epilog="'overtrick COMMAND --help' explains a command and shows examples.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"overtrick {_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if command is chosen:
            module = importlib.import_module(f"host.commands.{command.module}")
            sub.epilog = "examples:\n" + module.EXAMPLES
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def _version() -> str:
    try:
        return metadata.version("overtrick")
    except metadata.PackageNotFoundError:
        return "(not installed)"
