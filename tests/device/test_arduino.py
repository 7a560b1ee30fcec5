"""The independent box on an Arduino Uno: its keypad, its glass, its memory, its frames.

It shares no code with the firmware; what it sends is read here by the project's own codec.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_sim.link.frame import Decoder, Frame, frame
from firmware_sim.link.records import check_of
from tests.device.uno_in_simavr import Uno, build, keys_of, missing

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"not on this machine: {missing()}"),
    pytest.mark.timeout(120),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("uno")
    build(folder)
    return folder


@pytest.fixture
def uno(built: Path, tmp_path: Path) -> Iterator[Uno]:
    uno = Uno(built, tmp_path)
    uno.keys("4711#3#")  # its serial number and its table, asked for once
    yield uno
    uno.quit()


class Wire:
    """The host's end of the Uno's pseudo terminal."""

    def __init__(self, uno: Uno) -> None:
        self.uno = uno
        self.file = os.open(uno.port, os.O_RDWR | os.O_NONBLOCK)
        self.decoder = Decoder()
        self.frames: list[Frame] = []

    def send(self, kind: str, *fields: str) -> None:
        os.write(self.file, frame("01", kind, *fields))

    def listen(self, ms: int) -> None:
        self.uno.run(ms)
        try:
            self.frames += self.decoder.feed(os.read(self.file, 65536))
        except BlockingIOError:
            return

    def wait_for(self, kind: str, where: Callable[[Frame], bool] = lambda _: True) -> Frame:
        deadline = time.monotonic() + 30
        while not (found := [f for f in self.frames if f.kind == kind and where(f)]):
            assert time.monotonic() < deadline, f"no {kind} among {self.frames}"
            self.listen(100)
        return found[-1]

    def greet(self, run: str = "0000A001") -> Frame:
        self.frames.clear()
        self.send("H", "1", "0A0B0C0D", run, "00C0FFEE")
        return self.wait_for("h", lambda f: f.fields[4] == "00C0FFEE")


def test_it_asks_for_serial_and_table_once(uno: Uno) -> None:
    assert uno.glass() == ("A3 NO LINK", "NS PAIR: _")
    uno.cut_power()
    uno.power_on()
    assert uno.glass() == ("A3 NO LINK", "NS PAIR: _")


def test_every_field_is_shown_and_ok_alone_never_confirms(uno: Uno) -> None:
    for keys, expected in [
        ("12#", "EW PAIR: _"),
        ("7#", "BOARD: _"),
        ("14#", "CONTRACT: _"),
        ("4C", "CONTRACT: 4H"),
        ("88", "CONTRACT: 4HXX"),
        ("8", "CONTRACT: 4H"),
        ("8#", "4HX BY _"),
        ("8", "4HX BY S"),
        ("#", "4HX RESULT _"),
        ("B2", "4HX RESULT -2_"),
        ("#", "EAST: A TO SEE"),
        ("####", "EAST: A TO SEE"),
        ("A", "4HX S -2  A:YES"),
        ("####", "4HX S -2  A:YES"),
        ("A", "SAVED"),
    ]:
        uno.keys(keys)
        assert uno.glass()[1] == expected


@pytest.mark.parametrize("result", ["A1", "B14", "A", "B", "B0", "A0"])
def test_impossible_results_are_not_taken(uno: Uno, result: str) -> None:
    uno.keys(f"1#2#3#70#6#{result}#")  # 7NT by East
    assert uno.glass()[1].startswith("7NT RESULT")


def test_a_confirmed_result_is_offered_and_acknowledged(uno: Uno) -> None:
    wire = Wire(uno)
    assert wire.greet().fields[:4] == ("1", "4711", "uno-1", "")
    uno.keys(keys_of(12, 7, 14, "4HX", "S", "-2"))
    record = wire.wait_for("R")
    text = "R,1,-,A,3,,14,12,7,4HX,S,-2,,,"
    assert ",".join(("R", *record.fields[:-1])) == text
    assert record.fields[-1] == check_of("4711", text)
    wire.send("A", "1", "00000000")  # another record's check: ignored
    wire.listen(300)
    assert uno.glass()[1] == "SAVED"
    wire.send("A", "1", record.fields[-1])
    wire.listen(300)
    assert uno.glass()[1] == "SENT"


@pytest.mark.parametrize(
    ("contract", "declarer", "result", "wire_result"),
    [
        ("3NTXX", "W", "=", "0"),
        ("1C", "N", "+6", "6"),
        ("7NT", "E", "-13", "-13"),
        ("PASS", "", "", ""),
        ("NP", "", "", ""),
    ],
)
def test_results_travel_as_they_were_keyed(
    uno: Uno, contract: str, declarer: str, result: str, wire_result: str
) -> None:
    wire = Wire(uno)
    wire.greet()
    uno.keys(keys_of(1, 9999, 99, contract, declarer, result))
    fields = wire.wait_for("R").fields
    assert fields[8:11] == (contract, declarer, wire_result)
    assert fields[5:8] == ("99", "1", "9999")


def test_everything_is_offered_once_more_to_a_new_run_of_the_host(uno: Uno) -> None:
    wire = Wire(uno)
    wire.greet()
    uno.keys(keys_of(1, 2, 3, "2S", "N", "="))
    check = wire.wait_for("R").fields[-1]
    wire.send("A", "1", check)
    wire.listen(3000)
    wire.greet(run="0000A002")
    assert wire.wait_for("R").fields[-1] == check
    wire.send("A", "1", check)
    wire.listen(500)
    wire.frames.clear()
    wire.listen(9000)
    assert not [f for f in wire.frames if f.kind == "R"]


def test_results_survive_a_power_cut_at_any_moment(uno: Uno) -> None:
    uno.keys(keys_of(1, 2, 3, "2S", "N", "="))
    uno.keys("#" + keys_of(5, 6, 4, "3NT", "E", "-1")[:-1])
    uno.ask("down A")
    uno.run(30)  # somewhere in the writing of the second record
    uno.cut_power()
    uno.power_on()
    wire = Wire(uno)
    wire.greet()
    first = wire.wait_for("R", lambda f: f.fields[0] == "1")
    assert first.fields[8:11] == ("2S", "N", "0")
    whole = [f for f in wire.frames if f.kind == "R" and f.fields[0] != "1"]
    assert all(f.fields[8:11] == ("3NT", "E", "-1") for f in whole)


def test_a_full_memory_says_so_and_takes_nothing(uno: Uno) -> None:
    for board in range(1, 49):
        uno.keys(keys_of(1, 2, board, "PASS", "", "") + "#")
    uno.keys(keys_of(1, 2, 49, "PASS", "", ""))
    assert uno.glass() == ("MEMORY FULL", "CONNECT HOST")
    wire = Wire(uno)
    wire.greet()
    assert wire.wait_for("s").fields[:4] == ("1", "48", "0", "48")
    for _ in range(2):
        uno.keys("A")  # East accepts again: still no room, and the host is told once
        wire.listen(1200)
    assert [f.fields[0] for f in wire.frames if f.kind == "E"] == ["full"]


def test_noise_other_addresses_and_versions(uno: Uno) -> None:
    wire = Wire(uno)
    wire.send("H", "2", "0A0B0C0D", "00000001", "00C0FFEE")
    assert wire.wait_for("E").fields[0] == "version"
    os.write(wire.file, bytes(range(256)) + b"$01,P*0000\n$" + frame("01", "P"))
    wire.wait_for("p")
    wire.frames.clear()
    os.write(wire.file, frame("02", "P"))
    wire.listen(500)
    assert wire.frames == []
    wire.listen(1000)  # it complains once a second at most
    wire.send("Q", "1")
    assert wire.wait_for("E").fields == ("unknown", "Q")
    os.write(wire.file, b"?\n")
    wire.listen(300)
    assert "# overtrick uno-1, serial 4711, table A3, waiting 0" in wire.decoder.people
