"""LEAD: the opening lead, suit and rank; may be left out, checked against the hand if known."""

from firmware_sim.screens.entry_screen import EntryScreen, card_text

_SUITS = ("C", "D", "H", "S")
_HONOURS = ("J", "Q", "K", "A")
_LEFT = {"N": "E", "E": "S", "S": "W", "W": "N"}
"""Who leads: the player to declarer's left (law 41)."""


class Lead(EntryScreen):
    """A suit, then a rank: C D H S are now J Q K A, 1 or 0 is the ten."""

    NAME = "LEAD"
    FIELD = "card"
    ARROWS = (
        ("card, OK", "RESULT", ""),
        ("OK", "RESULT", "left out"),
        ("card, OK", "NOTINHAND", "the hand is known and has it not"),
        ("CANCEL", "DECLARER", "nothing typed"),
    )

    def lines(self) -> "list[str]":
        """What is known, who leads what, keys."""
        words, entry = self.box.words, self.entry
        return [
            self.above(),
            self._field(),
            "" if entry.lead else words("LEAD_OR"),
            self.box.hint("LEAD_RANK" if len(entry.lead) == 1 else "LEAD_SUIT"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the card."""
        return (1, min(19, len(self._field())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        entry = self.entry
        if key == "OK":
            return self._ok()
        if key == "CANCEL":
            if not entry.lead:
                return "DECLARER"
            entry.lead = ""
        elif len(entry.lead) == 1 and rank_of(key):
            entry.lead += rank_of(key)
        elif key in _SUITS:
            entry.lead = key
        else:
            self.refuse()
        return None

    def _field(self) -> str:
        words = self.box.words
        seat = words("SEAT_" + leader(self.entry.declarer))
        return words("LEAD_FIELD", seat=seat, card=card_text(self.entry.lead))

    def _ok(self) -> "str | None":
        entry = self.entry
        if len(entry.lead) == 1:
            self.refuse()
            return None
        if entry.lead and self.box.config.get("lead") == "check":
            holds = self.box.config.holds(int(entry.board), leader(entry.declarer), entry.lead)
            if holds is False:
                self.refuse()
                return "NOTINHAND"
        return "RESULT"


def leader(declarer: str) -> str:
    """Who leads against this declarer."""
    return _LEFT.get(declarer, "N")


def rank_of(key: str) -> str:
    """The rank that a key means after the suit, "" for none."""
    if key in _SUITS:
        return _HONOURS[_SUITS.index(key)]
    if key in ("0", "1"):
        return "T"
    return key if key in "23456789" else ""
