"""Power cuts in the Pico's memory, for CPython and MicroPython alike; prints what it counted.

    python pico_memory_trace.py FOLDER

FOLDER holds ``device``. Two file systems are tried: one that writes in place, of which a cut
keeps any number of bytes, and one like littlefs, which keeps a closed file or nothing of it.
"""

import sys

sys.path.insert(0, sys.argv[1])

from device.pico import memory

PAGE = memory.PAGE
WRITES = (
    (0, b"settings, first copy"),
    (128, b"settings, second copy"),
    (0, b"settings, first copy again"),
    (256, b"a draft" * 9),
    (320, b"another draft"),
    (256 + 40, b"the draft's end"),
    (14592 + 64, bytes(range(64))),
    (14592, b"O" * 64),
    (14592 + 10, b"\0"),
    (14592, b"\x5a"),
    (32704, b"the last page" + bytes(51)),
    (32704, b"L"),
)


class Cut(Exception):
    """The power went."""


class Files:
    """A file system in memory that loses its power after so many bytes."""

    def __init__(self, at_close, budget):
        self.at_close = at_close
        self.budget = budget
        self.files = {}
        self.folders = []

    def open(self, name, mode):
        assert name.rpartition("/")[0] in self.folders or mode == "rb" or name not in self.files
        if mode == "wb":
            if name.rpartition("/")[0] not in self.folders:
                raise OSError(2)
            if not self.at_close:
                self.spend()
                self.files[name] = bytearray()
            return File(self, name, bytearray())
        if name not in self.files:
            raise OSError(2)
        return File(self, name, bytearray(self.files[name]))

    def mkdir(self, path):
        if path in self.folders:
            raise OSError(17)
        self.spend()
        self.folders.append(path)

    def spend(self):
        if self.budget == 0:
            raise Cut
        self.budget -= 1


class File:
    def __init__(self, system, name, data):
        self.system = system
        self.name = name
        self.data = data
        self.at = 0
        self.changed = False

    def seek(self, at):
        self.at = at

    def read(self, count):
        data = bytes(self.data[self.at : self.at + count])
        self.at += len(data)
        return data

    def write(self, data):
        assert self.at <= len(self.data)
        self.changed = True
        for byte in data:
            if not self.system.at_close:
                self.system.spend()
            if self.at == len(self.data):
                self.data.append(byte)
            else:
                self.data[self.at] = byte
            self.at += 1
            if not self.system.at_close:
                self.system.files[self.name] = self.data
        return len(data)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None and self.changed and self.system.at_close:
            self.system.spend()
            self.system.files[self.name] = self.data


def on(system):
    """The memory on a file system."""
    memory.open = system.open
    memory.os = system
    return memory.PageMemory("memory")


def image(pages):
    """The pages that are ever written, from a memory just switched on."""
    return {page: pages.read(page * PAGE, PAGE) for page in {at // PAGE for at, _ in WRITES}}


def changed(before, at, data):
    after = dict(before)
    page = before[at // PAGE]
    after[at // PAGE] = page[: at % PAGE] + data + page[at % PAGE + len(data) :]
    return after


def try_all(at_close):
    """Cut after 0, 1, 2, ... steps, until all is written; how many cuts that were."""
    cuts = 0
    while True:
        system = Files(at_close, cuts)
        done = {at // PAGE: b"\xff" * PAGE for at, _ in WRITES}
        then = done
        try:
            pages = on(system)
            for at, data in WRITES:
                then = changed(done, at, data)
                pages.write(at, data)
                done = then
                assert pages.read(at, len(data)) == data
        except Cut:
            pass
        finished = system.budget > 0
        system.budget = -1  # the power is back, for good
        found = image(on(system))
        assert found in (done, then), cuts
        if finished:
            return cuts
        cuts += 1


def main():
    for name, at_close in (("in place", False), ("at close", True)):
        print("cuts", name, try_all(at_close))
    system = Files(False, -1)
    pages = on(system)
    # Across pages, and round the corner of the generations.
    pages.write(60, b"abcd")
    pages.write(64, b"efgh")
    assert pages.read(58, 12) == b"\xff\xffabcdefgh\xff\xff"
    for number in range(300):
        pages.write(0, bytes((number & 0xFF,)))
        assert on(system).read(0, 1) == bytes((number & 0xFF,))
    try:
        pages.write(63, b"xy")
        print("a write beyond its page was taken")
    except ValueError as error:
        print(error)
    # A record that rots in flash is not believed.
    for name in system.files:
        for at in range(10, len(system.files[name]), memory.RECORD):
            system.files[name][at] ^= 1
    assert on(system).read(0, 4) == b"\xff\xff\xff\xff"
    print("files", [(name, len(system.files[name])) for name in sorted(system.files)])


main()
