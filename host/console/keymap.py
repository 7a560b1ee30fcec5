"""Keys of one's own for the console, from a TOML file.

    "console.ranking" = "f9"
    "grid.copy" = "c,ctrl+c"

The names are those that the help shows; a key as Textual names it, several with commas.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from host.errors import UserError


def read_keymap(path: Path, known: Iterable[str]) -> dict[str, str]:
    """Binding's name -> keys; UserError names file, binding and what is allowed."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is no TOML file: {error}") from error
    names = sorted(known)
    keymap = {}
    for name, keys in flat(table).items():
        if name not in names:
            raise UserError(f"{path}: no key is named {name!r}; there are {', '.join(names)}")
        if not isinstance(keys, str) or not all(keys.split(",")):
            raise UserError(f'{path}: {name} is {keys!r}; keys are written "f9" or "c,ctrl+c"')
        keymap[name] = keys
    return keymap


def flat(table: dict[str, object], before: str = "") -> dict[str, object]:
    """``[console]`` ``ranking = ...`` is the same as ``"console.ranking" = ...``."""
    found: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{before}{name}.")
        else:
            found[before + name] = value
    return found
