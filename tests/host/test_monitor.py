"""The monitor: frames in words, damaged ones marked, recordings that give the same again."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.pty_line import PtyLine
from firmware_sim.link.frame import Decoder, seal
from host.cli import main
from host.commands.monitor import _paced
from host.link.monitor import (
    HEADER,
    Chunk,
    Entry,
    Watch,
    What,
    chunk_text,
    line_of,
    read_chunks,
)

RESULT = b"$01,R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,,CE46FD9A*BC35\n"
"""The worked record of docs/table-link.md."""


def entries(*pieces: bytes) -> list[Entry]:
    watch = Watch()
    return [entry for piece in pieces for entry in watch.received(piece, 1.0)]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (RESULT, "01 R  box: result  n=17 event=E3 section=A table=2 round=5 board=14 ns=3 ew=12 "
                 "contract=4SX declarer=N result=-1 lead=HA room=- replaces=- check=CE46FD9A"),
        (b"$01,P*43C2\r\n", "01 P  host: still there?"),
        (b"$01,E,full*D5B2\n", "01 E  error  code=full"),
        (b"$01,E,unknown,Q*E9E1\n", "01 E  error  code=unknown text=Q"),
        (b"$00,H,1,0A1B2C3D,00000001,0123456789ABCDEF*EC8C\n",
         "00 H  host: who is there?  version=1 host=0A1B2C3D run=00000001 nonce=0123456789ABCDEF"),
        (b"$01,p,0,0,4900,2,E1AB30879431863E*BA19\n",
         "01 p  box: still here  high=0 unsent=0 mv=4900 extra1=2 extra2=E1AB30879431863E"),
        (b"$01,P*43C3\n", "!! damaged (wrong CRC): $01,P*43C3"),
        (b"$01,P*43c2\n", "!! damaged (wrong CRC): $01,P*43c2"),
        (b"$1,P*2777\n", "!! damaged (not in a frame's form): $1,P*2777"),
        (b"$01,\x07P*43C2\n", "!! damaged (a byte that is not allowed): $01,\\x07P*43C2"),
        (b"$" + b"x" * 130 + b"\n", "!! damaged (longer than 120 bytes): $" + "x" * 130),
        (b"# records 1-17, 2 waiting\r\n", "## line: # records 1-17, 2 waiting"),
        (b"\xff\x00?\n", "!! noise: \\xFF\\x00?"),
    ],
)  # fmt: skip
def test_each_piece_of_a_line_in_words(data: bytes, line: str) -> None:
    (entry,) = entries(data)
    assert line_of(entry) == f"     1.000 < {line}"
    assert entry.raw == data


def test_a_frame_that_another_cuts_off_is_marked() -> None:
    found = entries(b"$01,R,17,$01,P*43C2\n")
    assert [(e.what, e.problem, e.kind) for e in found] == [
        (What.DAMAGED, "unfinished", ""),
        (What.FRAME, "", "P"),
    ]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"$01,Q,1*", "unknown kind"),
        (b"$01,p,017,0,0*", "p: high '017' has a leading zero"),
        (b"$01,R,17,E3,A,2,5,14,3,12,7NT,N,1,,,,BC7C8945*", "result '1' of 7NT is not -13 to 0"),
    ],
)
def test_whole_frames_with_impossible_fields_are_marked(body: bytes, problem: str) -> None:
    (entry,) = entries(seal(body[1:-1].decode()))
    assert entry.what is What.FRAME
    assert problem in entry.problem
    assert line_of(entry).endswith("  !! " + entry.problem)


@given(st.lists(st.binary(max_size=80), max_size=12), st.integers(1, 7))
def test_borders_do_not_matter_and_frames_are_the_decoders(pieces: list[bytes], width: int) -> None:
    data = b"".join(pieces) + b"\n" + RESULT + b"".join(reversed(pieces))
    whole, cut = Watch(), Watch()
    at_once = whole.received(data, 0.0) + whole.flush(0.0)
    in_pieces: list[Entry] = []
    for at in range(0, len(data), width):
        in_pieces += cut.received(data[at : at + width], 0.0)
    in_pieces += cut.flush(0.0)
    assert [(e.what, e.raw) for e in at_once] == [(e.what, e.raw) for e in in_pieces]
    frames = [e for e in at_once if e.what is What.FRAME]
    assert len(frames) == len(Decoder().feed(data))
    assert "".join(map(line_of, at_once)).isascii()


def test_noise_without_an_end_does_not_pile_up() -> None:
    watch = Watch()
    for _ in range(100):
        watch.received(b"x" * 1000, 0.0)
    assert len(b"".join(e.raw for e in watch.flush(0.0))) <= 5096


# -- recordings ------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from("<>"), st.binary(max_size=40))))
def test_a_recording_gives_the_same_chunks_again(rows: list[tuple[int, str, bytes]]) -> None:
    at = 0
    chunks = []
    for step, direction, data in rows:
        at += step
        chunks.append(Chunk(at / 1e6, direction, data))
    lines = [HEADER + "\n", *map(chunk_text, chunks)]
    assert list(read_chunks(iter(lines), "x")) == chunks


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", None),
        ("0.1 < x\n", "it does not begin with '# overtrick monitor 1': it is no recording"),
        (f"{HEADER}\n0.1 x y\n", "line 2: it is not SECONDS < BYTES or SECONDS > BYTES"),
        (f"{HEADER}\nnan < y\n", "line 2: it is not SECONDS < BYTES or SECONDS > BYTES"),
        (f"{HEADER}\n0.1 < \\q\n", "line 2: '\\\\q' at column 1 stands for no byte"),
        (f"{HEADER}\n0.2 < a\n0.1 < b\n", "line 3: time goes back from 0.200000"),
        (f"{HEADER}\n0.1 < \xe9\n", "it is not plain ASCII: it is no recording"),
    ],
)
def test_broken_recordings(
    text: str, sentence: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.tl"
    path.write_text(text, encoding="latin-1")
    assert main(["monitor", "--replay", str(path)]) == (0 if sentence is None else 2)
    assert (sentence or "") in capsys.readouterr().err


def test_a_replay_keeps_the_times_of_the_recording() -> None:
    slept: list[float] = []
    now = 100.0

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(round(seconds, 6))
        now += seconds

    chunks = [Chunk(at, "<", b"") for at in (2.0, 2.5, 7.5)]
    assert list(_paced(iter(chunks), 10.0, lambda: now, sleep)) == chunks
    assert slept == [0.0, 0.05, 0.5]


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def box() -> Iterator[PtyLine]:
    line = PtyLine()
    yield line
    line.close()


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_session_is_printed_saved_and_replayed(
    box: PtyLine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evening.tl"
    asked = b""

    def speak() -> None:
        nonlocal asked
        while b"\n" not in asked:
            asked += box.read()
            time.sleep(0.005)
        box.write(b"\n" + RESULT + b"# a line\r\n$01,P*0000\n")

    speaker = threading.Thread(target=speak)
    speaker.start()
    arguments = ["monitor", box.path, "--hello", "--save", str(path), "--seconds", "1"]
    assert main(arguments) == 0
    speaker.join()
    live = capsys.readouterr().out
    assert re.match(r" +0\.\d{3} > 00 H  host: who is there\?  version=1 host=\w{8} run=", live)
    assert asked.startswith(b"$00,H,1,")
    assert "01 R  box: result  n=17 event=E3" in live
    assert "## line: # a line" in live
    assert "!! damaged (wrong CRC): $01,P*0000" in live
    assert main(["monitor", "--replay", str(path)]) == 0
    assert capsys.readouterr().out == live
    assert main(["monitor", "--replay", str(path), "--format", "json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [o["what"] for o in objects] == ["frame", "frame", "people", "damaged"]
    assert objects[1]["fields"]["contract"] == "4SX"
    assert path.read_text().startswith(HEADER + "\n")
    assert main(arguments) == 2  # a recording is never written over
    assert "it is there already; choose another name" in capsys.readouterr().err


def test_a_line_that_is_lost_ends_it_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def hang_up() -> None:
            connection, _ = server.accept()
            connection.recv(200)  # what is sent before the port is open may be lost
            connection.sendall(RESULT)
            connection.close()

        far = threading.Thread(target=hang_up)
        far.start()
        address = f"socket://127.0.0.1:{port}"
        assert main(["monitor", address, "--hello", "--seconds", "10"]) == 1
        far.join()
    captured = capsys.readouterr()
    assert "n=17" in captured.out
    assert "the line was lost" in captured.err


def test_a_box_that_dials_in(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def dial() -> None:
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", port)) as connection:
                    connection.sendall(RESULT)
                return
            except ConnectionRefusedError:
                time.sleep(0.01)

    far = threading.Thread(target=dial)
    far.start()
    assert main(["monitor", f"listen://127.0.0.1:{port}", "--seconds", "10"]) == 1
    far.join()
    captured = capsys.readouterr()
    assert "n=17" in captured.out
    assert f"Waiting for a box at 127.0.0.1:{port}." in captured.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name either a port, as /dev/ttyUSB0, or a recording by --replay FILE"),
        (["/dev/null", "--replay", "x"], "name either a port"),
        (["--replay", "x", "--hello"], "--save and --hello need a port"),
        (["--replay", "/nowhere/x"], "/nowhere/x: cannot be read (No such file or directory)"),
        (["/dev/nowhere"], "/dev/nowhere: there is no such port"),
        (["/dev/null", "--speed", "2"], "--speed goes with --replay"),
        (["/dev/null", "--save", "/nowhere/x"], "/nowhere/x: cannot be written"),
        (["--replay", os.devnull, "--speed", "0"], "--speed goes with --replay and is above 0"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["monitor", *arguments]) == 2
    assert f"overtrick: {sentence}" in capsys.readouterr().err
