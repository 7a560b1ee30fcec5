"""An evening of the link in a program that CPython and MicroPython both run; it prints all bytes.

Not a test by itself: test_micropython_link.py runs it under each and compares what they print.
"""

import sys

sys.path.insert(0, sys.argv[1])

from firmware_sim import memory_map
from firmware_sim.journal import Journal, MemoryFull
from firmware_sim.link.config import make_payload, revision_of, split_payload
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.fields import FIELDS, message, unpack
from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.keyed import KeyedSession, hmac_sha256
from firmware_sim.link.latin import plain
from firmware_sim.link.records import Record, make_record, problem_of
from firmware_sim.link.terminal import Terminal


class PowerCut(Exception):
    """The power went in the middle of a write."""


class Chance:
    """The same stream of numbers everywhere (Numerical Recipes' linear congruence)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 8) % n


IMAGE = bytearray(memory_map.SIZE)


class Memory:
    """The box's memory, as the board promises it; one image serves all evenings in turn."""

    def __init__(self):
        self.image = IMAGE
        self.cut = -1
        for at in range(len(IMAGE)):
            IMAGE[at] = 255

    def read(self, at, length):
        return bytes(self.image[at : at + length])

    def write(self, at, data):
        if 0 <= self.cut < len(data):
            self.image[at : at + self.cut] = data[: self.cut]
            self.cut = -1
            raise PowerCut
        if self.cut >= 0:
            self.cut -= len(data)
        self.image[at : at + len(data)] = data


class Line:
    """A line in memory."""

    def __init__(self):
        self.incoming = b""
        self.outgoing = b""

    def read(self):
        data = self.incoming
        self.incoming = b""
        return data

    def write(self, data):
        taken = data[:50]
        self.outgoing += taken
        return len(taken)

    def close(self):
        print("closed")


KEY = bytes(range(32))


class Evening:
    """A box, its memory, and a host made of chance."""

    def __init__(self, seed, capabilities, keyed=False):
        self.chance = Chance(seed)
        self.memory = Memory()
        self.capabilities = capabilities
        self.key = KEY if keyed else None
        self.now = 0
        self.nonces = 0
        self.heard = []
        self.boot()

    def nonce(self):
        self.nonces += 1
        return f"{self.nonces:016X}"

    def boot(self):
        self.terminal = self.journal = None  # a reboot clears the heap
        self.line = Line()
        self.decoder = Decoder()
        memory = self.memory
        self.journal = Journal(
            memory.read, memory.write, memory_map.JOURNAL, memory_map.SIZE, "VB0001"
        )
        store = ConfigStore(memory.read, memory.write, memory_map.CONFIG, memory_map.CONFIG_AREA)
        self.terminal = Terminal(
            self.journal, self.line, "VB0001", "01", self.capabilities, store=store,
            battery=lambda: 4900, pairing_key=self.key, nonce=self.nonce,
        )  # fmt: skip
        print("boot", self.journal.low, self.journal.high, self.journal.unsent_count)

    def run(self, ms):
        end = self.now + ms
        while self.now <= end:
            rest = self.terminal.step(self.now)
            if self.line.outgoing:
                print(self.now, self.line.outgoing)
                for found in self.decoder.feed(self.line.outgoing):
                    if found.kind == "R" and len(self.heard) < 5:
                        self.heard.append(found)
                self.line.outgoing = b""
            self.now += max(1, min(rest, end + 1 - self.now))

    def act(self):
        chance = self.chance
        what = chance.below(12)
        if what < 3:
            self.play(chance.below(30) + 1, -1 if chance.below(2) else chance.below(120))
        elif what < 6 and self.heard:
            found = self.heard.pop(0)
            self.line.incoming += frame("01", "A", found.fields[0], found.fields[-1])
        elif what == 6:
            self.line.incoming += bytes([chance.below(256) for _ in range(chance.below(40))])
        elif what == 7:
            run = f"{chance.below(3):08X}"
            self.line.incoming += b"\n" + frame("00", "H", "1", "ABCDEF01", run, self.nonce())
        elif what == 8:
            self.line.incoming += frame("01", "PMQFAt"[chance.below(6)], chance.below(9), "x")
        elif what == 9:
            self.line.incoming += b"\n?\n" if chance.below(2) else message("01", "P")
        elif what == 10:
            self.configure(chance.below(4))
        else:
            self.boot()
        self.run(chance.below(4000))

    def play(self, board, cut):
        values = {"event": self.terminal.event, "section": "A", "table": 2, "board": board,
                  "ns": 3, "ew": 12, "contract": "4NTXX", "declarer": "E", "result": "-10",
                  "lead": "DT"}  # fmt: skip
        self.memory.cut = cut
        try:
            print(self.journal.add("R", values))
            self.terminal.record_added()
        except PowerCut:
            print("cut")
            self.boot()
        except MemoryFull:
            print("full")
        self.memory.cut = -1

    def configure(self, which):
        payload = make_payload([("event", f"E{which}"), ("name", "Brønshøj; 50%"),
                                ("m.1", "3:12:1-3:0")])  # fmt: skip
        pieces = split_payload(payload, 30)
        for index, piece in enumerate(pieces):
            self.line.incoming += message(
                "01", "C", revision=revision_of(payload), part=index + 1, parts=len(pieces),
                payload=piece,
            )  # fmt: skip
            self.run(2)
        for event in self.terminal.events:
            print(event[0], event[1].get("name") if event[0] == "config" else event[1:])
        self.terminal.events = []


