"""A small box that shares nothing with the firmware, with a switch for each way to be wrong.

Written from the rules alone: it has its own CRC, its own parser, its own memory. ``fault`` names
the one rule that it breaks; "" for a box that keeps them all.
"""

from __future__ import annotations

import zlib

FAULTS = {
    "takes a wrong CRC": "check",
    "takes a CRC in lower case": "strict-check",
    "does not look at the width of a kind": "form",
    "does not start anew at $": "restart",
    "keeps a stray byte that came before $": "noise",
    "takes control bytes": "bad-bytes",
    "stumbles over CR LF": "returns",
    "has a buffer of 62 bytes": "longest",
    "takes frames of any length": "too-long",
    "gives up after a second between bytes": "slow",
    "reads one frame a turn": "back-to-back",
    "answers other addresses": "address",
    "does not know ?": "person",
    "does not follow h by s": "state",
    "says its last nonce": "nonce",
    "speaks with version 2": "version",
    "takes any H": "strict-hello",
    "refuses 1.7": "minor",
    "counts wrongly in p": "poll",
    "ignores unknown kinds": "unknown",
    "complains every time": "seldom",
    "answers E": "errors",
    "takes an echo for unknown kinds": "echoes",
    "makes its check without the serial": "record-check",
    "offers two records in turn": "one-at-a-time",
    "repeats every second": "schedule",
    "takes an A by its check alone": "wrong-number",
    "takes an A by its number alone": "wrong-check",
    "takes an A with a leading zero": "strict",
    "keeps its pause at an A": "pause-reset",
    "offers at once at any A": "pause-reset",
    "offers the newest first": "oldest-first",
    "offers what was acknowledged": "done",
    "complains of a repeated A": "repeated",
    "offers all at every H": "same-run",
    "forgets what it has delivered": "new-run",
    "reads one pair of an A": "pairs",
    "forgets its marks with the power": "boot",
    "complains at length": "fields",
    "prints a banner": "lines",
    "puts no LF after silence": "silence",
    "sends a wrong CRC now and then": "frames",
}
"""Each fault, and the case that must name it."""


