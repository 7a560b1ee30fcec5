"""The fields of every kind of TL/1 frame, as printed in ``docs/table-link.md``, and their check.

A row of the table is one string, so that all of them take little of a Pico's heap; ``Fields`` in
it are made when they are asked for. A field is written ``name:what``, where ``what`` is

    1..999          a decimal number without sign or leading zeros
    ok|taken        one of these words
    HEX*8           so many characters of an alphabet
    SEATS*0..1      so many characters, at least and at most; 0: it may be empty

and ``?`` at the end lets a field be empty. Parsing is strict.
"""

import sys

try:
    from typing import Iterator
except ImportError:  # MicroPython: annotations are never evaluated
    pass

from firmware_sim.link.frame import frame, only, unescape

VERSION = "1"
"""The major version spoken here; ``1`` and ``1.x`` are understood."""

DIGITS = "0123456789"
HEX = "0123456789ABCDEF"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER_DIGITS = UPPER + DIGITS
LOWER_DIGITS = LOWER + DIGITS
SEATS = "NESW"
TEXT = "text"
"""Any printable ASCII but ``,$*``; bytes outside it as %HH (see frame.escape)."""


class Field:
    """One field of a kind: what it may hold."""

    __slots__ = ("alphabet", "choices", "least", "most", "name", "narrowest", "widest")

    def __init__(
        self,
        name: str,
        alphabet: str,
        narrowest: int,
        widest: int,
        least: int | None = None,
        most: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.alphabet = alphabet
        self.narrowest = narrowest
        self.widest = widest
        self.least = least
        self.most = most
        self.choices = choices

    def problem(self, value: str) -> str:
        """Return "" for an allowed value, else what is allowed instead."""
        if value == "" and self.narrowest == 0:
            return ""
        if self.choices:
            return "" if value in self.choices else "is none of " + " ".join(self.choices)
        if not self.narrowest <= len(value) <= self.widest:
            return "is not %d to %d characters wide" % (self.narrowest or 1, self.widest)
        if self.alphabet == TEXT:
            return _text_problem(value)
        if not only(value, self.alphabet):
            return "has a character outside " + self.alphabet
        if self.least is None:
            return ""
        if len(value) > 1 and value[0] == "0":
            return "has a leading zero"
        if not self.least <= int(value) <= self.most:
            return "is outside %d to %d" % (self.least, self.most)
        return ""


def _text_problem(value: str) -> str:
    for character in value:
        if not " " <= character <= "~" or character in ",$*":
            return "has a character that must be escaped"
    try:
        unescape(value)
    except ValueError:
        return "has a broken escape"
    return ""


ALPHABETS = {
    "DIGITS": DIGITS,
    "HEX": HEX,
    "NONCE": HEX + "-",
    "UPPER": UPPER_DIGITS,
    "EVENT": UPPER_DIGITS + "-",
    "LOWER": LOWER,
    "CODE": LOWER_DIGITS,
    "VERSION": DIGITS + ".",
    "FIRMWARE": UPPER_DIGITS + LOWER + ".-_",
    "SEATS": SEATS,
    "RESULT": DIGITS + "-",
    "CARDS": "SHDCAKQJT98765432",
    "REFERENCE": DIGITS + "-ABCDEF",  # a record by its n and check: 17-8F21C0DE
    "OC": "OC",
    "TEXT": TEXT,
}


def _field(written: str) -> Field:
    """The field of ``name:what``."""
    name, _, what = written.partition(":")
    optional = what[-1] == "?"
    if optional:
        what = what[:-1]
    if "|" in what:
        choices = tuple(what.split("|"))
        widths = [len(choice) for choice in choices]
        return Field(name, "", min(widths), max(widths), None, 0, choices)
    alphabet, star, span = what.rpartition("*")
    first, _, last = span.partition("..")
    last = last or first
    if star:
        return Field(name, ALPHABETS[alphabet], 0 if optional else int(first), int(last))
    narrowest = 0 if optional else len(first)
    return Field(name, DIGITS, narrowest, len(last), int(first), int(last))


class Rows:
    """Kind -> its fields in order; a mapping whose values are made from strings.

    ``records`` are rows to which the check is added as the last field.

    On a box they are made anew each time (a few at most, a frame): kept, they would take an
    eighth of its heap.
    """

    __slots__ = ("_kept", "_records", "_written")

    def __init__(self, written: dict[str, str], records: "dict[str, str] | None" = None) -> None:
        self._written = written
        self._records = records or {}
        self._kept: dict[str, tuple[Field, ...]] | None = None
        if sys.implementation.name != "micropython":
            self._kept = {}

    def __contains__(self, kind: object) -> bool:
        return kind in self._written or kind in self._records

    def __iter__(self) -> "Iterator[str]":
        return iter(list(self._written) + list(self._records))

    def __len__(self) -> int:
        return len(self._written) + len(self._records)

    def __getitem__(self, kind: str) -> tuple[Field, ...]:
        """The fields of a kind; KeyError for an unknown one."""
        kept = self._kept
        if kept is not None and kind in kept:
            return kept[kind]
        row = tuple([_field(written) for written in self._line(kind).split()])
        if kept is not None:
            kept[kind] = row
        return row

    def _line(self, kind: str) -> str:
        if kind in self._written:
            return self._written[kind]
        return self._records[kind] + " check:HEX*8"

    def place(self, kind: str, name: str) -> int:
        """Where a field stands in its kind's row, -1 when there is none of that name."""
        if kind not in self:
            return -1
        row = " " + self._line(kind)
        at = row.find(" " + name + ":")
        return row[: at + 1].count(" ") - 1 if at >= 0 else -1


RULE_CODES = {
    "laws-2017": "laws17",
    "duplicate-pre-1987": "pre87",
    "rubber-1993": "rub93",
    "rubber-1943": "rub43",
    "saitek-610-rubber": "s610r",
    "saitek-610-teams": "s610t",
    "indonesia-1987-printed": "indo87",
    "pbn-oldmp": "pbn",
    "chicago": "chic",
    "chicago-duplicate": "chicdup",
}
"""Rule set -> its code on the wire: the names are too long for a keyed frame."""

_RECORDS = {
    "R": "n:1..999999999 event:EVENT*1..4 section:UPPER*0..2 table:1..999? round:1..99?"
    " board:1..999 ns:1..9999 ew:1..9999 contract:UPPER*2..5 declarer:SEATS*0..1"
    " result:RESULT*0..3 lead:CARDS*0..2 room:OC*0..1 replaces:REFERENCE*0..18",
    "U": "n:1..999999999 event:EVENT*1..4 table:1..999? rubber:1..999 deal:1..99"
    " rules:CODE*1..7 contract:UPPER*0..5 declarer:SEATS*0..1 result:RESULT*0..3"
    " honours_ns:0..150? honours_ew:0..150? end:-|won|stopped replaces:REFERENCE*0..18",
    "N": "n:1..999999999 event:EVENT*1..4 section:UPPER*0..2 table:1..999? round:1..99?"
    " seat:SEATS*1 number:UPPER*1..12 replaces:REFERENCE*0..18",
    "D": "n:1..999999999 event:EVENT*1..4 table:1..999? call:on|off",
    "V": "n:1..999999999 event:EVENT*1..4 voids:REFERENCE*10..18 by:LOWER*1..8",
}

RECORDS = Rows(_RECORDS)
"""The kinds that are records; on the wire the check follows as the last field."""

_OTHERS = {
    "H": "version:VERSION*1..5 host:HEX*8 run:HEX*8 nonce:NONCE*1..16",
    "h": "version:VERSION*1..5 serial:UPPER*1..12 firmware:FIRMWARE*1..12"
    " capabilities:LOWER*0..12 nonce:NONCE*1..16 key_nonce:HEX*16?",
    "s": "low:0..999999999 high:0..999999999 first:0..999999999 unsent:0..99999"
    " section:UPPER*1..2 table:0..999 revision:0..999999999 mv:0..65535",
    "T": "section:UPPER*1..2 table:1..999",
    "t": "answer:ok|taken|unknown",
    "A": "n:1..999999999 check:HEX*8 n2:1..999999999? check2:HEX*8?",
    "C": "revision:1..999999999 part:1..999 parts:2..999 payload:TEXT*1..63",
    "c": "revision:1..999999999 held:0..999",
    "M": "id:1..9999 text:TEXT*1..76",
    "m": "id:1..9999",
    "F": "board:1..999 percent:VERSION*0..5 others:TEXT*0..60",
    "P": "",
    "p": "high:0..999999999 unsent:0..99999 mv:0..65535",
    "E": "code:LOWER*1..8 text:TEXT*0..60",
}

FIELDS = Rows(_OTHERS, _RECORDS)
"""Kind -> its fields in order. Optional fields at the end may be left out altogether."""

TO_BOX_WIDTHS = {"payload": 30, "text": 40, "others": 36}
"""Widest of a field towards a box without ``x``: what the 63 bytes leave."""


def pack(kind: str, values: dict[str, object]) -> tuple[str, ...]:
    """Return a kind's fields in order from named values; missing ones are empty.

    ValueError names the field when a value is not allowed or not a field of the kind.
    """
    row = FIELDS[kind]
    names = [field.name for field in row]
    for name in values:
        if name not in names:
            raise ValueError("%s has no field %s" % (kind, name))
    fields = []
    for field in row:
        value = values.get(field.name)
        text = "" if value is None else str(value)
        fields.append(_allowed(kind, field, text))
    while fields and fields[-1] == "" and _may_end(kind, len(fields) - 1):
        fields.pop()
    return tuple(fields)


def _may_end(kind: str, index: int) -> bool:
    return kind in ("A", "h", "E") and FIELDS[kind][index].narrowest == 0


def unpack(kind: str, fields: tuple[str, ...]) -> dict[str, str]:
    """Return a frame's fields by name; extra trailing ones are ignored, optional ones filled in.

    ValueError says which field is wrong and what is allowed. KeyError for an unknown kind.
    """
    values = {}
    for index, field in enumerate(FIELDS[kind]):
        if index < len(fields):
            text = fields[index]
        elif _may_end(kind, index):
            text = ""
        else:
            raise ValueError("%s: field %s is missing" % (kind, field.name))
        values[field.name] = _allowed(kind, field, text)
    return values


def _allowed(kind: str, field: Field, text: str) -> str:
    problem = field.problem(text)
    if problem:
        raise ValueError("%s: %s %r %s" % (kind, field.name, text[:40], problem))
    return text


def message(addr: str, kind: str, **values: object) -> bytes:
    """Return the frame of a kind from named values; ValueError as ``pack``."""
    return frame(addr, kind, *pack(kind, values))


def same_major(version: str) -> bool:
    """True for ``1`` and ``1.x``: the versions that are understood here."""
    return version == VERSION or version.startswith(VERSION + ".")
