"""The whole firmware under a real MicroPython interpreter: the same glass, the same bytes."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRACE = Path(__file__).with_name("box_trace.py")

HEAP = "384k"
"""A Pico's 192 kB of 32-bit words: here words have 64 bits."""


def tool(name: str) -> str:
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def output(folder: Path, *command: str) -> list[str]:
    done = subprocess.run(
        [*command, str(TRACE), str(folder)], capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-1000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware as bytecode, as it is put on a Pico."""
    compiler, tree = tool("mpy-cross"), tmp_path_factory.mktemp("mpy")

    def compile_one(source: Path) -> None:
        target = (tree / source.relative_to(ROOT)).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, "-o", str(target), str(source)], check=True)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(compile_one, (ROOT / "firmware_sim").rglob("*.py")))
    return tree


def test_the_same_keys_show_and_send_the_same(compiled: Path) -> None:
    lines = output(ROOT, sys.executable)
    assert output(compiled, tool("micropython"), "-X", f"heapsize={HEAP}") == lines
    text = "\n".join(lines)
    # It was eventful: a rubber won, results sent, wrong PIN, a power cut, ghosts, type-ahead.
    for shown in ("won", "SENT", "WRONG PIN", "TOO MANY KEYS", "BOARD 27", "TDDONE"):
        assert shown in text, shown
    assert text.count("line $01,R,") >= 2
