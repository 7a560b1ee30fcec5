"""What a screen is: what it shows, what each key does, which screen follows.

A screen holds no hardware and no clock. The firmware calls ``enter`` once, ``lines`` whenever
something changed, ``key`` for each debounced key and ``tick`` now and then; ``key`` and ``tick``
return the name of the screen that follows, or None to stay.
"""


class Screen:
    """Base of all screens; see the module's text for the order of calls."""

    NAME = ""
    """Upper case, unique: how other screens name this one."""

    ARROWS = ()
    """The screen diagram's arrows that leave here: tuples (keys or event, target, when).

    ``docs/box.md`` is drawn from these and a test walks every one.
    """

    def __init__(self, box):
        self.box = box

    def enter(self) -> None:
        """Called when the screen comes up (also after a power cut, after ``load``)."""

    def lines(self):
        """The texts of the glass, top first, at most 20 columns each (the driver pads)."""
        return ("", "", "", "")

    def cursor(self):
        """(line, column) of the blinking cursor, or None."""
        return None

    def key(self, key: str):
        """Take one key; return the next screen's name or None."""
        return None

    def tick(self, now_ms: int):
        """Called at least every 250 ms and after each link event; next screen's name or None."""
        return None

    def save(self) -> str:
        """What was typed here so far, as short text for the draft memory (at most 40 bytes)."""
        return ""

    def load(self, text: str) -> None:
        """Take back what ``save`` gave; called before ``enter`` when the power comes back."""
