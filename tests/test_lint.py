"""ruff, mypy --strict and the import contracts, as part of the ordinary test run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "command",
    [("mypy",), ("ruff", "check", "."), ("lint-imports", "--no-cache")],
    ids=lambda command: command[0],
)
def test_nothing_to_complain_about(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
