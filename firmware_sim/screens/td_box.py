"""RESEND, LANGUAGE, CONTRAST, RESET, and TDDONE: the director's care for the box itself."""

from firmware_sim.entry import Entry
from firmware_sim.screens.base import Pages, Screen
from firmware_sim.words import LANGUAGES

STEP = 5


class TdDone(Screen):
    """It is recorded; SENT when the host has it."""

    NAME = "TDDONE"
    DIRECTOR = True
    ARROWS: "tuple[tuple[str, str, str], ...]" = (("OK, CANCEL", "TDMENU", ""),)

    def lines(self) -> "list[str]":
        """What waits, keys."""
        words = self.box.words
        waiting = self.box.terminal.waiting
        return [
            self.title(words("TD_DONE")),
            words("WAITING", waiting=waiting) if waiting else words("ALL_SENT"),
            "",
            self.box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """Back to the menu."""
        return "TDMENU" if key in ("OK", "CANCEL") else None


class Resend(TdDone):
    """Everything in memory is offered to the host once more; it knows what it has."""

    NAME = "RESEND"

    def enter(self) -> "str | None":
        """Begin."""
        self.box.terminal.send_all()
        return None

    def lines(self) -> "list[str]":
        """How many records, keys."""
        words = self.box.words
        return [
            self.title(words("TD_RESEND")),
            words("BOOT_MEMORY", records=self.box.journal.count),
            words("RESENDING"),
            self.box.hint("OK_GO_ON"),
        ]


class Language(Pages):
    """1 to 4, or ^ v and OK; each language names itself."""

    NAME = "LANGUAGE"
    FIELD = "menu"
    DIRECTOR = True
    TITLE = "TD_LANGUAGE"
    HINT = "LANGUAGE_KEYS"
    ROWS = 2
    ARROWS = (("1 to 4, CANCEL", "TDMENU", ""),)

    NAMES = ("English", "Italiano", "Norsk", "Indonesia")

    def items(self) -> "list[str]":
        """Numbered lines."""
        return ["%d %s" % (index + 1, name) for index, name in enumerate(self.NAMES)]

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key in ("1", "2", "3", "4"):
            self.box.settings.language = LANGUAGES[int(key) - 1]
            self.box.words.use(self.box.settings.language)
            self.box.save_settings()
            return "TDMENU"
        return "TDMENU" if key in ("OK", "CANCEL") else None


class Contrast(Screen):
    """^ and v change the contrast, + and - the backlight; OK keeps them."""

    NAME = "CONTRAST"
    FIELD = "result"
    DIRECTOR = True
    ARROWS = (("OK, CANCEL", "TDMENU", ""),)

    def lines(self) -> "list[str]":
        """Both figures, keys."""
        words, settings = self.box.words, self.box.settings
        return [
            self.title(words("TD_CONTRAST")),
            words("CONTRAST_FIELD", value=settings.contrast),
            words("BACKLIGHT_FIELD", value=settings.backlight),
            self.box.hint("CONTRAST_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class; 2 and 8 do for ^ and v on the membrane."""
        settings = self.box.settings
        if key in ("^", "2", "v", "8"):
            step = STEP if key in ("^", "2") else -STEP
            settings.contrast = max(0, min(100, settings.contrast + step))
        elif key in ("+", "-"):
            step = STEP if key == "+" else -STEP
            settings.backlight = max(0, min(100, settings.backlight + step))
        elif key in ("OK", "CANCEL"):
            self.box.save_settings()
            return "TDMENU"
        self.box.light()
        return None


class Reset(Screen):
    """``=`` starts the box anew: mode and table are asked again; every record is kept."""

    NAME = "RESET"
    FIELD = "accept"
    DIRECTOR = True
    ARROWS = (
        ("=", "BOOT", ""),
        ("OK, CANCEL", "TDMENU", ""),
    )

    def lines(self) -> "list[str]":
        """What it does, keys."""
        words = self.box.words
        return [
            self.title(words("TD_RESET")),
            words("RESET_KEEPS"),
            "",
            self.box.hint("RESET_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "=":
            box = self.box
            box.entry = Entry()
            box.draft.clear()
            box.settings.mode = ""
            box.settings.table = 0
            box.save_settings()
            box.seated = False
            return "!BOOT"
        return "TDMENU" if key in ("OK", "CANCEL") else None