def crc16(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


class SmallBox:
    """The least box with one address, 03, and the serial TINY1."""

    def __init__(self, fault: str = "") -> None:
        assert fault in FAULTS or not fault
        self.fault = fault
        self.records: dict[int, str] = {}
        self.marked: set[int] = set()
        self.now = 0.0
        self._switch_on()

    def _switch_on(self) -> None:
        self.part: bytes | None = None
        self.line = b""
        self.out = b""
        self.turn: list[bytes] = []
        self.run = self.nonce = ""
        self.byte_at = self.spoke_at = self.complained_at = self.due = self.sent_at = -9.0
        self.done: set[int] = set()
        self.current = 0
        self.pause = 1.0
        self.tries = self.frames = 0
        self.stray = False
        if self.fault == "forgets its marks with the power":
            self.marked.clear()
        if self.fault == "prints a banner":
            self.out += b"TINY BOX READY\r\n"
        self.hello("-")

    # -- the rig's side ----------------------------------------------------------------------

    def key_results(self) -> None:
        for board in (1, 2):
            n = max(self.records, default=0) + 1
            self.records[n] = f"R,{n},-,A,1,,{board},3,12,4SX,N,-1,HA,,"

    def power_cycle(self) -> None:
        self._switch_on()

    def reopen(self) -> bool:
        return False

    def step(self, now: float, data: bytes) -> bytes:
        self.now = now
        for byte in data:
            if self.fault == "gives up after a second between bytes" and now - self.byte_at > 1:
                self.part = None
            self.byte_at = now
            self.take(bytes((byte,)))
        turn, self.turn = self.turn, []
        for body in turn[:1] if self.fault == "reads one frame a turn" else turn:
            self.frame(body)
        self.offer()
        out, self.out = self.out, b""
        return out

    # -- bytes -------------------------------------------------------------------------------

    def take(self, byte: bytes) -> None:
        wild = self.fault == "does not start anew at $" and self.part is not None
        if byte == b"$" and not wild:
            stray = self.fault == "keeps a stray byte that came before $" and self.stray
            self.part, self.line, self.stray = (b"!" if stray else b""), b"", False
        elif self.part is None:
            self.stray = byte != b"\n"
            self.people(byte)
        elif byte == b"\n":
            part, self.part = self.part, None
            self.end(part)
        else:
            self.part += byte
            most = 62 if self.fault == "has a buffer of 62 bytes" else 63
            if len(self.part) + 2 > most and self.fault != "takes frames of any length":
                self.part = None

    def people(self, byte: bytes) -> None:
        if byte not in b"\r\n":
            self.line = (self.line + byte)[:9]
            return
        if self.line == b"?" and self.fault != "does not know ?":
            self.out += b"# a tiny box\r\n"
            self.spoke_at = self.now
        self.line = b""

    def end(self, part: bytes) -> None:
        if part.endswith(b"\r") and self.fault != "stumbles over CR LF":
            part = part[:-1]
        if self.fault != "takes control bytes" and not all(0x20 <= b <= 0x7E for b in part):
            return
        body, _, crc = part.partition(b"*")
        wanted = b"%04X" % crc16(body)
        if self.fault == "takes a CRC in lower case":
            crc = crc.upper()
        if crc == wanted or (self.fault == "takes a wrong CRC" and len(crc) == 4):
            self.turn.append(body)

    def say(self, body: str) -> None:
        data = body.encode()
        self.frames += 1
        crc = crc16(data)
        if self.fault == "sends a wrong CRC now and then" and body.startswith("03,s"):
            self.out += b"$03,q*0000\n"
        if self.now - self.spoke_at >= 1 and self.fault != "puts no LF after silence":
            self.out += b"\n"
        self.spoke_at = self.now
        self.out += b"$%s*%04X\n" % (data, crc)

    # -- frames ------------------------------------------------------------------------------

    def frame(self, body: bytes) -> None:
        address, kind, *fields = (*body.decode("latin-1").split(","), "")
        fields = fields[:-1]
        if self.fault == "does not look at the width of a kind":
            kind = kind[:1]
        if len(address) != 2 or len(kind) != 1:
            return
        if address not in ("03", "00") and self.fault != "answers other addresses":
            return
        if kind == "H":
            strict = len(fields) >= 4 and self.is_hex(fields[2], 8, 8)
            if (strict and self.is_hex(fields[3], 1, 16)) or (
                self.fault == "takes any H" and len(fields) >= 4
            ):
                self.greeted(*fields[:4])
            else:
                self.complain("fields", "H")
        elif kind == "P":
            high = max(self.records, default=0) + (self.fault == "counts wrongly in p")
            self.say(f"03,p,{high},{self.unsent()},0")
        elif kind == "A":
            self.acknowledged(fields)
        elif kind == "E":
            if self.fault == "answers E":
                self.complain("unknown", "E")
        elif kind in "hsTcmpRUNDV":
            if self.fault == "takes an echo for unknown kinds":
                self.complain("unknown", kind)
        elif self.fault != "ignores unknown kinds":
            self.complain("unknown", kind[:1])

    def complain(self, code: str, text: str) -> None:
        if self.now - self.complained_at >= 1 or self.fault == "complains every time":
            self.complained_at = self.now
            more = "0123456789" * 6 if self.fault == "complains at length" else ""
            self.say(f"03,E,{code},{text}{more}")

    @staticmethod
    def is_hex(text: str, least: int, most: int) -> bool:
        return least <= len(text) <= most and all(c in "0123456789ABCDEF" for c in text)

    def greeted(self, version: str, host: str, run: str, nonce: str) -> None:
        known = version == "1" or (version[:2] == "1." and self.fault != "refuses 1.7")
        if not known and self.fault != "speaks with version 2":
            self.complain("version", "1")
            return
        self.hello(self.nonce or nonce if self.fault == "says its last nonce" else nonce)
        self.nonce = nonce
        if run != self.run or self.fault == "offers all at every H":
            self.run = run
            if self.fault != "forgets what it has delivered":
                self.done.clear()
            self.current = 0

    def hello(self, nonce: str) -> None:
        self.say(f"03,h,1,TINY1,tiny-1,,{nonce}")
        low, high = min(self.records, default=0), max(self.records, default=0)
        if self.fault != "does not follow h by s" or nonce == "-":
            self.say(f"03,s,{low},{high},{low},{self.unsent()},A,1,0,0")

    def unsent(self) -> int:
        return len(self.records.keys() - self.marked)

    def acknowledged(self, fields: list[str]) -> None:
        most = 2 if self.fault == "reads one pair of an A" else 4
        for at in range(0, min(len(fields), most) - 1, 2):
            self.mark(fields[at], fields[at + 1])
        self.pause = self.pause if self.fault == "keeps its pause at an A" else 1.0
        if self.fault == "offers at once at any A":
            self.due = self.now
        elif self.fault != "keeps its pause at an A":
            self.due = min(self.due, self.now + 1)

    def mark(self, number: str, check: str) -> None:
        zeros = self.fault == "takes an A with a leading zero"
        for n in self.records:
            by_number = str(n) == (number.lstrip("0") if zeros else number)
            by_check = self.check(n) == check
            if self.fault == "takes an A by its check alone":
                by_number = True
            if self.fault == "takes an A by its number alone":
                by_check = len(check) == 8 and check.upper() == check
            if not (by_number and by_check):
                continue
            if n in self.marked and n in self.done and self.fault == "complains of a repeated A":
                self.complain("fields", "A")
            self.marked.add(n)
            if self.fault != "offers what was acknowledged":
                self.done.add(n)

    # -- records -----------------------------------------------------------------------------

    def check(self, n: int) -> str:
        serial = "" if self.fault == "makes its check without the serial" else "TINY1,"
        return f"{zlib.crc32((serial + self.records[n]).encode()):08X}"

    def choose(self) -> int:
        unsent = sorted(self.records.keys() - self.marked)
        if unsent:
            return unsent[-1] if self.fault == "offers the newest first" else unsent[0]
        return min(self.records.keys() - self.done, default=0)

    def offer(self) -> None:
        chosen = self.choose()
        if chosen != self.current:
            self.current, self.pause, self.due, self.tries = chosen, 1.0, self.now, 0
        if not chosen or self.now < self.due:
            return
        if self.fault == "offers two records in turn" and self.tries % 2:
            chosen = max(self.records.keys() - self.marked, default=chosen)
        self.say(f"03,{self.records[chosen]},{self.check(chosen)}")
        self.tries += 1
        self.due = self.now + self.pause
        if self.fault != "repeats every second":
            self.pause = min(2 * self.pause, 8.0)
