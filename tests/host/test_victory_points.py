"""Victory points: every printed cell, the continuous scale, and lengths without a column."""

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.scoring.point_scales import board_a_match, oslo_pokal
from host.scoring.victory_points import (
    LENGTHS,
    SCALES,
    continuous_scale,
    victory_points,
    vp_20_0,
    vp_25_0,
)
from tests.vectors import rows


@pytest.mark.parametrize("name", ["vp_25_0.csv", "vp_25_0_long_matches.csv"])
def test_every_cell_of_the_printed_scale(name: str) -> None:
    for row in rows(f"vectors/{name}"):
        least = int(row["imps_from"])
        for margin in range(least, int(row["imps_to"] or least + 100) + 1):
            got = vp_25_0(margin, int(row["boards"]))
            assert got == (int(row["winner_vp"]), int(row["loser_vp"])), (row, margin)


def test_the_printed_files_have_twelve_columns_of_sixteen_rows() -> None:
    cells = rows("vectors/vp_25_0.csv") + rows("vectors/vp_25_0_long_matches.csv")
    assert sorted({int(row["boards"]) for row in cells}) == list(LENGTHS)
    assert len(cells) == 12 * 16


@pytest.mark.parametrize(
    ("boards", "column"), [(9, 10), (11, 12), (18, 20), (21, 24), (22, 24), (41, 48), (47, 48)]
)
def test_a_length_without_a_column_reads_the_next_longer(boards: int, column: int) -> None:
    for margin in range(0, 130):
        assert vp_25_0(margin, boards) == vp_25_0(margin, column)


def test_worked_examples() -> None:
    assert vp_25_0(45, 9) == (25, 3)
    assert vp_20_0(23, 28) == (Decimal("14.48"), Decimal("5.52"))
    assert vp_20_0(34, 32) == (Decimal("15.76"), Decimal("4.24"))
    assert vp_20_0(0, 1) == (Decimal("10.00"), Decimal("10.00"))
    # 15 times the root of 16 boards: 60 IMPs are a blitz.
    assert vp_20_0(60, 16) == vp_20_0(500, 16) == (Decimal("20.00"), Decimal("0.00"))
    assert vp_20_0(59, 16)[0] < 20


@pytest.mark.parametrize("boards", [7, 0, -8, 49, 200])
def test_lengths_that_the_printed_scale_has_not(boards: int) -> None:
    with pytest.raises(ValueError, match=f"no column for {boards} boards; it goes from 8 to 48"):
        victory_points(10, boards, "vp-25-0")


@pytest.mark.parametrize("boards", [7, 49])
def test_the_continuous_scale_takes_any_length(boards: int) -> None:
    assert 10 < vp_20_0(10, boards)[0] < 20


def test_what_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="1 to 1000 boards, not of 0"):
        victory_points(0, 0, "vp-20-0")
    for scale in SCALES:
        with pytest.raises(ValueError, match="a margin of -1 IMPs is impossible"):
            victory_points(-1, 8, scale)
    with pytest.raises(ValueError, match="there are vp-25-0, vp-20-0"):
        victory_points(1, 8, "vp-30-0")


@given(st.integers(1, 150))
def test_no_imp_is_worth_more_than_the_one_before(boards: int) -> None:
    scale = continuous_scale(boards)
    steps = [b - a for a, b in itertools.pairwise(scale)]
    assert scale[0] == 1000
    assert scale[-1] == 2000
    assert all(a >= b >= 0 for a, b in itertools.pairwise(steps))


@given(st.integers(8, 48), st.integers(0, 200), st.sampled_from(sorted(SCALES)))
def test_more_imps_never_cost_points(boards: int, margin: int, scale: str) -> None:
    winner, loser = victory_points(margin, boards, scale)
    better, worse = victory_points(margin + 1, boards, scale)
    assert better >= winner >= loser >= worse >= 0


def test_every_row_of_the_oslo_scale() -> None:
    for row in rows("vectors/oslo_pokal.csv"):
        for difference in range(int(row["from"]), int(row["to"] or 8000) + 1, 10):
            expected = (int(row["winner"]), int(row["loser"]))
            assert oslo_pokal(difference) == expected
            assert oslo_pokal(-difference) == (expected if difference == 0 else expected[::-1])


@given(st.integers(-8000, 8000))
def test_swapping_the_teams_swaps_the_points(difference: int) -> None:
    assert oslo_pokal(-difference) == oslo_pokal(difference)[::-1]
    assert board_a_match(-difference) == board_a_match(difference)[::-1]
    assert sum(oslo_pokal(difference)) == 12
    assert sum(board_a_match(difference)) == 2
