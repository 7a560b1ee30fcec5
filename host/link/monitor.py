"""Watching a line: its bytes cut into frames, damaged frames and people's lines, and put in words.

Sans-IO: ``Watch.received`` takes bytes and a time and gives entries. A recording is a text file of
times and raw bytes, from which the same entries come again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from firmware_sim.link.fields import FIELDS, RECORDS, unpack
from firmware_sim.link.frame import LIMIT, Decoder, Frame
from firmware_sim.link.records import parse_record, problem_of
from host.link.raw_text import shown, unshown

HEADER = "# overtrick monitor 1"
MOST_PENDING = 4096
"""Bytes without a line's end that are kept: a line of noise never grows beyond this."""

WORDS = {
    "H": "host: who is there?",
    "h": "box: I am",
    "s": "box: how I stand",
    "T": "box: may I be table",
    "t": "host: about the table",
    "R": "box: result",
    "U": "box: deal of a rubber",
    "N": "box: player at a seat",
    "D": "box: director call",
    "V": "box: void",
    "A": "host: committed",
    "C": "host: configuration part",
    "c": "box: configuration held",
    "M": "host: message",
    "m": "box: message shown",
    "F": "host: how a board stands",
    "P": "host: still there?",
    "p": "box: still here",
    "E": "error",
}
"""Each kind in words, as in docs/table-link.md."""


class What(Enum):
    """What a piece of the line is."""

    FRAME = "frame"
    DAMAGED = "damaged"
    PEOPLE = "people"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece of the line: a frame with its fields by name, or something else with a reason."""

    at: float
    direction: str
    what: What
    raw: bytes
    address: str = ""
    kind: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of a recording, and when they came (``<``) or went (``>``), in seconds."""

    at: float
    direction: str
    data: bytes


class Watch:
    """Cuts what comes into entries; one a direction, so that directions never mix."""

    def __init__(self, direction: str = "<") -> None:
        self._direction = direction
        self._pending = b""

    def received(self, data: bytes, at: float) -> list[Entry]:
        """Return the entries that ended in these bytes, all at that time."""
        entries = []
        self._pending += data
        while (end := self._end()) is not None:
            piece, self._pending = self._pending[:end], self._pending[end:]
            if piece.strip(b"\r\n"):
                entries.append(entry_of(piece, at, self._direction))
        return entries

    def flush(self, at: float) -> list[Entry]:
        """Return what is unfinished at the end of a recording."""
        piece, self._pending = self._pending, b""
        return [entry_of(piece, at, self._direction)] if piece.strip(b"\r\n") else []

    def _end(self) -> int | None:
        """Where the first piece ends: behind an LF, before a ``$`` that starts a frame."""
        line_feed = self._pending.find(b"\n")
        dollar = self._pending.find(b"$", 1)
        if dollar >= 0 and (line_feed < 0 or dollar < line_feed):
            return dollar
        if line_feed >= 0:
            return line_feed + 1
        return len(self._pending) if len(self._pending) > MOST_PENDING else None


def entry_of(piece: bytes, at: float, direction: str) -> Entry:
    """Judge one piece by the project's own decoder."""
    if not piece.startswith(b"$"):
        return _outside(piece, at, direction)
    decoder = Decoder(LIMIT)
    frames = decoder.feed(piece)
    if not frames:
        decoder.feed(b"$")  # so that an unfinished one is counted
        return Entry(at, direction, What.DAMAGED, piece, problem=_damage(decoder))
    return _decoded(frames[0], piece, at, direction)


def _outside(piece: bytes, at: float, direction: str) -> Entry:
    text = piece.rstrip(b"\r\n")
    printable = all(0x20 <= byte <= 0x7E for byte in text)
    return Entry(at, direction, What.PEOPLE if printable else What.NOISE, piece)


