"""RESULTS: how the board just entered stands, as far as the director lets it be seen."""

from firmware_sim.round_flow import after_shown
from firmware_sim.screens.base import DIGITS, Pages
from firmware_sim.small_glass import wrap

SHOW_MS = 20000


class Results(Pages):
    """Percentage and other results as they come from the host; OK or a digit goes on."""

    NAME = "RESULTS"
    FIELD = "number"
    HINT = "RESULTS_KEYS"
    ARROWS = (
        ("OK, digit, 20 s", "PAIRS", "open event"),
        ("OK, digit, 20 s", "BOARD", "boards left in the round"),
        ("OK, digit, 20 s", "ROUNDSHEET", "the round is complete"),
        ("SCORES", "SCORES", ""),
    )

    def enter(self) -> "str | None":
        """Note when it came up."""
        self._until = self.box.now_ms + SHOW_MS
        return None

    def heading(self) -> str:
        """The board."""
        return self.box.words("BOARD_FIELD", board=self.box.entry.board)

    def items(self) -> "list[str]":
        """North-South's percentage, then the others' results, cut at words."""
        box = self.box
        standing = box.standing
        if standing is None or standing[0] != box.entry.board:
            return [box.words("RESULTS_WAIT")]
        items = [box.words("PERCENT", percent=standing[1])] if standing[1] else []
        if box.config.get("show") == "all":
            items += wrap(standing[2], 20)
        return items

    def other(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            self.box.hand_on(key)
            return after_shown(self.box)
        if key == "SCORES":
            return "+SCORES"
        return after_shown(self.box) if key == "OK" else None

    def tick(self, now_ms: int) -> "str | None":
        """Nobody may be looking."""
        return after_shown(self.box) if now_ms >= self._until else None
