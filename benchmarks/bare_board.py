"""The firmware alone on a board without chips, for CPython and MicroPython alike.

Run by ``box.py``; prints virtual seconds and processor seconds of an idle and of a keyed stretch.
"""

import gc
import sys
import time

if hasattr(gc, "threshold"):
    gc.threshold(1024)  # as a Pico's main.py while modules are loaded

sys.path.insert(0, sys.argv[1])

from firmware_sim import keymaps
from firmware_sim.firmware import Firmware

KEYS = ("4", "CANCEL", "1", "2", "CANCEL", "CANCEL", "9", "v", "^", "CANCEL")
PAGE = 64
ERASED = b"\xff" * PAGE


class Line:
    def read(self):
        return b""

    def write(self, data):
        return len(data)

    def close(self):
        pass


class BareBoard:
    """Time that is only counted, contacts that do not bounce, only the memory's written pages."""

    def __init__(self):
        self.line = Line()
        self.us = 0
        self.rows = [0] * 6
        self.pages = {}

    def ticks_ms(self):
        return self.us // 1000

    def delay_us(self, us):
        self.us += us

    def scan_row(self, row):
        return self.rows[row]

    def lcd_nibble(self, rs, nibble):
        self.us += 1

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
        pass

    def battery_mv(self):
        return 4200

    def serial(self):
        return "VB0001"


def run(board, firmware, ms):
    end = board.us + ms * 1000
    while board.us < end:
        rest = max(firmware.step(), 1) * 1000
        board.us += min(rest, max(end - board.us, 0))


def tap(board, firmware, key):
    for row, keys in enumerate(keymaps.FULL):
        if key in keys:
            board.rows[row] = 1 << keys.index(key)
            run(board, firmware, 60)
            board.rows[row] = 0
            run(board, firmware, 60)


def seconds():
    return time.ticks_us() / 1e6 if hasattr(time, "ticks_us") else time.process_time()


def timed(name, board, act):
    virtual, real = board.us, seconds()
    act()
    print(name, (board.us - virtual) / 1e6, seconds() - real)


def main():
    board = BareBoard()
    firmware = Firmware(board)
    if hasattr(gc, "threshold"):
        gc.threshold(-1)
    run(board, firmware, 3000)
    for key in ("1", "OK"):
        tap(board, firmware, key)
        run(board, firmware, 500)

    def keyed():
        for _ in range(int(sys.argv[2])):
            for key in KEYS:
                tap(board, firmware, key)

    timed("idle", board, lambda: run(board, firmware, 1000 * int(sys.argv[3])))
    timed("keyed", board, keyed)


main()
