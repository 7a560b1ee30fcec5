"""The director's core: from keyed records to a ranking, and what a director does to results."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from host.core import HostCore, open_event
from host.errors import UserError
from host.event.keys import Key
from host.event.lines import result_words
from host.event.settings import EventSettings, event_code
from host.event.standing import percent_text
from host.link.alarms import AlarmKind
from host.scoring.lines import AVERAGE_MINUS, AVERAGE_PLUS, Adjusted
from host.store.store import Store
from tests.host.desk_rig import Rig, RigBox


def core_of(rig: Rig) -> HostCore:
    assert rig.core is not None
    return rig.core


def open_key(board: int, ns: int, ew: int) -> Key:
    return Key("R", board=board, ns=str(ns), ew=str(ew))


def evening(count: int = 2) -> tuple[Rig, list[RigBox]]:
    """Boxes in an open event E3, configured and at their tables."""
    rig = Rig()
    boxes = [rig.plug(f"p{i}", RigBox(f"VB{i:04d}")) for i in range(1, count + 1)]
    for table, box in enumerate(boxes, 1):
        box.terminal.ask_table("A", table)
    rig.until(lambda: all(b.terminal.event == "E3" and b.terminal.table for b in boxes))
    return rig, boxes


def settle(rig: Rig) -> None:
    rig.until(lambda: all(box.terminal.waiting == 0 for box in rig.boxes.values()))
    rig.run(0.1)


def test_boxes_are_told_the_event_and_results_become_a_ranking() -> None:
    rig, (one, two) = evening()
    assert one.terminal.config is not None
    assert one.terminal.config.get("type") == "open"
    assert one.terminal.config.get("rules") == "laws-2017"
    one.key(1, 1, 2, "4S", "N", "0", table=1)
    two.key(1, 3, 4, "4S", "N", "-1", table=2)
    settle(rig)
    core = core_of(rig)
    rows = [(row.place, row.id, row.percentage) for row in core.ranking()]
    # 2-1-0: +420 beats -50 (board 1, nobody vulnerable); two winners, nobody sat both ways
    assert rows == [(1, "1", 100), (2, "3", 0), (1, "4", 100), (2, "2", 0)]
    [first, second] = core.traveller(1)
    assert (first.line.score, first.points_ns, second.line.score) == (420, Fraction(2), -50)
    tables = core.tables(rig.now)
    assert [(t.name, t.link, t.boards_in, t.last) for t in tables] == [
        ("A1", "green", 1, first.line),
        ("A2", "green", 1, second.line),
    ]
    assert [result_words(t.last) for t in tables] == ["4S N 10 tricks", "4S N 9 tricks"]
    assert [(b.board, b.results) for b in core.boards()] == [(1, 2)]


def test_a_correction_at_the_box_replaces_and_a_void_takes_away() -> None:
    rig, (box, _) = evening()
    first = box.key(1, 1, 2, "4S", "N", "0")
    box.key(1, 1, 2, "4S", "N", "-1", replaces=first.reference)
    settle(rig)
    core = core_of(rig)
    assert [line.score for line in core.lines()] == [-50]
    assert core.alarms() == ()
    history = core.history(open_key(1, 1, 2))
    assert [(row.what, row.new) for row in history] == [
        ("replaced", "4S N 10 tricks"),
        ("keyed", "4S N 9 tricks"),
    ]


def test_different_results_of_two_boxes_are_a_conflict_that_the_director_decides() -> None:
    rig, (one, two) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    late = two.key(1, 1, 2, "4S", "N", "1")
    settle(rig)
    core = core_of(rig)
    assert [line.score for line in core.lines()] == [420]
    [alarm] = core.alarms()
    assert alarm.kind is AlarmKind.CONFLICT
    core.stand(open_key(1, 1, 2), ("VB0002", late.n, late.check), by="TD", why="asked them")
    assert [line.score for line in core.lines()] == [450]
    assert core.alarms()[0].ended is not None
    core.acknowledge_alarm(core.alarms()[0].id)
    assert core.alarms() == ()


def test_an_alarm_is_as_old_after_a_restart_as_before() -> None:
    rig, (one, two) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    two.key(1, 1, 2, "4S", "N", "1")
    settle(rig)
    core = core_of(rig)
    [alarm] = core.alarms()
    at = rig.wall() - (rig.now - alarm.since)
    again = HostCore(
        core.store, core.event, "C0FFEE00", "2", lambda: "0" * 16, lambda: at + 600.0, now=50.0
    )
    [alarm] = again.alarms()
    assert 50.0 - alarm.since == pytest.approx(600.0, abs=2.0)


def test_a_ruling_stands_against_later_records_with_an_alarm() -> None:
    rig, (one, two) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    core = core_of(rig)
    adjusted = Adjusted(AVERAGE_PLUS, AVERAGE_MINUS)
    core.adjust(open_key(1, 1, 2), by="TD", why="revoke", adjusted=adjusted)
    two.key(1, 1, 2, "4S", "N", "1")
    settle(rig)
    assert [line.adjusted for line in core.lines()] == [adjusted]
    assert [a.kind for a in core.alarms()] == [AlarmKind.LATE]
    core.lift(open_key(1, 1, 2), by="TD", why="wrong board")
    assert [line.score for line in core.lines()] == [420]
    assert core.history()[-1].new == "4S N 10 tricks"


def test_entering_voiding_and_swapping() -> None:
    rig, (box, _) = evening()
    box.key(1, 1, 2, "4S", "N", "0")
    box.key(1, 3, 4, "4S", "N", "1")
    settle(rig)
    core = core_of(rig)
    core.swap(open_key(1, 1, 2), by="TD", why="sat the wrong way")
    core.void(open_key(1, 3, 4), by="TD", why="wrong board")
    assert [(line.ns, line.ew, line.score) for line in core.lines()] == [(("2",), ("1",), 420)]
    rows = core.history()
    assert [(row.what, row.by, row.why, row.old) for row in rows] == [
        ("swap", "TD", "sat the wrong way", "4S N 10 tricks"),
        ("void", "TD", "wrong board", "4S N 11 tricks"),
    ]
    with pytest.raises(UserError, match="no result counts"):
        core.void(open_key(1, 3, 4), by="TD", why="again")


def test_a_correction_goes_back_to_the_box() -> None:
    rig, (box, _) = evening()
    box.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    core = core_of(rig)
    core.adjust(open_key(1, 1, 2), by="TD", why="x", adjusted=Adjusted(AVERAGE_PLUS, AVERAGE_MINUS))

    def told() -> list[tuple[str, ...]]:
        config = box.terminal.config
        return [] if config is None else config.corrections(0, 1)

    rig.until(lambda: told() != [])
    assert told() == [("1", "2", "A6040", "", "", "")]


def test_a_reopened_file_gives_everything_back(tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/evening.db"
    rig = Rig(store=Store.open(path))
    box = rig.plug("p", RigBox("VB0001"))
    rig.until(lambda: box.terminal.event == "E3")
    box.key(1, 1, 2, "4S", "N", "0")
    box.key(1, 3, 4, "PASS")
    settle(rig)
    core = core_of(rig)
    core.swap(open_key(1, 1, 2), by="TD", why="sat the wrong way")
    rig.store.close()
    store = Store.open(path)
    event = open_event(store, EventSettings("ZZZ"))
    again = Rig(store=store, event=event)
    assert core_of(again).lines() == core.lines()
    assert core_of(again).ranking() == core.ranking()
    assert [row.what for row in core_of(again).history()] == ["swap"]


def test_records_of_another_event_are_shown_apart_and_dashes_may_be_claimed() -> None:
    rig = Rig()
    box = RigBox("VB0001", capabilities="")  # the least box: knows no event
    rig.plug("p", box)
    record = box.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    core = core_of(rig)
    assert core.lines() == ()
    assert [(o.code, o.records) for o in core.other_events()] == [("-", 1)]
    core.claim(("VB0001", record.n, record.check), by="TD", why="old box")
    assert [line.score for line in core.lines()] == [420]


def test_a_table_belongs_to_one_living_box() -> None:
    rig, (_, two) = evening()
    two.terminal.ask_table("A", 1)
    rig.run(2)
    assert ("table", "taken") in two.terminal.events
    assert two.terminal.table == 2


def test_a_message_reaches_the_boxes_that_show_messages() -> None:
    rig, (one, _) = evening()
    assert core_of(rig).send_message("Round 3: move, please") == ("VB0001", "VB0002")
    rig.run(1)
    assert [e[2] for e in one.terminal.events if e[0] == "message"] == ["Round 3: move, please"]


def test_the_code_of_an_event_comes_from_its_day() -> None:
    store = Store.open(":memory:")
    event = open_event(store, EventSettings(event_code(date(2026, 11, 29))))
    assert len(event.code) == 4
    assert open_event(store, EventSettings("ZZZ")) == event


def test_the_box_shows_how_the_board_stands_when_the_players_may_see_it() -> None:
    rig = Rig(event=EventSettings("E3", show="all"))
    one, two = rig.plug("p1", RigBox("VB0001")), rig.plug("p2", RigBox("VB0002"))
    rig.until(lambda: one.terminal.event == two.terminal.event == "E3")
    one.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    two.key(1, 3, 4, "4S", "N", "1")
    settle(rig)
    standings = [e for e in two.terminal.events if e[0] == "standing"]
    assert standings == [("standing", 1, "100.0", "+420")]
    assert [e[3] for e in one.terminal.events if e[0] == "standing"] == [""]


@pytest.mark.parametrize(
    ("ns", "top", "form", "percent"),
    [
        (Fraction(7), 12, "2-1-0", "58.3"),
        (Fraction(7, 2), 12, "1-half-0", "58.3"),
        (Fraction(1), 12, "plus-minus", "58.3"),
        (Fraction(-6), 12, "plus-minus", "0.0"),
        (Fraction(1, 16), 1, "2-1-0", "6.3"),
    ],
)
def test_percents_are_of_the_top_in_any_form(
    ns: Fraction, top: int, form: str, percent: str
) -> None:
    assert percent_text(ns, top, form) == percent


def test_a_pair_with_a_board_twice_is_an_alarm_until_it_is_put_right() -> None:
    rig, (one, two) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    wrong = two.key(1, 1, 4, "4S", "N", "1")
    settle(rig)
    [alarm] = core_of(rig).alarms()
    assert alarm.kind is AlarmKind.TWICE
    assert "pair 1 NS has board 1 more than once" in alarm.text
    two.key(1, 3, 4, "4S", "N", "1", replaces=wrong.reference)
    settle(rig)
    assert core_of(rig).alarms()[0].ended is not None


def test_changing_the_event_counts_everything_anew_and_tells_the_boxes() -> None:
    rig, (one, _) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    core = core_of(rig)
    core.change_event(EventSettings("E4"))
    assert core.lines() == ()
    assert [o.code for o in core.other_events()] == ["E3"]
    rig.until(lambda: one.terminal.event == "E4")
    core.change_event(EventSettings("E3", method="total"))
    assert [(row.id, row.total) for row in core.ranking()] == [("1", 420), ("2", -420)]


def test_the_director_is_called_and_no_longer() -> None:
    rig, (box, _) = evening()
    for call in ("on", "off"):
        box.journal.add("D", {"event": "E3", "table": 1, "call": call})
        box.terminal.record_added()
        settle(rig)
        called = core_of(rig).tables(rig.now)[0].called_at
        assert (called is not None) == (call == "on")


def test_a_full_disk_is_told_and_nothing_is_acknowledged() -> None:
    rig, (box, _) = evening()
    core = core_of(rig)
    rig.store._db.execute(
        "CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    box.key(1, 1, 2, "PASS")
    with pytest.raises(UserError, match="disk full"):
        rig.run(3)
    assert [a.kind for a in core.alarms()] == [AlarmKind.STORE]
    assert box.terminal.waiting == 1
    rig.store._db.execute("DROP TRIGGER full")
    settle(rig)
    assert core.alarms()[0].ended is not None
    assert len(core.lines()) == 1


def test_weights_must_add_up_and_an_adjustment_is_one_thing() -> None:
    rig, (box, _) = evening()
    box.key(1, 1, 2, "4S", "N", "0")
    settle(rig)
    core = core_of(rig)
    key = open_key(1, 1, 2)
    with pytest.raises(UserError, match="add up to 1"):
        core.adjust(key, by="TD", why="x", weights=((420, Fraction(1, 2)),))
    with pytest.raises(UserError, match="artificial score or a weighted one"):
        core.adjust(key, by="TD", why="x")
    with pytest.raises(UserError, match="the name of who made it"):
        core.void(key, by=" ", why="x")
    core.adjust(key, by="TD", why="x", weights=((420, Fraction(1, 2)), (-50, Fraction(1, 2))))
    assert core.lines()[0].mean_score == 185


def test_an_alarm_that_was_seen_stays_seen_after_a_restart() -> None:
    rig, (one, two) = evening()
    one.key(1, 1, 2, "4S", "N", "0")
    two.key(1, 1, 2, "4S", "N", "1")
    settle(rig)
    core = core_of(rig)
    core.acknowledge_alarm(core.alarms()[0].id)
    again = Rig(store=rig.store)
    assert [(a.kind, a.seen) for a in core_of(again).alarms()] == [(AlarmKind.CONFLICT, True)]


def test_a_port_is_as_bad_as_its_worst_box() -> None:
    rig, _ = evening(1)
    core = core_of(rig)
    assert [(p.name, p.serials, p.link) for p in core.ports(rig.now)] == [
        ("p1", ("VB0001",), "green")
    ]
    assert core.ports(rig.now + 20)[0].link == "amber"
    assert any(row.way == "<" and ",h,1,VB0001," in row.text for row in core.trace("p1"))
