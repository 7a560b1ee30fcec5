"""A board's prompt on a pseudo terminal, run by MicroPython's unix port in an empty folder.

The unix port has no raw REPL; this speaks that protocol (MicroPython's documentation, "Raw mode")
and executes what is sent with MicroPython itself, so that files are really made by it.

    micropython raw_repl.py
"""

import os
import sys

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
BANNER = b"raw REPL; CTRL-B to exit\r\n>"

inp, out = sys.stdin.buffer, sys.stdout.buffer


class Machine:
    """The module ``machine`` as far as mpremote needs it."""

    def reset(self):
        with open("was_reset", "w") as file:
            file.write("yes")
        raise SystemExit

    bootloader = reset


class Os:
    """The module ``os``, where the nameless path is the root, as on a board."""

    def __getattr__(self, name):
        return getattr(os, name)

    def stat(self, path):
        return os.stat(path or ".")


sys.modules["machine"] = Machine()
sys.modules["os"] = Os()


def fresh():
    return {"__name__": "__main__"}


def execute(source, names):
    """Output, ^D, the traceback if there is one, ^D."""
    out.write(b"OK")
    fault = None
    try:
        exec(compile(source.decode(), "<stdin>", "exec"), names)
    except SystemExit:
        raise
    except BaseException as error:
        fault = error
    out.write(b"\x04")
    if fault is not None:
        sys.print_exception(fault, sys.stdout)
    out.write(b"\x04>")


def main():
    names = fresh()
    raw, source = False, b""
    while True:
        byte = inp.read(1)
        if not byte:
            return
        code = byte[0]
        if code == CTRL_A:
            raw, source = True, b""
            out.write(BANNER)
        elif code == CTRL_B:
            raw = False
            out.write(b"\r\nMicroPython\r\n>>> ")
        elif code == CTRL_C:
            source = b""
            if not raw:
                out.write(b"\r\n>>> ")
        elif not raw:
            continue
        elif code == CTRL_E:
            inp.read(2)  # A, ^A: paste mode, which this board understands and does not have
            out.write(b"R\x00")
        elif code == CTRL_D and source:
            execute(source, names)
            source = b""
        elif code == CTRL_D:
            names = fresh()
            out.write(b"OK\r\nMPY: soft reboot\r\n" + BANNER)
        else:
            source += byte


main()
