"""The cable to the host as a ByteLine that never waits: the Pico's USB port, or its UART."""

import sys
from select import POLLIN, POLLOUT, poll

from machine import UART, Pin

from device.pico import pins

AT_ONCE = 64
"""Bytes taken in one call: a USB packet."""


class UsbLine:
    """The USB port that also has MicroPython's prompt, before ``main.py`` runs and after Ctrl-C.

    No frame has a Ctrl-C in it (link frames are printable). Bytes are taken one at a time, as a
    longer read would wait; none is given while the port has no room or nobody has opened it.
    """

    def __init__(self):
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._readable, self._writable = poll(), poll()
        self._readable.register(sys.stdin, POLLIN)
        self._writable.register(sys.stdout, POLLOUT)

    def read(self):
        """The bytes that have come, at most a packet."""
        found = b""
        while len(found) < AT_ONCE and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            found += byte
        return found

    def write(self, data):
        """Give what fits now; how many bytes that was."""
        done = 0
        while done < len(data) and self._writable.poll(0):
            self._out.write(data[done : done + 1])
            done += 1
        return done

    def waiting(self):
        """Whether bytes have come."""
        return bool(self._readable.poll(0))

    def close(self):
        """The port stays as it is."""


class UartLine:
    """UART0, 8N1, buffered both ways by MicroPython."""

    def __init__(self, baud=115200):
        self._uart = UART(
            0,
            baudrate=baud,
            tx=Pin(pins.UART_TX),
            rx=Pin(pins.UART_RX),
            rxbuf=512,
            txbuf=512,
            timeout=0,
        )

    def read(self):
        """The bytes that have come, at most a packet."""
        count = self._uart.any()
        return (self._uart.read(min(count, AT_ONCE)) or b"") if count else b""

    def write(self, data):
        """Give what fits the buffer; how many bytes that was."""
        return self._uart.write(data) or 0

    def waiting(self):
        """Whether bytes have come."""
        return self._uart.any() > 0

    def close(self):
        """The UART stays as it is."""
