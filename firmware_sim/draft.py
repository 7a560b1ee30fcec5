"""Draft: the entry being typed, kept so that it is offered again after a power cut.

A ring of 64-byte pages, each written whole in one write: four bytes of sequence number, a length
and the screen's name, a length and its text, zeros, four bytes of CRC-32 over the 60 before. The
newest page with a right checksum counts. A torn page is no page, so the one before it counts
again; going round the ring spreads the wear over all pages.
"""

import binascii

from firmware_sim import memory_map

try:
    from typing import Callable
except ImportError:  # MicroPython: annotations are never evaluated
    pass

BODY = memory_map.PAGE - 4
ROOM = BODY - 6
"""Bytes of name and text together: 54."""


class Draft:
    """The ring over the box's memory; ``read`` and ``write`` are the Board's memory calls."""

    __slots__ = ("_last", "_next", "_read", "_sequence", "_write")

    def __init__(
        self, read: "Callable[[int, int], bytes]", write: "Callable[[int, bytes], None]"
    ) -> None:
        self._read = read
        self._write = write
        self._sequence = 0
        self._next = 0
        self._last = ("", "")
        for page in range(memory_map.DRAFT_PAGES):
            found = _decode(bytes(read(_address(page), memory_map.PAGE)))
            if found is not None and found[0] > self._sequence:
                self._sequence = found[0]
                self._next = (page + 1) % memory_map.DRAFT_PAGES
                self._last = (found[1], found[2])

    def save(self, screen_name: str, text: str) -> None:
        """Keep this entry; writes nothing when it is what the memory has already.

        ValueError when name and text together are longer than 54 bytes of UTF-8.
        """
        if (screen_name, text) == self._last:
            return
        name = screen_name.encode()
        data = text.encode()
        if len(name) + len(data) > ROOM:
            raise ValueError("a draft holds 54 bytes, not %d" % (len(name) + len(data)))
        sequence = self._sequence + 1
        body = sequence.to_bytes(4, "big") + bytes((len(name),)) + name
        body += bytes((len(data),)) + data
        body += b"\0" * (BODY - len(body))
        self._write(_address(self._next), body + binascii.crc32(body).to_bytes(4, "big"))
        self._sequence = sequence
        self._next = (self._next + 1) % memory_map.DRAFT_PAGES
        self._last = (screen_name, text)

    def load(self) -> "tuple[str, str] | None":
        """The newest (screen name, text), or None when there is none or it was cleared."""
        return self._last if self._last[0] else None

    def clear(self) -> None:
        """Nothing is being typed any more."""
        self.save("", "")


def _address(page: int) -> int:
    return memory_map.DRAFT + page * memory_map.PAGE


def _decode(page: bytes) -> "tuple[int, str, str] | None":
    if binascii.crc32(page[:BODY]).to_bytes(4, "big") != page[BODY:]:
        return None
    name_end = 5 + page[4]
    text_end = name_end + 1 + page[name_end] if name_end < BODY else BODY + 1
    if text_end > BODY:
        return None
    try:
        name = page[5:name_end].decode()
        text = page[name_end + 1 : text_end].decode()
    except (UnicodeError, ValueError):
        return None
    return int.from_bytes(page[:4], "big"), name, text
