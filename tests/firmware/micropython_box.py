"""The firmware on a pseudo terminal, under MicroPython's unix port: a Board with a bare keypad.

    micropython micropython_box.py ROOT FD MEMORY

FD is the pseudo terminal's master, non-blocking; MEMORY a file of 32 kB. Time stands still but
for the command ``run``. Commands, a line each on standard input, each answered by one line:

    down ROW COLUMN | up ROW COLUMN    close or open a contact      -> ok
    run MS                             let that much time pass      -> ok
    glass                              the letters on the glass     -> ....|....|....|....
"""

import sys

sys.path.insert(0, sys.argv[1])

from firmware_sim.firmware import Firmware


class Line:
    """The pseudo terminal as a ByteLine."""

    def __init__(self, descriptor):
        self.file = open(descriptor, "r+b")  # noqa: SIM115

    def read(self):
        try:
            return self.file.read(256) or b""
        except OSError:
            return b""

    def write(self, data):
        return self.file.write(data) or 0

    def close(self):
        pass


class Chip:
    """As much of an HD44780 as is needed to read the glass: four-bit writes, addresses, letters."""

    def __init__(self):
        self.cells = bytearray(b" " * 128)
        self.at = 0
        self.high = -1
        self.nibbles = 0

    def nibble(self, rs, value):
        self.nibbles += 1
        if self.nibbles <= 4:  # the wake-up: 3 3 3 2
            return
        if self.high < 0:
            self.high = value
            return
        byte = self.high << 4 | value
        self.high = -1
        if rs:
            if self.at < 128:
                self.cells[self.at] = byte
            self.at += 1
        elif byte & 0x80:
            self.at = byte & 0x7F
        elif byte & 0x40:
            self.at = 128  # letters' dots, which nobody reads here
        elif byte == 1:
            self.cells[:] = b" " * 128
            self.at = 0

    def lines(self):
        rows = []
        for start in (0x00, 0x40, 0x14, 0x54):
            row = self.cells[start : start + 20]
            rows.append("".join([chr(c) if 0x20 <= c < 0x7F else "?" for c in row]))
        return rows


class Board:
    """What the firmware sees: see firmware_sim/board.py."""

    pairing_key = None
    nonce = None

    def __init__(self, line, path):
        self.line = line
        self.memory = open(path, "r+b")  # noqa: SIM115
        self.down = [0] * 8
        self.chip = Chip()
        self.now = 0

    def ticks_ms(self):
        return self.now

    def delay_us(self, us):
        pass

    def scan_row(self, row):
        return self.down[row]

    def lcd_nibble(self, rs, nibble):
        self.chip.nibble(rs, nibble)

    def lcd_light(self, contrast, backlight):
        pass

    def memory_read(self, address, length):
        self.memory.seek(address)
        return self.memory.read(length)

    def memory_write(self, address, data):
        self.memory.seek(address)
        self.memory.write(data)
        self.memory.flush()

    def buzz(self, ms):
        pass

    def battery_mv(self):
        return 4900

    def serial(self):
        return "MP0001"


def run(board, firmware, end):
    """Step until ``end`` (ms), at least every 5 ms, for bytes and keys."""
    while board.now < end:
        rest = firmware.step()
        board.now = min(board.now + max(1, min(rest, 5)), end)


def obey(board, firmware, words):
    if words[0] == "glass":
        return "|".join(board.chip.lines())
    if words[0] == "run":
        run(board, firmware, board.now + int(words[1]))
        return "ok"
    row, column = int(words[1]), int(words[2])
    if words[0] == "down":
        board.down[row] |= 1 << column
    else:
        board.down[row] &= ~(1 << column)
    return "ok"


def main():
    board = Board(Line(int(sys.argv[2])), sys.argv[3])
    firmware = Firmware(board)
    print("ready")
    while True:
        command = sys.stdin.readline()
        if not command:
            return
        print(obey(board, firmware, command.split()))


main()
