from __future__ import annotations

from fractions import Fraction

import pytest

from host.scoring.entrants import natural
from host.scoring.rounding import round_to

ROUNDED = [
    # value, decimals, halves, towards, shown
    ("58.074", 2, "up", 0, "58.07"),
    ("58.075", 2, "up", 0, "58.08"),
    ("-0.005", 2, "up", 0, "0.00"),
    ("-1.005", 2, "up", 0, "-1.00"),
    ("-1.006", 2, "up", 0, "-1.01"),
    ("2/3", 2, "up", 0, "0.67"),
    ("-2/3", 2, "up", 0, "-0.67"),
    ("7", 2, "up", 0, "7.00"),
    ("0.25", 1, "even", 0, "0.2"),
    ("0.35", 1, "even", 0, "0.4"),
    ("-0.25", 1, "even", 0, "-0.2"),
    ("3.25", 1, "towards", 5, "3.3"),
    ("6.75", 1, "towards", 5, "6.7"),
    ("-0.25", 1, "towards", 0, "-0.2"),
    ("0.25", 1, "towards", 0, "0.2"),
    ("6.751", 1, "towards", 5, "6.8"),
]


@pytest.mark.parametrize(("value", "places", "halves", "towards", "shown"), ROUNDED)
def test_halves_go_where_they_are_told(
    value: str, places: int, halves: str, towards: int, shown: str
) -> None:
    assert str(round_to(Fraction(value), places, halves, towards)) == shown


def test_an_unknown_rule_for_halves_is_refused() -> None:
    with pytest.raises(ValueError, match="none of up, even, towards"):
        round_to(Fraction(1, 2), 0, "down")


def test_numbers_are_sorted_as_people_count_and_any_text_can_be() -> None:
    ids = ["10", "9", "A10", "A2", "²", "", "B", "1A", "1", "9" * 5000]
    assert sorted(ids, key=natural) == ["", "1", "1A", "9", "10", "9" * 5000, "A2", "A10", "B", "²"]
