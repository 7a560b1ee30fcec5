"""ROUND SHEET: the round as a scorecard, for North-South, then mirrored for East-West."""

from firmware_sim.round_flow import next_entry
from firmware_sim.screens.base import Pages
from firmware_sim.screens.entry_screen import line_of, signed
from firmware_sim.screens.scores import points_of


class RoundSheet(Pages):
    """North-South's card; OK turns it for East-West."""

    NAME = "ROUNDSHEET"
    HINT = "SHEET_NS_KEYS"
    RESUME = True
    SIDE = 1
    ARROWS: "tuple[tuple[str, str, str], ...]" = (
        ("OK", "ROUNDSHEETEW", ""),
        ("CANCEL", "BOARD", "boards left, or the last one again"),
        ("SCORES", "SCORES", ""),
    )

    def save(self) -> str:
        """The round: the records alone would say the next one."""
        return str(self.box.sitting.round)

    def load(self, text: str) -> None:
        """That round."""
        self.box.sitting.go_to(int(text))

    def heading(self) -> str:
        """Round and side."""
        sitting = self.box.sitting
        ns, ew = sitting.pairs()
        if self.SIDE > 0:
            side = self.box.words("SIDE_NS", pair=ns)
        else:
            side = self.box.words("SIDE_EW", pair=ew)
        return self.box.words("ROUND_NUMBER", round=sitting.round) + " " + side

    def items(self) -> "list[str]":
        """A line a board, those missing too; the sum."""
        box, sitting = self.box, self.box.sitting
        plan = sitting.plan
        items, total = [], 0
        for board in plan.boards if plan is not None else ():
            played = sitting.result(sitting.round, board)
            if played is None:
                items.append(box.words("MISSING_BOARD", board=board))
            else:
                items.append(line_of(played, box.rules, self.SIDE))
                total += self.SIDE * points_of(played, box.rules)
        return items + [box.words("SUM", score=signed(total))]

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key == "OK":
            return "ROUNDSHEETEW"
        if key == "CANCEL":
            return self._back()
        return "+SCORES" if key == "SCORES" else None

    def _back(self) -> str:
        """The next board left; when none is left the last one, to be corrected."""
        next_entry(self.box)
        plan = self.box.sitting.plan
        if not self.box.entry.board and plan is not None and plan.boards:
            self.box.entry.board = str(plan.boards[-1])
        return "BOARD"


class RoundSheetEw(RoundSheet):
    """The card mirrored: East-West's scores; OK ends the round."""

    NAME = "ROUNDSHEETEW"
    HINT = "SHEET_EW_KEYS"
    SIDE = -1
    ARROWS = (
        ("OK", "MOVE", "the round is complete"),
        ("OK", "NOTCOMPLETE", "a board is missing"),
        ("CANCEL", "ROUNDSHEET", ""),
        ("SCORES", "SCORES", ""),
    )

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key == "OK":
            left = self.box.sitting.left(self.box.sitting.round)
            return "NOTCOMPLETE" if left else "MOVE"
        if key == "CANCEL":
            return "ROUNDSHEET"
        return "+SCORES" if key == "SCORES" else None
