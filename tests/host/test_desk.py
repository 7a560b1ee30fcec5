"""The host's end of TL/1 against bytes, and against the real firmware's end."""

from __future__ import annotations

import pytest

from firmware_sim.link.frame import Decoder, escape, frame
from firmware_sim.link.records import check_of
from host.link.alarms import AlarmKind
from host.link.desk import Desk
from host.link.session import Wanted
from host.store.store import Store
from tests.host.desk_rig import Rig, RigBox, losing


def bare_desk(store: Store | None = None) -> Desk:
    numbers = iter(range(1, 10_000))
    store = store or Store.open(":memory:")
    return Desk(store, "C0FFEE00", "0000000A", lambda: f"{next(numbers):016X}", wall=lambda: 7.0)


def said(desk: Desk) -> list[str]:
    """The bodies of all frames the desk wants sent."""
    decoder = Decoder()
    return [f.body for _, data in desk.take_output() for f in decoder.feed(data)]


def hello(desk: Desk, serial: str = "VB0001", nonce: str = "-", caps: str = "", addr: str = "01",
          port: str = "a", now: float = 0.0) -> None:  # fmt: skip
    desk.received(port, frame(addr, "h", "1", serial, "fw", caps, nonce), now)


def record(serial: str, text: str, addr: str = "01") -> bytes:
    return frame(addr, *text.split(","), check_of(serial, text))


R17 = "R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,"


def test_the_host_asks_at_open_with_a_line_feed_first() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    [(port, data)] = desk.take_output()
    assert port == "a"
    assert data.startswith(b"\n$00,H,1,C0FFEE00,0000000A,0000000000000001*")


def test_a_record_is_acknowledged_only_after_the_commit() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    said(desk)
    desk.received("a", record("VB0001", R17), 1.0)
    assert said(desk) == ["00,H,1,C0FFEE00,0000000A,0000000000000002"] or said(desk) == []
    desk.flush(1.0)
    assert said(desk) == [f"01,A,17,{check_of('VB0001', R17)}"]


def test_a_record_that_is_here_is_acknowledged_at_once() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    desk.received("a", record("VB0001", R17), 1.0)
    desk.flush(1.0)
    said(desk)
    desk.received("a", record("VB0001", R17), 2.0)
    assert said(desk) == [f"01,A,17,{check_of('VB0001', R17)}"]


def test_a_check_for_another_serial_is_dropped_and_asked_about() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    said(desk)
    desk.received("a", record("OTHER1", R17), 2.0)
    desk.flush(2.0)
    assert [body.split(",")[1] for body in said(desk)] == ["H"]


def test_a_record_before_any_h_is_dropped_and_asked_about() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    said(desk)
    desk.received("a", record("VB0001", R17), 2.0)
    desk.flush(2.0)
    assert [body.split(",")[1] for body in said(desk)] == ["H"]


@pytest.mark.parametrize(
    "text",
    ["R,17,E3,A,2,5,14,3,12,8SX,N,-1,HA,,", "R,17,E3,A,2", "Q,17,E3,whatever"],
    ids=["impossible contract", "fields missing", "unknown kind"],
)
def test_an_impossible_record_with_the_right_check_is_kept_apart_and_acknowledged(
    text: str,
) -> None:
    store = Store.open(":memory:")
    desk = bare_desk(store)
    desk.port_opened("a", 0.0)
    hello(desk)
    said(desk)
    desk.received("a", record("VB0001", text), 2.0)
    desk.flush(2.0)
    assert said(desk) == [f"01,A,17,{check_of('VB0001', text)}"]
    [kept] = store.arrivals()
    assert kept.apart


def test_an_unknown_kind_is_answered_at_most_once_a_second() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    said(desk)
    for now in (3.0, 3.1, 3.9, 4.1):
        desk.received("a", frame("01", "z", "1"), now)
    assert said(desk) == ["01,E,unknown,z", "01,E,unknown,z"]


