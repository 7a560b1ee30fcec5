"""Golden values of rule books, as rows of their csv files under ``tests/data``."""

from __future__ import annotations

import csv
from pathlib import Path

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of ``tests/data/NAME``, by column."""
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
