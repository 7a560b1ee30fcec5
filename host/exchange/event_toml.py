"""Event files: how an event is ranked, in TOML; docs/events.md lists the keys.

What is said under ``[event]`` may as well be said at the top, and a convention's fields under
``[scoring]``. Keys that only the console needs are let pass; any other unknown key is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from host.errors import UserError
from host.event.settings import EventSettings
from host.exchange.entrant_files import (
    parse_amount,
    parse_direction,
    read_adjustments,
    read_entrants,
)
from host.exchange.table_file import quoted
from host.scoring.adjustments import Adjustment
from host.scoring.conventions import FIELDS
from host.scoring.entrants import Entrant

PLAIN = {
    "method": str,
    "convention": str,
    "winners": int,
    "rules": str,
    "scheduled": int,
}
LISTS = {"carry_over": "carry-over", "penalties": "penalty", "handicaps": "handicap"}
CONSOLE = {"date"} | {field.name for field in fields(EventSettings)}
"""Keys that only the console needs; one file serves both."""


def read_event_file(path: str | Path) -> dict[str, Any]:
    """Read an event file into options by their names, only those that it sets.

    Gives ``method``, ``convention``, ``winners``, ``rules``, ``scheduled`` as they are,
    ``phantoms``, ``entrants``, ``adjustments`` as tuples, and ``fields`` as a dict. Files that it
    names are looked for beside it. UserError names file, key and value.
    """
    keys = _keys(Path(path))
    options: dict[str, Any] = {"fields": {}}
    for name, value in keys.items():
        try:
            _take(options, name, value, Path(path).parent)
        except ValueError as error:
            raise UserError(f"{path}, key {name}: {error}") from None
    return options


def _keys(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8, so it is no TOML file") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from None
    keys: dict[str, Any] = {}
    for part in (data.pop("event", {}), data.pop("scoring", {}), data):
        if not isinstance(part, dict):
            raise UserError(f"{path}: event and scoring are tables, written [event] and [scoring]")
        if twice := sorted(set(keys) & set(part)):
            raise UserError(f"{path}: key {twice[0]} stands in two tables; leave one of them away")
        keys |= part
    return keys


def _take(options: dict[str, Any], name: str, value: Any, folder: Path) -> None:
    if name in PLAIN:
        options[name] = _typed(value, PLAIN[name])
    elif name in FIELDS:
        options["fields"][name] = value
    elif name in ("phantom", "phantoms"):
        options["phantoms"] = tuple(_id(one) for one in _list(value) if one != "")
    elif name == "pairs":
        options["entrants"] = tuple(_entrants(value, folder))
    elif name in LISTS:
        options.setdefault("adjustments", ())
        options["adjustments"] += tuple(_adjustments(value, LISTS[name], folder))
    elif name not in CONSOLE:
        allowed = (*PLAIN, "phantom", "pairs", *LISTS, *FIELDS)
        raise ValueError(f"no such key; there are {', '.join(allowed)}")


def _typed(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no {'whole number' if kind is int else 'text'}")
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _entrants(value: Any, folder: Path) -> list[Entrant]:
    """A file's name, or a list of ids or of tables with id, section and direction."""
    if isinstance(value, str):
        return read_entrants(folder / value)
    entrants = [_entrant(one) for one in _list(value)]
    for entrant in entrants:
        if entrants.count(entrant) > 1:
            raise ValueError(f"{quoted(entrant.id)} is entered twice")
    return entrants


def _entrant(one: Any) -> Entrant:
    if not isinstance(one, dict):
        return Entrant(_id(one))
    _check_keys(one, ("id",), ("section", "direction"))
    return Entrant(_id(one["id"]), str(one.get("section", "")), _direction(one))


def _id(value: Any) -> str:
    """A number or name; anything else, such as a date or a nested list, names nobody."""
    known = isinstance(value, str | int) and not isinstance(value, bool)
    if not known or not str(value).isprintable() or value == "":
        raise ValueError(f"{value!r} is nobody's number")
    return str(value)


def _check_keys(table: Mapping[str, Any], needed: Sequence[str], more: Sequence[str]) -> None:
    allowed = (*needed, *more)
    if missing := [name for name in needed if name not in table]:
        raise ValueError(f"{dict(table)!r} has no {missing[0]}")
    if strange := [name for name in table if name not in allowed]:
        raise ValueError(f"no such key as {strange[0]!r} here; there are {', '.join(allowed)}")


def _adjustments(value: Any, kind: str, folder: Path) -> list[Adjustment]:
    if isinstance(value, str):
        return read_adjustments(folder / value, kind)
    return [_adjustment(one, kind) for one in _list(value)]


def _adjustment(one: Any, kind: str) -> Adjustment:
    if not isinstance(one, dict) or not {"id", "amount"} <= set(one):
        raise ValueError(f"{one!r} is neither a file's name nor a table with id and amount")
    _check_keys(one, ("id", "amount"), ("unit", "section", "direction"))
    amount = parse_amount(str(one["amount"]))
    if kind == "penalty" and amount < 0:
        raise ValueError(f"{one['amount']}: a penalty is written without a minus")
    unit, section = str(one.get("unit", "points")), str(one.get("section", ""))
    return Adjustment(kind, _id(one["id"]), amount, unit, section, _direction(one))


def _direction(one: Mapping[str, Any]) -> str:
    return parse_direction(str(one.get("direction", "")))
