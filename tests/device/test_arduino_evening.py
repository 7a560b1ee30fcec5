"""The Arduino box delivers an evening to `overtrick host` through power cuts and pulled cables."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from host.event.settings import EventSettings
from host.exchange.results_csv import read_results
from host.opening import open_core
from host.scoring.lines import Line
from host.store.store import Store
from tests.device.uno_in_simavr import Uno, build, keys_of, missing

HOWELL = "tests/data/events/pairs_howell_matchpoints/results.csv"
RESULTS = 24
DEADLINE_S = 60.0

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {missing()}"),
    pytest.mark.timeout(150),
]


def typed(line: Line) -> str:
    assert line.contract is not None
    assert line.tricks is not None
    over = line.tricks - line.contract.needed
    result = f"{over:+d}" if over else "="
    keys = (line.contract.text, line.declarer, result)
    return keys_of(int(line.ns[0]), int(line.ew[0]), line.board, *keys)


class Host:
    """`overtrick host --headless` on the Uno's port, which it may lose and find again."""

    def __init__(self, db: Path, port: Path) -> None:
        arguments = ["host", "--db", str(db), "--port", str(port), "--headless"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from host.cli import main; main({arguments!r})"],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(self.process.stdout)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(DEADLINE_S)


def test_an_evening_through_power_cuts_and_pulled_cables(tmp_path: Path) -> None:
    build(tmp_path)
    lines = [line for line in read_results(HOWELL) if line.contract][:RESULTS]
    chance = random.Random(610)
    uno = Uno(tmp_path, tmp_path)
    uno.keys("4711#3#")
    db = tmp_path / "event.db"
    host = Host(db, uno.port)
    uno.run(500)
    for number, line in enumerate(lines):
        uno.keys(typed(line) + "#")
        match number % 4:
            case 1:
                uno.run(chance.randrange(40))  # while it speaks, or the host answers
                uno.cut_power()
                uno.power_on()
            case 2:
                uno.run(chance.randrange(40))
                uno.ask("unplug")
                uno.run(300)
                uno.ask("plug")
            case 3:
                uno.keys("1#2")  # an entry that is never finished
                uno.cut_power()
                uno.power_on()
    deadline = time.monotonic() + DEADLINE_S
    while "W" in uno.glass()[0] or "NO LINK" in uno.glass()[0]:
        assert time.monotonic() < deadline, (uno.glass(), host.said)
        time.sleep(0.005)  # the host lives in real time, the Uno only while it is told to run
    host.stop()
    uno.quit()
    assert delivered(db) == [(str(x.board), *x.ns, *x.ew) for x in lines]
    assert claimed(db) == {(x.board, x.ns, x.ew, x.score) for x in lines}


def delivered(db: Path) -> list[tuple[str, ...]]:
    """Board and pairs of every record in the ledger, by its number."""
    store = Store.open(db)
    fields = [arrival.text.split(",") for arrival in store.arrivals()]
    store.close()
    return [tuple(f[6:9]) for f in sorted(fields, key=lambda f: int(f[1]))]


def claimed(db: Path) -> set[tuple[object, ...]]:
    """What counts once the director has claimed the records of a box that knows no event."""
    core = open_core(db, EventSettings("TEST"))
    for arrival in core.unclaimed():
        core.claim(arrival.identity, "director", "the Uno tells no event")
    lines = {(x.board, x.ns, x.ew, x.score) for x in core.lines()}
    core.store.close()
    return lines
