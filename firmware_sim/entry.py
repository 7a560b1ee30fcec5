"""Entry: the result being typed, field by field, as text; and what it amounts to."""

from firmware_sim.rules.contract import Contract, parse_contract, parse_result
from firmware_sim.rules.duplicate import ns_score
from firmware_sim.rules.rule_sets import RuleSet

PASS = "PASS"
NOT_PLAYED = "NP"
ARTIFICIAL = "A"
"""An artificial adjusted score is written ``A6040``: percent for North-South and East-West."""

FIELDS = ("ns", "ew", "board", "contract", "declarer", "lead", "result", "replaces")


class Entry:
    """One board's result as typed so far; "" is not yet typed.

    ``ns`` and ``ew`` pair numbers; ``contract`` as ``4SX``, ``PASS``, ``NP`` or its beginning
    ``4``; ``declarer`` a seat; ``lead`` as ``HA``; ``result`` as ``=``, ``+1``, ``-2`` or the
    tricks ``10``; ``replaces`` the number of the record that this one corrects.
    """

    __slots__ = FIELDS

    ns: str
    ew: str
    board: str
    contract: str
    declarer: str
    lead: str
    result: str
    replaces: str

    def __init__(self) -> None:
        for name in FIELDS:
            setattr(self, name, "")

    def pack(self) -> str:
        """Short text, at most 38 characters, that ``unpack`` takes back."""
        return ".".join([getattr(self, name) for name in FIELDS])

    def unpack(self, text: str) -> None:
        """Take back what ``pack`` gave."""
        values = text.split(".")
        for name, value in zip(FIELDS, values):
            setattr(self, name, value)

    def clear_play(self) -> None:
        """The next board: the pairs stay, everything else is forgotten."""
        self.board = self.contract = self.declarer = self.lead = self.result = ""
        self.replaces = ""

    @property
    def played(self) -> bool:
        """True when there is a declarer to ask for: not passed out, not played, adjusted."""
        return self.contract not in (PASS, NOT_PLAYED) and self.contract[:1] != ARTIFICIAL

    def take(self, ns: str, ew: str, board: str, contract: str, declarer: str, wire: str) -> None:
        """A result as a record has it; ``wire`` as ``0``, ``1``, ``-2`` or "" with no contract."""
        self.ns, self.ew, self.board = ns, ew, board
        self.contract, self.declarer = contract, declarer
        self.result = "=" if wire == "0" else wire
        if wire and wire[0] not in "-0":
            self.result = "+" + wire

    def bid(self) -> "Contract | None":
        """The contract, or None while it is incomplete, passed out or not played."""
        try:
            return parse_contract(self.contract)
        except ValueError:
            return None

    def tricks(self) -> "int | None":
        """Declarer's tricks; None while the result is incomplete or impossible."""
        contract = self.bid()
        if contract is None or not self.result:
            return None
        if self.result.isdigit():
            return int(self.result) if int(self.result) <= 13 else None
        try:
            return parse_result(contract, self.result)
        except ValueError:
            return None

    def over(self) -> "int | None":
        """Tricks over (or, negative, under) the contract; None as for ``tricks``."""
        contract, tricks = self.bid(), self.tricks()
        return None if contract is None or tricks is None else tricks - contract.needed

    def ns_score(self, rules: RuleSet) -> "int | None":
        """North-South's score; None when not played, or while something is missing."""
        if self.contract == PASS:
            return 0
        contract, tricks = self.bid(), self.tricks()
        if contract is None or tricks is None or not self.declarer or not self.board:
            return None
        return ns_score(contract, self.declarer, tricks, int(self.board), rules)

    def unlikely(self, rules: RuleSet) -> bool:
        """A result that is possible but mistyped more often than played."""
        over = self.over()
        if over is None:
            return False
        points = self.ns_score(rules)
        return over <= -6 or over >= 5 or (points is not None and abs(points) >= 1700)
