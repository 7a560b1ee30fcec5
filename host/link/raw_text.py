r"""Bytes of a line as printable text and back: ``$01,P*CCCC\n``, ``\r``, ``\x07``, ``\\``."""

from __future__ import annotations

import re

_NAMES = {0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"}
_BACK = {"\\n": b"\n", "\\r": b"\r", "\\\\": b"\\"}
_PIECE = re.compile(r"\\x[0-9A-F]{2}|\\[nr\\]|[ -\[\]-~]")


def shown(data: bytes) -> str:
    """Return the bytes as one line of printable ASCII, from which ``unshown`` makes them again."""
    return "".join(
        _NAMES.get(byte) or (chr(byte) if 0x20 <= byte <= 0x7E else f"\\x{byte:02X}")
        for byte in data
    )


def unshown(text: str) -> bytes:
    """Return the bytes of a text by ``shown``; ValueError tells where it is none."""
    out = bytearray()
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise ValueError(f"{text[at : at + 4]!r} at column {at + 1} stands for no byte")
        out += _byte(piece.group())
        at = piece.end()
    return bytes(out)


def _byte(piece: str) -> bytes:
    if piece.startswith("\\x"):
        return bytes((int(piece[2:], 16),))
    return _BACK.get(piece) or piece.encode()
