"""EventSettings: what an event is, kept in its file, or written by hand in TOML."""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

from firmware_sim.rules.rule_sets import RULE_SETS, rule_set
from host.errors import UserError
from host.event.tonight import Scope
from host.scoring.conventions import FIELDS, Convention, convention

METHODS = ("matchpoints", "butler", "cross-imps", "total")
SHOWN = ("none", "percent", "all")
LANGUAGES = ("en", "it", "no", "id")
CODE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CODE_WIDTH = 4
RANK_ONLY = ("pairs", "carry_over", "penalties", "handicaps")
EPOCH = date(2020, 1, 1)


@dataclass(frozen=True, slots=True)
class EventSettings:
    """An event as the director set it up.

    ``code`` (1 to 4 of 0-9 A-Z) is what boxes put on each record. ``type`` is ``open`` (the players
    key pair numbers and board) or ``movement``. ``winners`` None: by what was played. ``sections``
    empty: one field, whatever letters the boxes are set to. ``show``: what the boxes show after a
    board (``none``, ``percent``, ``all``). ``players``, ``lead``: what the boxes ask for.
    ``correct``: who may correct a board at the box. ``pin``: the director's, digits. ``clock``:
    minutes a round lasts. ``scoring``: fields that differ from the convention's.
    """

    code: str
    name: str = ""
    type: str = "open"
    method: str = "matchpoints"
    convention: str = "wbf"
    winners: int | None = None
    rules: str = "laws-2017"
    scheduled: int | None = None
    sections: tuple[str, ...] = ()
    tables: int | None = None
    boards: int | None = None
    movement: str = ""
    language: str = ""
    show: str = "none"
    phantom: str = ""
    players: str = "no"
    lead: str = "no"
    correct: str = "players"
    pin: str = ""
    clock: int | None = None
    scoring: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _check(self)

    @property
    def phantoms(self) -> list[str]:
        """The ids that are nobody: ``phantom``, split at blanks."""
        return self.phantom.split()

    @property
    def scope(self) -> Scope:
        """What decides which records are this event's, and how they are keyed."""
        rules = rule_set(self.rules)
        if rules.form != "duplicate":  # a rubber's rules are for U records; R are duplicate boards
            rules = rule_set("laws-2017")
        return Scope(self.code, rules, self.type == "movement", self.sections)

    @property
    def scoring_convention(self) -> Convention:
        """The convention with this event's own fields."""
        return convention(self.convention).with_fields(dict(self.scoring))

    def to_json(self) -> str:
        """As the store keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> EventSettings:
        """As the store kept it; keys of a later version are left out."""
        return cls(**_known(json.loads(text)))

    @classmethod
    def from_toml(cls, path: Path, today: date, session: int = 0) -> EventSettings:
        """Read an event file; UserError names file, key and what is allowed."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise UserError(f"{path}: cannot be read: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UserError(f"{path} is no TOML file: {error}") from error
        if not isinstance(data.get("event", {}), dict):
            raise UserError(f"{path}: event is a table, written [event]")
        table = {**data.get("event", {})}
        table |= {name: value for name, value in data.items() if name != "event"}
        table = _as_console(path, table)
        allowed = {f.name for f in fields(cls)}
        if strange := sorted(set(table) - allowed):
            raise UserError(
                f"{path}: unknown key {strange[0]!r}; allowed: {', '.join(sorted(allowed))}"
            )
        try:
            return cls(**{"code": event_code(today, session), **_known(table)})
        except UserError as error:
            raise UserError(f"{path}: {error}") from error


