"""A box keyed through scripts; prints the glass after every key and every byte on the line.

Run by CPython and by MicroPython: ``box_trace.py FOLDER``, where FOLDER holds ``firmware_sim``.
"""

import gc
import sys

sys.path.insert(0, sys.argv[1])

from firmware_sim import keymaps
from firmware_sim.firmware import Firmware
from firmware_sim.link.config import make_payload, pin_hash, revision_of, split_payload
from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder

PAGE = 64
ERASED = b"\xff" * PAGE
ROWS = (0x00, 0x40, 0x14, 0x54)
SIGNS = "cdhsvkl%"
CONFIG = [
    ("event", "H7"),
    ("type", "movement"),
    ("section", "A"),
    ("table", "2"),
    ("m.1", "3:7:1-2:0"),
    ("m.2", "5:6:3-4:1"),
    ("g.1", "A3N:A1E"),
    ("n.3", "Ada / Bea"),
    ("lead", "ask"),
    ("pin", pin_hash("H7", "2468")),
]

SCRIPTS = (
    ("rubber", "2 OK OK 3 NT N/S = OK OK OK 4 S X E/W E/W - 1 OK 1 OK OK OK 4 H N/S + 1 OK OK"),
    ("open", "1 OK ^ v 5 OK 1 2 OK 1 4 OK 2 7 OK 4 S X N/S N/S - 1 OK OK E/W OK = OK OK OK OK PASS"
     " OK E/W 1 4 SCORES OK TD 0 OK 4 OK v v OK CANCEL"),
    ("round", "1 @host OK OK 4 H OK N/S OK S C OK = OK E/W = OK OK - OK E/W = OK OK OK OK v OK"
     " TD 1 1 1 1 OK 2 4 6 8 OK @wait 2 4 6 8 OK 7 OK = OK 3 OK HELP v OK CANCEL CANCEL"),
    ("teams", "3 OK 1 OK 3 NT N/S = OK OK v OK 3 NT N/S - 1 OK v OK SCORES OK"),
    ("ahead", "1 OK 5 OK @ahead OK @ghost CANCEL"),
    ("cycle", "1 OK 5 OK 1 2 OK 1 4 OK 2 @cycle 7 OK 6 NT @cycle X OK CANCEL CANCEL TD @cycle"),
)  # fmt: skip


class Glass:
    """What a driver's nibbles make of an HD44780's DDRAM."""

    def __init__(self):
        self.cells = bytearray(b" " * 0x80)
        self.address = 0
        self.high = -1
        self.wakes = 4

    def nibble(self, rs, value):
        if self.wakes:
            self.wakes -= 1
        elif self.high < 0:
            self.high = value
        else:
            self.byte(rs, self.high << 4 | value)
            self.high = -1

    def byte(self, rs, value):
        if rs:
            if self.address >= 0:
                self.cells[self.address] = value
                self.address += 1
        elif value & 0x80:
            self.address = value & 0x7F
        elif value & 0x40:
            self.address = -1
        elif value == 1:
            self.cells = bytearray(b" " * 0x80)

    def lines(self):
        return ["".join([sign(code) for code in self.cells[row : row + 20]]) for row in ROWS]


def sign(code):
    return SIGNS[code] if code < 8 else chr(code) if code < 0x7E else "?"


class Line:
    """The host: it greets, configures, acknowledges; all that the box says is printed."""

    def __init__(self):
        self.out = b""
        self.decoder = Decoder()
        self.on = False

    def read(self):
        data, self.out = self.out, b""
        return data

    def write(self, data):
        if self.on:
            print("line", data.decode().strip())
            for frame in self.decoder.feed(data):
                self.answer(frame)
        return len(data)

    def close(self):
        pass

    def say(self, kind, **values):
        self.out += message("01", kind, **values)

    def answer(self, frame):
        if frame.kind == "h":
            payload = make_payload(CONFIG)
            parts = split_payload(payload, 60)
            for index in range(len(parts)):
                self.say("C", revision=revision_of(payload), part=index + 1, parts=len(parts),
                         payload=parts[index])  # fmt: skip
        elif frame.kind == "T":
            self.say("t", answer="ok")
        elif frame.kind in "RUNDV":
            self.say("A", n=frame.fields[0], check=frame.fields[-1])


class Bench:
    """A board of counted time and clean contacts."""

    def __init__(self):
        self.line = Line()
        self.pages = {}
        self.power_on()

    def power_on(self):
        self.us = 0
        self.rows = [0] * 6
        self.glass = Glass()
        self.firmware = None
        gc.collect()
        self.firmware = Firmware(self)
        self.run(2500)

    def ticks_ms(self):
        return self.us // 1000

    def delay_us(self, us):
        self.us += us

    def scan_row(self, row):
        return self.rows[row]

    def lcd_nibble(self, rs, nibble):
        self.glass.nibble(rs, nibble)

    def lcd_light(self, contrast, backlight):
        pass

    def memory_read(self, address, length):
        first = address // PAGE
        last = (address + length - 1) // PAGE
        pages = [bytes(self.pages.get(page, ERASED)) for page in range(first, last + 1)]
        return b"".join(pages)[address % PAGE :][:length]

    def memory_write(self, address, data):
        page = self.pages.setdefault(address // PAGE, bytearray(ERASED))
        page[address % PAGE : address % PAGE + len(data)] = data
        self.us += 5000

    def buzz(self, ms):
        print("buzz", ms)

    def battery_mv(self):
        return 4200

    def serial(self):
        return "VB0001"

    def run(self, ms):
        end = self.us + ms * 1000
        while self.us < end:
            rest = max(self.firmware.step(), 1) * 1000
            self.us += min(rest, max(end - self.us, 0))

    def contact(self, key, closed):
        for row in range(6):
            if key in keymaps.FULL[row]:
                bit = 1 << keymaps.FULL[row].index(key)
                self.rows[row] = self.rows[row] | bit if closed else self.rows[row] & ~bit

    def tap(self, key, hold=40, gap=40):
        self.contact(key, True)
        self.run(hold)
        self.contact(key, False)
        self.run(gap)

    def happen(self, word):
        if word == "@host":
            self.line.on = True
            self.line.say("H", version="1", host="0011AAFF", run="00000001", nonce="1")
            self.run(4000)
        elif word == "@wait":
            self.run(6000)
        elif word == "@cycle":
            self.power_on()
        elif word == "@ahead":
            for key in "1234567890":
                self.tap(key, 16, 14)
            self.run(300)
        elif word == "@ghost":
            for key in ("1", "2", "4", "5"):
                self.contact(key, True)
                self.run(50)
            self.run(1000)
            print("held", self.firmware.screen.NAME, "|".join(self.glass.lines()))
            for key in ("1", "2", "4", "5"):
                self.contact(key, False)
            self.run(600)


def main():
    for name, script in SCRIPTS:
        print("== " + name)
        bench = Bench()
        for word in script.split():
            if word[0] == "@":
                bench.happen(word)
            else:
                bench.tap(word)
            bench.run(60)
            print(word, bench.firmware.screen.NAME, "|".join(bench.glass.lines()))
        for record in bench.firmware.box.journal.records():
            print("kept", record.text, record.check)


main()
