"""Puts the box together as ``overtrick.json`` says, and runs it for ever."""

import gc
import json
import sys

from firmware_sim import keymaps
from firmware_sim.settings import load_settings
from firmware_sim.words import LANGUAGES

SETTINGS = "overtrick.json"
FAULTS = "faults.txt"

DEFAULTS = {"face": "full", "glass": "20x4", "lcd": "gpio", "link": "usb", "language": "en"}
"""What is not said in the file: 30 keys, four lines, LCD on pins, cable on USB, English."""


def chosen(path=SETTINGS):
    """The file's settings over the defaults."""
    found = dict(DEFAULTS)
    try:
        with open(path) as file:
            found.update(json.load(file))
    except (OSError, ValueError):
        pass
    return found


def board_of(settings):
    """The board, with only the parts that were chosen loaded."""
    from device.pico.board import PicoBoard
    from device.pico.memory import PageMemory

    keymap = keymap_of(settings)
    glass, line = _glass(settings["lcd"]), _line(settings["link"])
    return PicoBoard(len(keymap), len(keymap[0]), glass, PageMemory(), line)


def keymap_of(settings):
    """The face's keys."""
    return keymaps.MEMBRANE if settings["face"] == "membrane" else keymaps.FULL


def _glass(lcd):
    if lcd == "i2c":
        from machine import I2C, Pin

        from device.pico import pins
        from device.pico.glass import I2cGlass

        return I2cGlass(I2C(0, sda=Pin(pins.I2C_SDA), scl=Pin(pins.I2C_SCL), freq=100000))
    from device.pico.glass import GpioGlass

    return GpioGlass()


def _line(link):
    from device.pico.lines import UartLine, UsbLine

    return UartLine() if link == "uart" else UsbLine()


def speak(board, language):
    """In a blank memory, the language is the one that was chosen; later, what the box was told."""
    if board.memory_read(0, 1) == b"\xff" and language in LANGUAGES:
        settings = load_settings(board.memory_read, board.memory_write)
        settings.language = language
        settings.save(board.memory_write)


def run():
    """For ever. A fault is noted in a file, and the box begins again where its memory says."""
    settings = chosen()
    board = board_of(settings)
    speak(board, settings["language"])
    from firmware_sim.firmware import Firmware

    glass = keymaps.GLASS_16X2 if settings["glass"] == "16x2" else keymaps.GLASS_20X4
    firmware = Firmware(board, keymap_of(settings), glass)
    if hasattr(gc, "threshold"):
        gc.threshold(-1)  # main.py made it small while modules were loaded
    gc.collect()
    try:
        while True:
            board.rest(firmware.step())
    except Exception as fault:
        with open(FAULTS, "w") as file:
            sys.print_exception(fault, file)
        begin_again()


def begin_again():
    """Three seconds in which Ctrl-C still reaches the prompt, then a reset."""
    import time

    import machine

    time.sleep_ms(3000)
    machine.reset()
