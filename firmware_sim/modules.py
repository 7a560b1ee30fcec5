"""Modules loaded when they are needed and given back when they are not: the heap is 192 kB."""

import gc
import sys

PACKAGE = __name__.rpartition(".")[0]

SCARCE = 40000
"""With fewer free bytes of heap than that, what can be loaded again later is unloaded."""

BOOKS = ("match_book", "rubber_book", "rules.rubber", "rules.chicago", "rules.imps", "counting")
"""What one mode needs and the next may not."""


def load(name: str, wanted: str):  # type: ignore[no-untyped-def]
    """What the module ``name`` of the firmware (``screens.boot``) calls ``wanted``."""
    return getattr(__import__(PACKAGE + "." + name, None, None, (wanted,)), wanted)


def unload(name: str) -> None:
    """Forget a module, so that the heap gets back what nobody else holds of it.

    Its package holds it too, as an attribute.
    """
    path = PACKAGE + "." + name
    if sys.modules.pop(path, None) is None:
        return
    package, _, last = path.rpartition(".")
    if hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)


def load_in_room(package: str, module: str, wanted: str):  # type: ignore[no-untyped-def]
    """Load from a module of a package whose modules come and go.

    Where the heap is small and little of it free, the others of that package are forgotten
    first. What lives on of a forgotten module (an object of its class) lives on; it is loaded
    anew by the next who wants it. CPython has room for everything.
    """
    name = package + "." + module
    if PACKAGE + "." + name not in sys.modules and scarce():
        forget(package)
    try:
        return load(name, wanted)
    except MemoryError:
        forget(package)
        return load(name, wanted)


def begin_mode() -> None:
    """Another mode begins, and no book is open: forget what the last one needed."""
    if scarce():
        for name in BOOKS:
            unload(name)
        forget("screens")


def scarce() -> bool:
    """Whether the heap is small and nearly full, after a collection."""
    if not hasattr(gc, "mem_free") or gc.mem_free() >= SCARCE:
        return False
    gc.collect()
    return bool(gc.mem_free() < SCARCE)


def forget(package: str) -> None:
    """Unload the modules of a package, but not its ``base``."""
    name = _loaded(package)
    while name:
        unload(name)
        name = _loaded(package)
    gc.collect()


def _loaded(package: str) -> str:
    """Some module of a package, "" when only its ``base`` is left: a list would want heap."""
    start = PACKAGE + "." + package + "."
    for path in sys.modules:
        if path.startswith(start) and path != start + "base":
            return path[len(PACKAGE) + 1 :]
    return ""
