"""PLAYERS: who sits where, by their numbers; names are echoed. It may be skipped."""

from firmware_sim.journal import MemoryFull
from firmware_sim.screens.base import DIGITS, Screen, type_digit

SEATS = "NSEW"


class Players(Screen):
    """Four seats in turn; OK keeps a number, OK with none leaves that seat out."""

    NAME = "PLAYERS"
    FIELD = "number"
    ARROWS = (
        ("numbers, OK four times", "ROUND", ""),
        ("CANCEL", "ROUND", "nothing typed: skipped"),
    )
    RESUME = True
    typed = ""
    at = 0
    full = False

    def save(self) -> str:
        """The seat and the digits."""
        return "%d%s" % (self.at, self.typed)

    def load(self, text: str) -> None:
        """Take both back."""
        self.at, self.typed = int(text[0]), text[1:]

    def lines(self) -> "list[str]":
        """Seat, number, name, keys."""
        words = self.box.words
        name = self.box.shown(self.box.config.player(int(self.typed))) if self.typed else ""
        return [
            self.title(words("PLAYERS")),
            self._field(),
            words("MEMORY_FULL") if self.full else name,
            self.box.hint("PLAYERS_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number."""
        return (1, min(19, len(self._field())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        self.full = False
        if key in DIGITS:
            self.typed = type_digit(self.typed, key, 8)
        elif key == "CANCEL":
            if not self.typed:
                return "ROUND"
            self.typed = ""
        elif key == "OK":
            return self._ok()
        return None

    def _field(self) -> str:
        words = self.box.words
        return words("PLAYER_FIELD", seat=words("SEAT_" + SEATS[self.at]), number=self.typed)

    def _ok(self) -> "str | None":
        if self.typed:
            try:
                self._keep()
            except MemoryFull:
                self.full = True
                self.box.beep()
                return None
        self.typed = ""
        self.at += 1
        if self.at < len(SEATS):
            return None
        self.at = 0
        return "ROUND"

    def _keep(self) -> None:
        box = self.box
        values: dict[str, object] = {
            "event": box.event,
            "section": box.settings.section,
            "table": box.settings.table,
            "round": box.sitting.round or "",
            "seat": SEATS[self.at],
            "number": self.typed,
        }
        box.add_record("N", values)
