"""Copies the built firmware onto a board with mpremote, as a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from host.errors import UserError

ANSWER_S = 30
"""mpremote itself gives up on a silent port after ten seconds or so."""

COPY_S = 600

WHO = "import sys;print('is',sys.implementation.name,getattr(sys.implementation,'_mpy',0)&255)"
"""Answered by ``is micropython 6``: the number is that of the compiled files it reads."""

MPY = 6

CLEAR = """
import os
def clear(path):
    try:
        names = os.listdir(path)
    except OSError:
        try:
            os.remove(path)
        except OSError:
            pass
        return
    for name in names:
        clear(path + "/" + name)
    os.rmdir(path)
for path in ("main.py", "firmware_sim", "device"):
    clear(path)
"""
"""Takes an older firmware away, ``main.py`` first; what is in ``memory`` stays."""

_FOUND = re.compile(r"is (\w+) (\d+)")


def check_mpremote() -> None:
    """UserError when mpremote is not installed."""
    if find_spec("mpremote") is None:
        raise UserError("pico needs mpremote: python -m pip install 'overtrick[pico]'")


def check_board(port: str, compiled: bool) -> None:
    """UserError unless a MicroPython answers on the port, and reads the files we have."""
    found = _FOUND.search(_mpremote(port, ["exec", WHO], ANSWER_S))
    if found is None or found[1] != "micropython":
        raise UserError(
            f"{port}: no MicroPython answers; put it on the Pico first "
            "(https://micropython.org/download), and close what else uses the port"
        )
    if compiled and int(found[2]) != MPY:
        raise UserError(
            f"{port}: this MicroPython reads compiled files of format {found[2]}, not {MPY}; "
            "put version 1.23 or newer on the board, or use --source"
        )


def copy(port: str, folder: Path) -> None:
    """Put everything in ``folder`` on the board, ``main.py`` last, and start it."""
    last = ("main.py",)
    first = sorted(path.name for path in folder.iterdir() if path.name not in last)
    sources = [str(folder / name) for name in (*first, *last)]
    _mpremote(port, ["exec", CLEAR], ANSWER_S)
    _mpremote(port, ["fs", "cp", "-r", *sources[:-1], ":"], COPY_S)
    _mpremote(port, ["fs", "cp", sources[-1], ":main.py", "+", "reset"], ANSWER_S)


def write_settings(folder: Path, settings: Mapping[str, str]) -> None:
    """The small file that ``device/pico/start.py`` reads."""
    (folder / "overtrick.json").write_text(json.dumps(settings) + "\n", encoding="utf-8")


def _mpremote(port: str, arguments: Sequence[str], seconds: float) -> str:
    """Run mpremote on the port; what it printed, or UserError with its last line."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"{port}: no answer within {seconds:.0f} s") from None
    if done.returncode:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        why = lines[-1].removeprefix("mpremote: ").strip() if lines else "no reason given"
        raise UserError(f"{port}: mpremote could not do it ({why})")
    return done.stdout