def _damage(decoder: Decoder) -> str:
    for number, what in (
        (decoder.bad_check, "wrong CRC"),
        (decoder.bad_byte, "a byte that is not allowed"),
        (decoder.too_long, f"longer than {LIMIT} bytes"),
        (decoder.bad_form, "not in a frame's form"),
    ):
        if number:
            return what
    return "unfinished"


def _decoded(frame: Frame, piece: bytes, at: float, direction: str) -> Entry:
    """A whole frame; fields that are wrong or unknown are there all the same, with the problem."""
    row = [each.name for each in FIELDS[frame.kind]] if frame.kind in FIELDS else []
    values = list(frame.fields)
    if frame.kind in RECORDS and len(values) > len(row):  # a later version's: the check is last
        row = row[:-1] + [f"extra{n}" for n in range(1, len(values) - len(row) + 1)] + row[-1:]
    names = row + [f"extra{n}" for n in range(1, len(values) - len(row) + 1)]
    named = dict(zip(names, values, strict=False))
    problem = _problem(frame)
    return Entry(at, direction, What.FRAME, piece, frame.addr, frame.kind, named, problem)


def _problem(frame: Frame) -> str:
    if frame.kind not in FIELDS:
        return "unknown kind"
    try:
        if frame.kind in RECORDS:
            return problem_of(parse_record(frame.kind, frame.fields))
        unpack(frame.kind, frame.fields)
    except ValueError as problem:
        return str(problem)
    return ""


# -- in words --------------------------------------------------------------------------------------


def line_of(entry: Entry) -> str:
    """One line for people: time, direction, address, what it says."""
    start = f"{entry.at:10.3f} {entry.direction}"
    if entry.what is not What.FRAME:
        why = f" ({entry.problem})" if entry.problem else ""
        mark = {What.DAMAGED: "!! damaged", What.PEOPLE: "## line", What.NOISE: "!! noise"}
        text = shown(entry.raw.rstrip(b"\r\n"))
        return f"{start} {mark[entry.what]}{why}: {text}"
    words = WORDS.get(entry.kind, "?")
    fields = " ".join(f"{name}={value or '-'}" for name, value in entry.fields.items())
    problem = f"  !! {entry.problem}" if entry.problem else ""
    return f"{start} {entry.address} {entry.kind}  {words}  {fields}".rstrip() + problem


def object_of(entry: Entry) -> dict[str, object]:
    """One entry for programs."""
    out: dict[str, object] = {
        "at": round(entry.at, 3),
        "direction": entry.direction,
        "what": entry.what.value,
        "raw": shown(entry.raw),
    }
    if entry.what is What.FRAME:
        out |= {"address": entry.address, "kind": entry.kind, "fields": entry.fields}
    if entry.problem:
        out["problem"] = entry.problem
    return out


# -- recordings ------------------------------------------------------------------------------------


def chunk_text(chunk: Chunk) -> str:
    """One line of a recording."""
    return f"{chunk.at:.6f} {chunk.direction} {shown(chunk.data)}\n"


def read_chunks(lines: Iterator[str], name: str) -> Iterator[Chunk]:
    """The chunks of a recording; ValueError says which line is none."""
    last = 0.0
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n")
        if number == 1 and not text.startswith(HEADER):
            raise ValueError(f"{name}: it does not begin with {HEADER!r}: it is no recording")
        if not text or text.startswith("#"):
            continue
        chunk = _chunk(text, f"{name}, line {number}")
        if chunk.at < last:
            raise ValueError(f"{name}, line {number}: time goes back from {last:.6f}")
        last = chunk.at
        yield chunk


def _chunk(text: str, where: str) -> Chunk:
    at, _, rest = text.partition(" ")
    direction, space, data = rest.partition(" ")
    try:
        seconds = float(at)
        if direction not in ("<", ">") or not space or not 0 <= seconds < 1e9:
            raise ValueError("it is not SECONDS < BYTES or SECONDS > BYTES")
        return Chunk(seconds, direction, unshown(data))
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from None
