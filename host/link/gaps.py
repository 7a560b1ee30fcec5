"""Rule 3 of the host: which numbers of a box are gone, and has its memory gone backwards."""

from __future__ import annotations

from bisect import bisect_right

MOST_SPANS = 8

Span = tuple[int, int]
"""Numbers from the first to the second, both counted."""


class Numbers:
    """The record numbers of one box that are here, as spans in rising order.

    A box counts 1, 2, 3 ..., so there are few spans; whatever a box claims, no look at them takes
    longer than its answer.
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    @property
    def top(self) -> int:
        """The highest number, 0 when there is none."""
        return self._ends[-1] if self._ends else 0

    def add(self, n: int) -> None:
        """This number is here; once more changes nothing."""
        at = bisect_right(self._starts, n)
        if at and n <= self._ends[at - 1]:
            return
        joins_left = at > 0 and self._ends[at - 1] == n - 1
        joins_right = at < len(self._starts) and self._starts[at] == n + 1
        if joins_left and joins_right:
            self._ends[at - 1] = self._ends.pop(at)
            del self._starts[at]
        elif joins_left:
            self._ends[at - 1] = n
        elif joins_right:
            self._starts[at] = n
        else:
            self._starts.insert(at, n)
            self._ends.insert(at, n)

    def missing(self, first: int, last: int) -> list[Span]:
        """Spans from ``first`` to ``last`` that are not here; no more than one over MOST_SPANS."""
        spans: list[Span] = []
        at = max(bisect_right(self._starts, first) - 1, 0)
        while first <= last and len(spans) <= MOST_SPANS:
            start, end = self._span(at, beyond=last)
            if first < start:
                spans.append((first, min(start - 1, last)))
            first = max(first, end + 1)
            at += 1
        return spans

    def _span(self, at: int, beyond: int) -> Span:
        """The span at a place; after the last one, one that begins past ``beyond``."""
        if at < len(self._starts):
            return self._starts[at], self._ends[at]
        return beyond + 1, beyond + 1


def gone(first: int, low: int, high: int, here: Numbers) -> list[Span]:
    """Spans of numbers from ``first`` (of this event) to ``high`` that are nowhere any more.

    ``low`` to ``high`` are in the box's memory, ``here`` are the numbers the host has. An empty
    memory says 0, 0; ``first`` is 0 when the box does not know it. See `Numbers.missing` for how
    many are named.
    """
    return here.missing(first, low - 1 if low >= 1 else high) if first >= 1 else []


def in_words(spans: list[Span]) -> str:
    """``3, 7 to 9``; a long list ends in ``and more``."""
    words = [str(a) if a == b else f"{a} to {b}" for a, b in spans[:MOST_SPANS]]
    return ", ".join(words) + (" and more" if len(spans) > MOST_SPANS else "")
