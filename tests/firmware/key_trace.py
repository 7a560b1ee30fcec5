"""Keys on a box in a program that CPython and MicroPython both run; it prints all that is seen.

Not a test by itself: test_micropython_box.py runs it under each and compares what they print, line
by line: after each key the time, the screen, the glass, every byte to the host, every byte of
memory that is written, the buzzer, and a check of all that was on the LCD's bus.

    python key_trace.py FIRMWARE MEMORY PART HOST

FIRMWARE is the folder that holds ``firmware_sim``, as source or built for a box; MEMORY a file of
32 kB, so that they take no heap, as on a real board: it is made when missing, and the next part
finds in it what this one left (a power cut parts them); PART is one of PARTS; HOST a file with what
the host says: a line of greeting, then its configuration in parts.
"""

import gc
import sys
from binascii import crc32

sys.path.insert(0, sys.argv[1])

if hasattr(gc, "threshold"):
    gc.threshold(1024)  # as the Pico's main.py: small heaps stay in one piece
from firmware_sim import keymaps
from firmware_sim.firmware import Firmware
from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder

ROWS = (0x00, 0x40, 0x14, 0x54)
SIZE = 32768
PAGE = 64


class Glass:
    """What an HD44780 shows, from its bus; no timing."""

    def __init__(self):
        self.cells = bytearray(b" " * 128)
        self.address = 0
        self.cgram = False
        self.eight = True
        self.high = -1
        self.check = 0
        self.pair = bytearray(2)

    def nibble(self, rs, value):
        self.pair[0] = rs
        self.pair[1] = value
        self.check = crc32(self.pair, self.check)
        if self.eight:
            self.eight = value != 2
        elif self.high < 0:
            self.high = value
        else:
            byte = self.high << 4 | value
            self.high = -1
            self.data(byte) if rs else self.instruction(byte)

    def instruction(self, byte):
        if byte & 0x80:
            self.address = byte & 0x7F
            self.cgram = False
        elif byte & 0x40:
            self.cgram = True
        elif byte == 1:
            for at in range(128):
                self.cells[at] = 32

    def data(self, byte):
        if not self.cgram:
            self.cells[self.address] = byte
            self.address = (self.address + 1) & 0x7F

    def row(self, row):
        at = ROWS[row]
        return bytes(self.cells[at : at + 20])


class Host:
    """The other end of the cable: greets, configures, commits."""

    def __init__(self):
        self.decoder = Decoder()
        with open(sys.argv[4], "rb") as file:
            self.out = file.readline()
            self.evening = file.read()

    def say(self, kind, **values):
        self.out += message("01", kind, **values)

    def read(self):
        data = self.out
        self.out = b""
        return data

    def write(self, data):
        print("line", data)
        for frame in self.decoder.feed(data):
            if frame.kind == "h":
                self.out += self.evening
            elif frame.kind == "T":
                self.say("t", answer="ok")
            elif frame.kind in "RUNDV":
                self.say("A", n=frame.fields[0], check=frame.fields[-1])
        return len(data)

    def close(self):
        pass


class NoCable:
    def read(self):
        return b""

    def write(self, data):
        return len(data)

    def close(self):
        pass


class Board:
    """Time that is only counted, contacts without diodes, a glass, a memory in a file."""

    def __init__(self, memory, line):
        self.memory = memory
        self.us = 0
        self.keymap = keymaps.FULL
        self.closed = [0] * len(self.keymap)
        self.line = line
        self.glass = Glass()
        self.firmware = Firmware(self)
        self.run(2500)
        self.say("on")

    def ticks_ms(self):
        return self.us // 1000

    def delay_us(self, us):
        self.us += us

    def scan_row(self, row):
        """Columns joined to a row through closed contacts, by whatever way round."""
        reached = self.closed[row]
        grown = -1
        while grown != reached:
            grown = reached
            for columns in self.closed:
                if columns & reached:
                    reached |= columns
        return reached

    def lcd_nibble(self, rs, nibble):
        self.us += 1
        self.glass.nibble(rs, nibble)

    def lcd_light(self, contrast, backlight):
        print("light", contrast, backlight)

    def memory_read(self, address, length):
        self.memory.seek(address)
        return self.memory.read(length)

    def memory_write(self, address, data):
        print("memory", self.us, address, bytes(data))
        self.memory.seek(address)
        self.memory.write(data)
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
        for row, keys in enumerate(self.keymap):
            if key in keys:
                bit = 1 << keys.index(key)
                self.closed[row] = self.closed[row] | bit if closed else self.closed[row] & ~bit

    def tap(self, key, hold=40, gap=30):
        self.contact(key, True)
        self.run(hold)
        self.contact(key, False)
        self.run(gap)

    def keys(self, script):
        for key in script.split():
            self.tap(key)
            self.say(key)
        self.run(300)
        self.say("-")

    def say(self, what):
        print(what, self.us, self.firmware.screen.NAME, self.glass.check)
        for row in range(4):
            print(self.glass.row(row))


