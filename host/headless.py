"""The desk without a screen: a line of text for each result, alarm and change of a port."""

from __future__ import annotations

import threading
from typing import TextIO

from host.event.keys import Key
from host.event.lines import result_words
from host.scoring.lines import Line
from host.scoring.ranking import format_ranking
from host.service import HostService


class Headless:
    """Prints what happens at the desk until it is told to stop, then the ranking."""

    def __init__(self, service: HostService, out: TextIO) -> None:
        self._service = service
        self._out = out
        self._news = threading.Event()
        self._lines: dict[Key, Line | None] = {}
        self._said: set[str] = set()
        self._ports: dict[str, str] = {}

    def run(self, stop: threading.Event) -> int:
        """Print until ``stop`` is set; exit status 0."""
        service = self._service
        service.on_change = self._news.set
        event = service.core.event
        self._say(f"event {event.code}{' ' + event.name if event.name else ''}: {event.method}")
        self._look(first=True)
        while not stop.wait(0.1):
            if self._news.is_set():
                self._news.clear()
                self._look()
        with service.lock:
            text = format_ranking(service.core.ranking(), "table")
        if self._lines:
            self._say(text.rstrip("\n"))
        return 0

    def _look(self, first: bool = False) -> None:
        """Say what is new since the last look; at the first, only how much was there already."""
        service = self._service
        with service.lock:
            counting = service.core.tonight.counting
            lines = {key: counting[key].line for key in counting if key.kind == "R"}
            alarms = [alarm.text for alarm in service.core.alarms()]
            ports = dict(service.port_states)
            trouble = service.trouble
        for name, state in ports.items():
            if self._ports.get(name) != state:
                self._say(f"port {name}: {state.removeprefix(name + ': ')}")
        self._ports = ports
        if first and lines:
            self._say(f"{len(lines)} results are here already")
        for key, line in [] if first else lines.items():
            if line is not None and self._lines.get(key) != line:
                self._say(f"{key.words()}: {result_words(line)}{_score(line)} ({len(lines)})")
        self._lines = lines
        standing = dict.fromkeys([*alarms, *([f"nothing is stored: {trouble}"] if trouble else [])])
        for text in standing:
            if text not in self._said:
                self._say(f"ALARM: {text}")
        self._said = set(standing)

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _score(line: Line) -> str:
    return "" if line.score is None else f", NS {line.score:+d}" if line.score else ", 0"
