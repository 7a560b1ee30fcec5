"""TEAM OF FOUR: both rooms' results are keyed here, and the box reckons the IMPs."""

from firmware_sim.match_book import current_match, new_match
from firmware_sim.rules.rule_sets import rule_set
from firmware_sim.screens.alone import match_book
from firmware_sim.screens.base import Screen
from firmware_sim.settings import TEAMS_RULES, after


class Match(Screen):
    """Go on with the match, change the rule set, or begin a new match."""

    NAME = "MATCH"
    FIELD = "menu"
    ARROWS = (
        ("OK", "ROOM", ""),
        ("1", "MATCH", "next rule set"),
        ("2", "ROOM", "a new match"),
        ("SCORES", "MATCHSHEET", ""),
        ("CANCEL", "MODE", ""),
    )

    def enter(self) -> "str | None":
        """A box that has none yet begins match 1."""
        if not self.box.settings.match:
            self._number(current_match(self.box) or 1)
        return None

    def lines(self) -> "list[str]":
        """Match and boards, rule set, sum, keys."""
        box, book = self.box, match_book(self.box)
        home, away = book.total()
        return [
            self.title(box.words("MATCH", match=book.number, boards=len(book.boards()))),
            rule_set(box.settings.teams_rules).title,
            box.words("MATCH_SUM", home=home, away=away),
            box.hint("MATCH_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        box = self.box
        if key == "OK":
            return "ROOM"
        if key == "1":
            box.settings.teams_rules = after(TEAMS_RULES, box.settings.teams_rules)
            box.save_settings()
        elif key == "2":
            if match_book(box).results:
                self._number(new_match(box))
            return "ROOM"
        elif key == "SCORES":
            return "MATCHSHEET"
        elif key == "CANCEL":
            return "MODE"
        return None

    def _number(self, number: int) -> None:
        self.box.settings.match = number
        self.box.save_settings()