def rubber(board):
    board.keys("2 1 OK")  # rubber-1993
    board.keys("OK 4 S N/S OK 1 0 OK OK OK")
    board.keys("OK 3 NT X E/W OK 7 OK OK OK HELP v OK")
    board.keys("OK 2 D N/S N/S OK 8 OK 1 OK OK v v ^")
    board.keys("TD CANCEL OK 6 H E/W OK 1 2 OK OK OK")
    board.keys("OK 1 NT N/S OK 7 OK OK OK SCORES v OK")
    board.keys("OK 4 S")  # and the power goes in the middle of the entry


def resumed(board):
    board.keys("X N/S = OK OK OK")
    board.keys("SCORES v OK CANCEL CANCEL CANCEL CANCEL CANCEL")


def teams(board):
    board.keys("CANCEL CANCEL CANCEL 3 OK 1 OK 3 NT N/S = OK OK v OK 3 NT N/S - 1 OK v OK")
    board.keys("SCORES OK CANCEL CANCEL CANCEL CANCEL 4 OK OK 1 C E/W = OK OK")


def open_event(board):
    """A host that says nothing: pairs and boards are keyed."""
    board.keys("CANCEL CANCEL CANCEL CANCEL CANCEL 1 OK ^ v 5 OK 1 2 OK 1 4 OK 2 7 OK")
    board.keys("4 S X N/S N/S - 1 OK OK E/W OK = OK OK OK OK PASS OK E/W 1 4")
    board.keys("SCORES OK TD 0 OK 4 OK v v OK CANCEL")


def duplicate(board):
    board.keys("CANCEL CANCEL CANCEL CANCEL CANCEL 1")
    board.run(3000)
    board.keys("OK OK 4 S OK N/S OK S D OK OK S C OK = OK OK E/W =")  # a lead not in hand first
    board.keys("OK 2 OK 7 NT X OK E/W OK C C OK - 1 3 OK OK E/W =")
    board.keys("OK v OK OK OK OK HELP OK")
    board.run(2000)
    board.keys("5 OK PASS OK E/W = OK")
    board.keys("SCORES OK 5 OK CANCEL CANCEL")


def director(board):
    board.run(4000)
    for digits in ("1 1 1 1", "2 4 6", "2 4 6 9"):
        board.keys("TD " + digits + " OK 2 4 6 8 OK")
        board.run(25000)
    board.keys("TD 2 4 6 8 OK")
    for line in ("2", "3", "4", "5", "6", "7", "8", "9", "1 0"):
        board.keys(line + " OK v OK CANCEL CANCEL")
        board.keys("TD 2 4 6 8 OK")
    board.keys("1 OK 1 OK 6 0 OK 3 0 OK OK CANCEL CANCEL")


def fast(board):
    """A whole result typed ahead, a key every 30 ms, two always down; then ghosts."""
    board.run(4000)
    board.say("before")
    held = []
    for key in ["OK", "6", "OK", "2", "H", "E/W", "OK", "OK", "-", "1", "OK", "E/W", "="]:
        if key in held:
            board.contact(key, False)
            board.run(16)
            held.remove(key)
        board.contact(key, True)
        board.run(14)
        held.append(key)
        if len(held) > 1:
            board.contact(held.pop(0), False)
        board.run(16)
    board.contact(held.pop(), False)
    board.run(1500)
    board.say("typed")
    board.keys("OK")
    for key in ("1", "2", "4"):  # the corner "5" looks pressed too
        board.contact(key, True)
        board.run(30)
    board.run(600)
    board.say("ghosts")
    for key in ("2", "1", "4"):
        board.contact(key, False)
        board.run(30)
    board.keys("OK CANCEL")


def languages(board):
    for language in ("it", "no", "id", "en"):
        box = board.firmware.box
        box.words.use(language)
        board.keys("HELP v OK SCORES CANCEL")


PARTS = {
    "rubber": (rubber, NoCable),
    "resumed": (resumed, NoCable),
    "teams": (teams, NoCable),
    "open": (open_event, NoCable),
    "duplicate": (duplicate, Host),
    "director": (director, Host),
    "fast": (fast, Host),
    "languages": (languages, Host),
}


def opened(path):
    try:
        return open(path, "r+b")
    except OSError:
        with open(path, "wb") as new:
            for _ in range(SIZE // PAGE):
                new.write(b"\xff" * PAGE)
        return open(path, "r+b")


def main():
    act, line = PARTS[sys.argv[3]]
    act(Board(opened(sys.argv[2]), line()))
    if hasattr(gc, "mem_free"):
        gc.collect()
        print("heap", gc.mem_alloc(), gc.mem_free(), file=sys.stderr)


main()
