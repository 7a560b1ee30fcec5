"""Keypad: from a matrix of bare contacts to a queue of keys.

Three rules, in this order:

* **Ghosts.** The matrix has no diodes, so three closed contacts at the corners of a rectangle
  close the fourth. Whenever two rows show two columns in common, those crossings cannot be told
  apart, and each keeps the state it had until one contact opens.
* **Debounce.** Each key for itself: a change counts when every scan of 12 ms saw it. A scan that
  sees the old state again starts the 12 ms anew (contacts settle within 5 ms).
* **Type-ahead.** Accepted keys wait in a queue, so nothing is lost while a screen is drawn or a
  record is written.

A key held for 30 s is stuck: it is named, and no longer keeps the box awake. On a face with few
keys some have a second meaning when held; such a key counts on release, or at once when another
key follows it, so the order of typing is kept.
"""

try:
    from typing import Callable
except ImportError:  # MicroPython: annotations are never evaluated
    pass

SCAN_MS = 5
EARLY_MS = 3
"""A caller that keeps its own beat of 5 ms may come that much early."""

DEBOUNCE_MS = 12
STUCK_MS = 30000
GHOST_MS = 400
"""How long several keys may confuse the matrix before the box says so."""

QUEUE = 16


class Keypad:
    """The driver of one face; ``scan_row`` is the Board's.

    ``long_keys`` maps a key to (milliseconds, the name it sends when held that long).
    ``stuck`` names the keys held for 30 s; ``lost`` counts keys that found the queue of 16 full.
    """

    __slots__ = (
        "_bouncing",
        "_down",
        "_due",
        "_ghosts_since",
        "_held",
        "_long_keys",
        "_names",
        "_queue",
        "_quiet_since",
        "_raw",
        "_scan_row",
        "_since",
        "_stable",
        "lost",
        "stuck",
    )

    def __init__(
        self,
        scan_row: "Callable[[int], int]",
        keymap: "tuple[tuple[str, ...], ...]",
        long_keys: "dict[str, tuple[int, str]] | None" = None,
    ) -> None:
        self._scan_row = scan_row
        self._names = keymap
        self._long_keys = long_keys or {}
        self._raw = [0] * len(keymap)
        self._stable = [0] * len(keymap)
        self._since: list[dict[int, int]] = [{} for _ in keymap]
        self._bouncing = False
        self._down: dict[str, int] = {}
        self._held = ""
        self._due = 0
        self._queue: list[str] = []
        self._ghosts_since = -1
        self.lost = 0
        self._quiet_since = 0
        self.stuck: tuple[str, ...] = ()

    def scan(self, now_ms: int) -> None:
        """Read the matrix unless it is not yet time to (5 ms apart while a key is down)."""
        if now_ms < self._due - EARLY_MS:
            return
        scan_row = self._scan_row
        raw = [scan_row(row) for row in range(len(self._raw))]
        if raw != self._raw or self._bouncing:
            self._raw = raw
            self._compare(now_ms)
        elif not self._down:
            return
        self._watch_held(now_ms)
        self._due = self._next_scan(now_ms)

    def take(self) -> str:
        """The oldest key that waits, or ""."""
        return self._queue.pop(0) if self._queue else ""

    def give_back(self, key: str) -> None:
        """Put a key at the head of the queue, to be taken again by the screen that follows."""
        self._queue.insert(0, key)

    def waiting(self) -> int:
        """How many keys wait."""
        return len(self._queue)

    def rest(self, now_ms: int, idle_ms: int) -> int:
        """Milliseconds until the matrix must be read again if no contact changes."""
        if self._queue:
            return 0
        if not self._due:
            return idle_ms
        return max(self._due - now_ms, 0)

    def down(self) -> "tuple[str, ...]":
        """The keys held down now."""
        return tuple(sorted(self._down))

    def quiet_for(self, now_ms: int, ms: int) -> bool:
        """True when no contact changed for that long and none is closed but those of stuck keys."""
        return len(self._down) == len(self.stuck) and now_ms - self._quiet_since >= ms

    def trouble(self, now_ms: int) -> "tuple[str, ...]":
        """Keys to be named to the players: stuck ones, or those that confuse the matrix."""
        if self.stuck:
            return self.stuck
        if self._ghosts_since >= 0 and now_ms - self._ghosts_since >= GHOST_MS:
            return ("?",) + self.down()
        return ()

    def _compare(self, now_ms: int) -> None:
        """Hold the raw contacts against the accepted ones, key by key."""
        rows = self._without_ghosts(now_ms)
        for row in range(len(rows)):
            changed = rows[row] ^ self._stable[row]
            since = self._since[row]
            if changed or since:
                for column in range(len(self._names[row])):
                    if not changed >> column & 1:
                        if column in since:
                            del since[column]
                    elif column not in since:
                        since[column] = now_ms
                    elif now_ms - since[column] >= DEBOUNCE_MS:
                        del since[column]
                        self._accept(row, column, now_ms)
        self._bouncing = any(self._since)
        self._quiet_since = now_ms

    def _without_ghosts(self, now_ms: int) -> "list[int]":
        """The rows as read, ambiguous crossings as they were before."""
        rows = list(self._raw)
        before = self._ghosts_since
        self._ghosts_since = -1
        for first in range(len(rows) - 1):
            if not self._raw[first]:
                continue
            for second in range(first + 1, len(rows)):
                common = self._raw[first] & self._raw[second]
                if common & (common - 1):
                    self._ghosts_since = before if before >= 0 else now_ms
                    for row in (first, second):
                        rows[row] = rows[row] & ~common | self._stable[row] & common
        return rows

    def _accept(self, row: int, column: int, now_ms: int) -> None:
        self._stable[row] ^= 1 << column
        key = self._names[row][column]
        if self._stable[row] >> column & 1:
            self._down[key] = now_ms
            self._release_held()
            if key in self._long_keys:
                self._held = key
            else:
                self._put(key)
            return
        del self._down[key]
        if key == self._held:
            self._release_held()
        self.stuck = tuple([name for name in self.stuck if name != key])

    def _release_held(self) -> None:
        """A key with two meanings was let go, or another came after it: its short one counts."""
        if self._held:
            self._put(self._held)
            self._held = ""

    def _watch_held(self, now_ms: int) -> None:
        """Second meanings and stuck keys."""
        if self._held:
            ms, name = self._long_keys[self._held]
            if now_ms - self._down[self._held] >= ms:
                self._held = ""
                self._put(name)
        for key in self._down:
            if now_ms - self._down[key] >= STUCK_MS and key not in self.stuck:
                self.stuck = self.stuck + (key,)

    def _next_scan(self, now_ms: int) -> int:
        """When to read again: in 5 ms, or when a key's 12 ms are over; 0 means at leisure."""
        if not self._bouncing and len(self._down) == len(self.stuck):
            return 0
        due = now_ms + SCAN_MS
        if self._bouncing:
            for since in self._since:
                for column in since:
                    due = min(due, since[column] + DEBOUNCE_MS)
        return due

    def _put(self, key: str) -> None:
        if len(self._queue) < QUEUE:
            self._queue.append(key)
        else:
            self.lost += 1
