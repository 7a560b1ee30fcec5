"""The desk's thread: what the director is told when it can go on no longer."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from host.event.settings import EventSettings
from host.opening import open_core
from host.service import HostService

DEADLINE_S = 5.0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_desk_that_fails_is_said_and_not_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = open_core(tmp_path / "event.db", EventSettings("TEST"))
    told = threading.Event()
    service = HostService(core, told.set)

    def fails(now: float) -> float | None:
        raise ZeroDivisionError("a fault of the program")

    monkeypatch.setattr(core, "tick", fails)
    service.start()
    assert told.wait(DEADLINE_S)
    assert service.trouble.startswith("the desk has stopped, start the host again")
    assert "a fault of the program" in service.trouble
    service.stop()
    core.store.close()
