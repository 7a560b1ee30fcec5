"""A module's source without what takes room on a box and is of no use there.

MicroPython keeps every name it meets and every global in the heap. So, before compiling:

* the firmware's integer constants are put where they are used, across modules, and not defined;
* ``__slots__`` goes, which MicroPython ignores, and the screens' ``ARROWS``, which only the
  documents draw;
* what is only for type checkers goes: ``if TYPE_CHECKING`` and imports from ``typing``.

What the program does stays the same: the tests run it both ways and compare every byte.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

Constants = Mapping[str, Mapping[str, int]]
"""Module -> the names of its integer constants -> their values."""

FOR_OTHERS = ("ARROWS", "__all__", "__slots__")
TYPING_BASES = ("Protocol",)


def constants_of(trees: Mapping[str, ast.Module]) -> dict[str, dict[str, int]]:
    """The integer constants of all modules, by the module's name, imported ones included."""
    found = {module: _constants(tree) for module, tree in trees.items()}
    imports = {module: _imports(tree) for module, tree in trees.items()}
    count = 0
    while count != (count := sum(map(len, found.values()))):
        for module in trees:
            found[module] |= _resolved(imports[module], found)[0]
    return found


def shrunk(tree: ast.Module, constants: Constants) -> ast.Module:
    """A module's tree, smaller; it is changed in place."""
    names, modules = _resolved(_imports(tree), constants)
    shrinker = _Shrinker(_constants(tree), names, modules)
    shrinker.visit(tree)
    return ast.fix_missing_locations(tree)


def _constants(tree: ast.Module) -> dict[str, int]:
    """Names bound once in the whole module, at its top, to a whole number."""
    found: dict[str, int] = {}
    bound = _bound(tree)
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=expression):
                number = _value(expression, found)
                if number is not None and bound.count(name) == 1:
                    found[name] = number
            case ast.Assign(
                targets=[ast.Tuple(elts=elements)], value=ast.Call(func=ast.Name(id="range"))
            ):
                for value, element in enumerate(elements):
                    if isinstance(element, ast.Name) and bound.count(element.id) == 1:
                        found[element.id] = value
    return found


def _value(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """The whole number that an expression of numbers and known constants is, else None."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.Name(id=name):
            return known.get(name)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
        case ast.BinOp(left=left, op=ast.Mult() | ast.Add() as op, right=right):
            one, two = _value(left, known), _value(right, known)
            if one is not None and two is not None:
                return one * two if isinstance(op, ast.Mult) else one + two
    return None


def _bound(tree: ast.AST) -> list[str]:
    """Every name that is assigned, deleted, or a parameter somewhere, as often as it is.

    An attribute of a class is none of them: it is reached through its class only.
    """
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.append(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.ExceptHandler(name=str() as name):
                found.append(name)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                found.extend(names * 2)
    return found


def _imports(tree: ast.Module) -> list[tuple[str, str, str]]:
    """(module, name there, name here) of all that is imported and not bound otherwise."""
    bound = set(_bound(tree))
    return [
        (node.module, alias.name, local)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if (local := alias.asname or alias.name) not in bound
    ]


def _resolved(
    imports: Iterable[tuple[str, str, str]], constants: Constants
) -> tuple[dict[str, int], dict[str, Mapping[str, int]]]:
    """The constants imported by name, and the modules with constants imported as such."""
    names: dict[str, int] = {}
    modules: dict[str, Mapping[str, int]] = {}
    for module, name, local in imports:
        known = constants.get(module, {})
        if name in known:
            names[local] = known[name]
        inner = constants.get(f"{module}.{name}")
        if inner:
            modules[local] = inner
    return names, modules


class _Shrinker(ast.NodeTransformer):
    """Takes one module's tree apart; see the module's text."""

    def __init__(
        self,
        own: Mapping[str, int],
        imported: Mapping[str, int],
        modules: Mapping[str, Mapping[str, int]],
    ) -> None:
        self.own, self.imported, self.modules = own, imported, modules
        self.values = {**imported, **own}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            return ast.Constant(self.values[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in self.modules.get(
                module, {}
            ):
                return ast.Constant(self.modules[module][name])
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        match node.targets:
            case [ast.Name(id=name)] if name in self.own or name in FOR_OTHERS:
                return None
            case [ast.Tuple(elts=elements)] if all(
                isinstance(element, ast.Name) and element.id in self.own for element in elements
            ):
                return None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None or ast.unparse(node.target) in FOR_OTHERS:
            return None
        return ast.Assign([node.target], self.visit(node.value))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        if isinstance(node.value, ast.Constant):  # a docstring
            return None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        node.names = [
            alias for alias in node.names if (alias.asname or alias.name) not in self.imported
        ]
        return node if node.names else None

    def visit_If(self, node: ast.If) -> ast.stmt | None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return None
        self.generic_visit(node)
        return node

    def visit_Try(self, node: ast.Try) -> ast.stmt | None:
        match node.body:
            case [ast.ImportFrom(module="typing", names=names)] if not any(
                alias.name in TYPING_BASES for alias in names
            ):
                return None
        self.generic_visit(node)
        return node
