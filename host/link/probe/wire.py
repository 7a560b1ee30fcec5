"""The probe's end of the line: what a case's script sends, hears and waits for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TypeVar

from firmware_sim.link.frame import LIMIT, Decoder, Frame, seal
from firmware_sim.link.keyed import KeyedSession, LinkRefused

T = TypeVar("T")

REPLY_S = 0.5
"""A reply is due within this ("What the box does")."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A script's question to the person at the terminal; the answer is yes or no."""

    consent: str
    question: str


@dataclass(frozen=True, slots=True)
class Reopen:
    """A script's wish to have the line closed and opened again; the answer is whether it was."""


Step = float | Ask | Reopen
Script = Generator[Step, bool, None]
"""Yields until when it waits (or asks); ends, or raises Broken or Skipped."""


class Broken(Exception):
    """The box does not keep the rule; the text says what it did instead."""


class Skipped(Exception):
    """The case cannot be tried here; the text says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One whole frame from the box and when its last byte came (seconds)."""

    at: float
    frame: Frame

    @property
    def kind(self) -> str:
        """The frame's kind."""
        return self.frame.kind

    @property
    def fields(self) -> tuple[str, ...]:
        """The frame's fields, counter and tag of a keyed link taken away."""
        return self.frame.fields


@dataclass(frozen=True, slots=True)
class Traced:
    """Bytes that went (``>``) or came (``<``), and when (seconds)."""

    at: float
    direction: str
    data: bytes


class Wire:
    """One line to one box. ``heard``, ``people`` and ``trace`` begin anew with each case.

    ``fresh(width)`` gives that many random hex digits. ``slack`` is how late (seconds) anything
    may be on this line for reasons that are not the box's, ``patience`` how long (seconds) a person
    may take to do what was asked.
    """

    def __init__(
        self, fresh: Callable[[int], str], slack: float = 0.1, patience: float = 180.0
    ) -> None:
        self.fresh = fresh
        self.slack = slack
        self.patience = patience
        self.host = fresh(8)
        self.run = fresh(8)
        self.address = "00"
        self.now = 0.0
        self.lost = ""
        self.answers = "p"
        """Kinds that answer a P; on a bus whatever the box has to say."""
        self.heard: list[Heard] = []
        self.people: list[str] = []
        self.trace: list[Traced] = []
        self.key: bytes | None = None
        self.session: KeyedSession | None = None
        """The keyed session: from the h on that answers the last H, when there is a key."""
        self._nonce = ""
        self.observers: list[Callable[[float, bytes, Iterable[Frame]], None]] = []
        self.decoder = Decoder(LIMIT)
        self._out = bytearray()

    # -- the course's side -------------------------------------------------------------------

    def begin(self) -> None:
        """A new case begins."""
        self.heard, self.people, self.trace = [], [], []

    def reopened(self) -> None:
        """The line is new: nothing half said stays."""
        self.decoder.reset()
        self._out.clear()
        self.session = None
        self.lost = ""

    def received(self, data: bytes) -> None:
        """Take what came at ``now``."""
        self.trace.append(Traced(self.now, "<", data))
        frames = self.decoder.feed(data)
        people, self.decoder.people = self.decoder.people, []
        self.people += people
        for watch in self.observers:
            watch(self.now, data, frames)
        self.heard += [Heard(self.now, self._opened(frame)) for frame in frames]

    def take_output(self) -> bytes:
        """Return what is to be written, once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _opened(self, frame: Frame) -> Frame:
        if self.session is None:
            self._begin_session(frame)
            return frame
        try:
            return self.session.open(frame)
        except LinkRefused as refusal:
            raise Broken(f"on the keyed link the box sent {frame.body!r}: {refusal}") from None

    def _begin_session(self, frame: Frame) -> None:
        """The session holds from the h on that echoes the last H's nonce and brings its own."""
        if self.key is None or frame.kind != "h" or len(frame.fields) < 6:
            return
        _, serial, _, _, nonce, box_nonce = frame.fields[:6]
        if nonce == self._nonce:
            self.session = KeyedSession(self.key, "host", self.host, serial, nonce, box_nonce)

    # -- what scripts call -------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.trace.append(Traced(self.now, ">", data))
        self._out += data

    def sealed(self, body: str) -> bytes:
        """A frame around a body, with counter and tag when the link is keyed."""
        data = seal(body)
        return self.session.seal(data) if self.session is not None else data

    def say(self, kind: str, *fields: object, address: str = "") -> None:
        """Send one good frame to the box."""
        self.send(self.sealed(",".join([address or self.address, kind, *map(str, fields)])))

    def hello(self, version: str = "1", run: str = "", nonce: str = "", address: str = "") -> str:
        """Send H; return its nonce."""
        nonce = self._nonce = nonce or self.fresh(8)
        self.say("H", version, self.host, run or self.run, nonce, address=address)
        return nonce

    def pause(self, seconds: float) -> Script:
        """Listen for that long."""
        end = self.now + seconds
        while self.now < end:
            yield end

    def until(
        self, find: Callable[[], T | None], seconds: float
    ) -> Generator[Step, bool, T | None]:
        """Listen until ``find()`` gives something, at most that long (and the slack)."""
        end = self.now + seconds + self.slack
        while True:
            found = find()
            if found is not None or self.now >= end:
                return found
            yield end

    def of(self, kinds: str, since: int = 0) -> list[Heard]:
        """The frames of these kinds in this case, from the ``since``-th frame heard on."""
        return [heard for heard in self.heard[since:] if heard.kind in kinds]

    def next(
        self, kind: str, since: int, seconds: float = REPLY_S
    ) -> Generator[Step, bool, Heard | None]:
        """Wait for the next frame of a kind after the ``since``-th heard; None when none came."""
        return (yield from self.until(lambda: next(iter(self.of(kind, since)), None), seconds))

    def poll(self, data: bytes = b"") -> Generator[Step, bool, bool]:
        """Send P (or ``data`` in its place); whether p came within the time."""
        since = len(self.heard)
        if data:
            self.send(data)
        else:
            self.say("P")
        return (yield from self.next(self.answers, since)) is not None

    def alive(self, after: str) -> Script:
        """Broken when a good P is not answered."""
        if not (yield from self.poll()):
            raise Broken(f"{after}, a good P was not answered within {REPLY_S} s")


def body_of(width: int, address: str) -> str:
    """The body of a P whose frame is ``width`` bytes long; the extra field is to be ignored."""
    start = f"{address},P,"
    return start + "x" * (width - len("$*CCCC\n") - len(start))
