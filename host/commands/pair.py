"""``overtrick pair``: the key by which a box on the network and an event's file know each other."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import closing
from pathlib import Path

from firmware_sim.link.keyed import key_from_hex
from host.errors import UserError
from host.store.store import Store
from host.tables import add_format_option, print_rows

EXAMPLES = """\
  overtrick pair --db tuesday.db VB0001          make a key for this box and show it
  overtrick pair --db tuesday.db VB0001 --key 00112233...   use the key that the box has already
  overtrick pair --db tuesday.db                 which boxes are paired
  overtrick pair --db tuesday.db VB0001 --remove
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("serial", nargs="?", metavar="SERIAL", help="the box's serial number")
    parser.add_argument("--db", type=Path, required=True, metavar="FILE", help="the event's file")
    parser.add_argument("--key", metavar="HEX", help="64 hex digits; blanks between them are fine")
    parser.add_argument("--remove", action="store_true", help="let this box in no more")
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Pair a box, take a pairing back, or list the paired boxes."""
    if args.serial is None and (args.key or args.remove):
        raise UserError("name the box's SERIAL")
    if args.serial is not None and not is_serial(args.serial):
        raise UserError(f"{args.serial}: a serial number is 1 to 12 of A-Z and 0-9")
    if (args.serial is None or args.remove) and not args.db.exists():
        raise UserError(f"{args.db}: there is no such file, so no box is paired in it")
    with closing(Store.open(args.db)) as store:
        if args.serial is None:
            rows = [(serial,) for serial in sorted(store.pairing_keys())]
            print_rows(("serial",), rows, args.format, sys.stdout)
        elif args.remove:
            _remove(store, args.serial)
        else:
            _pair(store, args.serial, args.key)
    return 0


def _pair(store: Store, serial: str, given: str | None) -> None:
    try:
        key = secrets.token_bytes(32) if given is None else key_from_hex("".join(given.split()))
    except ValueError:
        raise UserError("--key: a pairing key is 64 hex digits") from None
    store.pair(serial, key)
    digits = key.hex().upper()
    print(" ".join(digits[at : at + 8] for at in range(0, 64, 8)))


def _remove(store: Store, serial: str) -> None:
    if serial not in store.pairing_keys():
        raise UserError(f"{serial} is not paired")
    store.unpair(serial)


def is_serial(text: str) -> bool:
    """Whether a box could have this serial number (TL/1: 1 to 12 of A-Z and 0-9)."""
    return text.isascii() and text.isalnum() and text == text.upper() and len(text) <= 12
