"""SCORES: what this table has entered tonight, newest first."""

from firmware_sim.evening import Played
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.screens.base import Pages
from firmware_sim.screens.entry_screen import entry_of, line_of


class Scores(Pages):
    """A line a board, scored for North-South; the pairs beneath it in an open event."""

    NAME = "SCORES"
    TITLE = "SCORES"
    ARROWS = (("OK, CANCEL, SCORES", "BACK", ""),)

    def items(self) -> "list[str]":
        """Newest first."""
        box = self.box
        items = []
        for played in reversed(box.sitting.results()):
            items.append(line_of(played, box.rules, 1))
            items.append(" " + box.words("PAIRS_SHORT", ns=played.ns, ew=played.ew))
        return items or [box.words("NOTHING_YET")]

    def other(self, key: str) -> "str | None":
        """See the class."""
        return "BACK" if key in ("OK", "CANCEL", "SCORES") else None


def points_of(played: Played, rules: RuleSet) -> int:
    """North-South's score of a recorded result; 0 where there is none."""
    return entry_of(played).ns_score(rules) or 0
