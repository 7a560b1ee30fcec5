"""What a screen is: what it shows, what each key does, which screen follows.

A screen holds no hardware and no clock. The firmware calls ``enter`` once, ``lines`` whenever
something changed, ``key`` for each debounced key and ``tick`` now and then. ``key`` and ``tick``
return what follows, or None to stay:

* ``"NAME"`` takes this screen's place;
* ``"+NAME"`` lies over it until that one returns ``"BACK"``;
* ``"BACK"`` uncovers the screen beneath (``firmware.Firmware.show`` has the rest);
* ``"!NAME"`` takes everything away first.

TD and HELP never reach a screen: the firmware answers them everywhere. A key that a screen does
not want, but the next one does, is handed on by ``self.box.hand_on(key)`` before returning.
"""

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box

BACK = "BACK"
DIGITS = "0123456789"


class Screen:
    """Base of all screens; see the module's text for the order of calls."""

    NAME = ""
    """Upper case, unique: how other screens name this one."""

    ARROWS: "tuple[tuple[str, str, str], ...]" = ()
    """The screen diagram's arrows that leave here: tuples (keys or event, target, when).

    ``docs/box.md`` is drawn from these and a test walks every one.
    """

    FIELD = "list"
    """What is asked for here; says what the membrane's keys mean (``faces.MEMBRANE``)."""

    RESUME: "bool | None" = False
    """True when a power cut here brings this very screen back, with what ``save`` gave.

    False forgets what was kept before; None (BOOT) leaves it alone.
    """

    DIRECTOR = False
    """True for the director's own screens: TD leads nowhere from there."""

    MESSAGES = True
    """False where a message from the host must wait."""

    def __init__(self, box: "Box") -> None:
        self.box = box

    def enter(self) -> "str | None":
        """Called when the screen comes up (also after ``load``); what follows, or None to stay."""
        return None

    def lines(self) -> "list[str]":
        """The texts of the glass, top first: four of at most 20 columns (the driver pads)."""
        return ["", "", "", ""]

    def cursor(self) -> "tuple[int, int] | None":
        """(line, column) of the blinking cursor, or None."""
        return None

    def key(self, key: str) -> "str | None":
        """Take one key; return what follows or None."""
        return None

    def tick(self, now_ms: int) -> "str | None":
        """Called at least every 250 ms and after each link event; what follows or None."""
        return None

    def save(self) -> str:
        """What was typed here so far, as short text for the draft memory (at most 40 bytes)."""
        return ""

    def load(self, text: str) -> None:
        """Take back what ``save`` gave; called before ``enter`` when the power comes back."""

    # -- what most screens need -----------------------------------------------------------

    def title(self, text: str) -> str:
        """Line 1: the text, and in the last column the link's or the battery's sign."""
        return pad(text, 19) + self.box.sign()


class Pages(Screen):
    """A screen that is a list: a title, items that page with ^ and v, and the keys' line."""

    TITLE = ""
    HINT = "LIST_KEYS"
    ROWS = 2

    def __init__(self, box: "Box") -> None:
        Screen.__init__(self, box)
        self.top = 0

    def items(self) -> "list[str]":
        """All lines of the list."""
        return []

    def heading(self) -> str:
        """The title line."""
        return self.box.words(self.TITLE)

    def lines(self) -> "list[str]":
        """Title, two items, keys; the title's end says how the list goes on."""
        items = self.items()
        self.top = max(0, min(self.top, len(items) - 1))
        shown = items[self.top : self.top + self.ROWS]
        shown += [""] * (self.ROWS - len(shown))
        more = ("^" if self.top > 0 else " ") + ("v" if self.top + self.ROWS < len(items) else " ")
        return [self.title(pad(self.heading(), 17) + more)] + shown + [self.box.hint(self.HINT)]

    def key(self, key: str) -> "str | None":
        """^ and v turn the pages; everything else is ``other``'s."""
        if key == "v":
            if self.top + self.ROWS < len(self.items()):
                self.top += self.ROWS
            return None
        if key == "^":
            self.top = max(0, self.top - self.ROWS)
            return None
        return self.other(key)

    def other(self, key: str) -> "str | None":
        """A key that does not turn pages: OK and CANCEL go back."""
        return BACK if key in ("OK", "CANCEL") else None


def pad(text: str, columns: int) -> str:
    """Exactly that many columns, cut or filled with blanks on the right."""
    return text[:columns] + " " * (columns - len(text))


def right(text: str, columns: int) -> str:
    """Exactly that many columns, filled with blanks on the left."""
    return " " * (columns - len(text)) + text[:columns]


def centre(text: str, columns: int = 20) -> str:
    """In the middle of that many columns."""
    return pad(" " * ((columns - len(text)) // 2) + text, columns)


def type_digit(text: str, key: str, most: int) -> str:
    """A number field after one more digit: it never grows past ``most`` digits, 0 never leads."""
    if text == "0":
        text = ""
    return text + key if len(text) < most else text
