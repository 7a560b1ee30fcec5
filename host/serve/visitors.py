"""Who may have a box: a join code against strangers, and a token by which a phone finds its box.

Nothing here waits or serves; time comes in as seconds and chance as a function.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

LONGEST_PAUSE_S = 60.0
MOST_ADDRESSES = 1000
MOST_BOXES = 500
"""Boxes remembered in one folder; a memory is 32 kB."""


@dataclass(frozen=True, slots=True)
class VisitorsBox:
    """A visitor's box: its serial number and the file of its memory."""

    serial: str
    memory: Path


def box_of(token: str, folder: Path) -> VisitorsBox:
    """The box of a token; who knows a serial number cannot make the token from it."""
    digest = hashlib.sha256(token.encode()).hexdigest().upper()
    return VisitorsBox(f"W{digest[:8]}", folder / f"{digest[:32]}.mem")


def is_token(text: str) -> bool:
    """Whether this could be a token of ours: 22 to 64 URL-safe characters."""
    plain = text.replace("-", "").replace("_", "")
    return 22 <= len(text) <= 64 and plain.isascii() and plain.isalnum()


class Gate:
    """Lets those in who know the code; each wrong try makes its address wait twice as long."""

    def __init__(self, code: str, new_token: Callable[[], str]) -> None:
        self._code = code
        self._new_token = new_token
        self._wrong: dict[str, tuple[int, float]] = {}
        self.joined: set[str] = set()
        """The tokens given out since the start."""

    def wait_s(self, address: str, now: float) -> float:
        """How long this address must wait before its next try counts."""
        _, until = self._wrong.get(address, (0, 0.0))
        return max(0.0, until - now)

    def join(self, code: str, address: str, now: float) -> str | None:
        """A new visitor's token, or None: the code was wrong, or it was too early to try."""
        if self.wait_s(address, now) > 0:
            return None
        if hmac.compare_digest(code.strip().encode(), self._code.encode()):
            self._wrong.pop(address, None)
            token = self._new_token()
            self.joined.add(token)
            return token
        tries = self._wrong.get(address, (0, 0.0))[0] + 1
        if len(self._wrong) >= MOST_ADDRESSES:
            self._wrong.pop(next(iter(self._wrong)))
        self._wrong[address] = (tries, now + min(2.0 ** (tries - 1), LONGEST_PAUSE_S))
        return None


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether a browser's Origin is the page we served: no other site may open a box's socket."""
    if not origin:
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def is_expected_host(host: str, allowed: frozenset[str]) -> bool:
    """Whether the Host header names us: a stranger's name that points here (rebinding) does not."""
    name = urlsplit(f"//{host}").hostname or ""
    return name in allowed
