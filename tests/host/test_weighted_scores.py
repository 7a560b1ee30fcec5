from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.rules.imps import imps
from host.exchange.result_cells import parse_weights, weights_text
from host.scoring.conventions import WBF
from host.scoring.methods import score_event
from tests.host.scoring_lines import board, fractions

WRITTEN = [
    ("620*0.6+170*0.4", ((620, Fraction(3, 5)), (170, Fraction(2, 5)))),
    ("-50*50%+110*50%", ((-50, Fraction(1, 2)), (110, Fraction(1, 2)))),
    ("100*1/3+-100*2/3", ((100, Fraction(1, 3)), (-100, Fraction(2, 3)))),
    ("100*0.5-100*0.5", ((100, Fraction(1, 2)), (-100, Fraction(1, 2)))),
    ("0*1", ((0, Fraction(1)),)),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_weighted_scores_are_read(text: str, expected: tuple[tuple[int, Fraction], ...]) -> None:
    assert parse_weights(text) == expected
    assert parse_weights(weights_text(expected)) == expected


REFUSED = [
    ("620*0.6", "sum to 3/5, not to 1"),
    ("620*0.6+170*0.5", "sum to 11/10"),
    ("620", "is no weighted score"),
    ("620*0.6170*0.4", "is no weighted score"),
    ("620*1/0", "divides by nothing"),
    ("620*0.6+", "is no weighted score"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_other_weights_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_weights(text)


def test_matchpoints_are_averaged_over_the_parts_for_both_sides_of_each_comparison() -> None:
    # 620 beats all three others; 170 beats -100, equals 170 and loses to 200.
    event = score_event(board(1, "620*0.6+170*0.4", 200, 170, -100))
    weighted = Fraction(6 * 6, 10) + Fraction(3 * 4, 10)
    assert [p.ns for p in event.lines] == [
        weighted,
        4 + Fraction(2 * 4, 10),
        2 + Fraction(1 * 4, 10),
        0,
    ]
    assert sum(p.ns or 0 for p in event.lines) == 12


def test_two_weighted_scores_meet_part_by_part() -> None:
    event = score_event(board(1, "100*0.5+0*0.5", "50*0.25+0*0.75"))
    # 100 beats both parts; 0 loses to the first and equals the second.
    first = Fraction(2, 2) + Fraction(1, 2) * Fraction(3, 4)
    assert [p.ns for p in event.lines] == [first, 2 - first]


def test_the_datum_takes_the_weighted_mean_and_the_parts_meet_the_datum() -> None:
    event = score_event(board(1, "620*0.6+170*0.4", 620, 620, 170), "butler")
    # The mean is 440; without the extremes 620 and 170: (620 + 440) / 2 = 530.
    assert {p.datum for p in event.lines} == {530}
    # 620 is 90 above, 3 IMPs; 170 is 360 below, 8 IMPs.
    assert event.lines[0].ns == Fraction(3 * 6, 10) - Fraction(8 * 4, 10)
    assert [p.ns for p in event.lines[1:]] == [3, 3, -8]


def test_cross_imps_meet_each_part() -> None:
    event = score_event(board(1, "620*0.5+170*0.5", 620, 170), "cross-imps")
    # 450 is 10 IMPs: half of it for and against the weighted score, and all between the others.
    assert [p.ns for p in event.lines] == fractions(0, "7.5", "-7.5")


def test_total_points_take_the_mean() -> None:
    event = score_event(board(1, "620*0.5+170*0.5", 620), "total")
    assert [p.ns for p in event.lines] == [395, 620]


def parts_of(what: int | str) -> tuple[tuple[int, Fraction], ...]:
    return parse_weights(what) if isinstance(what, str) else ((what, Fraction(1)),)


RESULTS = st.lists(
    st.one_of(
        st.sampled_from([620, 170, 0, -50, -100, 420]),
        st.sampled_from(["620*0.6+170*0.4", "-50*1/3+0*1/3+620*1/3", "170*1/7+420*6/7"]),
    ),
    min_size=1,
    max_size=7,
)


@given(RESULTS)
@settings(max_examples=100, deadline=None)
def test_every_comparison_is_the_average_over_both_sides_parts(results: list[int | str]) -> None:
    def average(one: int | str, other: int | str, worth: Callable[[int, int], int]) -> Fraction:
        pairs = product(parts_of(one), parts_of(other))
        return sum((p * q * worth(a, b) for (a, p), (b, q) in pairs), Fraction(0))

    def plain(worth: Callable[[int, int], int]) -> list[Fraction]:
        return [
            sum((average(a, b, worth) for j, b in enumerate(results) if i != j), Fraction(0))
            for i, a in enumerate(results)
        ]

    lines = board(1, *results)
    matchpoints = score_event(lines).lines
    if len(results) > 1:
        assert [p.ns for p in matchpoints] == plain(lambda a, b: 2 * (a > b) + (a == b))
    convention = WBF.with_fields({"cross_imp_divisor": "none"})
    cross = score_event(lines, "cross-imps", convention).lines
    assert [p.ns for p in cross] == plain(lambda a, b: imps(a - b))
