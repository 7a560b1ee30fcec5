"""Starts the firmware under MicroPython on a pseudo terminal, and keys on it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from device.keying import keys_towards_pairs
from device.pty_line import PtyLine
from firmware_sim import memory_map
from firmware_sim.keymaps import FULL
from host.pico.build import tool

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("micropython_box.py")
HEAP = "512k"
"""Words have 64 bits here, and the sources are compiled within this heap too."""


def micropython() -> str | None:
    """The interpreter's path, None where there is none."""
    return tool("micropython")


class MicroPythonBox:
    """One box in a process of its own; ``port`` is the pseudo terminal that it is on.

    Its time stands still but in ``run``.
    """

    def __init__(self, folder: Path) -> None:
        self._memory = folder / "box.mem"
        self._memory.write_bytes(b"\xff" * memory_map.SIZE)
        self._pty = PtyLine()
        self.port = self._pty.path
        self.power_on()

    def power_on(self) -> None:
        interpreter = micropython()
        assert interpreter is not None
        descriptor = self._pty.fileno()
        self._process = subprocess.Popen(
            [interpreter, "-X", f"heapsize={HEAP}", str(PROGRAM), str(ROOT), str(descriptor),
             str(self._memory)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=(descriptor,),
        )  # fmt: skip
        assert self._answer() == "ready"

    def cut_power(self) -> None:
        """The process dies where it stands; the memory's file keeps what was written."""
        self._process.kill()
        self._process.communicate()

    def quit(self) -> None:
        self.cut_power()
        self._pty.close()

    def ask(self, command: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._answer()

    def run(self, ms: int) -> None:
        """Let that many of the box's milliseconds pass."""
        assert self.ask(f"run {ms}") == "ok"

    def press(self, key: str) -> None:
        self.ask("down " + crossing(key))

    def release(self, key: str) -> None:
        self.ask("up " + crossing(key))

    def keys(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.press(key)
            self.run(60)
            self.release(key)
            self.run(60)

    def glass(self) -> list[str]:
        return self.ask("glass").split("|")

    def start_duplicate(self) -> None:
        """From power-on to the pairs' screen of section A, table 2."""
        self.run(2500)
        self.keys(["1", "OK", *keys_towards_pairs("TABLE", "A", 2)])
        self.run(200)
        assert self.glass()[1].startswith("NS PAIR"), self.glass()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")


def crossing(key: str) -> str:
    """Row and column of a key on the full face."""
    return next(f"{row} {keys.index(key)}" for row, keys in enumerate(FULL) if key in keys)
