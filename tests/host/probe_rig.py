"""Runs the probe in virtual time against anything that takes bytes and gives bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Protocol

from device.faults import Cable
from device.keying import keys_for, keys_towards_pairs
from device.live_box import LiveBox
from device.table_box import TableBox
from firmware_sim.byte_line import ByteLine
from firmware_sim.link.terminal import Terminal
from host.link.probe.course import KEY_NOW, POWER_NOW, Probe
from host.link.probe.finding import Finding, Terms, Verdict
from host.link.probe.wire import Reopen
from tests.device.uno_in_simavr import Uno, keys_of
from tests.firmware.link_parts import RESULT, Memory
from tests.firmware.micropython_runner import MicroPythonBox

TICK_S, IDLE_TICK_S, BUSY_S = 0.005, 0.02, 0.1
"""Time goes in small steps while bytes go to and fro."""
LIMIT_S = 900.0
ALL = {"key-result": True, "configure": True, "power-cycle": True}


class BoxUnderTest(Protocol):
    """The far end of the line, in virtual time."""

    def step(self, now: float, data: bytes) -> bytes:
        """Take bytes at a time in seconds; return what the box says."""

    def key_results(self) -> None:
        """Somebody keys two results."""

    def power_cycle(self) -> None:
        """Somebody switches the box off and on."""

    def reopen(self) -> bool:
        """The line is closed and opened again; whether that works."""


def probe(
    box: BoxUnderTest, consents: Mapping[str, bool] = ALL, terms: Terms | None = None
) -> dict[str, Finding]:
    """Run the whole course; the findings by case."""
    random = Random(1)
    course = Probe(lambda width: f"{random.getrandbits(4 * width):0{width}X}", terms or Terms())
    now, busy_until, came = 0.0, 0.0, b""
    while not course.finished:
        assert now < LIMIT_S
        went = course.step(now, came)
        while (question := course.question) is not None:
            if isinstance(question, Reopen):
                course.answer(box.reopen(), now)
            else:
                course.answer(consents.get(question.consent, False), now)
            went += course.wire.take_output()
        for news in course.take_news():
            if news == KEY_NOW:
                box.key_results()
            elif news == POWER_NOW:
                box.power_cycle()
        if went or came:
            busy_until = now + BUSY_S
        now += TICK_S if now < busy_until else IDLE_TICK_S
        came = box.step(now, went)
    return {finding.case.id: finding for finding in course.findings}


def failures(findings: Mapping[str, Finding]) -> dict[str, str]:
    """What failed, and why."""
    return {id: f.why for id, f in findings.items() if f.verdict is Verdict.FAILED}


def skipped(findings: Mapping[str, Finding]) -> dict[str, str]:
    """What was skipped, and why."""
    return {id: f.why for id, f in findings.items() if f.verdict is Verdict.SKIPPED}


KEY_S = 0.06
RESULT_KEYS = [key for board in (1, 2) for key in keys_for(3, 12, board, "4SX", "N", 9)]


class Fingers:
    """Press keys one after the other while time passes, 60 ms down and 60 ms up."""

    def __init__(self, press: Callable[[str], None], release: Callable[[str], None]) -> None:
        self._press, self._release = press, release
        self._waiting: list[str] = []
        self._down = ""
        self._next = 0.0

    def type(self, keys: Iterable[str]) -> None:
        self._waiting += keys

    def move(self, now: float) -> None:
        if now < self._next or not (self._down or self._waiting):
            return
        self._next = now + KEY_S
        if self._down:
            self._release(self._down)
            self._down = ""
        else:
            self._down = self._waiting.pop(0)
            self._press(self._down)


class VirtualBox:
    """The real firmware in a table box: on a cable in memory, or by LiveBox on a pty."""

    def __init__(self, pty: ByteLine | None = None) -> None:
        self.cable = Cable()
        self.box = TableBox()
        self.live = LiveBox(self.box, pty or self.cable.near)
        self.fingers = Fingers(self.box.press, self.box.release)
        self.box.power_on()
        self._start_duplicate()

    def _start_duplicate(self) -> None:
        """From power-on to the pairs' screen of section A, table 2."""
        self.box.run_for(2500)
        while keys := keys_towards_pairs(self.box.firmware.screen.NAME, "A", 2):  # type: ignore[union-attr]
            for key in keys:
                self.box.tap(key)

    def live_until(self, now: float) -> None:
        self.fingers.move(now)
        self.live.pump(now)

    def step(self, now: float, data: bytes) -> bytes:
        self.cable.far.write(data)
        self.live_until(now)
        return self.cable.far.read()

    def key_results(self) -> None:
        self.fingers.type(RESULT_KEYS)

    def power_cycle(self) -> None:
        self.box.power_off()
        self.box.power_on()

    def reopen(self) -> bool:
        return False