def test_h_every_five_seconds_of_silence_and_amber_and_red() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    rig.run(1)
    state = rig.desk.boxes["VB0001"].state
    assert state(rig.now) == "green"
    rig.boxes.clear()  # the cable is cut, nobody notices
    del box
    start, asked = rig.now, 0
    while rig.now < start + 14:
        rig.now += 0.1
        rig.desk.tick(rig.now)
        asked += len(said(rig.desk))
    assert asked == 2
    assert (state(start + 14), state(start + 15), state(start + 60)) == ("green", "amber", "red")


def test_a_lossy_line_delivers_everything_once() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    box.line.damage = losing(0.003, seed=5)
    rig.run(2)
    records = [box.key(board, 1, 2, "3NT", "N", "0") for board in range(1, 31)]
    rig.until(lambda: box.terminal.waiting == 0, 600)
    kept = list(rig.store.arrivals())
    assert sorted((a.n, a.check, a.text) for a in kept) == [(r.n, r.check, r.text) for r in records]


def test_a_host_killed_between_commit_and_acknowledgement_has_it_once() -> None:
    store = Store.open(":memory:")
    rig = Rig(bare=True, store=store)
    box = rig.plug("a", RigBox("VB0001"))
    rig.run(1)
    box.key(1, 1, 2, "PASS")
    while not list(store.arrivals()):
        rig.step()
        box.line.to_box = b""  # the acknowledgement never gets out
    assert box.terminal.waiting == 1
    again = Rig(bare=True, store=store, run="0000000B")
    again.now = rig.now
    again.plug("a", box)
    again.until(lambda: box.terminal.waiting == 0)
    assert len(list(store.arrivals())) == 1


def test_a_host_killed_before_the_commit_gets_it_again() -> None:
    rig = Rig(bare=True)
    rig.flushing = False
    box = rig.plug("a", RigBox("VB0001"))
    box.key(1, 1, 2, "PASS")
    rig.run(5)
    assert box.terminal.waiting == 1
    again = Rig(bare=True, run="0000000B")
    again.now = rig.now
    again.plug("a", box)
    again.until(lambda: box.terminal.waiting == 0)
    assert len(list(again.store.arrivals())) == 1


def test_a_wiped_host_is_filled_again() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    for board in range(1, 9):
        box.key(board, 1, 2, "PASS")
    rig.until(lambda: box.terminal.waiting == 0)
    again = Rig(bare=True, run="0000000B")
    again.now = rig.now
    again.plug("a", box)
    again.until(lambda: len(list(again.store.arrivals())) == 8)


def test_a_box_moved_to_another_port_is_taken_up_by_its_serial_number() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    rig.run(1)
    rig.pull("a")
    assert rig.desk.boxes["VB0001"].state(rig.now) == "red" if rig.desk.boxes else True
    rig.plug("b", box)
    rig.run(1)
    session = rig.desk.boxes["VB0001"].session
    assert session is not None
    assert session.port == "b"
    assert rig.desk.alarms.all() == []


def test_one_serial_on_two_ports_raises_an_alarm_and_both_go_on() -> None:
    rig = Rig(bare=True)
    one, two = rig.plug("a", RigBox("VB0001")), rig.plug("b", RigBox("VB0001"))
    rig.run(8)
    assert [a.kind for a in rig.desk.alarms.all()] == [AlarmKind.TWO_PORTS]
    one.key(1, 1, 2, "PASS")
    two.key(2, 3, 4, "PASS")
    rig.until(lambda: one.terminal.waiting == 0 and two.terminal.waiting == 0)
    assert len(list(rig.store.arrivals())) == 2
    rig.pull("b")
    assert rig.desk.alarms.all()[0].ended is not None


def test_a_box_moved_while_its_old_port_stays_open_is_no_twin() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    rig.run(1)
    del rig.boxes["a"]  # the cable is moved; the old port stays open and silent
    rig.plug("b", box)
    rig.run(8)
    assert rig.desk.alarms.all() == []
    assert [s.port for s in rig.desk.boxes["VB0001"].sessions] == ["b"]


def test_numbers_that_are_nowhere_are_named_until_they_turn_up() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    desk.received("a", frame("01", "s", 5, 8, 3, 0, "A", 1, 0, 3000), 1.0)
    [alarm] = desk.alarms.all()
    assert alarm.kind is AlarmKind.GAP
    assert "3 to 4" in alarm.text
    for n in (3, 4):
        desk.received("a", record("VB0001", f"V,{n},E3,17-8F21C0DE,players"), 2.0)
    desk.flush(2.0)
    assert desk.alarms.all()[0].ended == 2.0


def test_a_memory_that_went_backwards_is_told() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    desk.received("a", record("VB0001", R17), 1.0)
    desk.flush(1.0)
    desk.received("a", frame("01", "s", 1, 9, 1, 0, "A", 1, 0, 3000), 2.0)
    assert AlarmKind.BACKWARDS in [a.kind for a in desk.alarms.all()]


def test_another_major_version_is_refused_in_words() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    said(desk)
    desk.received("a", frame("01", "h", "2", "VB0001", "fw", "", "-"), 1.0)
    assert said(desk) == ["01,E,version,1"]
    assert "version 2" in desk.alarms.all()[0].text
    hello(desk, now=3.0)
    assert desk.alarms.all()[0].ended == 3.0


def test_a_claim_of_a_billion_numbers_costs_nothing() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk)
    desk.received("a", frame("01", "s", 999999999, 999999999, 1, 0, "A", 1, 0, 3000), 1.0)
    assert "1 to 999999998" in desk.alarms.all()[0].text


def parts_sent(rig: Rig) -> list[int]:
    """The numbers of the C frames in the trace of port a."""
    bodies = [text for _, way, text in rig.desk.trace("a") if way == ">"]
    return [int(text.split(",")[3]) for text in bodies if ",C," in text]


def test_an_interrupted_configuration_goes_on_where_it_stood() -> None:
    rig = Rig(bare=True)
    box = rig.plug("a", RigBox("VB0001"))
    rig.run(1)
    wanted = Wanted.of_payload("event=E3;name=" + "long " * 100)
    assert len(wanted.long) > 6
    rig.desk.configure("VB0001", wanted, rig.now)
    while len(parts_sent(rig)) < 4:
        rig.step()
    rig.pull("a")
    rig.plug("b", box)
    rig.until(lambda: "VB0001" in rig.desk.boxes)
    rig.desk.configure("VB0001", wanted, rig.now)
    rig.until(lambda: box.terminal.event == "E3")
    again = [text for _, way, text in rig.desk.trace("b") if way == ">" and ",C," in text]
    parts = [int(text.split(",")[3]) for text in again]
    # the first part asks, by its answer, where to go on
    assert parts[0] == 1
    assert parts[1] >= 4
    assert parts[1:] == list(range(parts[1], len(wanted.long) + 1))


def test_short_boxes_get_frames_of_at_most_63_bytes() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk, caps="cmf")
    wanted = Wanted.of_payload("event=E3;name=" + escape("Brønshøj; Klub") * 5)
    desk.received("a", frame("01", "s", 1, 1, 1, 0, "A", 1, 5, 3000), 0.1)
    desk.configure("VB0001", wanted, 0.2)
    for held in range(len(wanted.short)):
        desk.received("a", frame("01", "c", wanted.revision, held + 1), 0.3 + held)
    desk.send_message("VB0001", 17, "x" * 40, 50.0)
    longest = max(len(data) for _, data in desk.take_output() for data in data.splitlines(True))
    assert longest <= 63
    assert desk.boxes["VB0001"].session is not None
    assert desk.boxes["VB0001"].session.revision == wanted.revision


def test_what_is_owed_is_repeated_after_1_2_4_8_8_seconds_until_the_answer() -> None:
    desk = bare_desk()
    desk.port_opened("a", 0.0)
    hello(desk, caps="m")
    desk.send_message("VB0001", 17, "Round 2", 100.0)
    at = []
    for tenth in range(1000, 1260):
        now = tenth / 10
        desk.received("a", frame("01", "p", 0, 0, 0), now)  # alive, but it does not answer m
        desk.tick(now)
        if any(",M," in body for body in said(desk)):
            at.append(now)
    assert at == [100.0, 101.0, 103.0, 107.0, 115.0, 123.0]
    desk.received("a", frame("01", "m", 17), 126.0)
    desk.tick(140.0)
    assert not any(",M," in body for body in said(desk))