def event_code(day: date, session: int = 0) -> str:
    """A code for a session of a day: three base-36 digits for the day, one for the session.

    Days count from 2020-01-01, so no two sessions of a century share a code and a box that still
    holds last year's records is not mistaken for tonight's.
    """
    days = (day - EPOCH).days
    if not 0 <= days < 36**3 or not 0 <= session < 36:
        raise ValueError(f"no event code for session {session} of {day}")
    digits = (days // 1296, days // 36 % 36, days % 36, (session + 10) % 36)
    return "".join(CODE[d] for d in digits)


def session_of(now: datetime) -> int:
    """The session that begins now: the day's 36 parts of 40 minutes.

    A box still holds the afternoon's records in the evening, and offers them to every host.
    """
    return (now.hour * 60 + now.minute) // 40


def _as_console(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """An event file's keys as the console has them: a file may serve `overtrick rank` too."""
    for name in RANK_ONLY:
        if name in table:
            raise UserError(
                f"{path}: {name} counts in `overtrick rank` only; take it out of the console's file"
            )
    loose = {name: table[name] for name in FIELDS if name in table}
    plain = {name: value for name, value in table.items() if name not in (*loose, "date")}
    if loose and isinstance(scoring := plain.get("scoring", {}), dict):
        plain["scoring"] = {**loose, **scoring}
    if isinstance(phantoms := plain.get("phantom"), list):
        plain["phantom"] = " ".join(map(str, phantoms))
    return plain


def _known(data: dict[str, Any]) -> dict[str, Any]:
    names = {f.name for f in fields(EventSettings)}
    known = {name: value for name, value in data.items() if name in names}
    if isinstance(known.get("sections"), list):
        known["sections"] = tuple(known["sections"])
    if isinstance(scoring := known.get("scoring"), dict | list):
        pairs = scoring.items() if isinstance(scoring, dict) else scoring
        known["scoring"] = tuple((str(name), str(value)) for name, value in pairs)
    return known


def _check(event: EventSettings) -> None:
    for f in fields(event):
        _check_type(f.name, getattr(event, f.name), str(f.type))
    if not 1 <= len(event.code) <= CODE_WIDTH or any(c not in CODE for c in event.code):
        raise UserError(f"code {event.code!r}: an event's code is 1 to 4 of 0-9 and A-Z")
    _check_choice("type", event.type, ("open", "movement"))
    _check_choice("method", event.method, METHODS)
    _check_choice("rules", event.rules, tuple(rules.name for rules in RULE_SETS))
    _check_choice("show", event.show, SHOWN)
    _check_choice("players", event.players, ("no", "ask"))
    _check_choice("lead", event.lead, ("no", "ask", "check"))
    _check_choice("correct", event.correct, ("players", "director"))
    if event.pin and not (event.pin.isascii() and event.pin.isdigit() and len(event.pin) <= 8):
        raise UserError(f"pin {event.pin!r}: a PIN is up to 8 digits")
    _check_choice("language", event.language, ("", *LANGUAGES))
    if event.winners not in (None, 1, 2):
        raise UserError(f"winners {event.winners!r}: allowed are 1 and 2")
    try:
        convention(event.convention).with_fields(dict(event.scoring))
    except ValueError as error:
        raise UserError(f"convention {event.convention!r}: {error}") from error
    for name in ("scheduled", "tables", "boards", "clock"):
        value = getattr(event, name)
        if value is not None and value < 1:
            raise UserError(f"{name} {value}: must be 1 or more")


def _check_type(name: str, value: object, wanted: str) -> None:
    match wanted:
        case "str":
            good = isinstance(value, str)
        case "int | None":
            good = value is None or (isinstance(value, int) and not isinstance(value, bool))
        case "tuple[str, ...]":
            good = isinstance(value, tuple) and all(isinstance(v, str) for v in value)
        case _:
            good = isinstance(value, tuple)
    if not good:
        kind = {"str": "a text", "int | None": "a whole number"}.get(wanted, "a list of texts")
        raise UserError(f"{name} {value!r}: must be {kind}")


def _check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        words = ", ".join(repr(a) if a == "" else a for a in allowed)
        raise UserError(f"{name} {value!r}: allowed are {words}")
