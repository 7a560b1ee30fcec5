"""What the user said, and what came of each case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from host.link.probe.case import Case
from host.link.probe.wire import Traced


class Verdict(Enum):
    """What came of a case."""

    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Finding:
    """A case, its verdict, why, and the bytes that went and came meanwhile."""

    case: Case
    verdict: Verdict
    why: str = ""
    trace: tuple[Traced, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What the user said: the box's address, its pairing key, only these cases, patience."""

    address: str = ""
    key: bytes | None = None
    only: tuple[str, ...] = ()
    slack: float = 0.1
    patience: float = 180.0
