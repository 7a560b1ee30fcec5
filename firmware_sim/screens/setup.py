"""SETUP: the box's own settings, one a row, changed on the spot."""

from firmware_sim.rules.rule_sets import rule_set
from firmware_sim.screens.base import BACK, Screen, pad, right
from firmware_sim.settings import CHICAGO_RULES, LANGUAGES, RUBBER_RULES, TEAMS_RULES, after

LANGUAGE_NAMES = {"en": "ENGLISH", "it": "ITALIANO", "no": "NORSK", "id": "INDONESIA"}
"""Each in its own language, so that whoever cannot read the rest finds it."""

STEP = 10
"""Of contrast and backlight, in percent."""

ROWS = (
    # word, setting or "", choices or () for a percentage, or the screen that lies over this one
    ("SET_LANGUAGE", "language", LANGUAGES),
    ("SET_CONTRAST", "contrast", ()),
    ("SET_LIGHT", "backlight", ()),
    ("SET_SOUND", "sound", ("0", "1")),
    ("SET_ADDRESS", "", "+ADDRESS"),
    ("SET_RUBBER", "rubber_rules", RUBBER_RULES),
    ("SET_TEAMS", "teams_rules", TEAMS_RULES),
    ("SET_CHICAGO", "chicago_rules", CHICAGO_RULES),
    ("SET_STATUS", "", "+STATUS"),
    ("SET_MEMORY", "", "+MEMORY"),
)


class Setup(Screen):
    """^ and v point, + and - (the membrane: 6 and 4) change, OK the same or opens, CANCEL leaves.

    A change is written at once.
    """

    NAME = "SETUP"
    FIELD = "list"
    ARROWS = (
        ("OK", "ADDRESS", "pointing at the address"),
        ("OK", "STATUS", "pointing at the status"),
        ("OK", "MEMORY", "pointing at the memory"),
        ("CANCEL", "BACK", ""),
    )
    at = 0

    def lines(self) -> "list[str]":
        """The row pointed at and the next, the rule set's name where there is room, keys."""
        words = self.box.words
        row, following = ROWS[self.at], ROWS[(self.at + 1) % len(ROWS)]
        return [
            self.title(words("SETUP")),
            self._row("\u2192", row),
            self._row(" ", following),
            self.box.hint("SETUP_OPEN" if not row[1] else "SETUP_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in ("^", "v"):
            self.at = (self.at + (1 if key == "v" else -1)) % len(ROWS)
        elif key in ("+", "6", "OK"):
            return self._change(1)
        elif key in ("-", "4"):
            return self._change(-1)
        elif key == "CANCEL":
            return BACK
        else:
            self.box.beep()
        return None

    def _row(self, mark: str, row: "tuple[str, str, tuple[str, ...] | str]") -> str:
        """``>LANGUAGE   ENGLISH``; a rule set's title leaves room for a letter."""
        word, name, _ = row
        columns = self.box.columns
        value = self._value(name) if name else self._about(word)
        if name.endswith("_rules"):
            return mark + self.box.words(word)[0] + ":" + value
        return mark + pad(self.box.words(word), columns - 1 - len(value)) + right(value, len(value))

    def _value(self, name: str) -> str:
        value = getattr(self.box.settings, name)
        if name == "language":
            return LANGUAGE_NAMES[value]
        if name == "sound":
            return self.box.words("ON" if value else "OFF")
        if name.endswith("_rules"):
            return rule_set(value).title
        return str(value)

    def _about(self, word: str) -> str:
        return self.box.settings.address if word == "SET_ADDRESS" else ""

    def _change(self, step: int) -> "str | None":
        _, name, choices = ROWS[self.at]
        settings = self.box.settings
        if isinstance(choices, str):
            return choices
        if not choices:
            percent = getattr(settings, name) + step * STEP
            if not 0 <= percent <= 100:
                self.box.beep()
                return None
            setattr(settings, name, percent)
        elif name == "sound":
            settings.sound = 1 - settings.sound
        else:
            setattr(settings, name, after(choices, getattr(settings, name), step))
        self._in_force(name)
        return None

    def _in_force(self, name: str) -> None:
        box = self.box
        if name == "language":
            box.words.use(box.settings.language)
        elif name in ("contrast", "backlight"):
            box.light()
        elif name == "sound":
            box.beep()
        box.save_settings()
