"""The frame of TL/1, byte for byte, and its decoder under any bytes."""

from __future__ import annotations

import binascii
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.link.frame import (
    Decoder,
    Frame,
    crc16,
    crc16_by_table,
    cut,
    escape,
    frame,
    unescape,
)

BODY = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters=",$*"), max_size=20
)
KIND = st.sampled_from("HhsTtRUNDVACcMmFPpEQz")
ADDR = st.integers(0, 99).map("{:02d}".format)


def bodies(data: bytes, limit: int = 120) -> list[str]:
    return [f.body for f in Decoder(limit).feed(data)]


def test_crc_is_ccitt_false():
    """The check value printed in every CRC catalogue for CRC-16/CCITT-FALSE (IBM-3740)."""
    assert crc16(b"123456789") == 0x29B1
    assert crc16_by_table(b"123456789") == 0x29B1
    assert crc16_by_table(b"") == crc16(b"") == 0xFFFF


@given(st.binary(max_size=200))
def test_the_table_agrees_with_the_c_library(data):
    assert crc16_by_table(data) == binascii.crc_hqx(data, 0xFFFF) == crc16(data)


def test_a_frame_in_bytes():
    data = frame("01", "A", 17, "8F21C0DE")
    assert data == b"$01,A,17,8F21C0DE*%04X\n" % binascii.crc_hqx(b"01,A,17,8F21C0DE", 0xFFFF)


@given(ADDR, KIND, st.lists(BODY, max_size=6))
def test_what_is_framed_comes_back(addr, kind, fields):
    data = frame(addr, kind, *fields)
    decoder = Decoder(10_000)
    (found,) = decoder.feed(data)
    assert (found.addr, found.kind, found.fields) == (addr, kind, tuple(fields))
    assert decoder.dropped == 0


GOOD = frame("01", "P")

DECODING = [
    ("plain", GOOD, ["01,P"]),
    ("a CR before LF is ignored", GOOD[:-1] + b"\r\n", ["01,P"]),
    ("two CRs are not", GOOD[:-1] + b"\r\r\n", []),
    ("a CR elsewhere drops the frame", GOOD[:4] + b"\r" + GOOD[4:], []),
    ("$ restarts", b"$01,R,17,E3" + GOOD, ["01,P"]),
    ("$ twice", b"$" + GOOD, ["01,P"]),
    ("a control byte drops", GOOD[:3] + b"\x07" + GOOD[3:] + GOOD, ["01,P"]),
    ("a byte above 7E drops", GOOD[:3] + b"\x7f" + GOOD[3:], []),
    ("after a drop the rest up to LF is nothing", b"$01,\x01P*74F2\n" + GOOD, ["01,P"]),
    ("a CRC with letters", b"$01,T,A,1*%04X\n" % crc16(b"01,T,A,1"), ["01,T,A,1"]),
    ("the same in lower case", b"$01,T,A,1*%04x\n" % crc16(b"01,T,A,1"), []),
    ("wrong CRC", b"$01,P*0000\n", []),
    ("no star", b"$01,PE2B1\n", []),
    ("two stars", frame("01", "M", "1", "a*b"), []),
    ("empty", b"$\n$*FFFF\n", []),
    ("text before on the line", b"garbage" + GOOD, ["01,P"]),
    ("one-digit address", b"$1,P*%04X\n" % crc16(b"1,P"), []),
    ("address of letters", b"$AB,P*%04X\n" % crc16(b"AB,P"), []),
    ("kind of two letters", b"$01,PP*%04X\n" % crc16(b"01,PP"), []),
    ("no kind", b"$01*%04X\n" % crc16(b"01"), []),
]


@pytest.mark.parametrize(("why", "data", "expected"), DECODING, ids=[row[0] for row in DECODING])
def test_decoding(why, data, expected):
    assert bodies(data) == expected


@pytest.mark.parametrize("limit", [63, 120])
def test_length_counts_dollar_and_line_feed_but_no_carriage_return(limit):
    longest = frame("01", "M", "1", "x" * (limit - 14))
    assert len(longest) == limit
    one_more = frame("01", "M", "1", "x" * (limit - 13))
    assert len(bodies(longest, limit)) == len(bodies(longest[:-1] + b"\r\n", limit)) == 1
    decoder = Decoder(limit)
    assert [f.body for f in decoder.feed(one_more + GOOD)] == ["01,P"]
    assert decoder.too_long == 1
    assert decoder.frames == 1


