"""`overtrick host` as a process of its own, and a virtual box on a pseudo terminal beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from host import cli
from host.crew import Player
from host.evening import Seat
from host.exchange.results_csv import read_results
from host.scoring.lines import Line
from host.store.store import Store

HOWELL = Path("tests/data/events/pairs_howell_matchpoints/results.csv").resolve()
DEADLINE_S = 20.0


class Host:
    """A host process whose output is read as it comes."""

    def __init__(self, db: Path, port: str) -> None:
        self._command = [sys.executable, "-P", "-c", "from host.cli import main; main()"]
        self._command += ["host", "--db", str(db), "--port", port, "--headless"]
        self.start()

    def start(self) -> None:
        self.said: list[str] = []
        self.process = subprocess.Popen(
            self._command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(self.process.stdout)

    def said_of(self, words: str) -> list[str]:
        return [line for line in list(self.said) if words in line]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE_S)


class Table:
    """A box with someone at its keys, who lives as we do."""

    def __init__(self, lines: list[Line]) -> None:
        self.player = Player(Seat("A", 1, tuple(lines)))

    def until(self, condition: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < deadline, f"{what}; the glass: {self.glass()}"
            self.player.live.pump(time.monotonic())
            time.sleep(0.002)

    def key(self, count: int) -> None:
        """Key so many more results."""
        goal = self.player.keyed + count
        while self.player.keyed < goal:
            self.player.act()

    def glass(self) -> str:
        return "|".join(self.player.box.lcd_lines())


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table(read_results(str(HOWELL))[:10])
    yield table
    table.player.close()


@pytest.fixture
def host(tmp_path: Path, table: Table) -> Iterator[Host]:
    host = Host(tmp_path / "event.db", table.player.path)
    yield host
    host.kill()


def test_killed_between_two_results_nothing_is_lost_and_nothing_twice(
    host: Host, table: Table, tmp_path: Path
) -> None:
    table.key(2)
    table.player.live.speed = 1  # SAVED goes by after four seconds of the box's: let them be ours
    table.until(lambda: "SENT" in table.glass(), "no SENT")
    table.player.live.speed = 8
    table.until(lambda: len(host.said_of("against")) == 2, f"the host said {host.said}")
    assert host.said_of("board 1, 3 against 11: 5C W 11 tricks, NS -400")
    host.kill()
    table.key(3)
    assert "SAVED" in table.glass()
    host.start()
    table.until(lambda: table.player.waiting == 0, "results wait")
    table.until(lambda: len(host.said_of("against")) == 3, f"the host said {host.said}")
    assert host.said_of("2 results are here already")
    assert host.stop() == 0
    assert any("percentage" in line for line in host.said)
    with_store = Store.open(tmp_path / "event.db")
    assert [arrival.n for arrival in with_store.arrivals()] == [1, 2, 3, 4, 5]
    with_store.close()


def test_a_box_without_power_in_the_middle_of_an_entry_offers_it_again(
    host: Host, table: Table
) -> None:
    table.key(1)
    for key in ["5", "OK", "2", "OK", "1", "OK", "4", "H"]:
        table.player.live.tap(key)
    table.until(lambda: "4" in table.glass(), "no contract")
    table.player.box.run_for(1500)  # the draft is written once the fingers rest
    before = table.glass()
    table.player.box.power_off()
    assert table.glass().strip("| ") == ""
    table.player.box.power_on()
    table.until(lambda: table.glass() == before, f"it was {before}")
    for key in ["N/S", "N/S", "-", "2", "OK", "E/W", "="]:
        table.player.live.tap(key)
    table.until(
        lambda: bool(host.said_of("board 1, 5 against 2: 4H S 8 tricks, NS -100")),
        f"the host said {host.said}",
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--db", "{folder}", "--all-ports"], "is a folder; the event's file must be a file"),
        (["--db", "{text}", "--all-ports"], "is no"),
        (["--db", "{folder}/no/such/folder.db", "--all-ports"], "no"),
        (["--db", "{db}", "--port", "x", "--port", "x"], "named twice"),
        (["--db", "{db}", "--listen", "nonsense"], "an address is HOST:N"),
        (["--db", "{db}", "--listen", "127.0.0.1:99999"], "an address is HOST:N"),
        (["--db", "{db}", "--all-ports", "--event", "{text}"], "is no TOML file"),
        (["--db", "{db}", "--method", "guessing"], "invalid choice"),
        (["--db", "{db}", "--port", ""], "a port needs a path"),
        (["--db", "{db}", "--port", "{text}"], "it is a file, no port"),
        (["--db", "{db}", "--bus", "{folder}"], "it is a folder, no port"),
        (["--db", "{db}", "--port", "telnet://1.2.3.4:5"], "socket://HOST:N"),
        (["--db", "{db}", "--port", "socket://"], "socket://HOST:N"),
        (["--db", "{db}", "--port", "socket://1.2.3.4:99999"], "socket://HOST:N"),
        (["--db", "{db}"], "nothing can come"),
        ([], "--db"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear director,\nplease find enclosed" + " nothing" * 200)
    fill = {"folder": tmp_path, "text": text, "db": tmp_path / "new.db"}
    filled = [argument.format(**fill) for argument in arguments]
    assert cli.main(["host", "--headless", *filled]) == 2
    error = capsys.readouterr().err
    assert error.startswith("overtrick: ")
    assert words in error
    assert error.count("\n") == 1
    assert not (tmp_path / "new.db").exists()
