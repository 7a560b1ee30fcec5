"""Records: results, rubber deals, players, calls and voids. Made once, never changed.

A record's canonical text is its frame's body without address and check, ``R,17,E3,A,2,...``; its
check is the CRC-32 (zlib's, eight hex digits) of ``serial,`` and that text. Its identity is
(serial, n, check). What a record says is read by name; fields that a later minor version adds
before the check are part of the text and otherwise ignored.
"""

from binascii import crc32

from firmware_sim.link.fields import DIGITS, FIELDS, RECORDS, RULE_CODES
from firmware_sim.link.frame import frame, is_hex, only


def check_of(serial: str, text: str) -> str:
    """Return the check of a record's canonical text made by the box ``serial``."""
    return "%08X" % (crc32((serial + "," + text).encode()) & 0xFFFFFFFF)


class Record:
    """One record: ``kind``, ``n``, ``event``, ``fields`` (no check), ``text``, ``check``."""

    __slots__ = ("check", "event", "fields", "kind", "n", "text")

    def __init__(self, text: str, check: str) -> None:
        """From canonical text and check; ValueError when it is not shaped like a record."""
        parts = text.split(",")
        if len(parts) < 3 or len(parts[0]) != 1 or not "A" <= parts[0] <= "Z":
            raise ValueError("a record begins with a capital, a number and an event")
        if not _is_number(parts[1]):
            raise ValueError("a record's number is 1 to 999999999")
        if len(check) != 8 or not is_hex(check):
            raise ValueError("a record's check is eight hex digits")
        self.text = text
        self.check = check
        self.kind = parts[0]
        self.n = int(parts[1])
        self.event = parts[2]
        self.fields: tuple[str, ...] = tuple(parts[1:])

    def get(self, name: str) -> str:
        """Return a field's text by its name, "" when this kind or record has none such."""
        index = RECORDS.place(self.kind, name)
        return self.fields[index] if 0 <= index < len(self.fields) else ""

    @property
    def reference(self) -> str:
        """How other records name this one: ``17-8F21C0DE``."""
        return "%d-%s" % (self.n, self.check)

    @property
    def ends(self) -> str:
        """The reference of the record that this one replaces or voids, "" when none."""
        return self.get("voids") if self.kind == "V" else self.get("replaces")

    def frame(self, addr: str) -> bytes:
        """Return the frame that carries this record."""
        return frame(addr, self.kind, *(self.fields + (self.check,)))

    def is_from(self, serial: str) -> bool:
        """True when the check is right for the box ``serial``."""
        return check_of(serial, self.text) == self.check

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.text == other.text and self.check == other.check

    def __hash__(self) -> int:
        return hash((self.text, self.check))

    def __repr__(self) -> str:
        return "Record(%r, %r)" % (self.text, self.check)


def _is_number(text: str) -> bool:
    return 1 <= len(text) <= 9 and text[0] != "0" and only(text, DIGITS)


def make_record(serial: str, kind: str, n: int, values: dict[str, object]) -> Record:
    """Make record ``n`` of the box ``serial``; a missing event is ``-``, other fields empty.

    A rule set may be given by its name or its code. ValueError for impossible fields.
    """
    parts = [kind]
    for field in RECORDS[kind]:
        value = n if field.name == "n" else values.get(field.name)
        text = "" if value is None else str(value)
        if field.name == "event" and not text:
            text = "-"
        elif field.name == "rules":
            text = RULE_CODES.get(text, text)
        if "," in text:
            raise ValueError("%s: %s %r has a comma" % (kind, field.name, text[:40]))
        parts.append(text)
    text = ",".join(parts)
    record = Record(text, check_of(serial, text))
    problem = problem_of(record)
    if problem:
        raise ValueError(problem)
    return record


def parse_record(kind: str, fields: tuple[str, ...]) -> Record:
    """Take a frame's kind and fields as a record, known kind or not; ValueError when it is none.

    Whether its check is right (``is_from``) and its fields possible (``problem_of``) is not judged.
    """
    if len(fields) < 3 or (kind in FIELDS and kind not in RECORDS):
        raise ValueError("not a record")
    return Record(",".join((kind,) + fields[:-1]), fields[-1])


def parse_reference(text: str) -> tuple[int, str]:
    """Return (n, check) of ``17-8F21C0DE``; ValueError when it is no reference."""
    n, dash, check = text.partition("-")
    if dash != "-" or not _is_number(n) or len(check) != 8 or not is_hex(check):
        raise ValueError("%r does not name a record as in 17-8F21C0DE" % text[:20])
    return int(n), check