class Runs(Protocol):
    """A box in a process of its own, on a pseudo terminal, in its own time."""

    port: Path | str

    def run(self, ms: int) -> None:
        """Let time pass."""

    def cut_power(self) -> None:
        """Off."""

    def power_on(self) -> None:
        """On."""


class ProcessBox:
    """The far end of a box's pseudo terminal; its time goes with the probe's."""

    def __init__(self, box: Runs, fingers: Fingers, results: Iterable[str]) -> None:
        self.box, self.fingers, self.results = box, fingers, results
        self._now = 0.0
        self._open()

    def _open(self) -> None:
        self._file = os.open(self.box.port, os.O_RDWR | os.O_NONBLOCK)

    def step(self, now: float, data: bytes) -> bytes:
        if data:
            os.write(self._file, data)
        self.fingers.move(now)
        ms = round((now - self._now) * 1000)
        self.box.run(ms)
        self._now += ms / 1000
        try:
            return os.read(self._file, 65536)
        except BlockingIOError:
            return b""

    def key_results(self) -> None:
        self.fingers.type(self.results)

    def power_cycle(self) -> None:
        self.box.cut_power()
        os.close(self._file)
        self.box.power_on()
        self._open()

    def reopen(self) -> bool:
        return False


def uno_box(uno: Uno) -> ProcessBox:
    """The Arduino box in simavr."""
    keys = keys_of(3, 12, 1, "4SX", "N", "-1") + "#" + keys_of(3, 12, 2, "PASS", "", "")
    press, release = (lambda key, what=what: uno.ask(f"{what} {key}") for what in ("down", "up"))
    return ProcessBox(uno, Fingers(press, release), keys)


def micropython_box(box: MicroPythonBox) -> ProcessBox:
    """The firmware under MicroPython."""
    return ProcessBox(box, Fingers(box.press, box.release), RESULT_KEYS)


class TerminalBox:
    """The firmware's end of the link alone: on a bus, or with a pairing key."""

    def __init__(self, capabilities: str = "m", key: bytes | None = None) -> None:
        self.memory = Memory()
        self.journal = self.memory.journal()
        nonces = count(0x1000)
        self.terminal = Terminal(
            self.journal, None, "VB0001", "07", capabilities, pairing_key=key,
            nonce=lambda: f"{next(nonces):016X}",
        )  # fmt: skip
        self._plug()

    def _plug(self) -> None:
        self.cable = Cable()
        self.terminal.attach(self.cable.near)

    def step(self, now: float, data: bytes) -> bytes:
        self.cable.far.write(data)
        self.terminal.step(round(now * 1000))
        return self.cable.far.read()

    def key_results(self) -> None:
        for board in (1, 2):
            self.journal.add("R", {**RESULT, "board": board})
            self.terminal.record_added()

    def power_cycle(self) -> None:
        self._plug()

    def reopen(self) -> bool:
        self._plug()
        return True


def show(findings: Mapping[str, Finding]) -> str:
    """For a person who reads a failing test."""
    rows = [(f.verdict.value, id, f.why) for id, f in findings.items()]
    return "\n".join(f"{verdict:8}{id:16}{why}" for verdict, id, why in rows)
