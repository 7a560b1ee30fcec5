"""The configuration: payload, parts, what it says, and its two areas through power cuts."""

from __future__ import annotations

import hashlib
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.link.config import (
    KEYS,
    LONGEST,
    Config,
    Round,
    check_of_payload,
    make_payload,
    pin_hash,
    revision_of,
    split_payload,
)
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.fields import FIELDS
from firmware_sim.memory_map import CONFIG_AREA, PAGE
from tests.firmware.link_parts import Memory, PowerCut

ITEMS = [
    ("event", "E3"), ("type", "movement"), ("name", "Brønshøj; 50% = half"), ("rules", "laws-2017"),
    ("pin", pin_hash("E3", "1234")), ("lead", "check"), ("m.1", "3:12:13-15:0"),
    ("m.2", "0:7:16+19:1"), ("m.3", "1+5:2+8:1-3:0"), ("g.1", "A5N:B2E"), ("n.3", "Nord & Øst"),
    ("h.14", "AKQ.JT9.8765.432:JT9.AKQ.432.8765:8765.432.AKQ.JT9:432.8765.JT9.AKQ"),
    ("r.1.14", "3:12:4SX:N:-1:HA"), ("r.0.2", "3:12:4S:N:0:+4:11::::"),
]  # fmt: skip


def test_what_a_configuration_says():
    config = Config(make_payload(ITEMS))
    assert [config.get(key) for key, _ in ITEMS] == [value for _, value in ITEMS]
    assert config.event == "E3"
    assert config.movement
    assert config.get("lang", "en") == "en"
    assert config.get("vent") == ""
    first = config.round(1)
    assert first is not None
    assert (first.ns, first.ew, first.boards, first.switch) == ((3,), (12,), (13, 14, 15), False)
    second = config.round(2)
    assert second is not None
    assert (second.sit_out, second.ew, second.boards, second.switch) == (True, (7,), (16, 19), True)
    third = config.round(3)
    assert third is not None
    assert (third.ns, third.ew) == ((1, 5), (2, 8))
    assert config.round(4) is None
    assert config.rounds == 3
    assert config.goes_to(1) == ("A5N", "B2E")
    assert config.player(3) == "Nord & Øst"
    assert config.hand(14, "E") == "JT9.AKQ.432.8765"
    assert [config.holds(14, "E", card) for card in ("SA", "SJ", "HA", "C8", "C9")] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert config.holds(15, "E", "SA") is None
    assert config.corrections(1, 14) == [("3", "12", "4SX", "N", "-1", "HA")]
    assert config.corrections(0, 2) == [
        ("3", "12", "4S", "N", "0", ""),
        ("4", "11", "", "", "", ""),
    ]
    assert config.is_pin("1234")
    assert not config.is_pin("1235")
    assert Config("").is_pin("anything")


def test_the_pin_is_hashed_as_the_document_says():
    assert pin_hash("E3", "1234") == hashlib.sha256(b"pin,E3,1234").hexdigest()[:16].upper()


def test_without_a_configuration():
    config = Config("")
    assert (config.event, config.movement, config.rounds) == ("-", False, 0)


@pytest.mark.parametrize("text", ["", "1:2:3", "a:2:1:0", "1:2:1-x:0", "1:2:99999:0"])
def test_broken_rounds(text):
    with pytest.raises(ValueError, match="is not"):
        Round(1, text)
    assert Config(f"m.1={text}").round(1) is None


def test_a_hostile_round_is_bounded():
    assert len(Round(1, "1:2:1-9999+1-9999:0").boards) == 99


@pytest.mark.parametrize("key", ["", "a=b", "a;b", "ø", "a,b"])
def test_broken_keys_are_refused(key):
    with pytest.raises(ValueError, match="key"):
        make_payload([(key, "x")])


