"""Modules loaded when they are needed and given back when they are not: the heap is 192 kB."""

import sys

PACKAGE = __name__.rpartition(".")[0]


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
