"""The Arduino box, played by simavr: keys in, glass and serial line out."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "device" / "arduino"
TOOLS = ("avr-gcc", "avr-g++", "gcc", "make")
FILES = ("/usr/include/simavr/sim_avr.h", "/usr/share/arduino/hardware/arduino/avr/boards.txt")


def missing() -> str:
    """What keeps the Arduino box from being built here; empty when nothing does."""
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    lacking += [file for file in FILES if not os.path.exists(file)]
    return ", ".join(lacking)


def build(folder: Path) -> None:
    """Build sketch and runner into a folder (about two seconds)."""
    done = subprocess.run(
        ["make", "-s", "-C", SOURCES, f"OUT={folder}"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr


class Uno:
    """One running Uno. Its EEPROM and its port are files in `folder`."""

    def __init__(self, built: Path, folder: Path, name: str = "uno", speed: float = 0) -> None:
        self.port = folder / f"tty-{name}"
        self._command = [
            str(built / "uno"),
            str(built / "overtrick_uno.elf"),
            str(folder / f"{name}.eeprom"),
            str(self.port),
            str(speed),
        ]
        self.power_on()

    def power_on(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._answer() == "ready"
        self.run(150)

    def cut_power(self) -> None:
        """The process dies where it stands; the EEPROM's file keeps what was written."""
        self._process.kill()
        self._process.communicate()

    def quit(self) -> None:
        if self._process.poll() is None:
            self.cut_power()
        self.port.unlink(missing_ok=True)

    def ask(self, command: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return self._answer()

    def run(self, ms: int) -> None:
        assert self.ask(f"run {ms}") == "ok"

    def keys(self, keys: str) -> None:
        """Press keys one after the other, as a quick person does."""
        for key in keys:
            assert self.ask(f"down {key}") == "ok"
            self.run(28)
            assert self.ask(f"up {key}") == "ok"
            self.run(28)

    def glass(self) -> tuple[str, str]:
        self.run(220)  # the glass is redrawn five times a second
        _, top, bottom, _ = self.ask("lcd").split("|")
        return top.rstrip(), bottom.rstrip()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")


def keys_of(ns: int, ew: int, board: int, contract: str, declarer: str, result: str) -> str:
    """The keys of one result, from the North-South field to the acceptance.

    `contract` as 4SX, PASS or NP; `result` as =, +1, -2 (empty for PASS and NP).
    """
    start = f"{ns}#{ew}#{board}#"
    if contract in ("PASS", "NP"):
        return start + ("9" if contract == "PASS" else "0") + "#AA"
    suit = {"C": "A", "D": "B", "H": "C", "S": "D", "NT": "0"}[contract[1:].rstrip("X")]
    doubles = "8" * contract.count("X")
    seat = {"N": "2", "W": "4", "E": "6", "S": "8"}[declarer]
    tricks = "C" if result == "=" else result.replace("+", "A").replace("-", "B")
    return f"{start}{contract[0]}{suit}{doubles}#{seat}#{tricks}#AA"
