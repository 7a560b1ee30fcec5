"""Keyed links: the tag as others compute it, and nothing unauthenticated changes a box."""

from __future__ import annotations

import hashlib
import hmac
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.link.config import make_payload, revision_of, split_payload
from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder, Frame, frame
from firmware_sim.link.keyed import (
    LAST_COUNTER,
    KeyedSession,
    LinkRefused,
    hmac_sha256,
    key_from_hex,
    same,
)
from firmware_sim.link.terminal import Terminal
from tests.firmware.link_parts import RESULT, Memory, MemoryLine

KEY = bytes(range(32))
HOST = "ABCDEF01"
NONCE = "0011223344556677"
BOX_NONCE = "8899AABBCCDDEEFF"

# RFC 4231, section 4: test cases 1, 2, 3, 4, 6 and 7 (key, data, HMAC-SHA-256).
RFC_4231 = [
    (b"\x0b" * 20, b"Hi There",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50,
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (bytes(range(1, 26)), b"\xcd" * 50,
     "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First",
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    (b"\xaa" * 131, b"This is a test using a larger than block-size key and a larger than "
     b"block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
     "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "data", "expected"), RFC_4231)
def test_hmac_of_rfc_4231(key, data, expected):
    assert hmac_sha256(key, data).hex() == expected


@given(st.binary(max_size=150), st.binary(max_size=150))
def test_hmac_is_the_librarys(key, data):
    assert hmac_sha256(key, data) == hmac.new(key, data, hashlib.sha256).digest()


def library_tag(direction: str, body: str) -> str:
    """The tag as the specification says it, by Python's own hmac."""
    text = f"{direction},1,{HOST},VB0001,{NONCE},{BOX_NONCE}".encode()
    key = hmac.new(KEY, text, hashlib.sha256).digest()
    return hmac.new(key, body.encode(), hashlib.sha256).hexdigest()[:16].upper()


def sessions() -> tuple[KeyedSession, KeyedSession]:
    return (
        KeyedSession(KEY, "host", HOST, "VB0001", NONCE, BOX_NONCE),
        KeyedSession(KEY, "box", HOST, "VB0001", NONCE, BOX_NONCE),
    )


def decoded(data: bytes) -> Frame:
    (found,) = Decoder().feed(data)
    return found


def test_counter_and_tag_end_the_body():
    host, box = sessions()
    first, second = host.seal(frame("01", "P")), host.seal(frame("01", "A", 17, "8F21C0DE"))
    assert decoded(first).body == "01,P,1," + library_tag("host", "01,P,1")
    body = "01,A,17,8F21C0DE,2"
    assert decoded(second).body == body + "," + library_tag("host", body)
    assert box.open(decoded(first)).body == "01,P"
    assert box.open(decoded(second)).fields == ("17", "8F21C0DE")
    back = box.seal(frame("01", "p", 17, 0, 4900))
    assert decoded(back).body.endswith(library_tag("box", "01,p,17,0,4900,1"))
    assert host.open(decoded(back)).kind == "p"


def mutations() -> list[tuple[str, list[bytes]]]:
    host, box = sessions()
    one, two = host.seal(frame("01", "P")), host.seal(frame("01", "P"))
    tag = library_tag("host", "01,P,1")
    reflected = box.seal(frame("01", "P"))
    return [
        ("no tag", [frame("01", "P")]),
        ("no counter", [frame("01", "P", tag)]),
        ("repeated", [one, one]),
        ("skipped", [two]),
        ("swapped", [two, one]),
        ("wrong tag", [frame("01", "P", 1, "0" * 16)]),
        ("tag in lower case", [frame("01", "P", 1, tag.lower())]),
        ("short tag", [frame("01", "P", 1, tag[:-1])]),
        ("counter with a zero", [frame("01", "P", "01", library_tag("host", "01,P,01"))]),
        ("other fields", [frame("01", "A", 1, tag)]),
        ("other address", [frame("02", "P", 1, tag)]),
        ("the box's own words", [reflected]),
    ]


@pytest.mark.parametrize(("why", "data"), mutations(), ids=[m[0] for m in mutations()])
def test_anything_else_is_refused(why, data):
    _, box = sessions()
    for good in data[:-1]:
        if why == "swapped":
            break
        box.open(decoded(good))
    with pytest.raises(LinkRefused, match=r"tag|counter"):
        box.open(decoded(data[0] if why == "swapped" else data[-1]))


def test_another_key_nonce_or_serial_is_refused():
    good = {"host": HOST, "serial": "VB0001", "nonce": NONCE, "box_nonce": BOX_NONCE}
    for change in (
        {"host": "ABCDEF02"}, {"serial": "VB0002"}, {"nonce": "0" * 16}, {"box_nonce": "0" * 16},
    ):  # fmt: skip
        box = KeyedSession(KEY, "box", **{**good, **change})
        host = KeyedSession(KEY, "host", **good)
        with pytest.raises(LinkRefused):
            box.open(decoded(host.seal(frame("01", "P"))))
    other = KeyedSession(bytes(32), "box", **good)
    with pytest.raises(LinkRefused):
        other.open(decoded(KeyedSession(KEY, "host", **good).seal(frame("01", "P"))))


def test_the_last_counter_ends_the_link():
    host, _ = sessions()
    host._sent = LAST_COUNTER
    with pytest.raises(LinkRefused, match="used up"):
        host.seal(frame("01", "P"))


def test_keys_are_read_strictly():
    assert key_from_hex(KEY.hex()) == KEY
    assert key_from_hex(" ".join(KEY.hex()[i : i + 8] for i in range(0, 64, 8))) == KEY
    for bad in ("", KEY.hex()[:-1], KEY.hex()[:-1] + "G", KEY.hex() + "00"):
        with pytest.raises(ValueError, match="64 hex"):
            key_from_hex(bad)
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedSession(b"short", "box", HOST, "VB0001", NONCE, BOX_NONCE)


@given(st.text(max_size=20), st.text(max_size=20))
def test_comparing(one, other):
    assert same(one, other) == (one == other)


# -- the terminal on a keyed link -------------------------------------------------------------


class PairedBox:
    """A box with a pairing key on a line whose other end is the test."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.line = MemoryLine()
        nonces = iter([BOX_NONCE, "0000000000000002", "0000000000000003"])
        self.terminal = Terminal(
            self.memory.journal(), self.line, "VB0001", store=self.memory.store(),
            pairing_key=KEY, nonce=lambda: next(nonces),
        )  # fmt: skip
        self.now = 0

    def says(self, *data: bytes, ms: int = 10) -> list[Frame]:
        self.line.incoming += b"".join(data)
        for _ in range(ms):
            self.terminal.step(self.now)
            self.now += 1
        out, self.line.outgoing = self.line.outgoing, b""
        return Decoder().feed(out)

    def state(self) -> tuple[object, ...]:
        journal = self.terminal.journal
        marks = [journal.is_marked(record) for record in journal.records()]
        return (
            marks, journal.high, self.terminal.state, self.terminal._run, self.terminal.section,
            self.terminal.event, [e for e in self.terminal.events if e[0] != "closed"],
            bytes(self.memory.image),
        )  # fmt: skip


HELLO = frame("00", "H", "1", HOST, "00000001", NONCE)


def test_a_paired_box_waits_for_a_host_then_speaks_sealed():
    box = PairedBox()
    record = box.terminal.journal.add("R", dict(RESULT))
    assert box.says(ms=3000) == []
    hello, status, offer = box.says(HELLO)
    assert hello.fields == ("1", "VB0001", "overtrick", "cdfmntuvxk", NONCE, BOX_NONCE)
    host, _ = sessions()
    assert host.open(status).kind == "s"
    assert host.open(offer).body == decoded(record.frame("01")).body
    assert box.terminal.state == "none"  # nothing has proved yet that this is the host
    assert box.terminal._run == ""
    box.says(host.seal(frame("01", "A", record.n, record.check)))
    assert box.terminal.waiting == 0
    assert box.terminal.state == "green"
    assert box.terminal._run == "00000001"


def test_a_paired_box_takes_a_configuration():
    box = PairedBox()
    box.says(HELLO)
    host, _ = sessions()
    payload = make_payload([("event", "E3")])
    for i, piece in enumerate(split_payload(payload, 30)):
        data = message("01", "C", revision=revision_of(payload), part=i + 1, parts=2, payload=piece)
        box.says(host.seal(data))
    assert box.terminal.event == "E3"


ATTACKS = [
    ("an unsealed acknowledgement", lambda r: [HELLO, frame("01", "A", r.n, r.check)]),
    ("an acknowledgement before H", lambda r: [frame("01", "A", r.n, r.check)]),
    ("a message before H", lambda r: [frame("01", "M", 1, "hi")]),
    ("a wrong tag", lambda r: [HELLO, frame("01", "A", r.n, r.check, 1, "0" * 16)]),
    ("a second H", lambda r: [HELLO, frame("00", "H", "1", HOST, "00000002", NONCE)]),
    ("an unkeyed H", lambda r: [frame("00", "H", "1", HOST, "00000001", "-")]),
    ("another version", lambda r: [frame("00", "H", "2", HOST, "00000001", NONCE)]),
    ("an unsealed table", lambda r: [HELLO, frame("01", "t", "ok")]),
    ("a person", lambda r: [b"?\n"]),
    ("wrong key", lambda r: [HELLO, KeyedSession(bytes(32), "host", HOST, "VB0001", NONCE,
                                                 BOX_NONCE).seal(frame("01", "P"))]),
]  # fmt: skip


@pytest.mark.parametrize(("why", "attack"), ATTACKS, ids=[a[0] for a in ATTACKS])
def test_nothing_unauthenticated_changes_a_box(why, attack):
    box = PairedBox()
    record = box.terminal.journal.add("R", dict(RESULT))
    before = box.state()
    data = attack(record)
    for piece in data:
        box.says(piece)
    assert box.state() == before
    assert box.line.closed == (data[0] == HELLO or why in ("an unkeyed H", "another version"))


def test_after_a_refusal_a_new_line_begins_with_new_keys():
    box = PairedBox()
    box.says(HELLO)
    host, _ = sessions()
    old = host.seal(frame("01", "P"))
    box.says(frame("01", "P"))
    assert box.terminal.events == [("closed", "wrong or missing counter")]
    assert box.line.closed
    box.line = MemoryLine()
    box.terminal.attach(box.line)
    hello, _ = box.says(HELLO)
    assert hello.fields[-1] == "0000000000000002"
    box.says(old)  # a replayed session
    assert box.terminal.state == "none"
    assert box.line.closed


def test_random_bytes_change_nothing():
    rng = random.Random(3)
    box = PairedBox()
    box.terminal.journal.add("R", dict(RESULT))
    before = box.state()
    for _ in range(200):
        if box.line.closed:
            box.line = MemoryLine()
            box.terminal.attach(box.line)
            box.terminal._nonce = lambda: BOX_NONCE
        box.says(rng.choice([HELLO, rng.randbytes(40), frame("01", "P", 1, "0" * 16)]), ms=2)
    assert box.state() == before


def test_a_used_up_counter_closes_the_link():
    box = PairedBox()
    box.says(HELLO)
    host, _ = sessions()
    box.terminal._session._sent = LAST_COUNTER
    box.says(host.seal(frame("01", "P")))
    assert box.line.closed
    assert box.terminal.events == [("closed", "the counter is used up")]
