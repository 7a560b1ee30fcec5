"""SAVED, and SENT once the host has it for good; then the next result."""

from firmware_sim.round_flow import after_result, is_sent
from firmware_sim.screens.base import DIGITS, Screen

SENT_MS = 1500
ALONE_MS = 4000


class Saved(Screen):
    """Goes on by itself soon after SENT, or after four seconds; OK goes on at once.

    A digit goes on too and is handed to the next screen: nobody has to wait for the host.
    """

    NAME = "SAVED"
    FIELD = "number"
    ARROWS = (
        ("OK, digit, 4 s", "PAIRS", "open event"),
        ("OK, digit, 4 s", "RESULTS", "the director shows results"),
        ("OK, digit, 4 s", "BOARD", "boards left in the round"),
        ("OK, digit, 4 s", "ROUNDSHEET", "the round is complete"),
        ("SCORES", "SCORES", ""),
    )

    def enter(self) -> "str | None":
        """Note when it came up."""
        self._since = self.box.now_ms
        self._sent = -1
        return None

    def lines(self) -> "list[str]":
        """The board; SAVED or SENT; how many wait when there is no link; keys."""
        box = self.box
        sent = is_sent(box)
        waiting = box.terminal.waiting
        told = "SENT" if sent else "SAVED"
        down = not sent and box.terminal.state in ("none", "red")
        return [
            self.title(box.words("BOARD_FIELD", board=box.entry.board)),
            box.words(told),
            box.words("NO_LINK", waiting=waiting) if down else "",
            box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            self.box.hand_on(key)
            return after_result(self.box)
        if key == "SCORES":
            return "+SCORES"
        return after_result(self.box) if key == "OK" else None

    def tick(self, now_ms: int) -> "str | None":
        """Go on by itself."""
        if self._sent < 0 and is_sent(self.box):
            self._sent = now_ms
        done = self._sent >= 0 and now_ms - self._sent >= SENT_MS
        return after_result(self.box) if done or now_ms - self._since >= ALONE_MS else None
