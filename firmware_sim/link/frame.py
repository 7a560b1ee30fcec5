"""The frame of TL/1: ``$`` body ``*`` CCCC LF, made and taken apart.

The body is printable ASCII without ``$`` and ``*``: ``addr,kind,field,...``. CCCC is the
CRC-16/CCITT-FALSE of the body. ``$`` always starts a frame and drops an unfinished one; a control
byte, a byte above 0x7E or overlength drops it; LF ends it; a CR right before that LF is ignored.
What is outside a frame belongs to people.

The decoder looks for ``$`` and LF with the interpreter's own searches and judges a frame only when
it has ended, so its work is linear in the bytes and its memory is one frame and a few lines.
"""

import binascii

LIMIT = 120
"""Longest frame in bytes, ``$`` and LF included, a CR not."""
LIMIT_TO_BOX = 63
"""Longest frame towards a box whose capabilities do not say ``x`` (an Arduino's buffer)."""
PEOPLE_WIDTH = 80
PEOPLE_LINES = 8

_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip

_ESCAPED = b"%,$*"
_OUTSIDE, _FRAME, _SKIP = 0, 1, 2


def crc16_by_table(data: bytes) -> int:
    """CRC-16/CCITT-FALSE four bits at a time: small enough for a microcontroller."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4) & 0xFFFF ^ _CRC[(crc >> 12) ^ (byte >> 4)]
        crc = (crc << 4) & 0xFFFF ^ _CRC[(crc >> 12) ^ (byte & 15)]
    return crc


# CPython has the same CRC in C, MicroPython has not.
_crc_hqx = getattr(binascii, "crc_hqx", None)


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: poly 0x1021, start 0xFFFF, not reflected; b"123456789" gives 0x29B1."""
    if _crc_hqx is None:
        return crc16_by_table(data)
    value: int = _crc_hqx(data, 0xFFFF)
    return value


def seal(body: str) -> bytes:
    """Return the frame around a body, CRC and LF included."""
    data = body.encode()
    return b"$%s*%04X\n" % (data, crc16(data))


def frame(addr: str, kind: str, *fields: object) -> bytes:
    """Return one frame; fields are put down by ``str`` and must hold none of ``,$*``."""
    return seal(",".join([addr, kind] + [str(field) for field in fields]))


def escape(text: str, also: str = "") -> str:
    """Write a text for a field: UTF-8, with ``%,$*``, ``also`` and non-printables as %HH."""
    more = also.encode()
    out = []
    for byte in text.encode():
        if byte < 0x20 or byte > 0x7E or byte in _ESCAPED or byte in more:
            out.append("%%%02X" % byte)
        else:
            out.append(chr(byte))
    return "".join(out)


def unescape(field: str) -> str:
    """Read a text from a field; ValueError for a broken escape or broken UTF-8."""
    pieces = field.split("%")
    out = bytearray(pieces[0].encode())
    for piece in pieces[1:]:
        code = piece[:2]
        if len(code) != 2 or not is_hex(code):
            raise ValueError("broken escape in " + repr(field[:40]))
        out.append(int(code, 16))
        out.extend(piece[2:].encode())
    return bytes(out).decode()


def only(text: str, alphabet: str) -> bool:
    """True when every character of the text is in the alphabet."""
    return not text.strip(alphabet)


def is_hex(text: str) -> bool:
    """True when every character is an upper-case hex digit."""
    return only(text, "0123456789ABCDEF")


def cut(field: str, width: int) -> str:
    """Return at most ``width`` characters of an escaped field, whole letters only.

    Neither an escape nor the UTF-8 sequence of one letter is cut.
    """
    if len(field) <= width:
        return field
    end = width
    while end > 0 and (field[end - 1 : end] == "%" or field[end - 2 : end - 1] == "%"):
        end = field.rfind("%", 0, end)
    while (
        end > 0 and field[end : end + 1] == "%" and field[end + 1 : end + 2] in ("8", "9", "A", "B")
    ):
        end -= 3  # the next byte continues a letter: give that letter up from its first byte
    return field[: max(end, 0)]


class LinkRefused(Exception):
    """A frame without what a keyed link demands: the link must be closed (see keyed.py)."""


class Frame:
    """One frame that came whole: ``addr`` two digits, ``kind`` a letter, ``fields`` strings."""

    __slots__ = ("addr", "body", "fields", "kind")

    def __init__(self, body: str) -> None:
        """Take a body apart; ValueError when it does not begin ``NN,K``."""
        parts = body.split(",")
        if len(parts) < 2 or len(parts[0]) != 2 or len(parts[1]) != 1:
            raise ValueError("a body begins with two digits and a letter")
        if not only(parts[0], "0123456789"):
            raise ValueError("an address is two digits")
        if not ("A" <= parts[1] <= "Z" or "a" <= parts[1] <= "z"):
            raise ValueError("a kind is a letter")
        self.body = body
        self.addr = parts[0]
        self.kind = parts[1]
        self.fields: tuple[str, ...] = tuple(parts[2:])

    def __repr__(self) -> str:
        return "Frame(%r)" % self.body


