"""The configuration: what the host wants a box to know, as one payload cut into parts.

The payload is ``key=value`` items separated by ``;``; values are escaped as texts in fields are,
``;`` too. It travels in parts numbered from 1; the last part holds nothing but the CRC-32 (eight
hex digits) of all the others put together. Each revision is complete in itself, and a box takes
any revision that is not the one in force: ``revision_of`` draws it from the payload, so that a
host that was wiped never gives an old number to a new content.
"""

import hashlib
from binascii import crc32

from firmware_sim.link.frame import cut, escape, only, unescape

KEYS = (
    ("event", "code of the event, 1 to 4 of A-Z 0-9, as in the records"),
    ("type", "open (players key pairs and board) or movement"),
    ("name", "name of the event, for the LCD"),
    ("rules", "rule set, by its name: laws-2017"),
    ("section", "the section this box belongs to, when the host decides it"),
    ("table", "the table this box stands at, when the host decides it"),
    ("players", "ask: ask for the players' numbers at the first round; no"),
    ("lead", "no, ask, or check (against the hand, when it is here)"),
    ("show", "what is shown after a board: none, percent, or all (other results too)"),
    ("correct", "who may correct a board of the current round: players or director"),
    ("pin", "the director's PIN, hashed: see below"),
    ("lang", "language of the LCD: en it no id"),
    ("clock", "minutes a round lasts, 0 for no clock"),
    ("rounds", "number of rounds"),
    ("m.ROUND", "movement: NS:EW:BOARDS:SWITCH, boards 1-3 or 1-3+7, SWITCH 0, 1: arrow switch"),
    ("g.ROUND", "where the pairs go after the round: NS:EW, each as A5N (section table line)"),
    ("n.ID", "name of a pair or player"),
    ("h.BOARD", "the hands N:E:S:W, each SPADES.HEARTS.DIAMONDS.CLUBS as in PBN"),
    ("r.ROUND.BOARD", "the director's results NS:EW:CONTRACT:DECLARER:RESULT:LEAD joined by +; "
                      "ROUND is 0 in an open event; an empty contract: erased"),
)  # fmt: skip
"""The keys in force, as printed in docs/table-link.md; a box ignores keys that it does not know."""

LONGEST = 6080
"""Characters of the longest payload a box of this firmware keeps."""


def make_payload(items: list[tuple[str, str]]) -> str:
    """Return the payload of keys with plain values, in order; ValueError for a broken key."""
    out = []
    for key, value in items:
        if not key or "=" in key or escape(key, ";") != key:
            raise ValueError("configuration key %r" % key)
        out.append(key + "=" + escape(value, ";"))
    return ";".join(out)


def check_of_payload(payload: str) -> str:
    """Return what the last part holds: the payload's CRC-32 in eight hex digits."""
    return "%08X" % (crc32(payload.encode()) & 0xFFFFFFFF)


def revision_of(payload: str) -> int:
    """Return a revision drawn from the content: 1 to 999999999, the same for the same payload."""
    return int(check_of_payload(payload), 16) % 999999999 + 1


def split_payload(payload: str, width: int) -> list[str]:
    """Cut a payload into parts of at most ``width`` (12 or more) characters, the check last.

    Every part holds whole letters, so that it is a text of its own. ValueError for a payload
    with a broken escape.
    """
    unescape(payload)
    parts = []
    at = 0
    while at < len(payload):
        part = cut(payload[at : at + width + 3], width)
        parts.append(part)
        at += len(part)
    return parts + [check_of_payload(payload)]


def pin_hash(event: str, pin: str) -> str:
    """Return what ``pin`` holds: 16 hex digits of SHA-256 of ``pin,EVENT,DIGITS``."""
    digest = hashlib.sha256(("pin,%s,%s" % (event, pin)).encode()).digest()
    return "".join(["%02X" % byte for byte in digest[:8]])


class Round:
    """One round at this table: pair (or player) ids, boards in order, arrow switch or not.

    ``ns`` and ``ew`` hold one id each, two in an individual, none at a sit-out.
    """

    __slots__ = ("boards", "ew", "ns", "number", "switch")

    def __init__(self, number: int, text: str) -> None:
        """From ``NS:EW:BOARDS:SWITCH``; ValueError when it is not that."""
        parts = text.split(":")
        if len(parts) < 4:
            raise ValueError("round %d: %r is not NS:EW:BOARDS:SWITCH" % (number, text))
        self.number = number
        self.ns = _numbers(parts[0])
        self.ew = _numbers(parts[1])
        self.boards = _numbers(parts[2])
        self.switch = parts[3] == "1"

    @property
    def sit_out(self) -> bool:
        """True when one side is missing: nobody plays here in this round."""
        return not self.ns or not self.ew


