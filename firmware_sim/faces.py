"""Faces: what a key means. The full face's keys say it themselves; the membrane's sixteen mean
what the field on the LCD needs, as data here.
"""

_NUMBER = {"A": "^", "B": "v", "C": "SCORES", "D": "HELP"}
_LIST = {"A": "^", "B": "v", "C": "SCORES", "D": "HELP", "2": "^", "8": "v"}

MEMBRANE = {
    # field: what a key sends instead of its own name
    "number": _NUMBER,
    "list": _LIST,
    "menu": _NUMBER,
    "board": {"A": "^", "B": "v", "C": "SCORES", "D": "="},
    "lookup": {"A": "^", "B": "v", "C": "=", "D": "HELP"},
    "section": {"A": "A", "B": "B", "C": "C", "D": "D"},
    "contract": {"A": "C", "B": "D", "C": "H", "D": "S", "0": "NT", "8": "X", "9": "PASS"},
    "compass": {"2": "N", "4": "W", "6": "E", "8": "S", "A": "+", "B": "-", "C": "="},
    "card": {"A": "C", "B": "D", "C": "H", "D": "S"},
    "result": {"A": "+", "B": "-", "C": "="},
    "east": {"6": "E/W", "D": "HELP"},
    "accept": {"A": "=", "D": "HELP"},
}
"""In every field ``#`` is OK and ``*`` CANCEL, and three keys mean more when held."""

ALWAYS = {"#": "OK", "*": "CANCEL"}

LONG_KEYS = {"*": (2000, "TD"), "#": (2000, "HELP"), "0": (1000, "PAGE")}
"""Held that many milliseconds a membrane key sends this; PAGE turns a small glass's page."""

COMPASS = {"N/S": ("N", "S"), "E/W": ("E", "W")}
"""The full face's two seat keys: once the first, twice the second."""


def meaning(face: str, field: str, key: str) -> str:
    """What a key says to a screen that asks for this field."""
    if face == "full":
        return key
    return ALWAYS.get(key) or MEMBRANE[field].get(key, key)
