"""docs/table-link.md: every byte in it is right, by the library's CRCs and hashes and by replay."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import re
import zlib
from pathlib import Path

import pytest

from firmware_sim.link.config import KEYS
from firmware_sim.link.fields import ALPHABETS, FIELDS, RECORDS, RULE_CODES
from firmware_sim.link.frame import Decoder
from firmware_sim.link.keyed import TAIL
from firmware_sim.link.latin import plain
from firmware_sim.link.records import parse_record, problem_of
from firmware_sim.link.terminal import Terminal
from tests.firmware.link_parts import Memory, MemoryLine
from tests.firmware.test_records import longest

TEXT = (Path(__file__).parents[2] / "docs" / "table-link.md").read_text(encoding="utf-8")
KEY = bytes(range(32))

# Frames printed to show what is refused.
REFUSED = {"$01,P*43c2", "$01,P*0000"}


def frames() -> list[str]:
    return re.findall(r"(?<![\w,])\$\d{1,2},[^`*\s][^`*]*\*[0-9A-Fa-f]{4}", TEXT)


def rows(heading: str, columns: int) -> list[list[str]]:
    """Rows of all tables whose first line begins with the heading."""
    found = []
    lines = TEXT.splitlines()
    for at, line in enumerate(lines):
        if line.startswith(heading):
            for row in lines[at + 2 :]:
                if not row.startswith("|"):
                    break
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
                assert len(cells) == columns, row
                found.append(cells)
    return found


def test_every_frame_has_its_crc():
    assert len(frames()) > 60
    for text in set(frames()) - REFUSED:
        body, crc = text[1:].rsplit("*", 1)
        body = body.rsplit("$", 1)[-1]
        assert f"{binascii.crc_hqx(body.encode(), 0xFFFF):04X}" == crc, text


def test_every_record_has_its_check_and_is_possible():
    seen = set()
    for text in set(frames()):
        for found in Decoder().feed(text.encode() + b"\n"):
            if found.kind in RECORDS and "," in found.body[5:]:
                fields = found.fields
                if re.fullmatch("[0-9A-F]{16}", fields[-1]):
                    fields = fields[:-2]
                record = parse_record(found.kind, fields)
                check = zlib.crc32(f"VB0001,{record.text}".encode())
                assert record.check == f"{check:08X}"
                assert problem_of(record) == ""
                seen.add(found.kind)
    assert seen == set(RECORDS)


def test_the_checks_named_in_the_text():
    for text, check in re.findall(
        r"`([A-Z],\d+,[^`]*)`\s+(?:with the check\s+)`([0-9A-F]{8})`", TEXT
    ):
        assert f"{zlib.crc32(f'VB0001,{text}'.encode()):08X}" == check
    for known in ("29B1", "CBF43926"):
        assert known in TEXT


ALPHABET_NAMES = {
    "0-9": "DIGITS", "0-9 A-F": "HEX", "0-9 A-F -": "NONCE", "A-Z 0-9": "UPPER",
    "A-Z 0-9 -": "EVENT", "a-z": "LOWER", "a-z 0-9": "CODE", "0-9 .": "VERSION",
    "A-Z a-z 0-9 . - _": "FIRMWARE", "N E S W": "SEATS", "0-9 -": "RESULT",
    "S H D C A K Q J T 9-2": "CARDS", "O C": "OC", "text": "TEXT",
}  # fmt: skip


def test_the_table_of_fields_is_the_one_in_force():
    printed = rows("| kind | field |", 6)
    at = 0
    for kind in "HhsTtACcMmFPpE" + "RUNDV":
        if not FIELDS[kind]:
            assert printed[at][:2] == [kind, "-"]
            at += 1
        for field in FIELDS[kind]:
            name, alphabet, width, span = printed[at][1:5]
            assert (printed[at][0], name) == (kind, field.name)
            low, high = field.narrowest, field.widest
            assert width == (str(high) if low == high else f"{low}-{high}")
            assert span == ("" if field.least is None else f"{field.least}-{field.most}")
            if field.choices:
                assert alphabet == " ".join(f"`{choice}`" for choice in field.choices)
            else:
                assert set(ALPHABETS[ALPHABET_NAMES[alphabet]]) == set(field.alphabet)
            at += 1
    assert at == len(printed)


def test_the_longest_frames():
    printed = rows("| kind | longest", 4)
    assert [row[0] for row in printed] == list(FIELDS)
    for kind, size, keyed, small in printed:
        assert size == str(len(longest(kind)))
        assert keyed == ("" if kind in "Hh" else str(len(longest(kind)) + TAIL))
        assert small == (str(len(longest(kind, True))) if kind in "HtACMFPE" else "")


def test_the_other_tables():
    assert rows("| key |", 2) == [[f"`{key}`", meaning] for key, meaning in KEYS]
    assert rows("| code | rule set", 2) == [
        [f"`{code}`", name] for name, code in RULE_CODES.items()
    ]
    letters = rows("| shown |", 2)
    assert len(letters) > 40
    for shown, stands_for in letters:
        shown = shown.replace("` `", " ")
        for letter in stands_for.replace("no-break space", "\u00a0").split(" "):
            assert plain(letter) == shown


def test_the_pin_and_the_keys_of_the_keyed_link():
    assert hashlib.sha256(b"pin,E3,1234").hexdigest()[:16].upper() in TEXT
    for end in ("host", "box"):
        said = f"{end},1,0A1B2C3D,VB0001,0123456789ABCDEF,8899AABBCCDDEEFF"
        key = hmac.new(KEY, said.encode(), hashlib.sha256).digest()
        assert key.hex().upper() in TEXT
        sealed = re.findall(rf"^{end} +\$(\S+)\*....$", TEXT[TEXT.index("```trace keyed") :], re.M)
        tagged = [body for body in sealed if ",H," not in body and ",h," not in body]
        assert len(tagged) >= 2
        for count, body in enumerate(tagged, 1):
            message, tag = body.rsplit(",", 1)
            assert message.endswith(f",{count}")
            assert hmac.new(key, message.encode(), hashlib.sha256).hexdigest()[:16].upper() == tag


TRACES = re.findall(r"```trace ?(\w*)\n(.*?)```", TEXT, re.S)


@pytest.mark.parametrize(("kind", "lines"), TRACES, ids=[kind or "plain" for kind, _ in TRACES])
def test_the_traces_are_what_a_box_says(kind, lines):
    """Replayed on a box: what the host says goes in, what the box says must come out."""
    memory, line = Memory(), MemoryLine()
    keyed = kind == "keyed"
    box = Terminal(
        memory.journal(), line, "VB0001", firmware="demo", store=memory.store(),
        capabilities="bm" if kind == "bus" else "cdfmntuvx", battery=lambda: 4900,
        pairing_key=KEY if keyed else None, nonce=lambda: "8899AABBCCDDEEFF",
    )  # fmt: skip
    now = 0
    expected = []

    def run(ms: int) -> None:
        nonlocal now
        for _ in range(ms):
            now += 1
            box.step(now)

    run(5)
    for text in lines.splitlines():
        who, what = text.split(None, 1)
        if who == "box":
            expected.append(what)
        elif who == "host":
            line.incoming += what.encode() + b"\n"
        elif what.endswith(" ms"):
            run(int(what.split()[0]))
        else:
            assert what.startswith("confirmed: ")
            box.journal.add("R", dict(pair.split("=") for pair in what.split()[1:]))
        if who != "box":
            run(5)
    said = [part for part in line.outgoing.decode().split("\n") if part]
    assert len(said) >= 4
    assert said == expected


def test_there_are_three_traces():
    assert [kind for kind, _ in TRACES] == ["", "bus", "keyed"]
