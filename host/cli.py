"""The command ``overtrick``: finds the subcommand, and turns errors into one sentence."""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from host.errors import UserError


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its name, also that of its module in ``host.commands``, and its summary."""

    name: str
    summary: str


COMMANDS = (
    Command("demo", "watch a real evening being keyed in and ranked"),
    Command("host", "the director's console on given ports"),
    Command("device", "a box: its front panel on this screen"),
    Command("replay", "key a results file in through virtual boxes and rank it"),
    Command("rank", "rank a results file"),
    Command("score", "score a contract, or print a rule set's whole table"),
    Command("rubber", "keep a rubber or Chicago score sheet"),
    Command("imps", "IMPs of the difference of two scores"),
    Command("vp", "victory points of a match"),
    Command("teams", "score matches of teams from both rooms' results"),
    Command("ports", "serial ports and what is plugged in"),
    Command("pair", "let a box on the network in by a key"),
    Command("probe", "test whether a box speaks TL/1 to the letter"),
    Command("monitor", "watch, save and replay the frames on a port"),
    Command("serve", "front panels in a browser, for phones and tablets at the tables"),
    Command("pico", "put the firmware on a Raspberry Pi Pico"),
)


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""A full disk, or one that fails, under the file that our output goes to."""


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser whose complaints are one sentence, like those of the commands.

    Every command's ``type=int`` and ``type=float`` read plain digits only: Python's own would let
    ``1_0``, other scripts' digits and ``nan`` pass.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.register("type", int, _whole)
        self.register("type", float, _decimal)

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; see '{self.prog} --help'")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes longer than all else here."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option: str | None = None,
    ) -> None:
        from importlib import metadata

        try:
            version = metadata.version("overtrick")
        except metadata.PackageNotFoundError:
            version = "(not installed)"
        print(f"overtrick {version}")
        parser.exit()


def _whole(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number of up to 9 digits")
    return int(text)


def _decimal(text: str) -> float:
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number, such as 2 or 0.5")
    return float(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; return its exit status (2 for bad input, 130 for Ctrl-C)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_closed_streams()
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"overtrick: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (``| head``): nothing is wrong, and nobody listens.
        _silence()
        return 0
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        _silence()
        print(f"overtrick: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _open_closed_streams() -> None:
    """Whoever closed our output (``>&-``) does not listen; closed input is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _silence() -> None:
    """Let what is still unwritten go nowhere, or Python would complain of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show program's version number and exit"
    )
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
            module = importlib.import_module(f"host.commands.{command.name}")
            sub.epilog = "examples:\n" + module.EXAMPLES
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser
