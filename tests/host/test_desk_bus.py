"""Many boxes on one line: polled in turn, found by themselves, one frame a poll."""

from __future__ import annotations

from firmware_sim.link.frame import Decoder, frame
from host.link.alarms import AlarmKind
from host.link.bus import ADDRESSES, Bus
from host.link.desk import Desk
from host.store.store import Store
from tests.host.desk_rig import RigBox, losing


class BusRig:
    """Boxes with the real firmware's link on one shared line, a millisecond a step."""

    def __init__(self, *boxes: RigBox) -> None:
        numbers = iter(range(1, 1_000_000))
        self.store = Store.open(":memory:")
        self.desk = Desk(self.store, "C0FFEE00", "0000000A", lambda: f"{next(numbers):016X}")
        self.now = 100.0
        self.boxes = list(boxes)
        self.collisions = 0
        self.polls: list[str] = []
        self.decoder = Decoder()
        self.desk.port_opened("bus", self.now, bus=True)

    def step(self) -> None:
        self.now += 0.001
        spoken = []
        for box in self.boxes:
            box.terminal.step(round(self.now * 1000))
            data, box.line.to_host = box.line.to_host, b""
            if data:
                spoken.append(data)
        self.collisions += len(spoken) > 1
        for data in spoken:
            self.desk.received("bus", data, self.now)
        self.desk.tick(self.now)
        self.desk.flush(self.now)
        for _, data in self.desk.take_output():
            self.polls += [f.addr for f in self.decoder.feed(data) if f.kind in "PH"]
            for box in self.boxes:
                box.line.to_box += data

    def until(self, done: object, seconds: float) -> float:
        start = self.now
        while not done():  # type: ignore[operator]
            assert self.now < start + seconds, "it did not come about in time"
            self.step()
        return self.now - start


def bus_box(number: int) -> RigBox:
    return RigBox(f"VB{number:04d}", address=f"{number:02d}", capabilities="bcdfmntuvx")


def test_boxes_are_found_and_their_results_come_in() -> None:
    boxes = [bus_box(n) for n in (3, 41, 99)]
    rig = BusRig(*boxes)
    rig.until(lambda: len(rig.desk.boxes) == 3, 12)
    for board in range(1, 6):
        for n, box in enumerate(boxes):
            box.key(board, 2 * n + 1, 2 * n + 2, "4S", "N", "0")
    rig.until(lambda: all(box.terminal.waiting == 0 for box in boxes), 5)
    assert len(list(rig.store.arrivals())) == 15
    assert rig.collisions == 0
    assert set(rig.polls) == set(ADDRESSES)


def test_a_lost_s_is_asked_for_again() -> None:
    box = bus_box(7)
    lost: list[bytes] = []

    def lose_the_first(data: bytes) -> bytes:
        if b"$07,s," in data and not lost:
            lost.append(data)
            return b""
        return data

    box.line.damage = lose_the_first
    rig = BusRig(box)
    rig.until(lambda: bool(lost), 10)
    session = rig.desk.boxes["VB0007"].session
    assert session is not None
    assert session.revision is None
    rig.until(lambda: session.revision is not None, 1)


def test_a_bus_that_loses_bytes_delivers_everything_once() -> None:
    boxes = [bus_box(n) for n in (1, 2)]
    for seed, box in enumerate(boxes):
        box.line.damage = losing(0.004, seed)
    rig = BusRig(*boxes)
    rig.until(lambda: len(rig.desk.boxes) == 2, 30)
    for board in range(1, 11):
        for box in boxes:
            box.key(board, 1, 2, "4S", "N", "0")
    rig.until(lambda: all(box.terminal.waiting == 0 for box in boxes), 60)
    kept = list(rig.store.arrivals())
    assert sorted((a.serial, a.n) for a in kept) == [
        (box.serial, n) for box in boxes for n in range(1, 11)
    ]


def test_configuration_and_messages_go_in_turns() -> None:
    from host.link.session import Wanted

    box = bus_box(7)
    rig = BusRig(box)
    rig.until(lambda: len(rig.desk.boxes) == 1, 12)
    rig.desk.configure("VB0007", Wanted.of_payload("event=E3;type=open;rules=laws-2017"), rig.now)
    rig.desk.send_message("VB0007", 5, "Round 2", rig.now)
    rig.until(lambda: box.terminal.event == "E3", 5)
    rig.until(lambda: ("message", 5, "Round 2") in box.terminal.events, 5)
    assert rig.collisions == 0


def test_a_serial_that_changes_without_a_boot_is_told() -> None:
    rig = BusRig()
    rig.desk.received("bus", frame("05", "h", "1", "VB1", "fw", "b", "-"), rig.now)
    assert rig.desk.alarms.all() == []
    rig.desk.received("bus", frame("05", "h", "1", "VB2", "fw", "b", "-"), rig.now)
    assert rig.desk.alarms.all() == []  # a box was exchanged and has booted
    rig.desk.received("bus", frame("05", "h", "1", "VB1", "fw", "b", "00"), rig.now)
    assert [a.kind for a in rig.desk.alarms.all()] == [AlarmKind.CHANGED]
    rig.desk.tick(rig.now + 61)
    assert rig.desk.alarms.all()[0].ended is not None


def test_a_silent_address_costs_its_time_and_an_answer_frees_the_line_at_once() -> None:
    bus = Bus(115200, 0.0)
    addr, data = bus.step(0.0) or ("", b"")
    assert (addr, data) == ("01", None)
    bus.sent(11, True, 0.0)
    # 11 bytes of 10 bits at 115200 baud are 0.95 ms; 20 ms to begin; 30 ms for adapters
    assert 0.050 < bus.due < 0.052
    assert bus.step(0.050) is None
    assert (bus.step(0.052) or ("", b""))[0] == "02"
    bus.sent(11, True, 0.052)
    bus.answered("02", 0.060)
    assert bus.due == 0.065
    assert (bus.step(0.065) or ("", b""))[0] == "02"  # present: polled before the absent


def test_what_is_owed_goes_before_the_poll_with_a_guard_time_between() -> None:
    bus = Bus(9600, 0.0)
    bus.step(0.0)
    bus.sent(11, True, 0.0)
    bus.answered("01", 0.02)
    bus.owe("01", b"$01,A,1,00000000*0000\n")
    assert bus.step(0.1) == ("01", b"$01,A,1,00000000*0000\n")
    bus.sent(22, False, 0.1)
    # 22 bytes at 9600 baud are 22.9 ms, and the guard of 5 ms
    assert bus.step(0.127) is None
    assert bus.step(0.128) == ("01", None)
