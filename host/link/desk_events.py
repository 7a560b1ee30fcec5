"""What the desk tells the event's core: facts, in the order in which they came about."""

from __future__ import annotations

from dataclasses import dataclass

from host.link.session import LinkState
from host.store.ledger import Arrival


@dataclass(frozen=True, slots=True)
class Committed:
    """A record that was not here before is in the ledger now, and is being acknowledged."""

    arrival: Arrival


@dataclass(frozen=True, slots=True)
class BoxFound:
    """A box said who it is, on this port and address."""

    serial: str
    port: str
    addr: str


@dataclass(frozen=True, slots=True)
class BoxStatus:
    """A box said how it stands: its session has the news."""

    serial: str


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """A link turned green, amber or red."""

    serial: str
    port: str
    state: LinkState


@dataclass(frozen=True, slots=True)
class TableAsked:
    """A box asked to be this table and was answered ``ok``, ``taken`` or ``unknown``."""

    serial: str
    section: str
    table: int
    answer: str


@dataclass(frozen=True, slots=True)
class ConfigInForce:
    """A box holds every part of this revision."""

    serial: str
    revision: int


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message has reached the LCD."""

    serial: str
    id: int


@dataclass(frozen=True, slots=True)
class PortRefused:
    """The link broke the rules of a keyed link: whoever owns the port must close it."""

    port: str
    why: str


DeskEvent = (
    Committed
    | BoxFound
    | BoxStatus
    | LinkChanged
    | TableAsked
    | ConfigInForce
    | MessageShown
    | PortRefused
)
