"""MOVE: who goes where; and END, when there is no round left."""

from firmware_sim.round_flow import first_of_round
from firmware_sim.screens.base import Screen, centre


class Move(Screen):
    """Where both pairs sit in the next round; OK when they have gone."""

    NAME = "MOVE"
    RESUME = True
    ARROWS = (
        ("OK", "ROUND", "the next round"),
        ("OK", "END", "no round left"),
        ("CANCEL", "ROUNDSHEET", ""),
    )

    def save(self) -> str:
        """The round that is over: the records alone would say the next one."""
        return str(self.box.sitting.round)

    def load(self, text: str) -> None:
        """That round."""
        self.box.sitting.go_to(int(text))

    def lines(self) -> "list[str]":
        """The round's end, two lines for two pairs, keys."""
        words, sitting = self.box.words, self.box.sitting
        ns, ew = sitting.pairs()
        to_ns, to_ew = self.box.config.goes_to(sitting.round)
        last = sitting.round >= self.box.config.rounds
        return [
            self.title(words("LAST_ROUND_OVER" if last else "MOVE", round=sitting.round)),
            self._line("SIDE_NS", ns, to_ns),
            self._line("SIDE_EW", ew, to_ew),
            self.box.hint("MOVE_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "CANCEL":
            return "ROUNDSHEET"
        if key != "OK":
            return None
        sitting = self.box.sitting
        sitting.go_to(sitting.next_round())
        return first_of_round(self.box)

    def _line(self, side: str, pair: str, to: str) -> str:
        words = self.box.words
        who = words(side, pair=pair)
        if not pair or not to:
            return who if pair else ""
        return "%s \u2192 %s" % (who, to)


class End(Screen):
    """All boards of this table are played. A new event wakes the box."""

    NAME = "END"
    RESUME = True
    ARROWS = (
        ("new event", "WAIT", ""),
        ("SCORES", "SCORES", ""),
        ("CANCEL", "TABLE", ""),
    )

    def lines(self) -> "list[str]":
        """Thanks, what still waits, keys."""
        box = self.box
        waiting = box.terminal.waiting
        return [
            self.title(centre(box.words("END"), 19)),
            centre(box.words("THANK_YOU")),
            box.words("WAITING", waiting=waiting) if waiting else box.words("ALL_SENT"),
            box.hint("END_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        return {"SCORES": "+SCORES", "CANCEL": "TABLE"}.get(key)

    def tick(self, now_ms: int) -> "str | None":
        """Rounds left after all: the host has sent them."""
        sitting = self.box.sitting
        if sitting.movement and sitting.next_round():
            sitting.go_to(sitting.next_round())
            return "WAIT"
        return None
