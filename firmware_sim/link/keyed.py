"""Keyed links: HMAC-SHA-256 over every frame, with a counter, one key a direction.

After H and h, which carry both nonces, every frame ends, before its CRC, in ``,counter,tag``. The
counter of each direction starts at 1 and rises by exactly 1; the tag is the first 16 hex digits
of the HMAC of the body up to and including the counter. Whoever sees anything else closes the
link. RFC 2104 (HMAC); MicroPython has SHA-256 but no hmac module.
"""

import hashlib

from firmware_sim.link.fields import VERSION
from firmware_sim.link.frame import Frame, only, seal
from firmware_sim.link.frame import LinkRefused as LinkRefused

KEY_BYTES = 32
TAG_WIDTH = 16
LAST_COUNTER = 9999999
"""Seven digits keep the longest frame within 120 bytes; after it the link begins anew."""
TAIL = 2 + 7 + TAG_WIDTH
"""Most characters that a keyed link adds to a frame."""


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA-256 of a message (RFC 2104, RFC 4231), 32 bytes."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]) + message).digest()
    return hashlib.sha256(bytes([byte ^ 0x5C for byte in key]) + inner).digest()


def hex_of(data: bytes) -> str:
    """Return bytes as upper-case hex."""
    return "".join(["%02X" % byte for byte in data])


def key_from_hex(text: str) -> bytes:
    """Read a pairing key of 64 hex digits, blanks and dashes allowed; ValueError otherwise."""
    digits = text.replace(" ", "").replace("-", "").upper()
    if len(digits) != 2 * KEY_BYTES or not only(digits, "0123456789ABCDEF"):
        raise ValueError("a pairing key is 64 hex digits (32 bytes)")
    return bytes([int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)])


def direction_key(
    pairing_key: bytes, direction: str, host: str, serial: str, nonce: str, box_nonce: str
) -> bytes:
    """Return one direction's key; ``direction`` is ``host`` or ``box``, the one that sends."""
    text = ",".join([direction, VERSION, host, serial, nonce, box_nonce])
    return hmac_sha256(pairing_key, text.encode())


def tag_of(key: bytes, body: str) -> str:
    """Return the tag of a body that already ends in its counter."""
    return hex_of(hmac_sha256(key, body.encode())[: TAG_WIDTH // 2])


class KeyedSession:
    """One end of a keyed link after H and h: seals what it sends, opens what it receives."""

    __slots__ = ("_receive_key", "_received", "_send_key", "_sent")

    def __init__(
        self, pairing_key: bytes, end: str, host: str, serial: str, nonce: str, box_nonce: str
    ) -> None:
        """``end`` is ``box`` or ``host``; ``nonce`` the H's, ``box_nonce`` the h's own."""
        if len(pairing_key) != KEY_BYTES:
            raise ValueError("a pairing key has 32 bytes")
        other = "host" if end == "box" else "box"
        self._send_key = direction_key(pairing_key, end, host, serial, nonce, box_nonce)
        self._receive_key = direction_key(pairing_key, other, host, serial, nonce, box_nonce)
        self._sent = 0
        self._received = 0

    def seal(self, data: bytes) -> bytes:
        """Return a frame made by ``frame`` with counter and tag added."""
        if self._sent >= LAST_COUNTER:
            raise LinkRefused("the counter is used up")
        self._sent += 1
        body = "%s,%d" % (data[1 : data.rfind(b"*")].decode(), self._sent)
        return seal(body + "," + tag_of(self._send_key, body))

    def open(self, frame: Frame) -> Frame:
        """Return a received frame without counter and tag; LinkRefused unless both are right."""
        body, comma, tag = frame.body.rpartition(",")
        plain, second, counter = body.rpartition(",")
        if not comma or not second or counter != str(self._received + 1):
            raise LinkRefused("wrong or missing counter")
        if not same(tag, tag_of(self._receive_key, body)):
            raise LinkRefused("wrong or missing tag")
        self._received += 1
        try:
            return Frame(plain)
        except ValueError:
            raise LinkRefused("no frame under the tag")  # noqa: B904  MicroPython has no "from"


def same(one: str, other: str) -> bool:
    """Compare two texts in a time that does not tell where they differ."""
    if len(one) != len(other):
        return False
    difference = 0
    for index in range(len(one)):
        difference |= ord(one[index]) ^ ord(other[index])
    return difference == 0
