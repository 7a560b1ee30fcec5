"""Modules loaded when they are needed and given back when they are not: the heap is 192 kB."""

import gc
import sys

PACKAGE = __name__.rpartition(".")[0]

SCARCE = 40000
"""With fewer free bytes of heap than that, what can be loaded again later is unloaded."""


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


def make_room(package: str, keep: "tuple[str, ...]" = ()) -> None:
    """Where the heap is small and little of it free: forget the modules of a package.

    Those named in ``keep`` stay. What lives on of a forgotten module (an object of its class)
    lives on; it is loaded anew by the next who wants it. CPython has room for everything.
    """
    if not hasattr(gc, "mem_free") or gc.mem_free() > SCARCE:
        return
    gc.collect()
    if gc.mem_free() > SCARCE:
        return
    start = PACKAGE + "." + package + "."
    for path in list(sys.modules):
        name = path[len(start) :]
        if path.startswith(start) and name not in keep:
            unload(package + "." + name)
    gc.collect()
