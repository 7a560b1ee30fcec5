"""The link under a real MicroPython interpreter: the same bytes as under CPython."""

from __future__ import annotations

from pathlib import Path

from tests.firmware.interpreters import ROOT, by_cpython, by_micropython

TRACE = Path(__file__).with_name("link_trace.py")

HEAP = "320k"
"""A Pico's 192 kB of 32-bit words would be 384 kB here, where words have 64 bits."""


def test_an_evening_of_the_link_is_the_same_byte_for_byte() -> None:
    printed = by_cpython(TRACE, ROOT)
    assert by_micropython(TRACE, ROOT, heap=HEAP) == printed
    lines = printed.splitlines()
    # The evenings were eventful: power cuts, offers, acknowledgements, configurations, a wrap.
    assert lines.count("cut") >= 5
    assert "full" in lines
    assert "closed" in lines
    assert printed.count(",R,") > 100
    assert "config Brønshøj; 50%" in lines
