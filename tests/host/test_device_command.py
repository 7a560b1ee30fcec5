"""``overtrick device`` as a program: on a terminal, with a cable, and what it refuses."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

import pytest

from firmware_sim.link.frame import Decoder, Frame, frame
from host.cli import main
from host.link.serial_port import SerialLine, open_serial

OVERTRICK = [sys.executable, "-c", "import sys; from host.cli import main; sys.exit(main())"]


class Terminal:
    """A program on a terminal of its own, 80x24."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": os.getcwd()}
        environment.pop("NO_COLOR", None)
        self._fd = master
        self.text = ""
        self.process = subprocess.Popen(
            [*OVERTRICK, *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def read_until(self, pattern: str, seconds: float = 20.0) -> re.Match[str]:
        """Read what it draws until the pattern is there."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = re.search(pattern, self.text)
            if found:
                return found
            if select.select([self._fd], [], [], 0.1)[0]:
                self.text += os.read(self._fd, 65536).decode("utf-8", "replace")
        raise AssertionError(f"no {pattern!r} in {self.text[-2000:]!r}")

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def drain(self) -> None:
        """Take what it drew off its hands."""
        while select.select([self._fd], [], [], 0)[0]:
            self.text += os.read(self._fd, 65536).decode("utf-8", "replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._fd)


@contextmanager
def on_terminal(*arguments: str, cwd: Path) -> Iterator[Terminal]:
    terminal = Terminal(*arguments, cwd=cwd)
    try:
        yield terminal
    finally:
        terminal.close()


def answer(line: SerialLine, terminal: Terminal, kind: str, seconds: float = 20.0) -> Frame:
    """Greet the box until it answers with that kind of frame."""
    decoder, deadline, greeted = Decoder(), time.monotonic() + seconds, 0.0
    while time.monotonic() < deadline:
        if time.monotonic() - greeted > 1.0:
            greeted = time.monotonic()
            line.write(frame("00", "H", "1.0", "C0FFEE00", "0000000A", "0123456789ABCDEF"))
        terminal.drain()
        for got in decoder.feed(line.read()):
            if got.kind == kind:
                return got
        time.sleep(0.01)
    raise AssertionError(f"no {kind} from the box")


def test_a_host_reaches_the_box_by_the_path_that_the_panel_shows(tmp_path: Path) -> None:
    arguments = ("device", "--memory", "box.mem", "--serial", "VB0042")
    with on_terminal(*arguments, cwd=tmp_path) as terminal:
        path = terminal.read_until(r"/dev/pts/\d+")[0]
        line = open_serial(path)
        try:
            assert answer(line, terminal, "h").fields[1] == "VB0042"
        finally:
            line.close()
        terminal.type("\x11")  # Ctrl-Q
        deadline = time.monotonic() + 10
        while terminal.process.poll() is None and time.monotonic() < deadline:
            terminal.drain()
            time.sleep(0.02)
        assert terminal.process.poll() == 0
    assert (tmp_path / "box.mem").stat().st_size == 32768  # a 24LC256


def test_with_a_port_this_machine_is_the_box(tmp_path: Path) -> None:
    from device.pty_line import PtyLine

    far = PtyLine()
    try:
        with on_terminal("device", "--port", far.path, cwd=tmp_path) as terminal:
            terminal.read_until(re.escape(far.path))
            got = answer(far, terminal, "h")  # type: ignore[arg-type]
            assert got.fields[1] == "VB0001"
    finally:
        far.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "needs a terminal"),
        (("--serial", "vb1"), "A-Z and 0-9"),
        (("--serial", "ABCDEFGHIJKLM"), "1 to 12 of"),
        (("--port", "/dev/nonesuch"), "/dev/nonesuch"),
        (("--memory", "nonesuch/box.mem"), "nonesuch/box.mem"),
        (("--memory", "short.mem"), "32768"),
        (("--baud", "0"), "0"),
    ],
)
def test_what_it_refuses(
    arguments: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short.mem").write_bytes(b"\xff" * 100)
    if arguments:
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["device", *arguments]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert "Traceback" not in told
