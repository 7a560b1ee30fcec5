"""Leaves out of a program what nothing in it uses: functions, methods, tables, imports.

``firmware_sim`` serves the host too, which makes configurations, judges records, prints tables;
a box does none of that. A definition goes when its name is spelled nowhere else in the whole
program, neither as a name nor in a string; a name that is put together at run time
(``"_on_" + kind``) is spelled by its beginning.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping

FEW = 4
"""A name that stands in the program more often is used; looking closer would only take time."""

WORD = re.compile(r"\w+")
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign


def spelled(tree: ast.AST) -> Iterator[str]:
    """Every name in a tree, and every word in its strings, as often as it stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield from WORD.findall(node.value)
            continue
        for _, value in ast.iter_fields(node):
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield from (item for item in value if isinstance(item, str))


def put_together(name: str, spelled_names: Mapping[str, int]) -> bool:
    """Whether a string of the program is how a private name begins."""
    return any(name[:length] in spelled_names for length in range(2, len(name)) if name[0] == "_")


def drop_unused(trees: Mapping[str, ast.Module]) -> None:
    """Take out of the modules, in place, all that is unused; then what only that used; and so on.

    Modules whose code runs when they are imported use what they spell, so main programs must be
    among them.
    """
    counts = {module: Counter(spelled(tree)) for module, tree in trees.items()}
    changed = set(trees)
    while changed:
        changed = _drop_definitions(trees, counts) | _drop_imports(trees)
        for module in changed:
            counts[module] = Counter(spelled(trees[module]))


def _drop_definitions(
    trees: Mapping[str, ast.Module], counts: Mapping[str, Counter[str]]
) -> set[str]:
    """The modules that changed."""
    everywhere = sum(counts.values(), Counter())
    changed = set()
    for module, tree in trees.items():
        for body in _bodies(tree):
            for node in [node for node in body if isinstance(node, Definition)]:
                name = _name(node)
                if not name or name.startswith("__") or everywhere[name] > FEW:
                    continue
                inside = sum(name == other for other in spelled(node))
                if everywhere[name] == inside and not put_together(name, everywhere):
                    body.remove(node)
                    changed.add(module)
            if not body and body is not tree.body:
                body.append(ast.Pass())
    return changed


def _bodies(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """What stands in a module, and in each of its classes."""
    yield tree.body
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.body


def _name(node: Definition) -> str:
    """What a definition defines; "" for several things at once, or an attribute or item."""
    if not isinstance(node, ast.Assign):
        return node.name
    match node.targets:
        case [ast.Name(id=name)]:
            return name
    return ""


def _drop_imports(trees: Mapping[str, ast.Module]) -> set[str]:
    """Drop what a module imports and neither uses nor lends to others; the changed modules."""
    lent: set[tuple[str | None, str]] = set()
    used: dict[str, set[str]] = {}
    for module, tree in trees.items():
        names = used[module] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.ImportFrom):
                lent |= {(node.module, alias.name) for alias in node.names}
    changed = set()
    for module, tree in trees.items():
        for node in [node for node in tree.body if isinstance(node, ast.ImportFrom)]:
            kept = [
                alias
                for alias in node.names
                if (local := alias.asname or alias.name) in used[module] or (module, local) in lent
            ]
            if len(kept) < len(node.names):
                changed.add(module)
            node.names = kept
            if not kept:
                tree.body.remove(node)
    return changed
