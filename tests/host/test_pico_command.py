"""``overtrick pico``: what is built, and that mpremote puts it on a board that answers."""

from __future__ import annotations

import ast
import json
import os
import pty
import subprocess
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.cli import main
from host.pico import upload
from host.pico.build import FIRMWARE, tool
from host.pico.rename import renamed, short_names
from host.pico.shrink import constants_of, shrunk
from host.pico.unused import drop_unused
from tests.firmware.interpreters import needed

RAW_REPL = Path(__file__).with_name("raw_repl.py")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """(port, the board's files) of a MicroPython that answers as a Pico's prompt does."""
    interpreter = needed("micropython")
    files = tmp_path / "board"
    files.mkdir()
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    process = subprocess.Popen(
        [interpreter, str(RAW_REPL)], stdin=master, stdout=master, cwd=files, close_fds=True
    )
    yield os.ttyname(slave), files
    process.kill()
    process.wait()
    os.close(master)
    os.close(slave)


def test_the_firmware_is_copied_and_started(
    board: tuple[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    port, files = board
    # All of it takes half a minute at the pace of a board's prompt: a part will do.
    monkeypatch.setattr("host.commands.pico.FIRMWARE", FIRMWARE / "drivers")
    (files / "memory" / "00").mkdir(parents=True)
    (files / "memory" / "00" / "000").write_bytes(b"kept")
    (files / "firmware_sim").mkdir()
    (files / "firmware_sim" / "box.py").write_text("old = True\n")
    (files / "main.py").write_text("old = True\n")
    arguments = ["pico", port, "--face", "membrane", "--lcd", "i2c", "--language", "it"]
    assert main(arguments) == 0
    assert "the box is on it" in capsys.readouterr().out
    assert json.loads((files / "overtrick.json").read_text()) == {
        "face": "membrane", "glass": "16x2", "lcd": "i2c", "link": "usb", "language": "it",
    }  # fmt: skip
    assert "start.run()" in (files / "main.py").read_text()
    assert (files / "firmware_sim" / "drivers" / "lcd.mpy").read_bytes()[:1] == b"M"
    # A source beside a compiled file would be taken instead of it.
    assert not list((files / "firmware_sim").rglob("*.py"))
    assert (files / "device" / "pico" / "board.mpy").stat().st_size > 500
    assert (files / "memory" / "00" / "000").read_bytes() == b"kept"
    end = time.monotonic() + 10
    while not (files / "was_reset").exists():  # mpremote goes before the board does it
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_dry_run_needs_no_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("host.commands.pico.FIRMWARE", FIRMWARE / "words")
    assert main(["pico", "/dev/none", "--dry-run", "--source"]) == 0
    printed = capsys.readouterr().out
    assert "main.py" in printed
    assert "firmware_sim/words/en.py" in printed
    assert "as source" in printed


def test_a_port_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pico", "/dev/ttyNONE7"]) == 2
    assert "/dev/ttyNONE7: no such port; 'overtrick ports' lists" in capsys.readouterr().err


def test_a_port_where_nobody_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upload, "ANSWER_S", 2)
    master, slave = pty.openpty()
    try:
        assert main(["pico", os.ttyname(slave)]) == 2
    finally:
        os.close(master)
        os.close(slave)
    said = capsys.readouterr().err
    assert "no answer within 2 s" in said
    assert "Traceback" not in said


def test_without_mpremote(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upload, "find_spec", lambda name: None)
    assert main(["pico", "/dev/null"]) == 2
    assert "python -m pip install 'overtrick[pico]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("is cpython 0", "no MicroPython answers"),
        ("Garbage", "no MicroPython answers"),
        ("is micropython 5", "compiled files of format 5, not 6"),
    ],
)
def test_another_python_answers(
    answer: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upload, "_mpremote", lambda *arguments: answer)
    monkeypatch.setattr("host.commands.pico.mpy_cross", lambda: "mpy-cross")
    assert main(["pico", "/dev/null"]) == 2
    assert said in capsys.readouterr().err


# -- the build ------------------------------------------------------------------------------------


def test_private_names_that_are_inherited_stay_apart() -> None:
    trees = {
        "p.base": ast.parse("class A:\n    def _one(self): return self._two\n    _two = 2\n"),
        "p.sub": ast.parse("from p.base import A\nclass B(A):\n    def _three(self): return 1\n"),
        "p.other": ast.parse("def _four(): return getattr(x, '_on_' + kind)\ndef _on_a(): pass\n"),
    }
    names = short_names(trees)
    assert not set(names["p.base"].values()) & set(names["p.sub"].values())
    assert "_on_a" not in names["p.other"]
    text = ast.unparse(renamed(trees["p.sub"], names["p.sub"]))
    assert "_three" not in text


def test_constants_and_what_nobody_uses_are_gone() -> None:
    trees = {
        "p.a": ast.parse("WAIT = 5\nTWICE = WAIT * 2\nSAID = 'x'\ndef lost(): pass\n"),
        "p.b": ast.parse(
            "from p.a import TWICE, SAID\nfrom p import a\nprint(TWICE, a.WAIT, SAID)\n"
        ),
        "p.c": ast.parse("def f(WAIT): return WAIT\nprint(f(1))\n"),
    }
    constants = constants_of(trees)
    trees = {name: shrunk(tree, constants) for name, tree in trees.items()}
    drop_unused(trees)
    assert ast.unparse(trees["p.a"]) == "SAID = 'x'"
    assert ast.unparse(trees["p.b"]) == "from p.a import SAID\nprint(10, 5, SAID)"
    assert "return WAIT" in ast.unparse(trees["p.c"])


def test_tools_are_found_beside_the_interpreter_or_on_the_path() -> None:
    assert tool("no-such-program-at-all") is None
    assert tool("sh") is not None
