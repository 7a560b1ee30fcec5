"""A case: one rule, how it is tried, and what it needs to be tried at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from host.link.probe.wire import Script, Wire

RESULTS = 2
"""How many results are keyed for the test."""


class Need(Enum):
    """What must be there before a case may be tried."""

    NOTHING = "nothing"
    RECORD = "a record in the box"
    KEYED_RESULTS = "two results keyed for the test"
    CONSENT = "leave to change what the box knows"
    POWER = "somebody who switches the box off and on"


@dataclass(slots=True)
class Box:
    """What the course has learnt about the box: its last h and s, and the trial's records."""

    version: str = ""
    serial: str = ""
    firmware: str = ""
    capabilities: str = ""
    high: int = 0
    unsent: int = 0
    keyed: int = 0
    """How many results were keyed for the test and are not acknowledged."""
    trial: list[tuple[int, str]] = field(default_factory=list)
    """(number, check) of these as they were offered: only these may be acknowledged."""
    spoilt: str = ""
    """Why the trial's records can no longer be used: a wrong A was taken."""
    mixed: str = ""
    """How the box mixed its offers, so that their order says nothing."""
    restless: str = ""
    """Which acknowledged record the box goes on offering."""
    delivered: list[tuple[int, str]] = field(default_factory=list)
    """What the box offered again in a new run, all acknowledged before, oldest first."""


@dataclass(frozen=True, slots=True)
class Case:
    """One rule of TL/1 and the script that tries it.

    ``rule`` is a heading of docs/table-link.md, ``expects`` the rule in a sentence, ``seconds``
    how long the script takes with a box that keeps it. ``capability`` is the letter that the box
    must claim, "" for every box.
    """

    id: str
    title: str
    rule: str
    expects: str
    seconds: float
    script: Callable[[Wire, Box], Script]
    need: Need = Need.NOTHING
    capability: str = ""