def test_people_lines():
    decoder = Decoder()
    decoder.feed(b"# hello\r\n?\r\x80oops\n\n" + b"x" * 300 + b"\n" + GOOD + b"tail")
    assert decoder.people == ["# hello", "?", ".oops", "x" * 80]
    decoder.feed(b"".join(b"%d\n" % n for n in range(100)))
    assert decoder.people == [str(n) for n in range(92, 100)]
    assert decoder.people_lost == 104 - 8


NOISE = st.lists(
    st.one_of(
        st.binary(max_size=30),
        st.sampled_from([b"$", b"\n", b"\r", b"*", b"\r\n", b"$01,", b"x" * 70, b"y" * 130]),
        st.just(GOOD),
        st.builds(frame, ADDR, KIND, BODY),
    ),
    max_size=12,
).map(b"".join)


def everything(decoder: Decoder) -> tuple[object, ...]:
    return (
        decoder.frames, decoder.bad_check, decoder.bad_form, decoder.bad_byte, decoder.too_long,
        decoder.restarted, tuple(decoder.people), decoder.people_lost,
    )  # fmt: skip


@given(NOISE, st.lists(st.integers(1, 40), min_size=1, max_size=20))
def test_where_the_pieces_are_cut_does_not_matter(data, sizes):
    whole = Decoder()
    expected = [f.body for f in whole.feed(data)]
    pieces = Decoder()
    found: list[Frame] = []
    at = turn = 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        found += pieces.feed(data[at : at + size])
        at += size
        turn += 1
    assert [f.body for f in found] == expected
    assert everything(pieces) == everything(whole)
    single = Decoder()
    assert [f.body for b in data for f in single.feed(bytes([b]))] == expected
    assert everything(single) == everything(whole)


@given(NOISE)
def test_a_good_frame_after_noise_and_a_line_feed_always_arrives(noise):
    decoder = Decoder()
    decoder.feed(noise + b"\n")
    assert [f.body for f in decoder.feed(GOOD)] == ["01,P"]


@given(NOISE)
def test_a_good_frame_right_after_noise_always_arrives(noise):
    decoder = Decoder()
    decoder.feed(noise)
    assert [f.body for f in decoder.feed(GOOD)] == ["01,P"]


def test_every_started_frame_ends_in_one_counter():
    rng = random.Random(5)
    data = bytes(rng.choice(b"$\n\r*01,PA\x80") for _ in range(20_000)) + b"\n"
    decoder = Decoder()
    decoder.feed(data)
    assert decoder.frames + decoder.dropped == data.count(b"$")


@pytest.mark.parametrize("byte", [b"$", b"\n", b"\r", b"x", b"\x00", b"$x", b"x\r", b"$\r"])
def test_a_flood_is_decoded_in_linear_time_and_bounded_memory(byte):
    data = byte * (400_000 // len(byte))
    decoder = Decoder()
    began = time.perf_counter()
    decoder.feed(data)
    assert time.perf_counter() - began < 8
    assert len(decoder._part) <= 120
    assert len(decoder.people) <= 8


def test_a_million_random_and_mutated_bytes():
    rng = random.Random(1)
    decoder = Decoder()
    good = b"".join(frame("01", "A", n, f"{n:08X}") for n in range(1, 400))
    for _ in range(50):
        data = bytearray(good + rng.randbytes(len(good)))
        for _ in range(300):
            data[rng.randrange(len(data))] = rng.randrange(256)
        for found in decoder.feed(bytes(data)):
            assert len(found.body) <= 113
    assert decoder.frames > 1000


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("plain", "plain"),
        ("100%, $5*", "100%25%2C %245%2A"),
        ("Ærø", "%C3%86r%C3%B8"),
        ("tab\there", "tab%09here"),
        ("~|", "~|"),
    ],
)
def test_escapes(text, field):
    assert escape(text) == field
    assert unescape(field) == text


@given(st.text(max_size=60))
def test_any_text_travels(text):
    field = escape(text)
    assert unescape(field) == text
    assert not set(field) & set(",$*")
    assert all(0x20 <= ord(c) <= 0x7E for c in field)


@pytest.mark.parametrize("field", ["%", "%4", "%4g", "%e5", "a%2", "%C3", "%FF%FE"])
def test_broken_escapes_are_refused(field):
    with pytest.raises(ValueError, match=r"escape|utf|UTF|decode"):
        unescape(field)


@given(st.text(max_size=40), st.integers(0, 60))
def test_a_cut_never_cuts_a_letter(text, width):
    field = cut(escape(text), width)
    assert len(field) <= width or len(escape(text)) <= width
    assert text.startswith(unescape(field))
    if len(escape(text)) > width:
        assert len(escape(text[: len(unescape(field)) + 1])) > width