class Decoder:
    """Bytes in any pieces -> whole frames; the pieces' borders never matter.

    ``people`` gathers lines outside frames (the newest eight, 80 characters each); take and clear
    them at will. The counters say how each started frame ended, and only ever grow.
    """

    __slots__ = (
        "_part", "_state", "bad_byte", "bad_check", "bad_form", "frames", "limit", "people",
        "people_lost", "restarted", "too_long",
    )  # fmt: skip

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.people: list[str] = []
        self.people_lost = 0
        self.frames = 0
        self.bad_check = 0
        self.bad_form = 0
        self.bad_byte = 0
        self.too_long = 0
        self.restarted = 0
        self._part = b""  # the unfinished frame after its "$", or the unfinished people's line
        self._state = _OUTSIDE

    @property
    def dropped(self) -> int:
        """Frames begun that did not become frames, for whatever reason."""
        return self.bad_check + self.bad_form + self.bad_byte + self.too_long + self.restarted

    def reset(self) -> None:
        """Forget an unfinished frame or line: the line was opened anew."""
        self._part = b""
        self._state = _OUTSIDE

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes as they come and return the frames that ended in them."""
        found: list[Frame] = []
        size = len(data)
        dollar = line_feed = -1
        at = 0
        while at < size:
            if dollar < at:
                dollar = data.find(b"$", at)
                dollar = size if dollar < 0 else dollar
            if line_feed < at:
                line_feed = data.find(b"\n", at)
                line_feed = size if line_feed < 0 else line_feed
            end = dollar if dollar < line_feed else line_feed
            if end > at:
                self._gather(data, at, end)
            if end == dollar and end < size:
                self._restart()
            elif end < size:
                self._end(found)
            at = end + 1
        return found

    def _gather(self, data: bytes, at: int, end: int) -> None:
        """Add bytes without ``$`` and LF to what is unfinished, within bounds."""
        if self._state == _SKIP:
            return
        if self._state == _OUTSIDE:
            self._gather_people(data, at, end)
            return
        # With "$" and LF a body part of limit - 2 is the longest; one CR more may stand before LF.
        room = self.limit - 1 - len(self._part)
        self._part += data[at : min(end, at + room)]
        if end - at > room or (len(self._part) > self.limit - 2 and self._part[-1] != 13):
            self._drop()
            self._part = b""
            self._state = _SKIP

    def _drop(self) -> None:
        """Count a frame that overflowed: by a bad byte within its length, else by its length."""
        if _printable(self._part[: self.limit - 2]):
            self.too_long += 1
        else:
            self.bad_byte += 1

    def _restart(self) -> None:
        if self._state == _FRAME:
            if _printable(self._part):
                self.restarted += 1
            else:
                self.bad_byte += 1
        self._part = b""
        self._state = _FRAME

    def _end(self, found: list[Frame]) -> None:
        if self._state == _FRAME:
            part = self._part
            if part and part[-1] == 13:
                part = part[:-1]
            self._judge(part, found)
        elif self._state == _OUTSIDE:
            self._say()
        self._part = b""
        self._state = _OUTSIDE

    def _judge(self, part: bytes, found: list[Frame]) -> None:
        if not _printable(part):
            self.bad_byte += 1
            return
        star = len(part) - 5
        if star < 4 or part.find(b"*") != star:
            self.bad_form += 1
            return
        body = part[:star]
        if part[star + 1 :] != b"%04X" % crc16(body):
            self.bad_check += 1
            return
        try:
            found.append(Frame(body.decode()))
            self.frames += 1
        except ValueError:
            self.bad_form += 1

    def _gather_people(self, data: bytes, at: int, end: int) -> None:
        """Outside frames a CR ends a line too: a person's terminal sends only that."""
        while at < end:
            stop = data.find(b"\r", at, end)
            stop = end if stop < 0 else stop
            room = PEOPLE_WIDTH - len(self._part)
            if room > 0:
                self._part += data[at : min(stop, at + room)]
            if stop < end:
                self._say()
                self._part = b""
            at = stop + 1

    def _say(self) -> None:
        if not self._part:
            return
        # Not "?" for a strange byte: that would be a person asking for the status.
        text = "".join([chr(b) if 0x20 <= b <= 0x7E else "." for b in self._part])
        if len(self.people) >= PEOPLE_LINES:
            self.people.pop(0)
            self.people_lost += 1
        self.people.append(text)


def _printable(part: bytes) -> bool:
    return not part or (min(part) >= 0x20 and max(part) <= 0x7E)
