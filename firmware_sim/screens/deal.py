"""DEAL: which deal of which rubber is to be played, and who is vulnerable."""

from firmware_sim.entry import Entry
from firmware_sim.rules.chicago import ChicagoSheet
from firmware_sim.screens.alone import deal_number, rubber_book, running_book, vulnerable_key
from firmware_sim.screens.base import Screen


class Deal(Screen):
    """OK or the bid's level goes on to the contract; sheet, undo and stop are one key away."""

    NAME = "DEAL"
    FIELD = "menu"
    ARROWS = (
        ("OK", "CONTRACT", ""),
        ("1", "UNDO", "a deal was played"),
        ("2, SCORES", "SHEET", ""),
        ("3", "STOP", "a deal was played"),
        ("CANCEL", "MODE", ""),
    )

    def enter(self) -> "str | None":
        """After a rubber that is over the next one begins here."""
        running_book(self.box)
        return None

    def lines(self) -> "list[str]":
        """Deal and rubber, vulnerability (and dealer in Chicago), rule set, keys."""
        box, book = self.box, rubber_book(self.box)
        vul = box.words(vulnerable_key(book))
        sheet = book.sheet
        chicago = isinstance(sheet, ChicagoSheet)
        if isinstance(sheet, ChicagoSheet):
            about = box.words("DEALER_VUL", dealer=sheet.dealer, vul=vul)
        else:
            about = box.words("VULNERABLE", vul=vul)
        name = "DEAL_CHICAGO" if chicago else "DEAL_RUBBER"
        return [
            self.title(box.words(name, deal=deal_number(book), rubber=book.number)),
            about,
            book.rules.title,
            box.hint("DEAL_KEYS" if book.records else "DEAL_FIRST_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """See the class."""
        box, book = self.box, rubber_book(self.box)
        if key == "OK":
            box.entry = Entry()
            box.entry.board = str(deal_number(book))
            return "CONTRACT"
        if key == "CANCEL":
            return "MODE"
        if key in ("2", "SCORES"):
            return "SHEET"
        if key in ("1", "3") and book.records:
            return "UNDO" if key == "1" else "STOP"
        box.beep()
        return None
