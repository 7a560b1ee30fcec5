"""Any bytes, at any length, in any order: no exception, bounded memory, nothing acknowledged."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.link.fields import FIELDS
from firmware_sim.link.frame import Decoder, frame, seal
from firmware_sim.link.records import check_of
from host.link.alarms import MOST
from host.link.desk import Desk
from host.link.session import TRACE_LINES
from host.store.store import Store

ALPHABET = "0123456789ABCDEFHNSVWXRhsptTcm-.+ %,"


def desk(store: Store | None = None) -> Desk:
    numbers = iter(range(1, 10_000_000))
    store = store or Store.open(":memory:")
    return Desk(store, "C0FFEE00", "0000000A", lambda: f"{next(numbers):016X}")


def bodies() -> st.SearchStrategy[str]:
    """Frames with a right CRC whose fields are anything."""
    field = st.text(ALPHABET, max_size=12)
    return st.builds(
        lambda addr, kind, fields: ",".join([f"{addr:02d}", kind, *fields]),
        st.integers(0, 99),
        st.sampled_from([*FIELDS, "Z", "z"]),
        st.lists(field, max_size=15),
    ).filter(lambda body: len(body) <= 110)


@given(st.lists(st.one_of(st.binary(max_size=200), bodies().map(seal)), max_size=30))
@settings(max_examples=120, deadline=None)
def test_any_bytes_at_all(chunks: list[bytes]) -> None:
    host = desk()
    host.port_opened("a", 0.0)
    host.port_opened("bus", 0.0, bus=True)
    for n, chunk in enumerate(chunks):
        for port in ("a", "bus"):
            host.received(port, chunk, n / 10)
        host.tick(n / 10)
        host.flush(n / 10)
    for _, data in host.take_output():
        for answer in Decoder().feed(data):
            assert answer.kind != "A"  # no serial is named to the letter, so nothing is a record


def test_mutated_talk_of_a_real_box() -> None:
    rng = random.Random(7)
    text = "R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,"
    talk = (
        frame("01", "h", "1", "VB0001", "fw", "cdfmntuvx", "-")
        + frame("01", "s", 1, 17, 1, 1, "A", 2, 0, 3000)
        + frame("01", *text.split(","), check_of("VB0001", text))
        + frame("01", "T", "A", 2)
        + frame("01", "p", 17, 0, 3000)
    )
    store = Store.open(":memory:")
    host = desk(store)
    host.port_opened("a", 0.0)
    for n in range(3000):
        data = bytearray(talk)
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(data))
            match rng.randrange(3):
                case 0:
                    data[at] ^= 1 << rng.randrange(8)
                case 1:
                    del data[at]
                case _:
                    data.insert(at, rng.randrange(256))
        host.received("a", bytes(data), n / 50)
        host.tick(n / 50)
        host.flush(n / 50)
        host.take_output()
    assert [a.text for a in store.arrivals() if not a.apart] == [text]


def test_a_peer_with_ever_new_names_does_not_fill_the_memory() -> None:
    host = desk()
    host.port_opened("a", 0.0)
    for n in range(5000):
        now = n / 100
        host.received("a", frame(f"{n % 99 + 1:02d}", "h", "1", f"S{n}", "fw", "", "-"), now)
        host.received("a", frame(f"{n % 99 + 1:02d}", "s", 9, 9, 1, 0, "A", 1, 0, 0), now)
        host.tick(now)
        host.take_output()
        host.take_events()
    assert len(host.boxes) <= 99
    assert len(host.alarms.all()) <= MOST
    assert len(host.trace("a")) <= TRACE_LINES
    assert len(host.timers) < 50


def test_ever_new_ports_do_not_fill_the_memory() -> None:
    host = desk()
    for n in range(2000):
        host.port_opened(f"tcp{n}", n / 10, keyed=True)
        host.received(f"tcp{n}", frame("01", "h", "1", f"S{n}", "fw", "k", "-"), n / 10)
        host.port_closed(f"tcp{n}", n / 10)
        host.tick(n / 10)
        host.take_output()
        host.take_events()
    assert host.ports == {}
    assert len(host.timers) < 500
    assert host.trace("tcp0") == []


def test_an_answer_to_everything_stays_small() -> None:
    host = desk()
    host.port_opened("a", 0.0)
    host.take_output()
    for n in range(1000):
        host.received("a", frame("01", "z", n), 3 + n / 1000)
        host.received("a", frame("01", "R", n), 3 + n / 1000)
        host.tick(3 + n / 1000)
    assert sum(len(data) for _, data in host.take_output()) < 500
