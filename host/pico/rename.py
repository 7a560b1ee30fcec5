"""Short names for what only its own module sees: names that begin with one underscore.

MicroPython keeps each different name once, for ever. The firmware has 400 private ones, which
mean something to a reader and nothing to a box: here every module calls its own by the same
few: ``_a``, ``_b``, ... Two modules may do so because nobody else uses these names, with one
exception: where a class inherits from another module's, their names must differ.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from string import ascii_lowercase

from host.pico.unused import put_together, spelled


def short_names(trees: Mapping[str, ast.Module]) -> dict[str, dict[str, str]]:
    """For each module its private names with their short ones."""
    written = {module: Counter(spelled(tree)) for module, tree in trees.items()}
    users = Counter(name for names in written.values() for name in names)
    private = {
        module: sorted(name for name in names if users[name] == 1 and _is_private(name, names))
        for module, names in written.items()
    }
    bases = {module: _bases(tree) & set(trees) for module, tree in trees.items()}
    found: dict[str, dict[str, str]] = {}
    for module in sorted(trees, key=lambda name: (len(_line(name, bases)), name)):
        start = sum(len(private[above]) for above in _line(module, bases) - {module})
        found[module] = {name: _short(start + index) for index, name in enumerate(private[module])}
    return found


def renamed(tree: ast.Module, names: Mapping[str, str]) -> ast.Module:
    """The tree with those names replaced, wherever they stand."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(node, ast.Constant | ast.ImportFrom | ast.alias):
                continue
            if isinstance(value, str) and value in names:
                setattr(node, field, names[value])
    return tree


def _is_private(name: str, names: Mapping[str, int]) -> bool:
    """One underscore in front, and not put together at run time as ``"_on_" + kind`` is."""
    return name.startswith("_") and not name.startswith("__") and not put_together(name, names)


def _bases(tree: ast.Module) -> set[str]:
    """The modules that a module's classes inherit from."""
    used = {
        base.id if isinstance(base, ast.Name) else ast.unparse(base).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
    }
    return {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if alias.name in used
    } | {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if alias.name in used
    }


def _line(module: str, bases: Mapping[str, set[str]]) -> set[str]:
    """A module with all those that it inherits from, however far."""
    found = {module}
    for base in bases.get(module, ()):
        found |= _line(base, bases)
    return found


def _short(index: int) -> str:
    """``_a`` ... ``_z``, ``_aa``, ``_ab``, ..."""
    more, last = divmod(index, len(ascii_lowercase))
    return (_short(more - 1) if more else "_") + ascii_lowercase[last]
