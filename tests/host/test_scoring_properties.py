"""What must hold for any event: sums, symmetry, order."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.rules.imps import imps
from host.scoring.adjustments import Adjustment
from host.scoring.conventions import CONVENTIONS, WBF
from host.scoring.imp_points import cross_imps, datum
from host.scoring.lines import Line
from host.scoring.matchpoints import matchpoints
from host.scoring.methods import METHODS, score_event
from host.scoring.standings import RankRow
from tests.host.scoring_lines import line

SCORES = st.integers(-760, 760).map(lambda tens: tens * 10)
BOARD = st.lists(SCORES, min_size=1, max_size=30)

ODD = ["A6040", "A+/A-", "A/A", "NP", "420*0.6+170*0.4", "-50*1/3+100*2/3"]


@st.composite
def events(draw: st.DrawFn, real: bool = False, sections: bool = False) -> list[Line]:
    """Up to four boards of up to six tables, pairs sitting one way or both."""
    lines = []
    both_ways = draw(st.booleans())
    for number in range(1, draw(st.integers(1, 4)) + 1):
        for table in range(draw(st.integers(0, 6))):
            what = draw(SCORES if real else st.one_of(SCORES, st.sampled_from(ODD)))
            ns, ew = str(table), str(10 + (table + number) % 6)
            if both_ways and number % 2:
                ns, ew = ew, ns
            section = draw(st.sampled_from("AB")) if sections else ""
            lines.append(line(number, ns, ew, what, section))
    return lines


methods = st.sampled_from(sorted(METHODS))
conventions = st.sampled_from(sorted(CONVENTIONS)).map(CONVENTIONS.__getitem__)


@given(BOARD)
def test_matchpoints_are_those_of_the_plain_loop_and_sum_to_a_constant(scores: list[int]) -> None:
    plain = [sum(2 * (one > other) + (one == other) for other in scores) - 1 for one in scores]
    assert matchpoints(scores) == plain
    assert sum(plain) == len(scores) * (len(scores) - 1)


@given(BOARD, st.sampled_from(["current", "1948"]))
def test_cross_imps_are_those_of_the_plain_loop_and_sum_to_zero(
    scores: list[int], table: str
) -> None:
    plain = [sum(imps(one - other, table) for other in scores) for one in scores]
    assert cross_imps(scores, table) == plain
    assert sum(plain) == 0


@given(BOARD)
def test_the_datum_negates_with_the_scores(scores: list[int]) -> None:
    for trim in (WBF.butler_trim, WBF.with_fields({"butler_trim": "10%"}).butler_trim):
        negated = sorted(-score for score in scores)
        assert datum(negated, trim) == -datum(sorted(scores), trim)


@given(events(), methods, conventions)
@settings(max_examples=100, deadline=None)
def test_swapping_the_sides_swaps_the_points(lines, method, convention) -> None:  # type: ignore[no-untyped-def]
    def swapped(one: Line) -> Line:
        adjusted = one.adjusted and replace(one.adjusted, ns=one.adjusted.ew, ew=one.adjusted.ns)
        weights = tuple((-score, share) for score, share in one.weights)
        score = None if one.score is None else -one.score
        sides = {"ns": one.ew, "ew": one.ns}
        return replace(one, **sides, adjusted=adjusted, weights=weights, score=score)  # type: ignore[arg-type]

    there = score_event(lines, method, convention, winners=1)
    back = score_event(map(swapped, lines), method, convention, winners=1)
    assert [(p.ns, p.ew) for p in there.lines] == [(p.ew, p.ns) for p in back.lines]
    assert there.ranking == back.ranking


@given(events(real=True), conventions)
@settings(max_examples=100, deadline=None)
def test_a_boards_real_results_share_out_what_there_is(lines, convention) -> None:  # type: ignore[no-untyped-def]
    even = convention.with_fields({"small_groups": "none", "form": "2-1-0"})
    event = score_event(lines, "matchpoints", even)
    for points in event.lines:
        assert points.ns is not None
        assert points.ew is not None
        assert points.ns + points.ew == event.top
    imps_event = score_event(lines, "cross-imps", convention)
    for number in {one.board for one in lines}:
        assert sum(p.ns or 0 for p in imps_event.lines if p.line.board == number) == 0


@given(st.lists(SCORES, min_size=2, max_size=8), st.integers(1, 3), conventions)
@settings(max_examples=60, deadline=None)
def test_neuberg_changes_nothing_where_all_boards_are_equally_full(  # type: ignore[no-untyped-def]
    scores, boards, convention
) -> None:
    lines = [
        line(number, f"N{i}", f"E{i}", score)
        for number in range(boards)
        for i, score in enumerate(scores)
    ]
    plain = convention.with_fields({"form": "2-1-0"})
    by_neuberg = score_event(lines, "matchpoints", plain)
    without = score_event(lines, "matchpoints", plain.with_fields({"fewer_results": "none"}))
    assert by_neuberg.lines == without.lines
    assert by_neuberg.ranking == without.ranking
    assert [p.ns for p in by_neuberg.lines] == matchpoints(scores) * boards


@given(events(), methods, conventions, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_ranking_does_not_depend_on_the_order_of_lines(  # type: ignore[no-untyped-def]
    lines, method, convention, chance: random.Random
) -> None:
    shuffled = lines.copy()
    chance.shuffle(shuffled)
    there = score_event(lines, method, convention).ranking
    assert score_event(shuffled, method, convention).ranking == there


@given(events(sections=True), methods, st.sampled_from(["together", "ranked-apart", "apart"]))
@settings(max_examples=100, deadline=None)
def test_sections_may_change_their_names(lines, method, scoring) -> None:  # type: ignore[no-untyped-def]
    convention = WBF.with_fields({"section_scoring": scoring})
    renamed = [replace(one, section={"A": "B", "B": "A"}[one.section]) for one in lines]

    def rows(event_lines: list[Line], other: bool) -> set[tuple[object, ...]]:
        names = {"A": "B", "B": "A"} if other else {}
        found = score_event(event_lines, method, convention).ranking
        return {(r.place, r.id, names.get(r.section, r.section), r.total) for r in found}

    assert rows(lines, other=False) == rows(renamed, other=True)


@given(events(), methods, conventions)
@settings(max_examples=100, deadline=None)
def test_totals_are_the_sums_of_the_lines(lines, method, convention) -> None:  # type: ignore[no-untyped-def]
    summed = convention.with_fields(
        {"butler_total": "sum", "fewer_boards": "none", "cross_imp_total": "sum"}
    )
    event = score_event(lines, method, summed, winners=1)
    sums: dict[str, Fraction] = {}
    for points in event.lines:
        for one, value in ((points.line.ns[0], points.ns), (points.line.ew[0], points.ew)):
            sums[one] = sums.get(one, Fraction(0)) + (value or 0)
    assert {row.id: row.total for row in event.ranking} == sums


@given(
    events(sections=True),
    methods,
    conventions,
    st.sampled_from(["none", "own-average", "factor"]),
    st.sampled_from([None, 1, 2]),
    st.sampled_from([None, 3, 7]),
    st.lists(st.sampled_from(["0", "1", "12", "14"]), max_size=2),
)
@settings(max_examples=150, deadline=None)
def test_places_follow_from_the_values_that_are_shown_beside_them(  # type: ignore[no-untyped-def]
    lines, method, convention, fewer_boards, winners, scheduled, penalised
) -> None:
    event = score_event(
        lines,
        method,
        convention.with_fields({"fewer_boards": fewer_boards, "section_scoring": "ranked-apart"}),
        winners=winners,
        scheduled=scheduled,
        adjustments=[Adjustment("penalty", one, Fraction(1, 3)) for one in penalised],
    )
    divisions: dict[tuple[str, str], list[RankRow]] = {}
    for row in event.ranking:
        divisions.setdefault((row.section, row.direction), []).append(row)
    for rows in divisions.values():
        played = [row for row in rows if row.boards]
        values = [row.total if row.percentage is None else row.percentage for row in played]
        for row, value in zip(played, values, strict=True):
            assert row.place == 1 + sum(1 for other in values if other > value)
        assert {row.place for row in rows if not row.boards} <= {len(played) + 1}
