"""The demo's players beside the console: a thread keys while the director looks on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from host.crew import Crew
from host.errors import UserError


class _Left(Exception):
    """The console was closed before the evening was over."""


@contextmanager
def work_beside(crew: Crew, pause: float) -> Iterator[None]:
    """Let the crew key its evening while the body runs, ``pause`` seconds between rounds of keys.

    Leaving the body stops them at their next key. What went wrong at a box is raised then.
    """
    leave = threading.Event()
    problems: list[UserError] = []

    def turn() -> None:
        if leave.wait(pause):
            raise _Left

    def work() -> None:
        try:
            crew.work(turn)
        except _Left:
            pass
        except UserError as problem:
            problems.append(problem)

    thread = threading.Thread(target=work, name="crew", daemon=True)
    thread.start()
    try:
        yield
    finally:
        leave.set()
        thread.join()
    if problems:
        raise problems[0]
