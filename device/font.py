"""The dots and the plain text of the HD44780U's character ROM A00 (data sheet table 4)."""

_BLANK = (0,) * 8

CGRAM_TEXT = "♣♦♥♠●◎⇅▯"
"""How the firmware's eight own glyphs are written as text: the suits, vulnerable, dealer, link,
battery."""


def a00_dots(code: int) -> tuple[int, ...]:
    """Eight rows of five dots for a character code, top first, bit 4 leftmost."""
    return _BLANK


def _text_of(code: int) -> str:
    """The Unicode character that looks like ROM A00's character of this code."""
    special = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xDF: "°", 0xFF: "█"}
    if code < 0x10:
        return CGRAM_TEXT[code & 7]
    if code in special:
        return special[code]
    if 0x20 <= code < 0x80:
        return chr(code)
    if 0xA1 <= code < 0xDF:
        return chr(code - 0xA1 + 0xFF61)  # half-width katakana stand in the order of JIS X 0201
    return " "


_TEXT = {code: _text_of(code) for code in range(256)}


def plain_text(codes: str) -> str:
    """A row of raw character codes as readable text, one character each."""
    return codes.translate(_TEXT)
