"""``overtrick serve``: front panels in a browser, for phones and tablets at the tables."""

from __future__ import annotations

import argparse
import ipaddress
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from host.commands.host import parse_address
from host.errors import UserError
from host.headless import Headless
from host.opening import open_core
from host.service import HostService

EXAMPLES = """\
  overtrick serve --db tuesday.db                          the host and the boxes, on this machine
  overtrick serve --db tuesday.db --listen 192.0.2.10:8000   for phones in the room
  overtrick serve --desk 127.0.0.1:6110                    boxes for a host that runs already
"""
_MARKS = str.maketrans("", "", ".-_")
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    desk = parser.add_mutually_exclusive_group(required=True)
    desk.add_argument("--db", type=Path, metavar="FILE", help="run the host too, on this file")
    desk.add_argument("--desk", metavar="HOST:N", help="where `overtrick host --listen` listens")
    parser.add_argument(
        "--listen", default="127.0.0.1:8000", metavar="HOST:N", help="default: 127.0.0.1:8000"
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="a name browsers call us by"
    )
    parser.add_argument("--code", metavar="CODE", help="the join code; default: six new digits")
    parser.add_argument("--visitors", type=int, default=40, metavar="N", help="default: 40")
    parser.add_argument(
        "--boxes", type=Path, metavar="FOLDER", help="the boxes' memories; default: FILE.boxes"
    )
    parser.add_argument("--face", choices=("full", "membrane"), default="full")


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; exit status 0."""
    if find_spec("textual_serve") is None:
        raise UserError("serve needs textual-serve: python -m pip install 'overtrick[serve]'")
    address = parse_address("--listen", args.listen)
    if not 1 <= args.visitors <= 200:
        raise UserError(f"--visitors {args.visitors}: 1 to 200")
    if args.code is not None and not (4 <= len(args.code) <= 32 and _is_plain(args.code)):
        raise UserError("--code: a join code is 4 to 32 letters or digits")
    for name in args.name:
        if not _is_plain(name.translate(_MARKS)):
            raise UserError(f"--name {name}: a host's name or address, without a port")
    _check_free(address)
    code = args.code or f"{secrets.randbelow(10**6):06d}"
    with _desk(args) as desk:
        folder = _folder(args.boxes or Path(f"{args.db or 'overtrick'}.boxes"))
        _serve(args, address, folder, code, desk)
    return 0


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isalnum()


def _folder(folder: Path) -> Path:
    """The folder of the boxes' memories, made when it is not there, for this user only."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    except FileExistsError:
        raise UserError(f"--boxes {folder}: it is a file, and a folder is wanted") from None
    except OSError as problem:
        raise UserError(f"--boxes {folder}: {problem.strerror}") from problem
    return folder


def _serve(
    args: argparse.Namespace,
    address: tuple[str, int],
    folder: Path,
    code: str,
    desk: tuple[str, int],
) -> None:
    from host.serve.server import BoxServer, new_token
    from host.serve.visitors import Gate

    server = BoxServer(
        address,
        Gate(code, new_token),
        folder,
        desk,
        names=LOOPBACK_NAMES | {address[0], *args.name},
        most_visitors=args.visitors,
        face=args.face,
    )
    name = args.name[0] if args.name else address[0]
    print(f"boxes at http://{name}:{address[1]}/  join code {code}", flush=True)
    if not ipaddress.ip_address(socket.gethostbyname(address[0])).is_loopback:
        print("whoever is on this network and knows the code can take a box", flush=True)
    server.serve()


@contextmanager
def _desk(args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """The host's listener: another process's, or our own beside the web server."""
    if args.desk is not None:
        yield parse_address("--desk", args.desk)
        return
    core = open_core(args.db)
    service = HostService(core)
    stop = threading.Event()
    talker = threading.Thread(target=Headless(service, sys.stdout).run, args=(stop,), daemon=True)
    try:
        listener = service.listen("127.0.0.1", 0)
        service.start()
        talker.start()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        yield listener.address
    finally:
        stop.set()
        talker.join(5)
        service.stop()
        core.store.close()


def _check_free(address: tuple[str, int]) -> None:
    """Say in words that the address is none or taken, before anything is made or promised."""
    if not address[1]:
        raise UserError(f"--listen {address[0]}:0: name a port that browsers can be told")
    try:
        socket.create_server(address, reuse_port=False).close()
    except OSError as problem:
        raise UserError(f"--listen {address[0]}:{address[1]}: {problem.strerror}") from problem
