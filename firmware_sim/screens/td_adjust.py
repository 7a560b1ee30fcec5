"""ADJUST: the director's artificial adjusted score, 60 50 40 or any split, as a result's record."""

from firmware_sim.entry import ARTIFICIAL
from firmware_sim.journal import MemoryFull
from firmware_sim.round_flow import result_values
from firmware_sim.screens.base import DIGITS, Screen, type_digit

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box

_FIELDS = ("PAIRS_NS", "PAIRS_EW", "BOARD_FIELD", "PERCENT_NS", "PERCENT_EW")


class Adjust(Screen):
    """One field after another: pairs (in an open event), board, both percentages."""

    NAME = "ADJUST"
    FIELD = "number"
    DIRECTOR = True
    ARROWS = (
        ("fields, OK each", "TDDONE", ""),
        ("CANCEL", "TDMENU", "first field, nothing typed"),
    )

    def __init__(self, box: "Box") -> None:
        Screen.__init__(self, box)
        entry = box.entry
        self.values = [entry.ns, entry.ew, entry.board, "60", "40"]
        self.first = 2 if box.sitting.movement else 0
        self.at = self.first
        self.fresh = True

    def lines(self) -> "list[str]":
        """The field and the next one, keys."""
        words = self.box.words
        after = self._text(self.at + 1) if self.at + 1 < len(_FIELDS) else ""
        return [
            self.title(words("TD_ADJUST")),
            self._text(self.at),
            after,
            self.box.hint("NUMBER_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the number being typed."""
        return (1, min(19, len(self._text(self.at).rstrip())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            before = "" if self.fresh else self.values[self.at]
            self.values[self.at] = type_digit(before, key, 2 if self.at > 2 else 4)
            self.fresh = False
        elif key == "CANCEL":
            return self._cancel()
        elif key == "OK":
            return self._ok()
        return None

    def _text(self, at: int) -> str:
        value = self.values[at]
        return self.box.words(_FIELDS[at], pair=value, board=value, percent=value)

    def _ok(self) -> "str | None":
        value = self.values[self.at]
        if not value or (self.at < 3 and value == "0") or (self.at == 2 and int(value) > 999):
            self.box.beep()
            return None
        self.fresh = True
        self.at += 1
        if self.at < len(_FIELDS):
            return None
        self.at -= 1
        return self._record()

    def _cancel(self) -> "str | None":
        if self.values[self.at] and not self.fresh:
            self.values[self.at] = ""
        elif self.at == self.first:
            return "TDMENU"
        else:
            self.at -= 1
            self.fresh = True
        return None

    def _record(self) -> "str | None":
        box = self.box
        ns, ew, board, ns_percent, ew_percent = self.values
        if box.sitting.movement:
            ns, ew = box.sitting.pairs()
        contract = "%s%02d%02d" % (ARTIFICIAL, int(ns_percent), int(ew_percent))
        old = box.sitting.earlier(board, ns, ew)
        number = old.round if old else str(box.sitting.round or "")
        if old:  # of an earlier round, perhaps: its own pairs
            ns, ew = old.ns, old.ew
        old = box.evening.find(old.n) if old else None
        if not ns or not ew:
            box.beep()
            return None
        values = (board, ns, ew, contract, "", "", "")
        try:
            box.last = box.add_record("R", result_values(box, number, values, old))
        except MemoryFull:
            box.beep()
            return None
        return "TDDONE"
