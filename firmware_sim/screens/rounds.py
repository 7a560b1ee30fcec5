"""ROUND: which pairs sit here and which boards they play; a banner for an arrow switch."""

from firmware_sim.round_flow import next_entry
from firmware_sim.screens.base import Pages

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.link.config import Round


class RoundScreen(Pages):
    """OK goes on to the first board, or from a sit-out to the move."""

    NAME = "ROUND"
    HINT = "ROUND_KEYS"
    RESUME = True
    ARROWS = (
        ("OK", "BOARD", ""),
        ("OK", "ROUNDSHEET", "nothing left to play"),
        ("OK", "MOVE", "sit-out"),
        ("CANCEL", "TABLE", ""),
        ("SCORES", "SCORES", ""),
    )

    def enter(self) -> "str | None":
        """A box that lost its movement asks for its table again."""
        return "TABLE" if self.box.sitting.plan is None else None

    def heading(self) -> str:
        """Round and table."""
        settings = self.box.settings
        seat = "%s%d" % (settings.section, settings.table)
        return self.box.words("ROUND", round=self.box.sitting.round, table=seat)

    def items(self) -> "list[str]":
        """Pairs with their names, boards, the banner."""
        box, plan = self.box, self.box.sitting.plan
        if plan is None:
            return []
        if plan.sit_out:
            return [box.words("SIT_OUT"), box.words("SIT_OUT_PAIR", pair=_ids(plan.ns or plan.ew))]
        items = []
        for key, ids in (("SIDE_NS", plan.ns), ("SIDE_EW", plan.ew)):
            items.append(box.words(key, pair=_ids(ids)) + " " + _names(box, ids))
        boards = box.words("BOARDS", boards=board_range(plan.boards))
        if plan.switch:
            return [box.words("ARROW_SWITCH")] + items + [boards]
        return items + [boards]

    def other(self, key: str) -> "str | None":
        """See the class."""
        sitting = self.box.sitting
        if key == "OK":
            return self._on(sitting.plan)
        if key == "CANCEL":
            return "TABLE"
        return "+SCORES" if key == "SCORES" else None

    def _on(self, plan: "Round | None") -> str:
        if plan is not None and plan.sit_out:
            return "MOVE"
        self.box.sitting.begin(self.box.now_ms)
        next_entry(self.box)
        return "BOARD" if self.box.entry.board else "ROUNDSHEET"


def _ids(ids: "tuple[int, ...]") -> str:
    return "/".join([str(number) for number in ids])


def _names(box: "Box", ids: "tuple[int, ...]") -> str:
    return " ".join([box.shown(box.config.player(number)) for number in ids])


def board_range(boards: "tuple[int, ...]") -> str:
    """``7-9`` when they follow one another, else ``7 9 12``."""
    if not boards:
        return ""
    if len(boards) > 1 and boards[-1] - boards[0] == len(boards) - 1:
        return "%d-%d" % (boards[0], boards[-1])
    return " ".join([str(board) for board in boards])
