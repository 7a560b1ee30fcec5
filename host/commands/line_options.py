"""The options by which a command is told one line, of any kind, to a box."""

from __future__ import annotations

import argparse

WHERE = "a serial port, socket://HOST:PORT, rfc2217://HOST:PORT or listen://HOST:PORT"


def add_line_options(parser: argparse.ArgumentParser) -> None:
    """Add PORT, which may be left out, and how it is opened."""
    parser.add_argument("port", metavar="PORT", nargs="?", help=WHERE)
    parser.add_argument("--baud", type=int, default=115200, metavar="RATE", help="default: 115200")
    parser.add_argument("--no-dtr", action="store_true", help="leave DTR low")
