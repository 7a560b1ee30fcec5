"""CONTRACT: level, denomination, double; or PASS; or NOT PLAYED."""

from firmware_sim.entry import NOT_PLAYED, PASS
from firmware_sim.screens.entry_screen import EntryScreen, contract_text

_SUITS = ("C", "D", "H", "S", "NT")


class ContractScreen(EntryScreen):
    """``4`` ``S`` ``X``, then OK or the declarer's key at once.

    X again is redouble, and again none. With nothing typed PASS is a pass-out and ``-`` not
    played (on the membrane 9 and 8). A key that cannot follow is refused.
    """

    NAME = "CONTRACT"
    FIELD = "contract"
    ARROWS = (
        ("contract, OK", "DECLARER", ""),
        ("contract, N/S or E/W", "DECLARER", "with that seat"),
        ("PASS, OK", "PASSBOX", ""),
        ("-, OK", "PASSBOX", "not played"),
        ("CANCEL", "BOARD", "nothing typed"),
        ("PASS, OK", "PASSEDOUT", "rubber, Chicago"),
        ("PASS, OK", "IMPS", "team of four"),
        ("CANCEL", "DEAL", "rubber, Chicago: nothing typed"),
        ("CANCEL", "ROOM", "team of four: nothing typed"),
    )

    def lines(self) -> "list[str]":
        """Board, contract, keys by how far it is typed."""
        words, contract = self.box.words, self.entry.contract
        shown = contract_text(contract)
        if contract in (PASS, NOT_PLAYED):
            shown = words("PASSED_OUT" if contract == PASS else "NOT_PLAYED")
        return [
            self.heading(),
            words("CONTRACT_FIELD", contract=shown),
            "" if contract else self._or(),
            self.box.hint(self._hint()),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After what is typed."""
        return (1, min(19, len(self.lines()[1].rstrip())))

    def key(self, key: str) -> "str | None":
        """See the class."""
        contract = self.entry.contract
        if key == "OK":
            return self._ok()
        if key == "CANCEL":
            return self._cancel()
        if key == "X" and self.box.face == "membrane" and len(contract) != 1:
            key = "X" if contract and self.entry.played else "-"
        after = following(contract, key)
        if after is not None and (after != NOT_PLAYED or self._may_be_not_played()):
            self.entry.contract = after
        elif key in ("N/S", "E/W") and self.entry.bid() is not None:
            self.entry.declarer = ""
            self.box.hand_on(key)
            return "DECLARER"
        else:
            self.refuse()
        return None

    def _ok(self) -> "str | None":
        if not self.entry.played:
            self.entry.declarer = self.entry.lead = self.entry.result = ""
            return self.done()
        if self.entry.bid() is None:
            self.refuse()
            return None
        return "DECLARER"

    def _cancel(self) -> "str | None":
        if not self.entry.contract:
            return self.before()
        self.entry.contract = ""
        return None

    def _may_be_not_played(self) -> bool:
        """A rubber's deal is played or passed out; a board can be left out."""
        return self.box.settings.mode not in ("RUBBER", "CHICAGO")

    def _or(self) -> str:
        """What may be typed instead of a level."""
        text = self.box.hint("CONTRACT_OR")
        if self._may_be_not_played():
            return text
        return "9 PASS" if self.box.face == "membrane" else "PASS"

    def _hint(self) -> str:
        if not self.entry.contract:
            return "CONTRACT_LEVEL"
        if not self.entry.played:
            return "OK_CANCEL"
        return "CONTRACT_SUIT" if len(self.entry.contract) == 1 else "CONTRACT_DOUBLE"


def following(contract: str, key: str) -> "str | None":
    """The contract after one more key; None when that key cannot follow."""
    if contract in (PASS, NOT_PLAYED) or not contract or key in "1234567":
        if key in ("PASS", "-"):
            return PASS if key == "PASS" else NOT_PLAYED
        return key if key in "1234567" else None
    if key in _SUITS:
        doubling = contract[len(contract.rstrip("X")) :]
        return contract[0] + key + doubling
    if len(contract) > 1 and key in ("X", "XX"):
        bid = contract.rstrip("X")
        doubles = len(contract) - len(bid)
        return bid + ("XX" if key == "XX" else ("X", "XX", "")[doubles])
    return None
