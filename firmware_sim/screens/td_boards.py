"""TDBOARD, ERASE, SWAP: results of a board at this table, looked up by its number."""

from firmware_sim.evening import Played
from firmware_sim.journal import MemoryFull
from firmware_sim.round_flow import result_values
from firmware_sim.screens.base import DIGITS, Pages, type_digit
from firmware_sim.screens.entry_screen import line_of


class TdBoard(Pages):
    """Digits choose the board; its results are listed at once, each with its pairs."""

    NAME = "TDBOARD"
    FIELD = "lookup"
    DIRECTOR = True
    HINT = "TD_BOARD_KEYS"
    ARROWS: "tuple[tuple[str, str, str], ...]" = (("OK, CANCEL", "TDMENU", ""),)
    board = ""

    def heading(self) -> str:
        """The board typed."""
        return self.box.words("BOARD_FIELD", board=self.board or "?")

    def chosen(self) -> "list[Played]":
        """The counting results of the board at this table."""
        return [played for played in self.box.sitting.results() if played.board == self.board]

    def items(self) -> "list[str]":
        """Two lines a result."""
        items = []
        for played in self.chosen():
            items.append(line_of(played, self.box.rules, 1))
            items.append(" " + self.box.words("PAIRS_SHORT", ns=played.ns, ew=played.ew))
        return items or [self.box.words("NOTHING_YET")]

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            self.board = type_digit(self.board, key, 3)
            self.top = 0
        elif key == "CANCEL" and self.board:
            self.board = ""
        elif key in ("OK", "CANCEL"):
            return "TDMENU"
        elif key == "=":
            return self.act()
        return None

    def act(self) -> "str | None":
        """What ``=`` does with the result that is shown."""
        return None

    def shown(self) -> "Played | None":
        """The result on line 2, if it is a record of this box."""
        chosen = self.chosen()
        played = chosen[self.top // 2] if self.top // 2 < len(chosen) else None
        return self.box.evening.find(played.n) if played is not None else None


class Erase(TdBoard):
    """``=`` erases the result shown: a record that voids it; the old one stays in history."""

    NAME = "ERASE"
    HINT = "ERASE_KEYS"
    ARROWS = (
        ("board, =", "TDDONE", ""),
        ("OK, CANCEL", "TDMENU", ""),
    )

    def act(self) -> "str | None":
        """Void it."""
        played = self.shown()
        if played is None:
            self.box.beep()
            return None
        values: dict[str, object] = {
            "event": self.box.event,
            "voids": played.reference,
            "by": "director",
        }
        try:
            self.box.add_record("V", values)
        except MemoryFull:
            self.box.beep()
            return None
        return "TDDONE"


class Swap(TdBoard):
    """``=`` changes North-South and East-West of the result shown; with no board typed, in a
    movement, of the whole round, boards to come included.
    """

    NAME = "SWAP"
    HINT = "SWAP_KEYS"
    ARROWS = (
        ("board, =", "TDDONE", ""),
        ("=", "TDDONE", "movement: the whole round"),
        ("OK, CANCEL", "TDMENU", ""),
    )

    def heading(self) -> str:
        """The board typed, or the round."""
        sitting = self.box.sitting
        if sitting.movement and not self.board:
            return self.box.words("ROUND_NUMBER", round=sitting.round)
        return TdBoard.heading(self)

    def chosen(self) -> "list[Played]":
        """The board's results, or the round's."""
        sitting = self.box.sitting
        if not sitting.movement or self.board:
            return TdBoard.chosen(self)
        return [played for played in sitting.results() if played.round == str(sitting.round)]

    def act(self) -> "str | None":
        """Replace each by a record with the pairs changed over."""
        sitting = self.box.sitting
        whole = sitting.movement and not self.board
        one = self.shown()
        records = self.chosen() if whole else [one] if one is not None else []
        if not whole and not records:
            self.box.beep()
            return None
        if whole:
            sitting.swapped = 0 if sitting.swapped == sitting.round else sitting.round
            self.box.entry.ns, self.box.entry.ew = sitting.pairs()
        try:
            for played in records:
                self._swap(played)
        except MemoryFull:
            self.box.beep()
            return None
        return "TDDONE"

    def _swap(self, played: Played) -> None:
        old = self.box.evening.find(played.n)
        if old is not None:
            values = (old.board, old.ew, old.ns, old.contract, old.declarer, old.result, old.lead)
            self.box.add_record("R", result_values(self.box, old.round, values, old))
