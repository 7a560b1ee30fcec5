"""``overtrick ports``: what is plugged in."""

from __future__ import annotations

import argparse
import sys

from host.link.serial_port import PortInfo, list_ports
from host.tables import FORMATS, print_rows

EXAMPLES = """\
  overtrick ports                 a table for people
  overtrick ports --format json   the same for programs
"""
COLUMNS = ("path", "maker", "product", "vid_pid", "serial_number")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--format", choices=FORMATS, default="table", help="default: table")


def run(args: argparse.Namespace) -> int:
    """Print every serial port; say so when there is none. Exit status 0."""
    ports = list_ports()
    if not ports and args.format == "table":
        print("No serial port is plugged in. (Pseudo terminals are not listed; name them.)")
        return 0
    print_rows(COLUMNS, [_row(port) for port in ports], args.format, sys.stdout)
    return 0


def _row(port: PortInfo) -> tuple[str, ...]:
    return (port.path, port.maker, port.product, port.vid_pid, port.serial_number)
