"""Glyphs: the eight characters that the box draws itself, and what ROM A00 can show of others."""

_CLUB = b"\x04\x0e\x04\x1f\x15\x04\x0e\x00"
_DIAMOND = b"\x04\x0e\x1f\x1f\x0e\x04\x00\x00"
_HEART = b"\x0a\x1f\x1f\x1f\x0e\x04\x00\x00"
_SPADE = b"\x04\x0e\x1f\x1f\x15\x04\x0e\x00"
_VULNERABLE = b"\x11\x11\x0a\x0a\x04\x00\x1f\x00"
_DEALER = b"\x1e\x13\x15\x15\x15\x13\x1e\x00"
_LINK = b"\x04\x0e\x15\x04\x04\x15\x0e\x04"
_BATTERY = b"\x0e\x1b\x11\x11\x11\x1f\x1f\x00"

GLYPHS = _CLUB + _DIAMOND + _HEART + _SPADE + _VULNERABLE + _DEALER + _LINK + _BATTERY
"""64 bytes for CGRAM: eight glyphs of eight lines, five dots a line, bit 4 leftmost."""

ROM_A00 = (
    # what a text may hold, code in ROM A00
    ("\u2663", 0),
    ("\u2666", 1),
    ("\u2665", 2),
    ("\u2660", 3),
    ("\u2192", 0x7E),
    ("\u2190", 0x7F),
    ("\u00b0", 0xDF),
    ("\u00e4", 0xE1),
    ("\u00f6", 0xEF),
    ("\u00fc", 0xF5),
    ("\u00f1", 0xEE),
    ("~", 0x2D),
    ("\\", 0x2F),
)
"""Signs outside ASCII that the ROM has, and stand-ins for the two of ASCII that it has not."""

ROM_LETTERS = "".join([sign for sign, _ in ROM_A00])
"""The signs that need no stand-in (see link/latin.py) though they are not ASCII."""

UNKNOWN = 0x3F


def code_of(sign: str) -> int:
    """The character code that shows a sign on the glass; a question mark when nothing does."""
    for known, code in ROM_A00:
        if sign == known:
            return code
    return UNKNOWN
