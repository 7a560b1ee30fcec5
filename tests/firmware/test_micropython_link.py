"""The link under a real MicroPython interpreter: the same bytes as under CPython."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRACE = Path(__file__).with_name("link_trace.py")

HEAP = "320k"
"""A Pico's 192 kB of 32-bit words would be 384 kB here, where words have 64 bits."""


def output(*command: str) -> list[str]:
    done = subprocess.run(
        [*command, str(TRACE), str(ROOT)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout[-500:]
    return done.stdout.splitlines()


def test_an_evening_of_the_link_is_the_same_byte_for_byte() -> None:
    beside = Path(sys.executable).with_name("micropython")
    micropython = str(beside) if beside.exists() else shutil.which("micropython")
    if micropython is None:
        pytest.skip("no micropython on this machine")
    lines = output(sys.executable)
    assert output(micropython, "-X", f"heapsize={HEAP}") == lines
    text = "\n".join(lines)
    # The evenings were eventful: power cuts, offers, acknowledgements, configurations, a wrap.
    assert lines.count("cut") >= 5
    assert "full" in lines
    assert "closed" in lines
    assert text.count(",R,") > 100
    assert "config Brønshøj; 50%" in lines
