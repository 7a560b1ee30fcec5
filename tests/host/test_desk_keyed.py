"""Keyed links: a paired box is served, everything else closes the link and changes nothing."""

from __future__ import annotations

import pytest

from firmware_sim.journal import Journal
from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.keyed import KeyedSession
from firmware_sim.link.records import check_of
from firmware_sim.link.terminal import Terminal
from host.link.alarms import AlarmKind
from host.link.desk import Desk
from host.link.desk_events import PortRefused
from host.store.store import Store
from tests.host.desk_rig import JOURNAL, MEMORY, Line

KEY, OTHER = bytes(range(32)), bytes(32)
BOX_NONCE = "B0B0B0B0B0B0B0B0"
R1 = "R,1,-,A,1,,1,1,2,PASS,,,,,"


def keyed_desk(store: Store) -> Desk:
    numbers = iter(range(1, 1000))
    pairing = {"VB0001": KEY}.get
    return Desk(store, "C0FFEE00", "0000000A", lambda: f"{next(numbers):016X}", pairing=pairing)


def opened(store: Store | None = None) -> tuple[Desk, Store]:
    store = store or Store.open(":memory:")
    desk = keyed_desk(store)
    desk.port_opened("tcp", 0.0, keyed=True)
    return desk, store


def greet(desk: Desk, key: bytes = KEY, serial: str = "VB0001", nonce: str = f"{1:016X}"
          ) -> KeyedSession:  # fmt: skip
    body = ("1", serial, "fw", "kx", nonce, BOX_NONCE)
    desk.received("tcp", frame("01", "h", *body), 0.1)
    return KeyedSession(key, "box", "C0FFEE00", serial, nonce, BOX_NONCE)


def record() -> bytes:
    return frame("01", *R1.split(","), check_of("VB0001", R1))


def refusals(desk: Desk) -> list[str]:
    return [event.why for event in desk.take_events() if isinstance(event, PortRefused)]


def test_a_paired_box_delivers() -> None:
    desk, store = opened()
    memory = bytearray(b"\xff" * MEMORY)

    def write(at: int, data: bytes) -> None:
        memory[at : at + len(data)] = data

    journal = Journal(lambda at, n: bytes(memory[at : at + n]), write, JOURNAL, MEMORY, "VB0001")
    line = Line()
    terminal = Terminal(journal, line, "VB0001", pairing_key=KEY, nonce=lambda: BOX_NONCE)
    for board in range(1, 6):
        journal.add("R", {"board": board, "ns": 1, "ew": 2, "contract": "PASS", "table": 1})
    for ms in range(0, 20_000, 10):
        terminal.step(ms)
        data, line.to_host = line.to_host, b""
        desk.received("tcp", data, ms / 1000)
        desk.tick(ms / 1000)
        desk.flush(ms / 1000)
        line.to_box += b"".join(data for _, data in desk.take_output())
    assert terminal.waiting == 0
    assert len(list(store.arrivals())) == 5
    assert refusals(desk) == []


def test_every_frame_after_the_greeting_is_tagged_with_a_rising_counter() -> None:
    desk, _ = opened()
    session = greet(desk)
    desk.take_output()
    desk.received("tcp", session.seal(frame("01", "s", 0, 0, 0, 1, "A", 1, 0, 0)), 0.2)
    desk.received("tcp", session.seal(record()), 0.3)
    desk.flush(0.3)
    desk.tick(5.4)
    bodies = [f for _, data in desk.take_output() for f in Decoder().feed(data)]
    assert [session.open(f).kind for f in bodies] == ["A", "P"]


def _wrong_key(desk: Desk) -> None:
    desk.received("tcp", greet(desk, OTHER).seal(record()), 0.2)


def _unpaired(desk: Desk) -> None:
    greet(desk, serial="VB0009")


def _unkeyed(desk: Desk) -> None:
    desk.received("tcp", frame("01", "h", "1", "VB0001", "fw", "", f"{1:016X}"), 0.2)


def _booting(desk: Desk) -> None:
    desk.received("tcp", frame("01", "h", "1", "VB0001", "fw", "k", "-"), 0.2)


def _record_first(desk: Desk) -> None:
    desk.received("tcp", record(), 0.2)


def _untagged(desk: Desk) -> None:
    greet(desk)
    desk.received("tcp", record(), 0.2)


def _repeated(desk: Desk) -> None:
    sealed = greet(desk).seal(frame("01", "p", 0, 0, 0))
    desk.received("tcp", sealed + sealed, 0.2)


def _skipped(desk: Desk) -> None:
    session = greet(desk)
    session.seal(record())
    desk.received("tcp", session.seal(record()), 0.2)


def _replayed_session(desk: Desk) -> None:
    greet(desk, nonce="000000000000FFFF")


def _old_version(desk: Desk) -> None:
    desk.received("tcp", frame("01", "h", "2", "VB0001", "fw", "k", "-"), 0.2)


@pytest.mark.parametrize(
    "attack",
    [_wrong_key, _unpaired, _unkeyed, _booting, _record_first, _untagged, _repeated, _skipped,
     _replayed_session, _old_version],
)  # fmt: skip
def test_anything_else_closes_the_link_and_changes_nothing(attack: object) -> None:
    desk, store = opened()
    attack(desk)  # type: ignore[operator]
    desk.received("tcp", record(), 0.4)
    desk.flush(0.5)
    assert list(store.arrivals()) == []
    assert len(refusals(desk)) == 1
    assert [a.kind for a in desk.alarms.all()] == [AlarmKind.KEY]
    assert "tcp" not in desk.ports


def test_two_keyed_boxes_of_one_serial_are_told() -> None:
    desk = keyed_desk(Store.open(":memory:"))
    sessions = {}
    for number, port in enumerate(("tcp1", "tcp2"), 1):
        desk.port_opened(port, 0.0, keyed=True)
        nonce = f"{number:016X}"
        desk.received(port, frame("01", "h", "1", "VB0001", "fw", "kx", nonce, BOX_NONCE), 0.1)
        sessions[port] = KeyedSession(KEY, "box", "C0FFEE00", "VB0001", nonce, BOX_NONCE)
        status = frame("01", "s", 0, 0, 0, 0, "A", 1, 0, 0)
        desk.received(port, sessions[port].seal(status), 0.2)
    for tenth in range(3, 80):
        desk.tick(tenth / 10)
        for port, data in desk.take_output():
            for f in Decoder().feed(data):
                if f.kind != "H" and sessions[port].open(f).kind == "P":
                    pong = sessions[port].seal(frame("01", "p", 0, 0, 0))
                    desk.received(port, pong, tenth / 10)
    assert [a.kind for a in desk.alarms.all()] == [AlarmKind.TWO_PORTS]
    assert set(desk.ports) == {"tcp1", "tcp2"}


def test_a_greeting_alone_names_nobody() -> None:
    desk, _ = opened()
    greet(desk, OTHER)
    assert desk.boxes == {}


def test_a_link_that_proves_nothing_is_closed_after_ten_seconds() -> None:
    desk, _ = opened()
    desk.tick(9.9)
    assert refusals(desk) == []
    desk.tick(10.1)
    assert refusals(desk) == ["no paired box has answered"]
