"""Runs the probe in virtual time against anything that takes bytes and gives bytes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random
from typing import Protocol

from device.faults import Cable
from device.keying import keys_for, keys_towards_pairs
from device.table_box import TableBox
from host.link.probe.course import KEY_NOW, POWER_NOW, Finding, Probe, Terms, Verdict
from host.link.probe.wire import Reopen
from tests.device.uno_in_simavr import Uno, keys_of

TICK_S = 0.005
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
    now, came = 0.0, b""
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
        now += TICK_S
        came = box.step(now, went)
    return {finding.case.id: finding for finding in course.findings}


def failures(findings: Mapping[str, Finding]) -> dict[str, str]:
    """What failed, and why."""
    return {id: f.why for id, f in findings.items() if f.verdict is Verdict.FAILED}


def skipped(findings: Mapping[str, Finding]) -> dict[str, str]:
    """What was skipped, and why."""
    return {id: f.why for id, f in findings.items() if f.verdict is Verdict.SKIPPED}


class VirtualBox:
    """The real firmware in a table box, on a cable in memory."""

    def __init__(self) -> None:
        self.cable = Cable()
        self.box = TableBox()
        self.box.plug(self.cable.near)
        self.box.power_on()
        self._keys: list[str] = []
        self._down = ""
        self._next = 0.0
        self._now = 0.0

    def step(self, now: float, data: bytes) -> bytes:
        self.cable.far.write(data)
        self._press(now)
        self.box.run_for((now - self._now) * 1000)
        self._now = now
        return self.cable.far.read()

    def _press(self, now: float) -> None:
        if now < self._next:
            return
        self._next = now + 0.06
        if self._down:
            self.box.release(self._down)
            self._down = ""
        elif self._keys:
            self._down = self._keys.pop(0)
            self.box.press(self._down)

    def start_duplicate(self) -> None:
        """From power-on to the pairs' screen of section A, table 2."""
        self.box.run_for(2500)
        for _ in range(12):
            screen = self.box.firmware.screen.NAME  # type: ignore[union-attr]
            keys = keys_towards_pairs(screen, "A", 2)
            if not keys:
                return
            for key in keys:
                self.box.tap(key, 40, 30)

    def key_results(self) -> None:
        for board in (1, 2):
            self._keys += keys_for(3, 12, board, "4SX", "N", 9)

    def power_cycle(self) -> None:
        self.box.power_off()
        self.box.power_on()

    def reopen(self) -> bool:
        return False


class UnoBox:
    """The Arduino box in simavr, in its own virtual time."""

    def __init__(self, uno: Uno) -> None:
        self.uno = uno
        self._keys = ""
        self._down = ""
        self._next = self._now = 0.0
        self._open()

    def _open(self) -> None:
        self._file = os.open(self.uno.port, os.O_RDWR | os.O_NONBLOCK)

    def step(self, now: float, data: bytes) -> bytes:
        if data:
            os.write(self._file, data)
        self._press(now)
        self.uno.run(round((now - self._now) * 1000))
        self._now = now
        try:
            return os.read(self._file, 65536)
        except BlockingIOError:
            return b""

    def _press(self, now: float) -> None:
        if now < self._next or not (self._keys or self._down):
            return
        self._next = now + 0.03
        if self._down:
            self.uno.ask(f"up {self._down}")
            self._down = ""
        else:
            self._down, self._keys = self._keys[0], self._keys[1:]
            self.uno.ask(f"down {self._down}")

    def key_results(self) -> None:
        self._keys += keys_of(3, 12, 1, "4SX", "N", "-1") + "#" + keys_of(3, 12, 2, "PASS", "", "")

    def power_cycle(self) -> None:
        os.close(self._file)
        self.uno.cut_power()
        self.uno.power_on()
        self._open()

    def reopen(self) -> bool:
        return False


def show(findings: Mapping[str, Finding]) -> str:
    """For a person who reads a failing test."""
    rows = [(f.verdict.value, id, f.why) for id, f in findings.items()]
    return "\n".join(f"{verdict:8}{id:16}{why}" for verdict, id, why in rows)