@given(st.text(max_size=200), st.sampled_from([30, 63]))
def test_parts_fit_their_field_and_cut_no_escape(text, width):
    payload = make_payload([("name", text)])
    pieces = split_payload(payload, width)
    assert "".join(pieces[:-1]) == payload
    assert pieces[-1] == f"{zlib.crc32(payload.encode()):08X}"
    (field,) = [f for f in FIELDS["C"] if f.name == "payload"]
    for piece in pieces:
        assert field.problem(piece) == ""
        assert 1 <= len(piece) <= width


@given(st.text(st.characters(codec="ascii"), max_size=300))
def test_any_payload_can_be_asked_anything(payload):
    config = Config(payload)
    for key, _ in KEYS:
        config.get(key)
    assert config.rounds >= 0
    assert config.round(1) is None or config.round(1).number == 1
    assert config.corrections(1, 1) == [] or len(config.corrections(1, 1)[0]) == 6
    assert 1 <= revision_of(payload) <= 999_999_999


# -- kept in memory ---------------------------------------------------------------------------


def first_of(event: str) -> int:
    return {"E3": 5, "E4": 9}[event]


def deliver(store: ConfigStore, payload: str, width: int = 63, start: int = 1) -> int:
    pieces = split_payload(payload, width)
    held = 0
    for part in range(start, len(pieces) + 1):
        held = store.take(revision_of(payload), part, len(pieces), pieces[part - 1], first_of)
    return held


OLD = make_payload([("event", "E3"), ("name", "old " * 20)])
NEW = make_payload([("event", "E4"), ("name", "new, " * 30)])


def test_the_longest_payload_is_kept_and_a_longer_one_is_not():
    memory = Memory()
    assert LONGEST == CONFIG_AREA - PAGE
    store = memory.store()
    longest = "event=E3;x=" + "y" * (LONGEST - 11)
    parts = len(split_payload(longest, 63))
    assert deliver(store, longest) == parts
    assert memory.store().config.payload == longest
    assert deliver(store, longest + "z" * 64) == 0
    assert memory.store().config.payload == longest


def test_both_areas_are_used_in_turn():
    memory = Memory()
    for turn in range(5):
        payload = OLD + f";turn={turn}"
        deliver(memory.store(), payload)
        store = memory.store()
        assert store.config.payload == payload
        assert store.revision == revision_of(payload)
        assert store.config.first == 5


def test_a_new_event_begins_at_its_own_number_and_the_same_event_keeps_it():
    memory = Memory()
    deliver(memory.store(), OLD)
    deliver(memory.store(), OLD + ";clock=7")
    assert memory.store().config.first == 5
    deliver(memory.store(), NEW)
    assert memory.store().config.first == 9


def test_a_cut_at_every_byte_leaves_the_old_or_the_new_in_force():
    memory = Memory()
    deliver(memory.store(), OLD)
    base = bytes(memory.image)
    memory.written = 0
    deliver(memory.store(), NEW)
    total = memory.written
    assert total > len(NEW)
    for cut in range(total):
        memory = Memory(base)
        memory.cut_after = cut
        with pytest.raises(PowerCut):
            deliver(memory.store(), NEW)
        memory.cut_after = None
        assert memory.store().config.payload == OLD
        deliver(memory.store(), NEW)
        assert memory.store().config.payload == NEW


@given(st.integers(0, 2 * CONFIG_AREA - 1), st.integers(0, 7))
@settings(deadline=None)
def test_a_worn_bit_never_alters_a_configuration(at, bit):
    memory = Memory()
    deliver(memory.store(), OLD)
    deliver(memory.store(), NEW)
    memory.image[2304 + at] ^= 1 << bit
    config = memory.store().config
    assert config is None or config.payload in (OLD, NEW)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4), st.integers(2, 4),
                          st.sampled_from(["a=1", "event=E3", "00000000", "x" * 63])),
                max_size=12))  # fmt: skip
def test_any_parts_in_any_order_put_nothing_half_in_force(parts):
    store = Memory().store()
    for revision, part, count, payload in parts:
        held = store.take(revision, part, count, payload, lambda event: 1)
        assert 0 <= held <= count
    assert store.config is None or store.config.payload


def test_the_check_is_zlibs():
    assert check_of_payload("123456789") == "CBF43926"  # the CRC catalogue's check value
