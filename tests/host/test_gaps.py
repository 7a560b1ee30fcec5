"""Which numbers of a box are nowhere: the spans against plain sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.link.gaps import MOST_SPANS, Numbers, gone, in_words

LOW_NUMBERS = st.integers(1, 40)


def numbers_of(here: list[int]) -> Numbers:
    numbers = Numbers()
    for n in here:
        numbers.add(n)
    return numbers


@pytest.mark.parametrize(
    ("first", "low", "high", "here", "said"),
    [
        (0, 5, 9, [], ""),  # the box does not know where the event began
        (1, 1, 9, [], ""),  # all of them are in the box
        (1, 4, 9, [1, 2, 3], ""),
        (1, 4, 9, [1, 3], "2"),
        (1, 0, 0, [], ""),
        (3, 9, 12, [1, 2, 5, 6, 8], "3 to 4, 7"),
        (1, 999999999, 999999999, [500], "1 to 499, 501 to 999999998"),
        (1, 20, 20, list(range(2, 20, 2)), "1, 3, 5, 7, 9, 11, 13, 15 and more"),
    ],
)
def test_gaps_in_words(first: int, low: int, high: int, here: list[int], said: str) -> None:
    assert in_words(gone(first, low, high, numbers_of(here))) == said


@given(st.lists(LOW_NUMBERS), LOW_NUMBERS, LOW_NUMBERS)
def test_spans_name_what_plain_counting_finds(here: list[int], first: int, last: int) -> None:
    numbers = numbers_of(here)
    spans = numbers.missing(first, last)
    named = [n for start, end in spans for n in range(start, end + 1)]
    plain = [n for n in range(first, last + 1) if n not in here]
    assert numbers.top == max(here, default=0)
    assert named == (plain if len(spans) <= MOST_SPANS else plain[: len(named)])
