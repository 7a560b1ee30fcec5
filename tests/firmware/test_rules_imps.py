"""The two IMP scales, row by row."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.rules.imps import TABLES, imps
from tests.vectors import rows


def test_every_difference_of_the_current_scale() -> None:
    vectors = rows("vectors/imp.csv")
    assert len(vectors) == 25
    for row in vectors:
        for difference in range(int(row["from"]), int(row["to"] or 8000) + 1, 10):
            assert imps(difference) == int(row["imps"])
            assert imps(-difference) == -int(row["imps"])


SCALE_1948 = [
    (0, 10, 0),
    (20, 60, 1),
    (70, 130, 2),
    (140, 210, 3),
    (220, 340, 4),
    (350, 490, 5),
    (500, 740, 6),
    (750, 990, 7),
    (1000, 1240, 8),
    (1250, 1490, 9),
    (1500, 1990, 10),
    (2000, 2490, 11),
    (2500, 2990, 12),
    (3000, 3490, 13),
    (3500, 3990, 14),
    (4000, 8000, 15),
]


@pytest.mark.parametrize(("least", "most", "points"), SCALE_1948)
def test_the_scale_of_1948(least: int, most: int, points: int) -> None:
    assert {imps(d, "1948") for d in range(least, most + 1, 10)} == {points}


def test_the_step_at_3000() -> None:
    assert imps(2990) == 21
    assert imps(3000) == 22


@given(st.integers(-10000, 10000), st.sampled_from(sorted(TABLES)))
def test_the_other_side_gets_the_opposite(difference: int, table: str) -> None:
    assert imps(-difference, table) == -imps(difference, table)
    assert imps(difference + 1, table) >= imps(difference, table)


def test_scales_rise() -> None:
    for scale in TABLES.values():
        assert all(a < b for a, b in itertools.pairwise(scale))


def test_an_unknown_scale() -> None:
    with pytest.raises(ValueError, match="'1935' is no IMP table; there are 1948, current"):
        imps(420, "1935")
