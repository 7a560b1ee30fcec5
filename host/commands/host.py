"""``overtrick host``: the director's desk, as a console or, headless, as lines of text."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from datetime import datetime
from pathlib import Path

from host.console.keymap import read_keymap
from host.errors import UserError
from host.event.settings import METHODS, EventSettings, event_code, session_of
from host.headless import Headless
from host.link.serial_port import BAUD_RATES, FollowedPort, check_path
from host.opening import open_core
from host.scoring.conventions import CONVENTIONS
from host.service import HostService

EXAMPLES = """\
  overtrick host --db tuesday.db --all-ports
  overtrick host --db tuesday.db --port /dev/ttyUSB0 --port /dev/ttyUSB1
  overtrick host --db tuesday.db --port /dev/pts/7 --headless
  overtrick host --db tuesday.db --listen 127.0.0.1:6110
  overtrick host --db new.db --event tuesday.toml --port socket://192.0.2.7:6110
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--db",
        type=Path,
        required=True,
        metavar="FILE",
        help="the event's file; made when it is not there, gone on with when it is",
    )
    ports = parser.add_argument_group("ports")
    ports.add_argument(
        "--port",
        action="append",
        default=[],
        metavar="PATH",
        help="a serial port, a pseudo terminal, socket://HOST:N or rfc2217://HOST:N; repeatable",
    )
    ports.add_argument(
        "--all-ports", action="store_true", help="every USB serial port, now and when plugged in"
    )
    ports.add_argument(
        "--bus",
        action="append",
        default=[],
        metavar="PATH",
        help="a port with many boxes on one line (RS-485); repeatable",
    )
    ports.add_argument("--baud", type=int, choices=BAUD_RATES, default=115200)
    ports.add_argument("--no-dtr", action="store_true", help="leave DTR low on these ports")
    ports.add_argument("--listen", metavar="HOST:N", help="accept boxes over the network")
    event = parser.add_argument_group("a new event")
    event.add_argument("--event", type=Path, metavar="FILE", help="its settings (TOML)")
    event.add_argument("--name", default="", help="its name, shown on the boxes")
    event.add_argument("--method", choices=METHODS, default="matchpoints")
    event.add_argument("--convention", choices=tuple(CONVENTIONS), default="wbf")
    screen = parser.add_argument_group("the screen")
    screen.add_argument("--headless", action="store_true", help="lines of text, no screen")
    screen.add_argument("--theme", choices=("dark", "light", "mono"), default="dark")
    screen.add_argument("--keys", type=Path, metavar="FILE", help="keys of your own (TOML)")


def run(args: argparse.Namespace) -> int:
    """Serve the ports until told to stop; exit status 0."""
    address = parse_address("--listen", args.listen) if args.listen else None
    if len({*args.port, *args.bus}) < len(args.port) + len(args.bus):
        raise UserError("--port: a port is named twice; name each port once")
    for path in (*args.port, *args.bus):
        check_path(path)
    if args.headless and not (args.port or args.bus or args.all_ports or args.listen):
        raise UserError("--headless: nothing can come; name --port, --bus, --all-ports or --listen")
    keymap = _keymap(args.keys) if args.keys is not None else None
    core = open_core(args.db, _new_event(args))
    service = HostService(core)
    try:
        for path in [*args.port, *args.bus]:
            follow = FollowedPort(path, args.baud, not args.no_dtr)
            service.add_port(path, follow, bus_baud=args.baud if path in args.bus else None)
        if args.all_ports:
            service.take_all_ports(args.baud, not args.no_dtr)
        if address is not None:
            listener = service.listen(*address)
            if args.headless:
                print("listening at {}:{}".format(*listener.address[:2]), flush=True)
        service.start()
        return _serve(service, args, keymap)
    finally:
        service.stop()
        core.store.close()


def _serve(service: HostService, args: argparse.Namespace, keymap: dict[str, str] | None) -> int:
    if args.headless or not (sys.stdout.isatty() and sys.stdin.isatty()):
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        return Headless(service, sys.stdout).run(stop)
    from host.console.app import ConsoleApp  # Textual takes a fifth of a second to import

    app = ConsoleApp(service, theme=args.theme, keymap=keymap)
    app.run()
    return int(app.return_code or 0)


def _keymap(path: Path) -> dict[str, str]:
    from host.console.app import binding_names

    return read_keymap(path, binding_names())


def _new_event(args: argparse.Namespace) -> EventSettings:
    now = datetime.now()
    if args.event is not None:
        return EventSettings.from_toml(args.event, now.date(), session_of(now))
    code = event_code(now.date(), session_of(now))
    return EventSettings(code, name=args.name, method=args.method, convention=args.convention)


def parse_address(option: str, text: str) -> tuple[str, int]:
    """HOST:N, [ADDRESS]:N for IPv6; 0 lets the system choose the port."""
    host, colon, number = text.rpartition(":")
    if not (colon and host and number.isascii() and number.isdigit() and int(number) <= 65535):
        raise UserError(f"{option} {text}: an address is HOST:N, such as 127.0.0.1:6110")
    return host.strip("[]"), int(number)
