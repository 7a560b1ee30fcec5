"""The box's 32 kB memory in the Pico's flash: a small file for each page that was ever written.

A file holds two fixed records, used in turn:

    generation, 4 bytes | the page, 64 bytes | CRC-32 of both, 4 bytes

A page is written into the older record, so that whatever a power cut leaves of that record, the
other one still says what the page was: a torn write has the old page or the new one, nothing
between. The right record with the higher generation counts; a page without one is erased (FF).

Small files suit the Pico's littlefs: up to 512 bytes lie within the directory's own log, where a
change is one short append, while a change in the middle of a large file rewrites all behind it.
There are 32 of them in a directory, so that a directory is read in a few milliseconds. Writing
takes a millisecond or two, and now and then 50, when flash is erased. Nothing here counts on
littlefs being itself safe against power cuts, although it is.
"""

import os
from binascii import crc32

PAGE = 64
PAGES_A_FOLDER = 32
RECORD = 4 + PAGE + 4
ENOENT = 2
ERASED = b"\xff" * PAGE


class PageMemory:
    """``read`` and ``write`` as Board promises them, below the folder ``path``."""

    def __init__(self, path="memory"):
        self._path = path
        self._kept = -1
        self._page = ERASED
        self._generation = 0
        self._place = 0
        _make_folder(path)

    def read(self, address, length):
        """The bytes from ``address``."""
        found = b""
        while length > 0:
            at = address % PAGE
            self._load(address // PAGE)
            part = self._page[at : at + min(length, PAGE - at)]
            found += part
            address += len(part)
            length -= len(part)
        return found

    def write(self, address, data):
        """Write within one page; the bytes are safe on return."""
        number, at = address // PAGE, address % PAGE
        if at + len(data) > PAGE:
            raise ValueError("%d bytes at %d go beyond a page" % (len(data), address))
        self._load(number)
        page = self._page[:at] + bytes(data) + self._page[at + len(data) :]
        body = ((self._generation + 1) & 0xFFFFFFFF).to_bytes(4, "big") + page
        place = self._place ^ 1
        self._kept = -1
        self._put(number, place, body + crc32(body).to_bytes(4, "big"))
        self._kept, self._page, self._place = number, page, place
        self._generation = (self._generation + 1) & 0xFFFFFFFF

    def _name(self, number):
        folder = "%s/%02d" % (self._path, number // PAGES_A_FOLDER)
        return folder, "%s/%03d" % (folder, number)

    def _load(self, number):
        """Take a page and its generation from its file; the last one is at hand."""
        if number == self._kept:
            return
        try:
            with open(self._name(number)[1], "rb") as file:
                records = file.read(2 * RECORD)
        except OSError:
            records = b""
        self._page, self._generation, self._place = ERASED, 0, 1
        right = False
        for place in (0, 1):
            record = records[place * RECORD : (place + 1) * RECORD]
            if len(record) < RECORD or crc32(record[:-4]).to_bytes(4, "big") != record[-4:]:
                continue
            generation = int.from_bytes(record[:4], "big")
            # Compared round the corner, although no flash lives for 4,000 million writes.
            if not right or (generation - self._generation) & 0xFFFFFFFF < 0x80000000:
                self._page, self._generation, self._place = record[4:-4], generation, place
                right = True
        self._kept = number

    def _put(self, number, place, record):
        folder, name = self._name(number)
        try:
            with open(name, "r+b") as file:
                file.seek(place * RECORD)
                file.write(record)
        except OSError as error:
            if error.args[0] != ENOENT:
                raise
            _make_folder(folder)
            with open(name, "wb") as file:
                file.write(record)


def _make_folder(path):
    try:
        os.mkdir(path)
    except OSError:
        pass  # it is there
