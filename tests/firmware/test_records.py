"""Records and fields: what is allowed, how it is named, and that every kind fits its frame."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.link import fields as tables
from firmware_sim.link.fields import FIELDS, RECORDS, TEXT, Field, message, pack, unpack
from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.keyed import LAST_COUNTER, TAIL, KeyedSession
from firmware_sim.link.records import (
    Record,
    check_of,
    make_record,
    parse_record,
    parse_reference,
    problem_of,
    rules_name,
)
from firmware_sim.rules.rule_sets import RULE_SETS
from tests.firmware.link_parts import LONGEST_R, RESULT

SERIAL = "VB0001"


def test_the_canonical_text_of_the_specification():
    record = make_record(SERIAL, "R", 17, dict(RESULT))
    assert record.text == "R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,"
    assert record.check == f"{zlib.crc32(b'VB0001,R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,'):08X}"
    assert record.frame("07").startswith(b"$07,R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,,")


def test_a_record_survives_the_wire():
    record = make_record(SERIAL, "R", 17, dict(RESULT))
    (found,) = Decoder().feed(record.frame("01"))
    again = parse_record(found.kind, found.fields)
    assert again == record
    assert hash(again) == hash(record)
    assert again.is_from(SERIAL)
    assert not again.is_from("VB0002")
    assert (again.get("board"), again.get("declarer"), again.get("nonsense")) == ("14", "N", "")


def test_fields_of_a_later_version_stand_before_the_check_and_count_in_it():
    text = "R,17,E3,A,2,5,14,3,12,4SX,N,-1,HA,,,NEW"
    record = parse_record("R", (*text.split(",")[1:], check_of(SERIAL, text)))
    assert record.text == text
    assert record.is_from(SERIAL)
    assert problem_of(record) == ""
    assert record.get("lead") == "HA"


def test_an_unknown_kind_with_a_check_is_a_record_apart():
    text = "Z,3,E3,whatever"
    record = parse_record("Z", ("3", "E3", "whatever", check_of(SERIAL, text)))
    assert record.is_from(SERIAL)
    assert "unknown" in problem_of(record)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("H", ("1", "E3", "0" * 8)),
        ("R", ("1", "E3")),
        ("R", ("0", "E3", "x", "0" * 8)),
        ("R", ("01", "E3", "x", "0" * 8)),
        ("R", ("1234567890", "E3", "x", "0" * 8)),
        ("R", ("1", "E3", "x", "0" * 7)),
        ("R", ("1", "E3", "x", "abcdef01")),
        ("z", ("1", "E3", "x", "0" * 8)),
    ],
)
def test_what_is_no_record(kind, fields):
    with pytest.raises(ValueError, match="record"):
        parse_record(kind, fields)


IMPOSSIBLE = [
    ({"contract": "8S"}, "contract"),
    ({"contract": "4Z"}, "contract"),
    ({"contract": "4SXXX"}, "contract"),
    ({"contract": "3N"}, "contract"),
    ({"contract": ""}, "contract"),
    ({"contract": "7NT", "result": "1"}, "result"),
    ({"contract": "4S", "result": "4"}, "result"),
    ({"contract": "4S", "result": "-11"}, "result"),
    ({"contract": "4S", "result": "+1"}, "result"),
    ({"contract": "4S", "result": "01"}, "result"),
    ({"contract": "4S", "result": "-0"}, "result"),
    ({"contract": "4S", "result": "--"}, "result"),
    ({"contract": "4S", "result": ""}, "result"),
    ({"declarer": "Q"}, "declarer"),
    ({"declarer": ""}, "declarer"),
    ({"contract": "PASS"}, "declarer"),
    ({"contract": "A604", "declarer": "", "result": "", "lead": ""}, "contract"),
    ({"lead": "AH"}, "lead"),
    ({"lead": "H1"}, "lead"),
    ({"board": 0}, "board"),
    ({"board": "014"}, "board"),
    ({"board": 1000}, "board"),
    ({"board": ""}, "board"),
    ({"ns": ""}, "ns"),
    ({"ns": "3,4"}, "ns"),
    ({"event": "a"}, "event"),
    ({"event": "A-"}, "event"),
    ({"event": "ABCDE"}, "event"),
    ({"section": "ABC"}, "section"),
    ({"room": "X"}, "room"),
    ({"replaces": "17"}, "record"),
    ({"replaces": "17-8f21c0de"}, "replaces"),
    ({"replaces": "0-8F21C0DE"}, "record"),
]


@pytest.mark.parametrize(("change", "names"), IMPOSSIBLE, ids=str)
def test_impossible_results_are_named(change, names):
    with pytest.raises(ValueError, match=names):
        make_record(SERIAL, "R", 17, {**RESULT, **change})


BARE = {"declarer": "", "result": "", "lead": ""}


@pytest.mark.parametrize(
    "change",
    [
        {"contract": "PASS", **BARE},
        {"contract": "NP", **BARE},
        {"contract": "A6040", **BARE},
        {"contract": "7NTXX", "result": "-13"},
        {"contract": "1C", "result": "6"},
        {"contract": "1C", "result": "-7"},
        {"section": "", "table": "", "round": "", "lead": ""},
        {"event": "-"},
        {"event": None},
        {"room": "C", "replaces": "16-8F21C0DE"},
    ],
    ids=str,
)
def test_possible_results(change):
    record = make_record(SERIAL, "R", 17, {**RESULT, **change})
    assert problem_of(record) == ""


@given(st.sampled_from("1234567"), st.sampled_from(["C", "D", "H", "S", "NT"]),
       st.sampled_from(["", "X", "XX"]), st.integers(-14, 8))  # fmt: skip
def test_a_result_is_possible_when_it_makes_0_to_13_tricks(level, strain, doubling, result):
    record = Record(f"R,1,-,,,,1,1,2,{level}{strain}{doubling},N,{result},,,", "0" * 8)
    assert (problem_of(record) == "") == (0 <= int(level) + 6 + result <= 13)


RUBBER: dict[str, object] = {
    "event": "-", "table": 1, "rubber": 1, "deal": 1, "rules": "saitek-610-rubber",
    "contract": "4S", "declarer": "S", "result": "0", "honours_ns": 100, "end": "-",
}  # fmt: skip


def test_a_rubber_deal():
    record = make_record(SERIAL, "U", 3, dict(RUBBER))
    assert record.text == "U,3,-,1,1,1,s610r,4S,S,0,100,,-,"
    assert rules_name(record.get("rules")) == "saitek-610-rubber"


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"rules": "whist"}, "rules"),
        ({"honours_ns": 90}, "honours"),
        ({"honours_ns": 100, "honours_ew": 100}, "honours"),
        ({"contract": "NP", "declarer": "", "result": ""}, "contract"),
        ({"contract": "", "declarer": "", "result": ""}, "contract"),
        ({"end": "lost"}, "end"),
    ],
    ids=str,
)
def test_impossible_rubber_deals(change, names):
    with pytest.raises(ValueError, match=names):
        make_record(SERIAL, "U", 3, {**RUBBER, **change})


def test_a_rubber_stopped_early_and_a_passed_out_deal():
    for change in ({"contract": "", "end": "stopped"}, {"contract": "PASS"}):
        record = make_record(SERIAL, "U", 4, {**RUBBER, "declarer": "", "result": "", **change})
        assert problem_of(record) == ""


def test_every_rule_set_has_a_code():
    assert {rules.name for rules in RULE_SETS} == set(tables.RULE_CODES)
    assert len(set(tables.RULE_CODES.values())) == len(tables.RULE_CODES)


def test_a_record_names_the_one_that_it_ends():
    first = make_record(SERIAL, "R", 17, dict(RESULT))
    assert first.ends == ""
    again = make_record(SERIAL, "R", 19, {**RESULT, "replaces": first.reference})
    assert again.ends == first.reference
    void = make_record(SERIAL, "V", 3, {"voids": first.reference, "by": "director"})
    assert void.ends == first.reference
    assert parse_reference(void.ends) == (17, first.check)


# -- every kind at its longest ----------------------------------------------------------------


def longest_value(field: Field, to_small_box: bool = False) -> str:
    width = tables.TO_BOX_WIDTHS.get(field.name, field.widest) if to_small_box else field.widest
    if field.choices:
        return max(field.choices, key=len)
    if field.least is not None:
        return str(field.most)
    if field.alphabet == TEXT:
        return "x" * width
    if field.name == "lead":
        return "HA"
    if field.name in ("replaces", "voids"):
        return "999999999-8F21C0DE"
    if field.name == "room":
        return "O"
    return field.alphabet[0] * width


def longest(kind: str, to_small_box: bool = False) -> bytes:
    if kind in RECORDS:
        values = {f.name: longest_value(f) for f in RECORDS[kind]}
        if kind == "R":
            values.update({k: str(v) for k, v in LONGEST_R.items()})
        if kind == "U":
            values.update(contract="7NTXX", result="-13", rules="chicdup", end="won",
                          honours_ew="0")  # fmt: skip
        record = make_record("ABCDEFGHIJKL", kind, 999999999, dict(values))
        return record.frame("99")
    values = {f.name: longest_value(f, to_small_box) for f in FIELDS[kind]}
    return message("99", kind, **values)


@pytest.mark.parametrize("kind", sorted(set(FIELDS) - set("Hh")))
def test_each_kind_at_its_longest_fits_keyed(kind):
    session = KeyedSession(bytes(32), "box", "0" * 8, SERIAL, "0" * 16, "1" * 16)
    session._sent = LAST_COUNTER - 1
    plain = longest(kind)
    data = session.seal(plain)
    assert len(data) == len(plain) + TAIL <= 120
    assert len(Decoder(120).feed(data)) == 1


@pytest.mark.parametrize(("digits", "size"), [(9, 99), (7, 95)])
def test_a_played_deal_that_is_the_last_is_longer_and_fits_keyed_with_seven_digits(digits, size):
    values = {f.name: longest_value(f) for f in RECORDS["U"]}
    values.update(contract="7NTXX", result="-13", rules="chicdup", honours_ew="0", end="stopped",
                  replaces="9" * digits + "-8F21C0DE")  # fmt: skip
    record = make_record(SERIAL, "U", int("9" * digits), values)
    assert len(record.frame("99")) == size
    assert (size + TAIL <= 120) == (digits == 7)


@pytest.mark.parametrize("kind", "Hh")
def test_hellos_at_their_longest_fit(kind):
    data = longest(kind)
    assert len(data) <= 120
    assert len(Decoder(120).feed(data)) == 1


@pytest.mark.parametrize("kind", list("HtACMFPE"))
def test_towards_a_small_box_63_bytes_are_enough(kind):
    data = longest(kind, to_small_box=True)
    assert len(data) <= 63
    assert len(Decoder(63).feed(data)) == 1


# -- fields by name ---------------------------------------------------------------------------


def test_packing_and_unpacking():
    fields = pack("A", {"n": 17, "check": "8F21C0DE"})
    assert fields == ("17", "8F21C0DE")
    assert unpack("A", fields) == {"n": "17", "check": "8F21C0DE", "n2": "", "check2": ""}
    assert unpack("A", (*fields, "18", "00000000", "extra"))["n2"] == "18"


@pytest.mark.parametrize(
    ("kind", "fields", "names"),
    [
        ("H", ("1", "1234567", "12345678", "-"), "host"),
        ("H", ("1", "1234567a", "12345678", "-"), "host"),
        ("H", ("1", "12345678", "12345678"), "nonce"),
        ("A", ("017", "8F21C0DE"), "n"),
        ("A", ("+17", "8F21C0DE"), "n"),
        ("A", (" 17", "8F21C0DE"), "n"),
        ("A", ("1\u0661", "8F21C0DE"), "n"),
        ("t", ("yes",), "answer"),
        ("M", ("1", ""), "text"),
        ("M", ("1", "50%"), "text"),
        ("C", ("1", "1", "1", "x"), "parts"),
        ("p", ("1", "-1", "4900"), "unsent"),
    ],
)
def test_parsing_is_strict_and_names_the_field(kind, fields, names):
    with pytest.raises(ValueError, match=f"{kind}: (field )?{names}"):
        unpack(kind, fields)


@given(st.sampled_from(sorted(FIELDS)), st.lists(st.text(max_size=8), max_size=20))
def test_unpack_only_ever_raises_value_error(kind, fields):
    try:
        values = unpack(kind, tuple(fields))
    except ValueError:
        return
    assert set(values) == {field.name for field in FIELDS[kind]}


@given(
    st.sampled_from(sorted(RECORDS)), st.lists(st.text("0123ASNHEX-,.", max_size=6), max_size=18)
)
def test_judging_any_record_never_fails(kind, fields):
    try:
        record = parse_record(kind, tuple(fields))
    except ValueError:
        return
    assert isinstance(problem_of(record), str)


def test_a_frame_of_each_kind_is_what_the_decoder_gives_back():
    for kind in FIELDS:
        (found,) = Decoder().feed(longest(kind))
        assert frame(found.addr, found.kind, *found.fields) == longest(kind)
