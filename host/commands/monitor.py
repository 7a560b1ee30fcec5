"""``overtrick monitor``: what is said on a line, in words, saved, and replayed."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import TextIO

from firmware_sim.byte_line import ByteLine
from firmware_sim.link.fields import VERSION, message
from host.commands.line_options import add_line_options
from host.errors import UserError
from host.link.accepted import SCHEME, Waiting
from host.link.lines import LinkLost
from host.link.monitor import (
    HEADER,
    Chunk,
    Entry,
    Watch,
    chunk_text,
    line_of,
    object_of,
    read_chunks,
)

EXAMPLES = """\
  overtrick monitor /dev/ttyUSB0                     listen; Ctrl-C ends it
  overtrick monitor /dev/ttyUSB0 --hello             ask every 5 s who is there
  overtrick monitor /dev/ttyUSB0 --save evening.tl   and keep times and raw bytes
  overtrick monitor --replay evening.tl              the same again, as fast as it can be read
  overtrick monitor --replay evening.tl --speed 10   ten times as fast as it was
  overtrick monitor --replay evening.tl --format json | jq 'select(.what == "damaged")'

A line of what it prints: the time in seconds, < from the box or > to it, address, kind, the kind
in words, the fields by name. Damaged frames and noise are marked !!, people's lines ##. It
acknowledges nothing: results that a box offers stay in the box.
"""
HELLO_S = 5.0
NAP_S = 0.01
FORMATS = ("table", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    add_line_options(parser)
    parser.add_argument("--hello", action="store_true", help="send H at once and every 5 s")
    parser.add_argument("--save", metavar="FILE", help="write times and raw bytes to a new file")
    parser.add_argument("--replay", metavar="FILE", help="decode a saved file in place of a port")
    parser.add_argument("--speed", type=float, metavar="X",
                        help="with --replay: so many times as fast as it was")  # fmt: skip
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    parser.add_argument("--format", choices=FORMATS, default="table", help="json: an object a line")


def run(args: argparse.Namespace) -> int:
    """Print what is said until Ctrl-C, the end of the recording, or the loss of the line (1)."""
    _check(args)
    printer = _Printer(args.format)
    if args.replay is not None:
        _replay(args.replay, args.speed, printer)
        return 0
    with ExitStack() as stack:
        save = stack.enter_context(_new_file(args.save, args.port)) if args.save else None
        line = _line(args, stack)
        live = _Live(line, printer, save, args.hello)
        try:
            live.run(args.seconds)
        except LinkLost as loss:
            print(f"overtrick: {args.port}: the line was lost ({loss})", file=sys.stderr)
            return 1
        finally:
            line.close()
    return 0


def _check(args: argparse.Namespace) -> None:
    if (args.port is None) == (args.replay is None):
        raise UserError("name either a port, as /dev/ttyUSB0, or a recording by --replay FILE")
    if args.replay is not None and (args.save or args.hello):
        raise UserError("--save and --hello need a port; a recording is only read")
    if args.speed is not None and (args.replay is None or not 0 < args.speed <= 1e6):
        raise UserError("--speed goes with --replay and is above 0, up to 1000000")
    if args.seconds is not None and not 0 <= args.seconds <= 1e6:
        raise UserError("--seconds is 0 to 1000000")


class _Printer:
    """Entries as lines of text or as JSON; each is there as soon as it is known."""

    def __init__(self, format: str) -> None:
        self._json = format == "json"

    def __call__(self, entries: list[Entry]) -> None:
        for entry in entries:
            print(json.dumps(object_of(entry)) if self._json else line_of(entry), flush=True)


class _Live:
    """Listens on a line; what it says itself is written down too."""

    def __init__(self, line: ByteLine, printer: _Printer, save: TextIO | None, hello: bool) -> None:
        self._line, self._print, self._save, self._hello = line, printer, save, hello
        self._watches = {"<": Watch("<"), ">": Watch(">")}
        self._host, self._run = secrets.token_hex(4).upper(), secrets.token_hex(4).upper()
        self._began = time.monotonic()

    def run(self, seconds: float | None) -> None:
        """Until the line is lost, or for that long."""
        hello_at = 0.0
        while seconds is None or self._now() < seconds:
            if self._hello and self._now() >= hello_at:
                hello_at = self._now() + HELLO_S
                self._say(message("00", "H", version=VERSION, host=self._host, run=self._run,
                                  nonce=secrets.token_hex(8).upper()))  # fmt: skip
            if data := self._line.read():
                self._note("<", data)
            else:
                time.sleep(NAP_S)

    def _now(self) -> float:
        return time.monotonic() - self._began

    def _say(self, data: bytes) -> None:
        self._line.write(data)
        self._note(">", data)

    def _note(self, direction: str, data: bytes) -> None:
        chunk = Chunk(self._now(), direction, data)
        if self._save is not None:
            self._save.write(chunk_text(chunk))
            self._save.flush()
        self._print(self._watches[direction].received(data, chunk.at))


def _line(args: argparse.Namespace, stack: ExitStack) -> ByteLine:
    if args.port.startswith(SCHEME):
        waiting = Waiting(args.port)
        stack.callback(waiting.close)
        host, port = waiting.address
        print(f"Waiting for a box at {host}:{port}.", file=sys.stderr, flush=True)
        return waiting.accept(None)
    from host.link.serial_port import open_serial

    return open_serial(args.port, args.baud, not args.no_dtr)


def _new_file(path: str, port: str) -> TextIO:
    try:
        file = open(path, "x", encoding="ascii")  # noqa: SIM115  closed by the caller's stack
    except FileExistsError:
        raise UserError(f"{path}: it is there already; choose another name") from None
    except OSError as problem:
        raise UserError(f"{path}: cannot be written ({problem.strerror})") from None
    began = datetime.now().astimezone().isoformat(timespec="seconds")
    file.write(f"{HEADER}\n# {port!a}, begun {began}; seconds, < from the box or > to it, bytes\n")
    return file


def _replay(path: str, speed: float | None, printer: _Printer) -> None:
    watches = {"<": Watch("<"), ">": Watch(">")}
    at = 0.0
    for chunk in _paced(_chunks(path), speed):
        at = chunk.at
        printer(watches[chunk.direction].received(chunk.data, at))
    for watch in watches.values():
        printer(watch.flush(at))


def _chunks(path: str) -> Iterator[Chunk]:
    try:
        with open(path, encoding="ascii") as file:
            yield from read_chunks(iter(file), path)
    except OSError as problem:
        raise UserError(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: it is not plain ASCII: it is no recording") from None
    except ValueError as problem:
        raise UserError(str(problem)) from None


def _paced(
    chunks: Iterator[Chunk],
    speed: float | None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Chunk]:
    """Give each chunk when its time has come, ``speed`` times as fast; None: at once."""
    began: float | None = None
    for chunk in chunks:
        if speed is not None:
            began = clock() - chunk.at / speed if began is None else began
            sleep(max(0.0, began + chunk.at / speed - clock()))
        yield chunk