def _numbers(text: str) -> tuple[int, ...]:
    """``1-3+7`` -> (1, 2, 3, 7); ``0`` and "" are nobody. At most 99 in all."""
    out: list[int] = []
    for piece in text.split("+"):
        first, dash, last = piece.partition("-")
        if not only(first + last, "0123456789") or len(first) > 4 or len(last) > 4:
            raise ValueError("%r is not numbers as in 1-3+7" % text[:40])
        low = int(first or "0")
        high = int(last or "0") if dash else low
        out.extend([n for n in range(low, min(high, low + 99) + 1) if n > 0])
    return tuple(out[:99])


class Config:
    """The configuration in force, read lazily from its payload."""

    __slots__ = ("_data", "first", "revision")

    def __init__(self, payload: str | bytes, revision: int = 0, first: int = 0) -> None:
        """``first``: the number of the first record of this event, 0 when not known."""
        # Bytes as they were read: one block of up to 6 kB is as much as the heap should find.
        self._data = payload if isinstance(payload, bytes) else payload.encode()
        self.revision = revision
        self.first = first

    @property
    def payload(self) -> str:
        """The payload as it came."""
        return self._data.decode()

    @property
    def event(self) -> str:
        """The event's code, ``-`` when none is told."""
        return self.get("event") or "-"

    @property
    def movement(self) -> bool:
        """True when the host tells each round's pairs and boards."""
        return self.get("type") == "movement"

    def get(self, key: str, default: str = "") -> str:
        """Return a key's value as plain text, ``default`` when it is not there or is broken."""
        at = self._after(key)
        if at < 0:
            return default
        end = self._data.find(b";", at)
        try:
            return unescape(self._data[at : end if end >= 0 else len(self._data)].decode())
        except ValueError:
            return default

    def _after(self, key: str) -> int:
        """Where a key's value begins, -1 when the key is not there."""
        mark = (key + "=").encode()
        if self._data.startswith(mark):
            return len(mark)
        at = self._data.find(b";" + mark)
        return at if at < 0 else at + 1 + len(mark)

    def number(self, key: str, default: int = 0) -> int:
        """Return a key's value as a number, ``default`` when it is none."""
        text = self.get(key)
        return int(text) if text and len(text) <= 9 and only(text, "0123456789") else default

    def round(self, number: int) -> Round | None:
        """Return a round at this table, None when the movement has none such."""
        text = self.get("m.%d" % number)
        try:
            return Round(number, text) if text else None
        except ValueError:
            return None

    @property
    def rounds(self) -> int:
        """How many rounds the movement has."""
        told = self.number("rounds")
        if told:
            return told
        count = 0
        while self._after("m.%d" % (count + 1)) >= 0:
            count += 1
        return count

    def goes_to(self, number: int) -> tuple[str, str]:
        """Return where North-South and East-West go after a round, "" when not told."""
        ns, _, ew = self.get("g.%d" % number).partition(":")
        return ns, ew

    def player(self, number: int) -> str:
        """Return the name of a pair or player, "" when not told."""
        return self.get("n.%d" % number)

    def hand(self, board: int, seat: str) -> str:
        """Return a seat's hand as ``AKQ.JT9.876.5432``, "" when the host sent none."""
        hands = self.get("h.%d" % board).split(":")
        return hands["NESW".index(seat)] if len(hands) == 4 else ""

    def holds(self, board: int, seat: str, card: str) -> bool | None:
        """Whether a seat was dealt a card such as ``HA``; None when the hand is not known."""
        suits = self.hand(board, seat).split(".")
        if len(suits) != 4:
            return None
        return card[1] in suits["SHDC".index(card[0])]

    def corrections(self, number: int, board: int) -> list[tuple[str, ...]]:
        """Return the director's results of a round's board: six texts each, as in KEYS."""
        text = self.get("r.%d.%d" % (number, board))
        rows = [tuple(row.split(":")) for row in text.split("+")] if text else []
        return [row for row in rows if len(row) == 6]

    def is_pin(self, pin: str) -> bool:
        """True when these digits are the director's PIN, or no PIN is set."""
        wanted = self.get("pin")
        return not wanted or pin_hash(self.event, pin) == wanted
