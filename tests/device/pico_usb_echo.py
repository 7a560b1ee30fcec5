"""Gives back what comes on the Pico's USB line; run by test_pico.py under MicroPython.

micropython pico_usb_echo.py FOLDER
"""

import sys

sys.path.insert(0, sys.argv[1])


class Machine:
    """The module ``machine``; the UART is not used here."""

    UART = Pin = None


sys.modules["machine"] = Machine()

from device.pico.lines import UsbLine  # noqa: E402

MOST = 239


def give(line, data):
    while data:
        data = data[line.write(data) :]


def main():
    line = UsbLine()
    assert line.read() == b""
    assert not line.waiting()
    give(line, b"idle\n")
    left = MOST
    while left:
        data = line.read()
        assert len(data) <= 64
        left -= len(data)
        give(line, data)
    assert line.read() == b""
    give(line, b"idle again\n")
    while True:
        line.read()


main()
