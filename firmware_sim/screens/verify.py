"""VERIFY: East-West see everything again, signed for both sides, and accept it."""

from firmware_sim.drivers.lcd import VULNERABLE
from firmware_sim.entry import NOT_PLAYED
from firmware_sim.journal import MemoryFull
from firmware_sim.round_flow import keep_result
from firmware_sim.rules.vulnerability import is_vulnerable
from firmware_sim.screens.base import DIGITS, right
from firmware_sim.screens.entry_screen import EntryScreen, card_text, signed, summary


class Verify(EntryScreen):
    """``=`` accepts, or East-West's own number keyed in two digits; OK does nothing."""

    NAME = "VERIFY"
    FIELD = "accept"
    MESSAGES = False
    ARROWS = (
        ("=", "SAVED", ""),
        ("East-West's two digits", "SAVED", ""),
        ("=", "FULL", "memory full"),
        ("CANCEL", "RESULT", "played"),
        ("CANCEL", "CONTRACT", "PASS or NOT PLAYED"),
        ("OK", "VERIFY", "ignored"),
    )

    def enter(self) -> "str | None":
        """East-West's digits so far: none."""
        self.digits = ""
        return None

    def lines(self) -> "list[str]":
        """The result, both sides with their scores, keys."""
        words, entry = self.box.words, self.entry
        points = entry.ns_score(self.box.rules)
        sides = []
        for key, pair, sign in (("SIDE_NS", entry.ns, 1), ("SIDE_EW", entry.ew, -1)):
            score = "" if points is None else signed(sign * points)
            text = words(key, pair=pair)
            sides.append(text + right(score, 20 - len(text)))
        if entry.contract == NOT_PLAYED:
            sides = [words("NOT_PLAYED"), words("PAIRS_SHORT", ns=entry.ns, ew=entry.ew)]
        keys = self.digits or self.box.hint("VERIFY_KEYS")
        return [self.title(self._everything())] + sides + [keys]

    def _everything(self) -> str:
        """Line 1: the result, the lead, and a sign when declarer is vulnerable."""
        entry = self.entry
        board = entry.board if entry.lead else self.box.words("BOARD_SHORT") + entry.board
        parts = [summary(board, entry)]
        if entry.lead:
            parts.append(card_text(entry.lead))
        if entry.played and is_vulnerable(int(entry.board), entry.declarer):
            parts.append(chr(VULNERABLE))
        return " ".join(parts)

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key == "=":
            return self._accept()
        if key in DIGITS:
            return self._digit(key)
        self.digits = ""
        if key == "CANCEL":
            return "RESULT" if self.entry.played else "CONTRACT"
        return None

    def _digit(self, key: str) -> "str | None":
        self.digits += key
        if len(self.digits) < max(2, len(self.entry.ew)):
            return None
        typed, self.digits = self.digits, ""
        if int(typed) == int(self.entry.ew):
            return self._accept()
        self.refuse()
        return None

    def _accept(self) -> str:
        try:
            keep_result(self.box)
        except MemoryFull:
            return "FULL"
        return "SAVED"
