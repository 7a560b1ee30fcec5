"""The fields of every kind of TL/1 frame, as printed in ``docs/table-link.md``, and their check.

A field is (name, alphabet, narrowest, widest, least, most): widths in characters, least and most
for numbers. ``least`` None means that the field is no number. A narrowest width of 0 means that
the field may be empty. Numbers are decimal without sign or leading zeros. Parsing is strict.
"""

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


def _number(name: str, least: int, most: int, optional: bool = False) -> Field:
    narrowest = 0 if optional else len(str(least))
    return Field(name, DIGITS, narrowest, len(str(most)), least, most)


def _hex(name: str, width: int, optional: bool = False) -> Field:
    return Field(name, HEX, 0 if optional else width, width)


def _choice(name: str, *choices: str) -> Field:
    return Field(name, "", min([len(c) for c in choices]), max([len(c) for c in choices]),
                 None, 0, choices)  # fmt: skip


# A reference to a record is its n and check: 17-8F21C0DE.
_REFERENCE = DIGITS + "-ABCDEF"
_N = _number("n", 1, 999999999)
_EVENT = Field("event", UPPER_DIGITS + "-", 1, 4)
_SECTION = Field("section", UPPER_DIGITS, 0, 2)
_TABLE = _number("table", 1, 999, True)
_ROUND = _number("round", 1, 99, True)
_BOARD = _number("board", 1, 999)
_NS = _number("ns", 1, 9999)
_EW = _number("ew", 1, 9999)
_CONTRACT = Field("contract", UPPER_DIGITS, 2, 5)
_DECLARER = Field("declarer", SEATS, 0, 1)
_RESULT = Field("result", DIGITS + "-", 0, 3)
_LEAD = Field("lead", "SHDCAKQJT98765432", 0, 2)
_ROOM = Field("room", "OC", 0, 1)
_REPLACES = Field("replaces", _REFERENCE, 0, 18)
_CHECK = _hex("check", 8)
_VERSION = Field("version", DIGITS + ".", 1, 5)
_SERIAL = Field("serial", UPPER_DIGITS, 1, 12)
_NONCE = Field("nonce", HEX + "-", 1, 16)
_REVISION = _number("revision", 1, 999999999)
_MESSAGE_ID = _number("id", 1, 9999)

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

RECORDS = {
    "R": (_N, _EVENT, _SECTION, _TABLE, _ROUND, _BOARD, _NS, _EW, _CONTRACT, _DECLARER, _RESULT,
          _LEAD, _ROOM, _REPLACES),
    "U": (_N, _EVENT, _TABLE, _number("rubber", 1, 999), _number("deal", 1, 99),
          Field("rules", LOWER_DIGITS, 1, 7),
          Field("contract", UPPER_DIGITS, 0, 5), _DECLARER, _RESULT,
          _number("honours_ns", 0, 150, True), _number("honours_ew", 0, 150, True),
          _choice("end", "-", "won", "stopped"), _REPLACES),
    "N": (_N, _EVENT, _SECTION, _TABLE, _ROUND, Field("seat", SEATS, 1, 1),
          Field("number", UPPER_DIGITS, 1, 12), _REPLACES),
    "D": (_N, _EVENT, _TABLE, _choice("call", "on", "off")),
    "V": (_N, _EVENT, Field("voids", _REFERENCE, 10, 18), Field("by", LOWER, 1, 8)),
}  # fmt: skip
"""The kinds that are records; on the wire the check follows as the last field."""

FIELDS = {
    "H": (_VERSION, _hex("host", 8), _hex("run", 8), _NONCE),
    "h": (_VERSION, _SERIAL, Field("firmware", UPPER_DIGITS + LOWER + ".-_", 1, 12),
          Field("capabilities", LOWER, 0, 12), _NONCE, _hex("key_nonce", 16, True)),
    "s": (_number("low", 0, 999999999), _number("high", 0, 999999999),
          _number("first", 0, 999999999), _number("unsent", 0, 99999),
          Field("section", UPPER_DIGITS, 1, 2), _number("table", 0, 999),
          _number("revision", 0, 999999999), _number("mv", 0, 65535)),
    "T": (Field("section", UPPER_DIGITS, 1, 2), _number("table", 1, 999)),
    "t": (_choice("answer", "ok", "taken", "unknown"),),
    "R": RECORDS["R"] + (_CHECK,),
    "U": RECORDS["U"] + (_CHECK,),
    "N": RECORDS["N"] + (_CHECK,),
    "D": RECORDS["D"] + (_CHECK,),
    "V": RECORDS["V"] + (_CHECK,),
    "A": (_N, _CHECK, _number("n2", 1, 999999999, True), _hex("check2", 8, True)),
    "C": (_REVISION, _number("part", 1, 999), _number("parts", 2, 999),
          Field("payload", TEXT, 1, 63)),
    "c": (_REVISION, _number("held", 0, 999)),
    "M": (_MESSAGE_ID, Field("text", TEXT, 1, 76)),
    "m": (_MESSAGE_ID,),
    "F": (_BOARD, Field("percent", DIGITS + ".", 0, 5), Field("others", TEXT, 0, 60)),
    "P": (),
    "p": (_number("high", 0, 999999999), _number("unsent", 0, 99999), _number("mv", 0, 65535)),
    "E": (Field("code", LOWER, 1, 8), Field("text", TEXT, 0, 60)),
}  # fmt: skip
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


def widest_body(kind: str, to_small_box: bool = False) -> int:
    """Characters of a kind's longest body, address included, tags of a keyed link not."""
    width = 4
    for field in FIELDS[kind]:
        widest = field.widest
        if to_small_box:
            widest = TO_BOX_WIDTHS.get(field.name, widest)
        width += 1 + widest
    return width
