"""``overtrick device``: one box, on this screen, with a real cable."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.eeprom import Eeprom, MemoryFileError
from device.pty_line import PtyLine
from device.table_box import TableBox
from firmware_sim import keymaps
from firmware_sim.byte_line import ByteLine
from host.commands.pair import is_serial
from host.errors import UserError
from host.link.serial_port import BAUD_RATES, open_serial

EXAMPLES = """\
  overtrick device                        a box on a pseudo terminal, whose path it shows
  overtrick device --memory box.mem       the same box again next time, with all it remembers
  overtrick device --port /dev/ttyUSB0    this machine is the box: its cable is a serial port
  overtrick device --face membrane        sixteen keys and two lines
"""
SERIAL_HELP = "its serial number, another for each box on one host; default: VB0001"
GLASSES = {"20x4": keymaps.GLASS_20X4, "16x2": keymaps.GLASS_16X2}
THEMES = ("dark", "light", "mono")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--port", metavar="PATH", help="speak on that serial port")
    parser.add_argument("--baud", type=int, default=115200, metavar="RATE", help="default: 115200")
    parser.add_argument("--memory", metavar="FILE", type=Path, help="keep the memory in a file")
    parser.add_argument(
        "--face", choices=("full", "membrane"), default="full", help="30 or 16 keys"
    )
    parser.add_argument("--glass", choices=tuple(GLASSES), help="default: as the face has it")
    parser.add_argument("--serial", default="VB0001", metavar="ID", help=SERIAL_HELP)
    parser.add_argument("--theme", choices=THEMES, default="dark", help="default: dark")
    parser.add_argument("--silent", action="store_true", help="no terminal bell for the buzzer")


def run(args: argparse.Namespace) -> int:
    """Show the panel until it is put away; exit status 0."""
    if not sys.stdout.isatty():
        raise UserError("the front panel needs a terminal; 'overtrick replay' works without one")
    box = _box(args)
    reopen = None if args.port is None else lambda: _port(args)
    line, path = _cable(args)
    from device.panel.app import PanelApp  # Textual takes a fifth of a second to import

    app = PanelApp(
        box,
        line,
        path=path,
        face=args.face,
        theme=args.theme,
        sound=not args.silent,
        reopen=reopen,
    )
    try:
        app.run()
    finally:
        box.power_off()
        line.close()
        box.memory.close()
    return int(app.return_code or 0)


def _box(args: argparse.Namespace) -> TableBox:
    if not is_serial(args.serial):
        raise UserError(f"--serial {args.serial}: a serial number is 1 to 12 of A-Z and 0-9")
    if args.baud not in BAUD_RATES:
        allowed = ", ".join(map(str, BAUD_RATES))
        raise UserError(f"--baud {args.baud}: allowed are {allowed}")
    default = "20x4" if args.face == "full" else "16x2"
    return TableBox(
        keymap=args.face,
        glass=GLASSES[args.glass or default],
        memory=_memory(args.memory),
        baud=args.baud,
        serial=args.serial,
    )


def _memory(path: Path | None) -> Eeprom:
    try:
        return Eeprom(path=path)
    except MemoryFileError as error:
        raise UserError(str(error)) from None


def _cable(args: argparse.Namespace) -> tuple[ByteLine, str]:
    if args.port is None:
        pty = PtyLine()
        return pty, pty.path
    return open_serial(args.port, args.baud), args.port


def _port(args: argparse.Namespace) -> ByteLine:
    """The port once more, after its adapter was pulled out; OSError with the reason."""
    try:
        return open_serial(args.port, args.baud)
    except UserError as problem:
        raise OSError(str(problem)) from problem
