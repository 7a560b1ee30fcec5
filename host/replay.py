"""Replay: a results file keyed through virtual boxes into a real host, and what it makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from host.core import HostCore
from host.crew import Crew
from host.errors import UserError
from host.evening import Evening
from host.event.settings import EventSettings
from host.link.serial_port import open_serial
from host.opening import open_core
from host.scoring.lines import Line
from host.service import HostService

DIRECTOR = "director"
WHY = "entered from the results file"

Progress = Callable[[int, int], None]


@contextmanager
def staged(
    evening: Evening, event: EventSettings, db: Path, on_change: Callable[[], None] | None = None
) -> Iterator[tuple[HostService, Crew]]:
    """A host on an event's file, and a crew plugged into it; everything is closed at the end."""
    core = open_core(db, event)
    if not _is_this(core, event, evening):
        core.store.close()
        raise UserError(f"{db} holds another event; a replay wants a new file")
    crew = Crew(evening.seats)
    service = HostService(core, on_change)
    try:
        for player in crew.players:
            service.add_port(player.path, partial(open_serial, player.path))
        service.start()
        enter_at_the_host(core, evening, service)
        yield service, crew
    finally:
        service.stop()
        crew.close()
        core.store.close()


def _is_this(core: HostCore, event: EventSettings, evening: Evening) -> bool:
    """Whether the file is new, or holds this very evening or the beginning of it."""
    lines = [*evening.director, *(line for seat in evening.seats for line in seat.lines)]
    wanted = {_said(evening.lettered(line)) for line in lines}
    same_event = replace(core.event, code=event.code) == event
    return same_event and all(_said(line) in wanted for line in core.lines())


def _said(line: Line) -> tuple[object, ...]:
    return (line.section, line.board, line.ns, line.ew, line.contract, line.declarer, line.tricks)


def enter_at_the_host(core: HostCore, evening: Evening, service: HostService) -> None:
    """What players cannot key is entered by the director; what counts already is left alone."""
    with service.act():
        there = set(core.lines())
        for line in evening.director:
            if (lettered := evening.lettered(line)) not in there:
                core.enter(lettered, DIRECTOR, WHY)


def replay(
    evening: Evening, event: EventSettings, db: Path, progress: Progress = lambda done, of: None
) -> list[Line]:
    """Key the whole evening; return the lines that count at the host, sections as in the file."""
    with staged(evening, event, db) as (service, crew):
        crew.work(lambda: progress(crew.keyed, evening.results))
        with service.lock:
            return [evening.named(line) for line in service.core.lines()]
