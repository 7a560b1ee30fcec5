"""What counts tonight: the definition, by cases; and the incremental count, proved equal to it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.link.records import Record, check_of, make_record
from firmware_sim.rules.rule_sets import rule_set
from host.event import tonight
from host.event.decisions import Decision
from host.event.keys import Key
from host.event.tonight import Scope, Tonight, count_tonight, names, same
from host.scoring.lines import Line
from host.store.ledger import Arrival

OPEN = Scope("E3", rule_set("laws-2017"))
MOVEMENT = Scope("E3", rule_set("laws-2017"), movement=True, sections=("A", "B"))


def arrived(serial: str, record: Record) -> Arrival:
    return Arrival(serial, record.n, record.check, record.kind, record.event, record.text, 0.0, "p")


def result(
    n: int, contract: str = "4S", over: str = "0", *, serial: str = "VB1", event: str = "E3",
    board: int = 1, ns: int = 1, ew: int = 2, replaces: str = "", table: int = 1, round: int = 1,
    section: str = "A",
) -> Arrival:  # fmt: skip
    played = {} if contract == "PASS" else {"declarer": "N", "result": over}
    values = {"event": event, "section": section, "table": table, "round": round, "board": board,
              "ns": ns, "ew": ew, "contract": contract, "replaces": replaces, **played}  # fmt: skip
    return arrived(serial, make_record(serial, "R", n, values))


def void(n: int, target: Arrival, *, serial: str = "VB1") -> Arrival:
    values = {"event": "E3", "voids": f"{target.n}-{target.check}", "by": "players"}
    return arrived(serial, make_record(serial, "V", n, values))


def ref(target: Arrival) -> str:
    return f"{target.n}-{target.check}"


KEY = Key("R", board=1, ns="1", ew="2")


def scores(arrivals: list[Arrival], decisions: tuple[Decision, ...] = ()) -> list[int | None]:
    counted = count_tonight(arrivals, decisions, OPEN).values()
    return [c.line.score for c in counted if c.line is not None]


def test_a_replaced_record_does_not_count_whichever_comes_first() -> None:
    first = result(1)
    second = result(2, over="-1", replaces=ref(first))
    assert scores([first, second]) == scores([second, first]) == [-50]


def test_nothing_comes_back_by_voiding_the_replacement() -> None:
    first = result(1)
    second = result(2, over="-1", replaces=ref(first))
    assert scores([first, second, void(3, second)]) == []


def test_another_box_cannot_replace_or_void() -> None:
    first = result(1)
    assert scores([first, void(1, first, serial="VB2")]) == [420]


def test_a_number_used_twice_is_two_records() -> None:
    worn = [result(7, board=1), result(7, board=2)]
    assert scores([*worn, void(8, worn[0])]) == [620]  # board 2: North-South vulnerable
    assert {k.board for k in count_tonight([*worn, void(8, worn[0])], (), OPEN)} == {2}


def test_equal_results_of_two_boxes_are_no_conflict() -> None:
    counted = count_tonight([result(1), result(5, serial="VB2", table=9)], (), OPEN)[KEY]
    assert counted.others == ()


def test_the_first_to_arrive_stands_and_the_other_is_reported() -> None:
    first, other = result(1, over="1"), result(5, serial="VB2")
    counted = count_tonight([first, other], (), OPEN)[KEY]
    assert counted.line is not None
    assert counted.line.score == 450
    assert [e.arrival for e in counted.others] == [other]


def test_records_of_another_event_never_mix_in() -> None:
    assert scores([result(1, event="ZZ"), result(2, event="-")]) == []


def test_a_claimed_record_counts_in_its_order_of_arrival() -> None:
    dash, later = result(1, event="-"), result(5, over="1", serial="VB2")
    claim = Decision("claim", identity=dash.identity, by="TD", id=1, seq=2)
    assert scores([dash, later], (claim,)) == [420]


def test_the_key_with_a_movement_is_table_and_round() -> None:
    arrivals = [result(1), result(2, ns=3, ew=4), result(3, round=2), result(4, section="B")]
    counted = count_tonight(arrivals, (), MOVEMENT)
    assert [(k.section, k.round, len(c.others)) for k, c in counted.items()] == [
        ("A", "1", 1),
        ("A", "2", 0),
        ("B", "1", 0),
    ]


def test_rubber_deals_and_players_are_keyed_too() -> None:
    deal = make_record("VB1", "U", 1, {
        "event": "E3", "table": 2, "rubber": 1, "deal": 1, "rules": "rubber-1993",
        "contract": "4S", "declarer": "N", "result": "0", "end": "-"})  # fmt: skip
    seat = {"event": "E3", "section": "A", "table": 2, "round": 1, "seat": "N", "number": "711"}
    player = make_record("VB1", "N", 2, seat)
    counted = count_tonight([arrived("VB1", deal), arrived("VB1", player)], (), OPEN)
    assert {k.kind: c.content for k, c in counted.items()} == {
        "U": ("rub93", "4S", "N", "0", "", "", "-"),
        "N": ("711",),
    }


def ruling(new: Line | None, seq: int, act: str = "enter", id: int = 1) -> Decision:
    return Decision(act, KEY, None, None, new, "TD", "why", 0.0, id, seq)


def test_a_ruling_stands_and_what_comes_later_is_reported() -> None:
    first, later = result(1), result(5, over="1", serial="VB2")
    counted = count_tonight([first, later], (ruling(None, seq=1),), OPEN)[KEY]
    assert counted.content is None
    assert counted.late == (later,)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_later_correction_is_late_only_if_it_says_otherwise(agrees: bool) -> None:
    first = result(1)
    second = result(2, over="-1", replaces=ref(first))
    said = count_tonight([second if agrees else first], (), OPEN)[KEY].line
    counted = count_tonight([first, second], (ruling(said, seq=1),), OPEN)[KEY]
    assert counted.late == (() if agrees else (second,))


def test_a_later_void_is_reported() -> None:
    first = result(1)
    line = count_tonight([first], (), OPEN)[KEY].line
    counted = count_tonight([first, void(2, first)], (ruling(line, seq=1),), OPEN)[KEY]
    assert [a.kind for a in counted.late] == ["V"]


def test_a_lifted_ruling_is_gone() -> None:
    lift = Decision("lift", KEY, by="TD", id=2, seq=1)
    assert scores([result(1)], (ruling(None, seq=1), lift)) == [420]


def test_a_flood_of_one_key_costs_no_look_at_all_that_came_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []
    monkeypatch.setattr(tonight, "same", lambda a, b: bool(looks.append(a)) or same(a, b))
    flooded = Tonight(OPEN)
    for n in range(1, 301):
        flooded.arrive(result(n, over=str(-(n % 3))))
    assert len(flooded.counting[KEY].others) == 200
    assert len(looks) <= 300


def test_fields_of_a_later_version_are_left_alone() -> None:
    text = result(1).text + ",later"
    late = Arrival("VB1", 1, check_of("VB1", text), "R", "E3", text, 0.0, "p")
    assert names(late) is None
    assert scores([late]) == [420]


@st.composite
def evenings(draw: st.DrawFn) -> list[Arrival | Decision]:
    """Arrivals and decisions in some order: corrections, voids, copies, claims, rulings."""
    steps: list[Arrival | Decision] = []
    arrivals: list[Arrival] = []
    for number in range(draw(st.integers(1, 14))):
        serial = draw(st.sampled_from(["VB1", "VB2"]))
        own = [a for a in arrivals if a.serial == serial]
        what = draw(st.sampled_from(["R", "R", "R", "V", "decide", "claim", "forward"]))
        if what == "decide":
            board = draw(st.integers(1, 2))
            key = Key("R", board=board, ns="1", ew="2")
            act = draw(st.sampled_from(["enter", "void", "lift"]))
            score = draw(st.sampled_from([0, 420]))
            new = Line(board, ("1",), ("2",), score=score, table="1") if act == "enter" else None
            steps.append(Decision(act, key, None, None, new, "TD", "", 0.0, number, len(arrivals)))
            continue
        if what == "claim":
            if own:
                named = draw(st.sampled_from(own)).identity
                steps.append(Decision("claim", identity=named, id=number, seq=len(arrivals)))
            continue
        if what == "V" and own:
            new_one = void(number + 1, draw(st.sampled_from(own)), serial=serial)
        else:
            replaces = ref(draw(st.sampled_from(own))) if own and draw(st.booleans()) else ""
            if what == "forward":  # the replaced record comes later, or never
                coming = result(number + 2, over="0", serial=serial)
                replaces = ref(coming)
            new_one = result(
                number + 1,
                draw(st.sampled_from(["PASS", "4S"])),
                draw(st.sampled_from(["0", "1"])),
                serial=serial,
                event=draw(st.sampled_from(["E3", "E3", "-", "ZZ"])),
                board=draw(st.integers(1, 2)),
                replaces=replaces,
            )
        arrivals.append(new_one)
        steps.append(new_one)
    return steps


@given(evenings(), st.sampled_from([OPEN, MOVEMENT]))
@settings(max_examples=400, deadline=None)
def test_the_incremental_count_is_the_definition(
    steps: list[Arrival | Decision], scope: Scope
) -> None:
    tonight = Tonight(scope)
    arrivals: list[Arrival] = []
    decisions: list[Decision] = []
    shown: dict[Key, object] = {}
    for step in steps:
        if isinstance(step, Arrival):
            arrivals.append(step)
            changed = tonight.arrive(step)
        else:
            decisions.append(step)
            changed = tonight.decide(step)
        wanted = count_tonight(arrivals, decisions, scope)
        assert tonight.counting == wanted
        # and the changed keys are just those whose count differs
        assert changed == {k for k in {**shown, **wanted} if shown.get(k) != wanted.get(k)}
        shown = dict(wanted)


@given(evenings(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_order_of_arrival_changes_nothing_but_which_of_two_disagreeing_stands(
    steps: list[Arrival | Decision], rng: random.Random
) -> None:
    arrivals = [step for step in steps if isinstance(step, Arrival)]
    mixed = arrivals[:]
    rng.shuffle(mixed)
    one, other = (count_tonight(some, (), OPEN) for some in (arrivals, mixed))
    assert one.keys() == other.keys()
    for key, counted in one.items():
        assert bool(counted.others) == bool(other[key].others)
        if not counted.others:
            assert same(counted.content, other[key].content)
