"""What holds for the whole conversation: every frame and every line that the box sent."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_sim.link.fields import FIELDS, RECORDS, unpack
from firmware_sim.link.frame import LIMIT, Decoder, Frame
from host.link.probe.case import Box, Case
from host.link.probe.wire import Broken, Script, Wire

MOST_TOLD = 3
SILENCE_S = 1.3
"""Silence of a second, by a clock that is not the box's."""
TO_HOST = "hsTcmpE" + "".join(RECORDS)


class Conversation:
    """Watches a wire from the first h on; its cases judge what it saw at the end."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._decoder = Decoder(LIMIT)
        self._began = False
        self._before = self._counts()
        self._last_at = 0.0
        self._fields: list[str] = []
        self._glued: list[str] = []
        self._lines: list[str] = []
        self._serials: list[str] = []
        wire.observers.append(self._watch)

    def _watch(self, now: float, data: bytes, frames: Iterable[Frame]) -> None:
        self._decoder.feed(data)
        if not self._began:
            self._began = any(frame.kind == "h" for frame in frames)
            self._before = self._counts()
            self._decoder.people = []
            self._last_at = now
            return
        self._lines += [line for line in self._decoder.people if not line.startswith("# ")]
        self._decoder.people = []
        if data[:1] == b"$" and now - self._last_at > SILENCE_S + self._wire.slack:
            start = data[:20].decode("ascii", "replace")
            self._glued.append(f"after {now - self._last_at:.1f} s of silence came {start!r}")
        self._last_at = now
        for frame in frames:
            self._judge(frame)

    def _judge(self, frame: Frame) -> None:
        if frame.kind not in TO_HOST:
            if frame.kind in FIELDS:
                self._fields.append(f"{frame.body!r}: a box does not send {frame.kind}")
            return
        if frame.kind == "h" and len(frame.fields) > 1:
            self._serials.append(frame.fields[1])
        fields = frame.fields
        if self._wire.session is not None:
            fields = fields[:-2]
        try:
            unpack(frame.kind, fields)
        except ValueError as problem:
            self._fields.append(f"{frame.body!r}: {problem}")

    # -- the cases, at the end ----------------------------------------------------------------

    def cases(self) -> tuple[Case, ...]:
        """One case a rule that every frame or line must keep."""
        return (
            Case("frames", "the box's own frames are right", "The frame",
                 "printable ASCII, right CRC in upper case, 120 bytes at most", 0, self._frames),
            Case("fields", "the box's fields are as printed", "Fields",
                 "each field in its alphabet, width and range", 0, self._all_fields),
            Case("silence", "LF comes before the first frame after silence", "The frame",
                 "one LF before the first frame after a second of silence", 0, self._silence),
            Case("lines", "lines outside frames start with #", "The frame",
                 "a line of the box's own starts with `# `", 0, self._own_lines),
            Case("serial", "the serial number stays the same", "What the box does",
                 "one box, one serial number", 0, self._one_serial),
        )  # fmt: skip

    def _frames(self, wire: Wire, box: Box) -> Script:
        yield wire.now
        whats = ("a wrong CRC", "no frame's form", "a byte that is not allowed",
                 "more than 120 bytes", "no end")  # fmt: skip
        for what, before, number in zip(whats, self._before, self._counts(), strict=True):
            if number > before:
                raise Broken(f"{number - before} of the box's frames had {what}")

    def _counts(self) -> tuple[int, ...]:
        count = self._decoder
        return (count.bad_check, count.bad_form, count.bad_byte, count.too_long, count.restarted)

    def _all_fields(self, wire: Wire, box: Box) -> Script:
        yield from _none(wire, self._fields)

    def _silence(self, wire: Wire, box: Box) -> Script:
        yield from _none(wire, self._glued)

    def _own_lines(self, wire: Wire, box: Box) -> Script:
        yield from _none(wire, [f"the line {line!r}" for line in self._lines])

    def _one_serial(self, wire: Wire, box: Box) -> Script:
        yield wire.now
        if len(set(self._serials)) > 1:
            raise Broken("it named itself " + ", ".join(dict.fromkeys(self._serials)))


def _none(wire: Wire, faults: list[str]) -> Script:
    yield wire.now
    if faults:
        more = f"; and {len(faults) - MOST_TOLD} more" if len(faults) > MOST_TOLD else ""
        raise Broken("; ".join(faults[:MOST_TOLD]) + more)
