"""Rule 3 of the host: which numbers of a box are gone, and has its memory gone backwards."""

from __future__ import annotations

from collections.abc import Collection

MOST_SPANS = 8


def gone(first: int, low: int, high: int, here: Collection[int]) -> list[tuple[int, int]]:
    """Spans of numbers from ``first`` (of this event) to ``high`` that are nowhere any more.

    ``low`` to ``high`` are in the box's memory, ``here`` are the numbers the host has. An empty
    memory says 0, 0; ``first`` is 0 when the box does not know it. Work and answer are bounded by
    the size of ``here``, whatever numbers a box claims.
    """
    if first < 1:
        return []
    end = low - 1 if low >= 1 else high
    spans: list[tuple[int, int]] = []
    start = first
    for n in sorted(n for n in here if first <= n <= end):
        if n > start:
            spans.append((start, n - 1))
        start = n + 1
    if start <= end:
        spans.append((start, end))
    return spans


def in_words(spans: list[tuple[int, int]]) -> str:
    """``3, 7 to 9``; a long list ends in ``and more``."""
    words = [str(a) if a == b else f"{a} to {b}" for a, b in spans[:MOST_SPANS]]
    return ", ".join(words) + (" and more" if len(spans) > MOST_SPANS else "")
