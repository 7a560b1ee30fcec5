"""NEW RUBBER and NEW CHICAGO: the rule set, one key to change it, and off."""

from firmware_sim.rules.rule_sets import rule_set
from firmware_sim.screens.alone import rubber_book, rubber_rules
from firmware_sim.screens.base import Screen
from firmware_sim.settings import CHICAGO_RULES, RUBBER_RULES, after


class NewRubber(Screen):
    """A rubber that is not over goes on at once: the journal knows it."""

    NAME = "RUBBER"
    FIELD = "menu"
    ARROWS = (
        ("OK", "DEAL", ""),
        ("", "DEAL", "a rubber is running"),
        ("1", "RUBBER", "next rule set"),
        ("SCORES", "SHEET", "of the last rubber"),
        ("CANCEL", "MODE", ""),
    )

    def enter(self) -> "str | None":
        """Go on with what is running."""
        book = rubber_book(self.box)
        return "DEAL" if book.records and not book.sheet.over else None

    def lines(self) -> "list[str]":
        """Which game, its rule set, what it has, keys."""
        box = self.box
        chicago = box.settings.mode == "CHICAGO"
        rules = rule_set(rubber_rules(box))
        about = "NORTH_DEALS" if chicago else "HONOURS_NO"
        if rules.honours[1]:
            about = "NORTH_HONOURS" if chicago else "HONOURS_YES"
        return [
            self.title(box.words("NEW_CHICAGO" if chicago else "NEW_RUBBER")),
            rules.title,
            box.words(about),
            box.hint("NEW_RUBBER_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """OK begins, 1 takes the next rule set, SCORES looks back, CANCEL leaves."""
        box = self.box
        if key == "OK":
            rubber_book(box).begin(rubber_rules(box))
            return "DEAL"
        if key == "1":
            self._next_rules()
        elif key == "SCORES" and rubber_book(box).records:
            return "+SHEET"
        elif key == "CANCEL":
            return "MODE"
        return None

    def _next_rules(self) -> None:
        settings = self.box.settings
        if settings.mode == "CHICAGO":
            settings.chicago_rules = after(CHICAGO_RULES, settings.chicago_rules)
        else:
            settings.rubber_rules = after(RUBBER_RULES, settings.rubber_rules)
        self.box.save_settings()
