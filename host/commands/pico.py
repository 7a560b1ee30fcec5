"""``overtrick pico``: puts the firmware on a Raspberry Pi Pico that runs MicroPython."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_sim.words import LANGUAGES
from host.errors import UserError
from host.pico.build import FIRMWARE, PICO, build, mpy_cross
from host.pico.upload import check_board, check_mpremote, copy, write_settings

EXAMPLES = """\
  overtrick pico /dev/ttyACM0                      30 keys, 20x4 LCD on pins, cable on USB
  overtrick pico /dev/ttyACM0 --lcd i2c            an LCD with a PCF8574 back pack
  overtrick pico COM5 --face membrane --glass 16x2 --link uart --language it
  overtrick pico /dev/ttyACM0 --dry-run            what would be copied
"""

GLASS_OF = {"full": "20x4", "membrane": "16x2"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("port", metavar="PORT", help="the Pico's serial port; see overtrick ports")
    parser.add_argument("--face", choices=tuple(GLASS_OF), default="full", help="30 or 16 keys")
    parser.add_argument(
        "--glass", choices=("20x4", "16x2"), help="default: 20x4 with 30 keys, 16x2 with 16"
    )
    parser.add_argument(
        "--lcd", choices=("gpio", "i2c"), default="gpio", help="six pins, or a PCF8574 back pack"
    )
    parser.add_argument(
        "--link", choices=("usb", "uart"), default="usb", help="the cable to the host"
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default="en",
        help="of a box that was never told another (default: en)",
    )
    parser.add_argument("--source", action="store_true", help="copy sources, even with mpy-cross")
    parser.add_argument("--dry-run", action="store_true", help="build and list, copy nothing")


def run(args: argparse.Namespace) -> int:
    """Build, copy, start; exit status 0."""
    compiler = None if args.source else mpy_cross()
    if not args.dry_run:
        check_mpremote()
        _check_port(args.port)
        check_board(args.port, compiler is not None)
    with TemporaryDirectory(prefix="overtrick-pico-") as name:
        folder = Path(name)
        count, size = _build(folder, compiler, args)
        how = "compiled" if compiler else "as source: there is no mpy-cross here"
        if args.source:
            how = "as source"
        if args.dry_run:
            _list(folder)
        print(f"{count} files, {size / 1000:.0f} kB, {how}")
        if args.dry_run:
            return 0
        print("copying; that takes a minute or two", flush=True)
        copy(args.port, folder)
    print(f"{args.port}: the box is on it, and starts")
    return 0


def _build(folder: Path, compiler: str | None, args: argparse.Namespace) -> tuple[int, int]:
    """Build everything that is to be copied; how many files and bytes that is."""
    build(folder, compiler, (FIRMWARE, PICO), (PICO / "main.py",))
    settings = {
        "face": args.face,
        "glass": args.glass or GLASS_OF[args.face],
        "lcd": args.lcd,
        "link": args.link,
        "language": args.language,
    }
    write_settings(folder, settings)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files)


def _list(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:7,}  {path.relative_to(folder).as_posix()}")


def _check_port(port: str) -> None:
    """A port that is named by a path must be there."""
    if port.startswith("/") and not Path(port).exists():
        raise UserError(f"{port}: no such port; 'overtrick ports' lists those there are")
