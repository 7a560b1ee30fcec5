"""The texts of the LCD, one language at a time.

``en.py``, ``it.py``, ``no.py`` and ``id.py`` each hold ``WORDS``, the same keys in each;
``help_en.py`` and so on hold ``HELP``, the lines behind the HELP key by screen name, loaded only
while they are read. A text is at most 20 columns after its placeholders are filled. The LCD's
character ROM A00 has few accents: texts are written without them (å aa, ø oe, æ ae, à a, è e).

On a real box the tables come packed (``overtrick pico`` does it), as dictionaries of 300 texts
would take a sixth of its heap: a tuple of strings that hold ``newline KEY=text newline KEY=...``
and end with a newline; the lines of a help text are parted by tabs.
"""

from firmware_sim import modules

LANGUAGES = ("en", "it", "no", "id")

SAME_HELP = {
    "CALLED": "PIN",
    "GAMEFULL": "FULL",
    "ROUNDSHEETEW": "ROUNDSHEET",
    "TDSHEET": "ROUNDSHEET",
    "TDSTATUS": "STATUS",
}
"""Screens that are helped by the same lines as another one."""


class Words:
    """The texts of one language: ``words("NEEDS", points=40)``."""

    __slots__ = ("_texts", "language")

    def __init__(self, language: str = "en") -> None:
        self.language = ""
        self._texts: dict[str, str] | tuple[str, ...] = ()
        self.use(language)

    def use(self, language: str) -> None:
        """Change the language; the one before is given back to the heap.

        ValueError for a language that the box does not speak.
        """
        if language not in LANGUAGES:
            raise ValueError("language is one of en, it, no, id, not " + language)
        if language != self.language:
            self._texts = ()
            self._texts = _take(language, "WORDS")
            self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled; KeyError for a key nobody wrote."""
        table = self._texts
        text = table[key] if isinstance(table, dict) else _unpacked(table, key)
        return text.format(**values) if values else text

    def help(self, screen_name: str) -> "tuple[str, ...]":
        """The help lines of a screen (at most 20 columns each), the general ones if it has none."""
        table = _take("help_" + self.language, "HELP")
        name = SAME_HELP.get(screen_name, screen_name)
        if isinstance(table, dict):
            texts: dict[str, tuple[str, ...]] = table
            return texts.get(name) or texts[""]
        try:
            lines = _unpacked(table, name)
        except KeyError:
            lines = _unpacked(table, "")
        return tuple(lines.split("\t"))


def _take(module: str, name: str):  # type: ignore[no-untyped-def]
    """A module's table, without keeping the module."""
    table = modules.load("words." + module, name)
    modules.unload("words." + module)
    return table


def _unpacked(pieces: "tuple[str, ...]", key: str) -> str:
    """A text of a packed table; KeyError when it has none of that key."""
    start = "\n" + key + "="
    for piece in pieces:
        at = piece.find(start)
        if at >= 0:
            at += len(start)
            return piece[at : piece.find("\n", at)]
    raise KeyError(key)