def hexed(data):
    return "".join([f"{byte:02x}" for byte in data])


def codec():
    chance = Chance(7)
    decoder = Decoder(63)
    for _ in range(60):
        data = frame(f"{chance.below(100):02d}", "R", chance.below(1000), "x" * chance.below(70))
        data = bytearray(data + bytes([chance.below(256) for _ in range(chance.below(30))]))
        data[chance.below(len(data))] = (36, 10, 13, 0, 200)[chance.below(5)]
        print([found.body for found in decoder.feed(bytes(data))])
    print(decoder.frames, decoder.bad_check, decoder.bad_form, decoder.bad_byte, decoder.too_long,
          decoder.restarted, decoder.people, decoder.people_lost)  # fmt: skip


def judgements():
    for text in ("R,1,E3,A,2,5,14,3,12,4SX,N,-1,HA,,", "R,1,E3,A,2,5,14,3,12,4SX,N,-11,HA,,",
                 "U,1,-,1,1,1,s610r,4S,S,0,100,100,-,", "Z,1,x", "R,1,-"):  # fmt: skip
        print(problem_of(Record(text, "00000000")))
    for bad in ({"board": 0}, {"board": "x"}, {"contract": "9S"}):
        try:
            make_record("VB0001", "R", 1, bad)
        except ValueError as error:
            print(error)
    for kind in sorted(FIELDS):
        for fields in ((), ("1", "2"), ("a", "b", "c", "d")):
            try:
                values = unpack(kind, fields)
                print(kind, [values[name] for name in sorted(values)])
            except ValueError as error:
                print(error)
    print(hexed(hmac_sha256(b"Jefe", b"what do ya want for nothing?")))
    print(plain("Brønshøj"))


def keyed():
    evening = Evening(1, "cm", True)
    nonce = "0011223344556677"
    hello = frame("00", "H", "1", "ABCDEF01", "00000001", nonce)
    evening.line.incoming += hello
    evening.play(1, -1)
    evening.run(20)
    host = KeyedSession(KEY, "host", "ABCDEF01", "VB0001", nonce, "0000000000000001")
    found = evening.heard[0]
    for data in (frame("01", "P"), frame("01", "A", found.fields[0], found.fields[-3])):
        evening.line.incoming += host.seal(data)
        evening.run(20)
    print(evening.terminal.waiting, evening.terminal.state)
    evening.line.incoming += frame("01", "P")
    evening.run(20)


codec()
judgements()
keyed()
for seed, letters in ((1, "cdfmntuvx"), (2, "cm"), (3, "bcm"), (4, "")):
    evening = Evening(seed, letters)
    for _ in range(60):
        evening.act()
full = Evening(5, "x")
for _ in range(143):
    full.play(1, -1)
full.boot()
full.run(2000)