def rules_name(code: str) -> str:
    """Return the rule set's name for its code on the wire; ValueError lists the codes."""
    for name in RULE_CODES:
        if RULE_CODES[name] == code:
            return name
    raise ValueError("%r is none of %s" % (code, " ".join(sorted(RULE_CODES.values()))))


def problem_of(record: Record) -> str:
    """Return "" for a possible record, else one sentence naming the field and what is allowed."""
    if record.kind not in RECORDS:
        return "kind %s is unknown" % record.kind
    row = RECORDS[record.kind]
    if len(record.fields) < len(row):
        return "%s has %d fields, not %d" % (record.kind, len(record.fields), len(row))
    for index, field in enumerate(row):
        problem = field.problem(record.fields[index])
        if problem:
            return "%s: %s %r %s" % (record.kind, field.name, record.fields[index][:40], problem)
    return _event_problem(record) or _ends_problem(record) or _kind_problem(record)


def _event_problem(record: Record) -> str:
    if "-" in record.event and record.event != "-":
        return "event %r is neither - nor 1 to 4 of A-Z 0-9" % record.event
    return ""


def _ends_problem(record: Record) -> str:
    if record.ends:
        try:
            parse_reference(record.ends)
        except ValueError as error:
            return str(error)
    return ""


def _kind_problem(record: Record) -> str:
    if record.kind == "R":
        return _lead_problem(record.get("lead")) or _play_problem(record, ("PASS", "NP"))
    if record.kind == "U":
        return _rubber_problem(record)
    return ""


def _lead_problem(lead: str) -> str:
    if lead and (len(lead) != 2 or lead[0] not in "SHDC" or lead[1] not in "AKQJT98765432"):
        return "lead %r is not a suit and a rank as in HA, DT" % lead
    return ""


def _rubber_problem(record: Record) -> str:
    try:
        rules_name(record.get("rules"))
    except ValueError as error:
        return "U: rules " + str(error)
    for name in ("honours_ns", "honours_ew"):
        if record.get(name) not in ("", "0", "100", "150"):
            return "U: %s is none of 0 100 150" % name
    if record.get("honours_ns") not in ("", "0") and record.get("honours_ew") not in ("", "0"):
        return "U: only one side can hold honours in a deal"
    if record.get("contract") == "" and record.get("end") == "stopped":
        return _bare_problem(record)
    return _play_problem(record, ("PASS",))


def _bare_problem(record: Record) -> str:
    for name in ("declarer", "result", "lead"):
        if record.get(name):
            return "%s: nothing was played, so %s is empty" % (record.kind, name)
    return ""


def _play_problem(record: Record, bare: tuple[str, ...]) -> str:
    """Contract, declarer and result belong together: 0 to 13 tricks, no more and no fewer."""
    contract = record.get("contract")
    if contract in bare or (record.kind == "R" and is_artificial(contract)):
        return _bare_problem(record)
    level = level_of(contract)
    if not level:
        return "contract %r is none of 1C to 7NT (X, XX), %s" % (contract, " ".join(bare))
    if not record.get("declarer"):
        return "a contract has a declarer: N E S W"
    result = record.get("result")
    least, most = -6 - level, 7 - level
    if not _is_result(result) or not least <= int(result) <= most:
        return "result %r of %s is not %d to %d" % (result, contract, least, most)
    return ""


def is_artificial(contract: str) -> bool:
    """True for an artificial adjusted score, ``A6040``: two digits a side."""
    return len(contract) == 5 and contract[0] == "A" and only(contract[1:], DIGITS)


def level_of(contract: str) -> int:
    """Return the level of ``4SX``, ``3NTXX``; 0 when it is no contract."""
    if contract[:1] not in ("1", "2", "3", "4", "5", "6", "7"):
        return 0
    rest = contract[1:]
    strain = rest[:2] if rest.startswith("NT") else rest[:1]
    if strain in ("C", "D", "H", "S", "NT") and rest[len(strain) :] in ("", "X", "XX"):
        return int(contract[0])
    return 0


def _is_result(text: str) -> bool:
    digits = text[1:] if text[:1] == "-" else text
    if not digits or (digits[0] == "0" and text != "0"):
        return False
    return only(digits, DIGITS)
