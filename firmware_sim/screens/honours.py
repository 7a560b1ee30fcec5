"""HONOURS: four or five trump honours, or four aces at no trump, in one hand."""

from firmware_sim.screens.alone import keep_deal, rubber_book
from firmware_sim.screens.entry_screen import EntryScreen

CHOICES = {"0": (0, 0), "1": (0, 4), "2": (0, 5), "3": (1, 4), "4": (1, 5)}
"""Key: (side 0 North-South, 1 East-West; how many honours, 0 none, 5 also four aces)."""


class Honours(EntryScreen):
    """Only where the rule set counts them. One digit chooses, OK confirms the deal."""

    NAME = "HONOURS"
    FIELD = "menu"
    ARROWS = (
        ("0 to 4, OK", "SHEET", ""),
        ("0 to 4, OK", "WON", "the rubber's last deal"),
        ("0 to 4, OK", "GAMEFULL", "memory full"),
        ("CANCEL", "RESULT", ""),
    )
    choice = "0"

    def save(self) -> str:
        """The entry and the choice."""
        return self.entry.pack() + "/" + self.choice

    def load(self, text: str) -> None:
        """Take back both."""
        packed, _, choice = text.partition("/")
        self.entry.unpack(packed)
        self.choice = choice if choice in self._offered() else "0"

    def lines(self) -> "list[str]":
        """What is chosen, what can be, keys."""
        box = self.box
        four, five = rubber_book(box).rules.honours
        no_trump = self._no_trump()
        rows = []
        for side, first in (("NS", 1), ("EW", 3)):
            text = "%d %s %d" % (first + 1, side, five)
            rows.append(text if no_trump else "%d %s %d  %s" % (first, side, four, text))
        return [
            self.title(box.words("HONOURS", chosen=self._text())),
            rows[0],
            rows[1],
            box.hint("HONOURS_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in CHOICES and key in self._offered():
            self.choice = key
        elif key == "OK":
            points = [0, 0]
            side, _ = CHOICES[self.choice]
            points[side] = self._points(self.choice)
            return keep_deal(self.box, points[0], points[1])
        elif key == "CANCEL":
            return "RESULT"
        else:
            self.refuse()
        return None

    def _no_trump(self) -> bool:
        bid = self.entry.bid()
        return bid is not None and bid.denomination == "NT"

    def _offered(self) -> str:
        return "024" if self._no_trump() else "01234"

    def _points(self, choice: str) -> int:
        four, five = rubber_book(self.box).rules.honours
        return {0: 0, 4: four, 5: five}[CHOICES[choice][1]]

    def _text(self) -> str:
        if self.choice == "0":
            return "0"
        return "%s %d" % (("NS", "EW")[CHOICES[self.choice][0]], self._points(self.choice))
