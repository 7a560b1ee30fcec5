"""What the desk knows of a port, of the box that answers on it, and of each box by its serial."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_sim.link.config import revision_of, split_payload
from firmware_sim.link.fields import FIELDS, TO_BOX_WIDTHS
from firmware_sim.link.frame import Decoder
from host.link.bus import Bus
from host.link.channel import Channel
from host.link.gaps import Numbers

AMBER_S, RED_S = 15.0, 60.0
TRACE_LINES = 200
LONG_AGO = float("-inf")
_PAYLOAD_WIDTH = next(field.widest for field in FIELDS["C"] if field.name == "payload")


class LinkState(StrEnum):
    """How the link to a box is: by the age of its last valid frame."""

    NONE = "none"
    GREEN = "green"
    AMBER = "amber"
    RED = "red"


@dataclass(slots=True, eq=False)
class Session:
    """One box on one port and address, as its last ``h``, ``s`` and ``p`` told.

    ``low`` to ``high`` are the record numbers in its memory, ``first`` the first of this event;
    ``revision`` of its configuration is None until it has said one.
    """

    port: str
    addr: str
    serial: str
    on: Port
    firmware: str = ""
    capabilities: str = ""
    last_rx: float = LONG_AGO
    lost: bool = False
    shown: LinkState = LinkState.NONE
    low: int = 0
    high: int = 0
    first: int = 0
    unsent: int = 0
    section: str = ""
    table: int = 0
    revision: int | None = None
    millivolts: int = 0

    def state(self, now: float) -> LinkState:
        """Green, amber after 15 s without a valid frame, red after 60 s or when the port went."""
        age = now - self.last_rx
        if self.lost or age >= RED_S:
            return LinkState.RED
        return LinkState.AMBER if age >= AMBER_S else LinkState.GREEN

    def can(self, capability: str) -> bool:
        """Whether the box named this capability letter."""
        return capability in self.capabilities

    def take_status(self, values: dict[str, str]) -> None:
        """An ``s``, its fields by name."""
        number = {name: int(text) for name, text in values.items() if name != "section"}
        self.low, self.high = number["low"], number["high"]
        self.first, self.unsent = number["first"], number["unsent"]
        self.section, self.table = values["section"], number["table"]
        self.revision, self.millivolts = number["revision"], number["mv"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A configuration that a box should hold, cut into short parts and into long ones."""

    revision: int
    short: tuple[str, ...]
    long: tuple[str, ...]

    @classmethod
    def of_payload(cls, payload: str) -> Wanted:
        """The revision is drawn from the payload: equal contents have equal revisions."""
        short, long = TO_BOX_WIDTHS["payload"], _PAYLOAD_WIDTH
        return cls(
            revision_of(payload),
            tuple(split_payload(payload, short)),
            tuple(split_payload(payload, long)),
        )


@dataclass(slots=True, eq=False)
class Box:
    """A box by its serial, wherever it is plugged in.

    ``numbers`` are those of its records that are here. ``session`` is where it spoke last,
    ``sessions`` wherever it is now claimed to be. ``config`` is what it should hold, ``messages``
    what its LCD has not yet shown.
    """

    serial: str
    numbers: Numbers = field(default_factory=Numbers)
    session: Session | None = None
    sessions: list[Session] = field(default_factory=list)
    section: str = ""
    table: int = 0
    config: Wanted | None = None
    messages: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=20))

    def state(self, now: float) -> LinkState:
        """The state of the link it last spoke on."""
        return LinkState.NONE if self.session is None else self.session.state(now)

    def can(self, capability: str) -> bool:
        """Whether it named this capability letter when it last spoke."""
        return self.session is not None and self.session.can(capability)


@dataclass(slots=True, eq=False)
class Port:
    """One open port. ``nonces`` holds the H that may still be answered, by address.

    ``bus`` on a line of many boxes, ``channel`` on a keyed link, never both.
    """

    name: str
    decoder: Decoder = field(default_factory=Decoder)
    bus: Bus | None = None
    channel: Channel | None = None
    sessions: dict[str, Session] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    last_rx: float = LONG_AGO
    last_tx: float = LONG_AGO
    last_hello: float = LONG_AGO
    last_error: float = LONG_AGO
    hello_owed: bool = False
    changed_at: float = LONG_AGO
    turn_at: float = LONG_AGO
    dropped: int = 0
    trace: deque[tuple[float, str, str | bytes]] = field(
        default_factory=lambda: deque(maxlen=TRACE_LINES)
    )

    def note_noise(self, now: float) -> None:
        """Put people's lines and damaged frames into the trace."""
        decoder = self.decoder
        if decoder.people:
            self.trace.extend((now, "<", line) for line in decoder.people)
            decoder.people.clear()
        if decoder.dropped != self.dropped:
            self.trace.append((now, "!", f"{decoder.dropped - self.dropped} damaged frames"))
            self.dropped = decoder.dropped
