"""UNDO: take the last deal, or the last room's result, back."""

from firmware_sim.journal import MemoryFull
from firmware_sim.screens.alone import FULL_HERE, match_book, rubber_book
from firmware_sim.screens.base import Screen
from firmware_sim.screens.entry_screen import contract_text

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.link.records import Record


class Undo(Screen):
    """Shows what will be taken back; OK does it, CANCEL keeps it."""

    NAME = "UNDO"
    MESSAGES = False
    ARROWS = (
        ("OK, CANCEL", "SHEET", "rubber, Chicago"),
        ("OK, CANCEL", "MATCHSHEET", "team of four"),
        ("OK", "GAMEFULL", "memory full"),
    )

    def lines(self) -> "list[str]":
        """The last deal or result, keys."""
        words = self.box.words
        if self.box.settings.mode == "TEAMS":
            last = match_book(self.box).last
            where = last and words(
                "ROOM_HEAD", board=last.get("board"), room=words("ROOM_" + last.get("room"))
            )
        else:
            records = rubber_book(self.box).records
            last = records[-1] if records else None
            where = last and words("DEAL_ONLY", deal=last.get("deal"))
        if last is None:
            return [self.title(words("UNDO")), words("NOTHING"), "", self.box.hint("OK_GO_ON")]
        return [
            self.title(words("UNDO")),
            words("STOPPED") if last.get("end") == "stopped" else where or "",
            " ".join((contract_text(last.get("contract")), last.get("declarer"), _over(last))),
            self.box.hint("OK_CANCEL"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "OK":
            try:
                return self._undo()
            except MemoryFull:
                return FULL_HERE
        return self._sheet() if key == "CANCEL" else None

    def _undo(self) -> str:
        if self.box.settings.mode == "TEAMS":
            match = match_book(self.box)
            if match.last is not None:
                match.undo()
        elif rubber_book(self.box).records:
            rubber_book(self.box).undo()
        return self._sheet()

    def _sheet(self) -> str:
        return "MATCHSHEET" if self.box.settings.mode == "TEAMS" else "SHEET"


def _over(record: "Record") -> str:
    """The result as on a slip; "" when nothing was played."""
    wire = record.get("result")
    return "=" if wire == "0" else wire and "%+d" % int(wire)
