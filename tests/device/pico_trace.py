"""The Pico's own program on a made-up ``machine`` whose every pin is watched, for CPython and
MicroPython alike.

Not a test by itself: test_pico.py runs it under each, compares what they print, and lets a model of
the LCD read the pins. Run in a folder with ``overtrick.json``; the memory is made there:

    python pico_trace.py FOLDER KEYS MS

FOLDER holds ``firmware_sim`` and ``device``; KEYS are pressed from 2.5 s on, 80 ms each, down for
50; MS is how long the box runs. Printed are the time (us), and what happened to a pin or a bus.
"""

import gc
import sys

if hasattr(gc, "threshold"):
    gc.threshold(1024)  # as main.py

sys.path.insert(0, sys.argv[1])

BOOT_US = 2500000
KEY_US = 80000
DOWN_US = 50000
WATCHED = (16, 17, 18, 19, 20, 21)
ROW_PINS = (2, 3, 4, 5, 6, 7)
COLUMN_PINS = (8, 9, 10, 11, 12)


class Over(BaseException):
    """The time is up."""


class World:
    """Everything outside the chip: time, contacts, what is at the other end of the wires."""

    def __init__(self):
        self.us = 0
        self.levels = {}
        self.closed = [0] * len(ROW_PINS)
        self.fingers = []
        self.end = int(sys.argv[3]) * 1000
        self.heard = b""

    def press(self, keymap, keys):
        """Plan the fingers: (time, row, column, down)."""
        at = BOOT_US
        for key in keys:
            for row, names in enumerate(keymap):
                if key in names:
                    column = list(names).index(key)
                    self.fingers.append((at, row, column, True))
                    self.fingers.append((at + DOWN_US, row, column, False))
            at += KEY_US

    def pass_us(self, us):
        self.us += us
        while self.fingers and self.fingers[0][0] <= self.us:
            _, row, column, down = self.fingers.pop(0)
            bit = 1 << column
            self.closed[row] = self.closed[row] | bit if down else self.closed[row] & ~bit
        if self.us >= self.end:
            raise Over

    def note(self, what, *values):
        print(self.us, what, *values)

    def read(self, pin):
        """A column is low when a closed contact leads to a row that is low."""
        bit = 1 << COLUMN_PINS.index(pin)
        for row, number in enumerate(ROW_PINS):
            if self.levels.get(number) == 0 and self.closed[row] & bit:
                return 0
        return 1

    def write(self, pin, level):
        self.pass_us(1)
        self.levels[pin] = level
        if pin in WATCHED:
            self.note("pin", pin, level)


world = World()


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        if mode == Pin.IN:
            assert pull == Pin.PULL_UP, "a column without its pull-up"
        if mode == Pin.OPEN_DRAIN:
            assert value == 1, "a row that is low when nobody scans"
        if value is not None:
            world.write(number, value)

    def value(self, level=None):
        if level is None:
            return world.read(self.number)
        world.write(self.number, level)


class PWM:
    def __init__(self, pin):
        self.number = pin.number

    def freq(self, hz):
        world.note("freq", self.number, hz)

    def duty_u16(self, duty):
        world.note("duty", self.number, duty)


class ADC:
    def __init__(self, number):
        assert number == 29

    def read_u16(self):
        return 4200 * 65535 // 9900  # a third of 4.2 V, of 3.3


class I2C:
    def __init__(self, number, sda, scl, freq):
        assert (number, sda.number, scl.number, freq) == (0, 16, 17, 100000)

    def scan(self):
        return [0x3F]

    def writeto(self, address, data):
        assert address == 0x3F
        for byte in data:
            world.pass_us(90)
            world.note("port", byte)


class UART:
    def __init__(self, number, baudrate, tx, rx, rxbuf, txbuf, timeout):
        assert (number, baudrate, tx.number, rx.number, timeout) == (0, 115200, 0, 1, 0)
        self.hello = True

    def any(self):
        if self.hello and world.us > 2000000:
            from firmware_sim.link.fields import message

            self.hello = False
            world.heard = message(
                "00", "H", version="1", host="0011AAFF", run="00000001", nonce="1"
            )
        return len(world.heard)

    def read(self, count):
        data = world.heard[:count]
        world.heard = world.heard[count:]
        return data or None

    def write(self, data):
        world.note("sent", data)
        return len(data)


class Machine:
    """The module ``machine``."""

    Pin, PWM, ADC, I2C, UART = Pin, PWM, ADC, I2C, UART

    def unique_id(self):
        return bytes((0xE6, 0x60, 0x38, 0xB7, 0x13, 0x4C, 0x9A, 0x2F))

    def reset(self):
        raise AssertionError("a fault made the box begin again")


class Time:
    """The module ``time``."""

    def ticks_ms(self):
        return world.us // 1000 & 0x3FFF  # wraps soon, as a Pico's does after twelve days

    def ticks_diff(self, end, start):
        return (end - start + 0x2000 & 0x3FFF) - 0x2000

    def sleep_us(self, us):
        world.pass_us(us)

    def sleep_ms(self, ms):
        world.pass_us(ms * 1000)


sys.modules["machine"] = Machine()
sys.modules["time"] = Time()


def main():
    from device.pico import start

    world.press(start.keymap_of(start.chosen()), sys.argv[2].split())
    try:  # noqa: SIM105  MicroPython has no contextlib
        start.run()
    except Over:
        pass


main()
