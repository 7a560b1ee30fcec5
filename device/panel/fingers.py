"""Fingers on the keys: turns taps, presses and releases into timed moves of the contacts.

A terminal tells of a key press, never of its release, so a key struck on the keyboard is a tap: the
contact closes for TAP seconds and stays open for GAP before the next. A mouse button tells of both,
but quick clicks are shorter than any finger, so a contact stays closed for HOLD_MIN at least.
Nothing is ever dropped: what comes too fast waits its turn, and a long queue is typed faster.
"""

from __future__ import annotations

from dataclasses import dataclass

TAP = 0.060
GAP = 0.030
HURRY = 0.026  # a tap while others wait: still twice the firmware's 12 ms of debouncing
HURRY_GAP = 0.024
HOLD_MIN = 0.040
LINGER = 0.110
"""How long a struck key looks pressed at least: a shorter flash is not seen."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """At ``at`` (seconds) the contact of ``key`` closes or opens."""

    at: float
    closed: bool
    key: str


class Fingers:
    """The queue of contact moves of one face. Times are seconds on the caller's clock."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._free_at = 0.0
        self._pressed_at: dict[str, float] = {}
        self._closed_at: dict[str, float] = {}
        self.jammed: set[str] = set()
        self.down: set[str] = set()

    def tap(self, key: str, now: float, hold: float | None = None) -> None:
        """Strike a key once, ``hold`` seconds long if given, after all taps before it."""
        waiting = self._free_at > now
        start = max(now, self._free_at)
        end = start + (hold or (HURRY if waiting else TAP))
        self._add(key, start, end)
        self._free_at = end + (HURRY_GAP if waiting else GAP)

    def press(self, key: str, now: float) -> None:
        """A finger (the mouse) goes down on the key and stays."""
        start = max(now, self._free_at)
        self._pressed_at[key] = start
        self._moves.append(Move(start, True, key))
        self._free_at = start + HOLD_MIN + GAP

    def release(self, key: str, now: float) -> None:
        """That finger goes up; a press shorter than HOLD_MIN is held until then."""
        start = self._pressed_at.pop(key, None)
        if start is not None:
            end = max(now, start + HOLD_MIN)
            self._moves.append(Move(end, False, key))
            self._free_at = max(self._free_at, end + GAP)

    def jam(self, key: str) -> bool:
        """Jam the key, or free it when it is jammed; True when it is jammed now."""
        if key in self.jammed:
            self.jammed.discard(key)
            return False
        self.jammed.add(key)
        return True

    def due(self, now: float) -> list[Move]:
        """Take the moves up to ``now``, in order of time; ``down`` is as after the last."""
        ready = sorted(move for move in self._moves if move.at <= now)
        self._moves = [move for move in self._moves if move.at > now]
        for move in ready:
            (self.down.add if move.closed else self.down.discard)(move.key)
            if move.closed:
                self._closed_at[move.key] = move.at
        return ready

    def seen(self, now: float) -> set[str]:
        """The keys an eye sees pressed: those that are down, and those struck just now."""
        return {key for key, at in self._closed_at.items() if key in self.down or now - at < LINGER}

    @property
    def idle(self) -> bool:
        """No finger on a key, and none on its way."""
        return not (self._moves or self.down or self._pressed_at)

    def lift(self) -> None:
        """Take all fingers away and forget what was still to be typed; jammed keys stay."""
        self._moves.clear()
        self._pressed_at.clear()
        self.down.clear()
        self._free_at = 0.0

    def _add(self, key: str, start: float, end: float) -> None:
        self._moves.append(Move(start, True, key))
        self._moves.append(Move(end, False, key))
