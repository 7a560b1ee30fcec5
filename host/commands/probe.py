"""``overtrick probe``: does a box speak TL/1 to the letter?"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable

from firmware_sim.byte_line import ByteLine
from firmware_sim.link.keyed import key_from_hex
from host.commands.line_options import add_line_options
from host.errors import UserError
from host.link.accepted import SCHEME, Waiting
from host.link.probe.case import Case
from host.link.probe.course import Probe, all_cases
from host.link.probe.finding import Finding, Terms, Verdict
from host.link.probe.live import Live
from host.link.probe.report import fault_of, json_of, line_of, summary_of
from host.link.probe.wire import Ask

EXAMPLES = """\
  overtrick probe /dev/ttyUSB0                  everything that is harmless, and asks for the rest
  overtrick probe /dev/ttyUSB0 --key-result     two results are keyed at the box when it says so
  overtrick probe /dev/ttyUSB0 --yes --format json > report.json
  overtrick probe /dev/ttyUSB0 --only schedule,wrong-check
  overtrick probe listen://0.0.0.0:5555 --pairing-key "$KEY"    a box that dials in, keyed
  overtrick probe --list                        the tests and what they expect

The probe acknowledges nothing but the two results that were keyed for it, and while results wait
in the box it tries only what is harmless. Tests that need a person are skipped, and said to be,
unless the terminal or an option says yes. Exit status: 0 when no test failed, 1 when one did.
"""
FORMATS = ("table", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    add_line_options(parser)
    parser.add_argument("--address", default="", metavar="NN", help="the box's, 01 to 99")
    parser.add_argument("--pairing-key", metavar="HEX", help="a keyed box's, 64 hex digits")
    parser.add_argument("--only", default="", metavar="TEST,...", help="only these (see --list)")
    parser.add_argument("--list", action="store_true", help="print the tests and try none")
    parser.add_argument("--yes", action="store_true", help="yes to all questions")
    parser.add_argument("--no", action="store_true", help="no to those that no option answers")
    parser.add_argument("--key-result", action="store_true", help="results are keyed when asked")
    parser.add_argument("--configure", action="store_true", help="its configuration may go")
    parser.add_argument("--power-cycle", action="store_true", help="it is switched off when asked")
    parser.add_argument("--patience", type=float, default=180.0, metavar="S",
                        help="how long a person may take (default: 180 s)")  # fmt: skip
    parser.add_argument("--slack", type=float, default=0.1, metavar="S",
                        help="how late a slow line may be (default: 0.1 s)")  # fmt: skip
    parser.add_argument("--format", choices=FORMATS, default="table", help="default: table")


def run(args: argparse.Namespace) -> int:
    """Probe one box; 0 when it keeps every rule that was tried, 1 when not."""
    if args.list:
        _print_list()
        return 0
    terms = _terms(args)
    probe = Probe(lambda width: f"{secrets.randbits(4 * width):0{width}X}", terms)
    progress = sys.stderr if args.format == "json" else sys.stdout

    def tell(news: str | Case | Finding) -> None:
        if isinstance(news, Case):
            _passing(f"...      {news.id:14} {news.title}")
        else:
            _passing("")
            print(line_of(news) if isinstance(news, Finding) else news, file=progress, flush=True)

    open_line, close = _opener(args)
    began = time.monotonic()
    try:
        Live(
            open_line,
            lambda: time.monotonic() - began,
            time.sleep,
            lambda ask: _agreed(ask, args),
            tell,
        ).run(probe)
    finally:
        close()
    failed = [f for f in probe.findings if f.verdict is Verdict.FAILED]
    if args.format == "json":
        print(json_of(probe.box, probe.wire.address, probe.findings))
    else:
        _print_report(probe, failed)
    return 1 if failed else 0


def _passing(text: str) -> None:
    """The test that is under way, on a terminal only: the next word overwrites it."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
        sys.stderr.flush()


def _print_report(probe: Probe, failed: list[Finding]) -> None:
    for finding in failed:
        print("\n" + fault_of(finding))
    print(("\n" if failed else "") + summary_of(probe.findings))


def _print_list() -> None:
    for case in all_cases():
        claimed = f" (capability {case.capability})" if case.capability else ""
        print(f"{case.id:16} {case.title}{claimed}\n{'':16} {case.rule}: {case.expects}")


def _terms(args: argparse.Namespace) -> Terms:
    if not args.port:
        raise UserError("no port; name one as /dev/ttyUSB0 (`overtrick ports` lists them)")
    only = tuple(filter(None, args.only.split(",")))
    known = [case.id for case in all_cases()]
    for name in only:
        if name not in known:
            raise UserError(f"--only {name}: no such test; there are {', '.join(known)}")
    address = str(args.address)
    if address and not (len(address) == 2 and address.isdecimal() and address != "00"):
        raise UserError(f"--address {address}: an address is two digits, 01 to 99")
    for name, value in (("--slack", args.slack), ("--patience", args.patience)):
        if not 0 <= value <= 3600:
            raise UserError(f"{name} {value:g}: 0 to 3600 seconds are allowed")
    return Terms(address, _key(args.pairing_key), only, args.slack, args.patience)


def _key(text: str | None) -> bytes | None:
    try:
        return None if text is None else key_from_hex(text)
    except ValueError as problem:
        raise UserError(f"--pairing-key: {problem}") from None


def _agreed(ask: Ask, args: argparse.Namespace) -> bool:
    """What an option says, else what the person at the terminal says, else no."""
    if args.yes or getattr(args, ask.consent.replace("-", "_")):
        return True
    if args.no or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"{ask.question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _opener(args: argparse.Namespace) -> tuple[Callable[[], ByteLine], Callable[[], None]]:
    """How to open the line (again), and how to clean up."""
    if args.port.startswith(SCHEME):
        waiting = Waiting(args.port)
        host, port = waiting.address
        print(f"Waiting for a box at {host}:{port}.", file=sys.stderr, flush=True)
        return lambda: waiting.accept(args.patience), waiting.close
    from host.link.serial_port import open_serial

    return lambda: open_serial(args.port, args.baud, not args.no_dtr), lambda: None
