"""TABLE: which section and table this box stands at; the host is asked before it counts."""

from firmware_sim.round_flow import sit_down
from firmware_sim.screens.base import DIGITS, Screen, type_digit

ANSWER_MS = 5000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Table(Screen):
    """Section by ^ v (the membrane: A B C D), table by its number, OK."""

    NAME = "TABLE"
    FIELD = "section"
    ARROWS = (
        ("OK", "PAIRS", "open event"),
        ("OK", "PLAYERS", "movement, players asked for"),
        ("OK", "ROUND", "movement"),
        ("OK", "END", "movement, all played"),
        ("CANCEL", "WAIT", ""),
    )

    def enter(self) -> "str | None":
        """Offer the table of last time."""
        settings = self.box.settings
        self.section = settings.section or "A"
        self.table = str(settings.table or "")
        self.fresh = True
        self.asked = -1
        self.answer = "taken" if self.box.table_answer == "taken" else ""
        if self.box.config.number("table") and not self.answer:
            return self._ask()
        return None

    def lines(self) -> "list[str]":
        """Section and table, then what the host says, then keys."""
        words = self.box.words
        says = {"taken": "TABLE_TAKEN", "unknown": "TABLE_UNKNOWN"}.get(self.answer, "")
        if self.asked >= 0:
            says = "TABLE_ASKING"
        return [
            self.title(words("TABLE")),
            words("TABLE_FIELD", section=self.section, table=self.table),
            words(says) if says else "",
            self.box.hint("TABLE_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number."""
        return (1, len(self.lines()[1].rstrip()))

    def key(self, key: str) -> "str | None":
        """Digits, letters and arrows choose; OK asks the host."""
        if key == "CANCEL":
            return self._cancel()
        if key == "OK":
            return self._ask()
        self.asked = -1
        self.answer = ""
        if key in DIGITS:
            self.table = type_digit("" if self.fresh else self.table, key, 3)
            self.fresh = False
        elif key in ("^", "v"):
            step = 1 if key == "^" else -1
            self.section = LETTERS[(LETTERS.find(self.section[:1]) + step) % 26]
        elif key in ("A", "B", "C", "D"):
            self.section = key
        return None

    def tick(self, now_ms: int) -> "str | None":
        """The host's answer, or none in five seconds: then the link is down and play goes on."""
        if self.asked < 0:
            return None
        answer = self.box.table_answer
        if answer in ("taken", "unknown"):
            self.asked = -1
            self.answer = answer
            self.box.beep()
            return None
        late = now_ms - self.asked >= ANSWER_MS
        return self._sit() if answer == "ok" or late else None

    def _ask(self) -> "str | None":
        if not self.table or self.table == "0":
            self.box.beep()
            return None
        if self.box.terminal.state == "none":
            return self._sit()
        self.box.table_answer = ""
        self.asked = self.box.now_ms
        self.box.terminal.ask_table(self.section, int(self.table))
        return None

    def _sit(self) -> str:
        return sit_down(self.box, self.section, int(self.table))

    def _cancel(self) -> "str | None":
        if not self.table or self.fresh:
            return "WAIT" if self.box.terminal.state != "green" else "!MODE"
        self.table = ""
        return None
