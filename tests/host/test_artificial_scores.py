from __future__ import annotations

from fractions import Fraction

import pytest

from host.exchange.result_cells import parse_adjusted
from host.scoring.conventions import WBF
from host.scoring.lines import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Adjusted, Share
from host.scoring.methods import ScoredEvent, score_event
from tests.host.scoring_lines import board, fractions, line

WRITTEN = [
    ("A6040", Adjusted(Share(60), Share(40))),
    ("a50 50", Adjusted(Share(50), Share(50))),
    ("A+/A-", Adjusted(AVERAGE_PLUS, AVERAGE_MINUS)),
    ("A/A+", Adjusted(AVERAGE, AVERAGE_PLUS)),
    ("A100/0", Adjusted(Share(100), Share(0))),
    ("A+/A30", Adjusted(AVERAGE_PLUS, Share(30))),
]


@pytest.mark.parametrize(("text", "expected"), WRITTEN)
def test_artificial_scores_are_read(text: str, expected: Adjusted) -> None:
    assert parse_adjusted(text) == expected
    assert parse_adjusted(expected.text) == expected


@pytest.mark.parametrize("text", ["A", "A+", "6040", "A604", "A60400", "A+/B", "A+/A-/A", "A101/0"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f'"{text}" is no artificial score'.replace("+", r"\+")):
        parse_adjusted(text)


def test_artificial_scores_are_no_results_and_the_others_are_compared_among_themselves() -> None:
    event = score_event(board(1, 400, 300, 200, 100) + board(2, 400, 300, 200, 100, "A6040"))
    assert [p.ns for p in event.lines[4:]] == fractions(6, 4, 2, 0, "3.6")
    assert event.lines[8].ew == Fraction("2.4")
    assert event.top == 6


def other_boards(ns_scores: list[int], ew_scores: list[int], adjusted: str) -> ScoredEvent:
    """Board 9 is adjusted for P against Q; each plays other boards against X, in a top of 2.

    A score of 100 beats the other table's 50, 0 loses to it, 50 equals it.
    """
    lines = []
    for number, score in enumerate(ns_scores, 1):
        lines += [line(number, "P", f"X{number}", score), line(number, "Y", f"Z{number}", 50)]
    for number, score in enumerate(ew_scores, 5):
        lines += [line(number, f"V{number}", "Q", -score), line(number, f"W{number}", "U", -50)]
    return score_event([*lines, line(9, "P", "Q", adjusted)])


AVERAGES = [
    # P's and Q's results on their other boards, the adjustment, percent to P and to Q
    ([100, 100, 100, 0], [50], "A+/A-", 75, 40),
    ([100, 50, 0], [50], "A+/A-", 60, 40),
    ([0, 0, 0, 100], [0], "A+/A+", 60, 60),
    ([100, 100], [100, 100], "A+/A+", 100, 100),
    ([0, 0, 0, 100], [0, 0], "A-/A-", 25, 0),
    ([100, 100], [100], "A-/A-", 40, 40),
    ([100, 100], [0], "A/A", 50, 50),
    ([], [], "A+/A-", 60, 40),
]


@pytest.mark.parametrize(("ns_scores", "ew_scores", "adjusted", "ns", "ew"), AVERAGES)
def test_average_plus_and_minus_follow_the_pairs_other_boards(
    ns_scores: list[int], ew_scores: list[int], adjusted: str, ns: int, ew: int
) -> None:
    event = other_boards(ns_scores, ew_scores, adjusted)
    last = event.lines[-1]
    assert last.line.adjusted is not None
    if event.top:
        assert (last.ns, last.ew) == (Fraction(ns, 50), Fraction(ew, 50))


@pytest.mark.parametrize(("ns_scores", "ew_scores", "adjusted", "ns", "ew"), AVERAGES)
def test_average_plus_never_lowers_and_average_minus_never_raises_a_percentage(
    ns_scores: list[int], ew_scores: list[int], adjusted: str, ns: int, ew: int
) -> None:
    ranking = {row.id: row for row in other_boards(ns_scores, ew_scores, adjusted).ranking}
    played = {100: 100, 50: 50, 0: 0}
    for one, scores, percent in (("P", ns_scores, ns), ("Q", ew_scores, ew)):
        boards = [*(played[score] for score in scores), percent]
        assert ranking[one].boards == len(boards)
        assert ranking[one].percentage == Fraction(sum(boards), len(boards))


def test_two_average_plusses_do_not_feed_each_other() -> None:
    lines = board(1, 100, 50) + board(2, "A+/A+", 50) + board(3, "A+/A-", 50)
    event = score_event(lines, convention=WBF.with_fields({"small_groups": "none"}))
    ranking = {row.id: row for row in event.ranking}
    assert ranking["N1"].percentage == 100
    assert ranking["E1"].percentage == Fraction(0 + 60 + 0, 3)


IMPS = [
    ("A6040", None, 2, -2),
    ("A5050", None, 0, 0),
    ("A+/A-", None, 2, -2),
    ("A+/A+", None, 2, 2),
    ("A/A-", None, 0, -2),
    ("A+/A", 3, 3, 0),
    ("A7030", None, 4, -4),
    ("A5545", None, 1, -1),
    ("A5545", 3, "3/2", "-3/2"),
]


@pytest.mark.parametrize("method", ["butler", "cross-imps"])
@pytest.mark.parametrize(("adjusted", "plus", "ns", "ew"), IMPS)
def test_in_imps_average_plus_is_two_unless_set(
    method: str, adjusted: str, plus: int | None, ns: int, ew: int
) -> None:
    convention = WBF.with_fields({"imp_average_plus": plus})
    event = score_event(board(1, 100, 50, adjusted), method, convention)
    assert [event.lines[2].ns, event.lines[2].ew] == fractions(ns, ew)


def test_total_points_know_no_artificial_scores() -> None:
    event = score_event(board(1, 100, 50, "A6040"), "total")
    assert (event.lines[2].ns, event.lines[2].ew) == (0, 0)
