"""Settings: what the box keeps for itself, twice, each copy with its own checksum.

A copy is 128 bytes: the text ``1,language,address,...`` in UTF-8, zeros, and in the last four
bytes the CRC-32 of the 124 before them. The first copy is written first. After a power cut at
any byte the other copy is whole, and ``load_settings`` mends the torn one before anything else
is written: so there is always one whole copy, the old settings or the new ones, never a mixture.
"""

import binascii

from firmware_sim import memory_map

try:
    from typing import Callable
except ImportError:  # MicroPython: annotations are never evaluated
    pass

VERSION = "1"
COPY = memory_map.SETTINGS_COPY - memory_map.SETTINGS
TEXT = COPY - 4

LANGUAGES = ("en", "it", "no", "id")
MODES = ("", "RUBBER", "DUPLICATE", "TEAMS", "CHICAGO")
RUBBER_RULES = ("saitek-610-rubber", "rubber-1993", "rubber-1943")
TEAMS_RULES = ("saitek-610-teams", "laws-2017", "duplicate-pre-1987")
CHICAGO_RULES = ("chicago", "chicago-duplicate")

FIELDS = (
    # name, default; an int default makes the field a number
    ("language", "en"),
    ("address", "01"),
    ("section", ""),
    ("table", 0),
    ("mode", ""),
    ("rubber_rules", RUBBER_RULES[0]),
    ("teams_rules", TEAMS_RULES[0]),
    ("chicago_rules", CHICAGO_RULES[0]),
    ("contrast", 60),
    ("backlight", 80),
    ("sound", 1),
    ("pin", ""),
    ("match", 0),
)
"""Order on the memory; only ever appended to, so that an older copy still reads."""


class Settings:
    """The box's own settings.

    ``address`` two digits; ``table`` 0 when none was chosen; ``mode`` "" when the box asks;
    ``contrast`` and ``backlight`` 0 to 100; ``sound`` 0 or 1; ``pin`` the hashed director's PIN
    (at most 16 characters), "" when only the event's PIN counts; ``match`` the number of the team
    match being keyed, 0 when there is none.
    """

    __slots__ = (
        "address",
        "backlight",
        "chicago_rules",
        "contrast",
        "language",
        "match",
        "mode",
        "pin",
        "rubber_rules",
        "section",
        "sound",
        "table",
        "teams_rules",
    )

    language: str
    address: str
    section: str
    table: int
    mode: str
    rubber_rules: str
    teams_rules: str
    chicago_rules: str
    contrast: int
    backlight: int
    sound: int
    pin: str
    match: int

    def __init__(self) -> None:
        for name, default in FIELDS:
            setattr(self, name, default)

    def encode(self) -> bytes:
        """One copy of 128 bytes; ValueError when the texts do not fit or hold a comma."""
        values = [str(getattr(self, name)) for name, _ in FIELDS]
        for value in values:
            if "," in value or "\0" in value:
                raise ValueError("a setting cannot hold a comma: " + value)
        text = ",".join([VERSION] + values).encode()
        if len(text) > TEXT:
            raise ValueError("settings too long: %d bytes, %d fit" % (len(text), TEXT))
        text += b"\0" * (TEXT - len(text))
        return text + binascii.crc32(text).to_bytes(4, "big")

    def save(self, write: "Callable[[int, bytes], None]") -> None:
        """Write both copies, the first whole before the second begins."""
        copy = self.encode()
        _write_copy(write, memory_map.SETTINGS, copy)
        _write_copy(write, memory_map.SETTINGS_COPY, copy)


def after(choices: "tuple[str, ...]", value: str, step: int = 1) -> str:
    """The choice that follows a value, round and round."""
    return choices[(choices.index(value) + step) % len(choices)]


def decode(copy: bytes) -> "Settings | None":
    """The settings in one copy of 128 bytes, or None when it is torn, blank or another version's.

    A value that this firmware does not offer falls back to its default.
    """
    text = copy[:TEXT]
    if len(copy) != COPY or binascii.crc32(text).to_bytes(4, "big") != bytes(copy[TEXT:]):
        return None
    try:
        values = bytes(text).rstrip(b"\0").decode().split(",")
    except (UnicodeError, ValueError):
        return None
    if values[0] != VERSION:
        return None
    settings = Settings()
    for (name, default), value in zip(FIELDS, values[1:]):
        if not isinstance(default, int):
            setattr(settings, name, value)
        elif value.isdigit():
            setattr(settings, name, int(value))
    _keep_within(settings)
    return settings


def load_settings(
    read: "Callable[[int, int], bytes]", write: "Callable[[int, bytes], None]"
) -> Settings:
    """The settings in memory (defaults in a blank one), after mending a torn copy."""
    first = bytes(read(memory_map.SETTINGS, COPY))
    second = bytes(read(memory_map.SETTINGS_COPY, COPY))
    settings = decode(first)
    if settings is not None:
        if second != first:
            _write_copy(write, memory_map.SETTINGS_COPY, first)
        return settings
    settings = decode(second)
    if settings is not None:
        _write_copy(write, memory_map.SETTINGS, second)
        return settings
    return Settings()


def _write_copy(write: "Callable[[int, bytes], None]", address: int, copy: bytes) -> None:
    for start in range(0, COPY, memory_map.PAGE):
        write(address + start, copy[start : start + memory_map.PAGE])


def _keep_within(settings: Settings) -> None:
    for name, allowed in (
        ("language", LANGUAGES),
        ("mode", MODES),
        ("rubber_rules", RUBBER_RULES),
        ("teams_rules", TEAMS_RULES),
        ("chicago_rules", CHICAGO_RULES),
    ):
        if getattr(settings, name) not in allowed:
            setattr(settings, name, dict(FIELDS)[name])
    settings.contrast = min(settings.contrast, 100)
    settings.backlight = min(settings.backlight, 100)
    settings.sound = min(settings.sound, 1)
    if len(settings.address) != 2 or not settings.address.isdigit() or settings.address == "00":
        settings.address = "01"
