"""The rubber score sheet: below and above the line, games, vulnerability, the rubber's end.

A sheet is a list of deals and the standing that follows from them; taking a deal back plays the
others again, so a correction can never leave a wrong sum behind. Laws of Contract Bridge 1993;
what differs between codes stands in ``rule_sets.py``.
"""

from firmware_sim.rules.contract import Contract, check_tricks
from firmware_sim.rules.duplicate import GAME, bonuses, penalty, trick_points
from firmware_sim.rules.rule_sets import RuleSet

SIDES = ("NS", "EW")


class RubberDeal:
    """One deal: declarer's side "NS" or "EW", contract (None: passed out), tricks, honours.

    Honours are points: 100 for four trump honours in one hand, 150 for five or for four aces at
    no trump, as the rule set has it. Treat as frozen.
    """

    __slots__ = ("contract", "honours_ew", "honours_ns", "side", "tricks")

    def __init__(
        self,
        side: str,
        contract: "Contract | None",
        tricks: int,
        honours_ns: int = 0,
        honours_ew: int = 0,
    ) -> None:
        if side not in SIDES:
            raise ValueError("%r is no side; NS and EW are" % side)
        self.side = side
        self.contract = contract
        self.tricks = tricks if contract is None else check_tricks(contract, tricks)
        self.honours_ns = honours_ns
        self.honours_ew = honours_ew


class Sheet:
    """What rubber and Chicago sheets share: two columns of points, and deals that make them."""

    FORM = ""

    def __init__(self, rules: RuleSet) -> None:
        if rules.form != self.FORM:
            raise ValueError("%s is no rule set for a %s sheet" % (rules.name, self.FORM))
        self.rules = rules
        self.deals: "list[RubberDeal]" = []
        self._clear()

    def _clear(self) -> None:
        self.below = [0, 0]
        self.above = [0, 0]
        self.games = [0, 0]
        self.total = [0, 0]
        self.won = ""
        self.ended = False

    @property
    def ns_below(self) -> int:
        """Trick points in the game now running."""
        return self.below[0]

    @property
    def ew_below(self) -> int:
        """Trick points in the game now running."""
        return self.below[1]

    @property
    def ns_above(self) -> int:
        """Everything above the line so far, bonuses too."""
        return self.above[0]

    @property
    def ew_above(self) -> int:
        """Everything above the line so far, bonuses too."""
        return self.above[1]

    @property
    def ns_games(self) -> int:
        """Games won."""
        return self.games[0]

    @property
    def ew_games(self) -> int:
        """Games won."""
        return self.games[1]

    @property
    def ns_total(self) -> int:
        """All points so far."""
        return self.total[0]

    @property
    def ew_total(self) -> int:
        """All points so far."""
        return self.total[1]

    @property
    def over(self) -> bool:
        """Whether no further deal can be entered."""
        return self.ended or self.won != ""

    def vulnerable(self, side: str) -> bool:
        """Whether that side is vulnerable on the next deal."""
        raise ValueError("a sheet without a form has no vulnerability")

    def needs(self, side: str) -> int:
        """Trick points that side lacks for game."""
        return GAME - self.below[_index(side)]

    def add(self, deal: RubberDeal) -> None:
        """Enter a deal; ValueError when the sheet is over or the honours cannot be."""
        if self.over:
            raise ValueError(self._end_text())
        check_honours(deal, self.rules)
        self._enter(deal)
        self.deals.append(deal)

    def undo(self) -> None:
        """Take back ``finish``, or else the last deal; ValueError when there is none."""
        if not self.deals and not self.ended:
            raise ValueError("there is no deal to take back")
        kept = self.deals if self.ended else self.deals[:-1]
        self.deals = []
        self._clear()
        for deal in kept:
            self.add(deal)

    def unfinished_bonus(self) -> "tuple[int, int]":
        """Points for NS and EW if the play stops now; none once the sheet is over."""
        return (0, 0)

    def finish(self) -> None:
        """Stop here: enter the unfinished bonus. Does nothing to a sheet that is over."""
        if self.over:
            return
        for side, points in enumerate(self.unfinished_bonus()):
            self._above(side, points)
        self.ended = True

    def _enter(self, deal: RubberDeal) -> None:
        self._above(0, deal.honours_ns)
        self._above(1, deal.honours_ew)
        if deal.contract is None:
            return
        contract, side = deal.contract, _index(deal.side)
        vulnerable = self.vulnerable(deal.side)
        if deal.tricks < contract.needed:
            under = contract.needed - deal.tricks
            self._above(1 - side, penalty(contract, vulnerable, under, self.rules))
            return
        self._above(side, bonuses(contract, vulnerable, deal.tricks, self.rules))
        self._made(side, trick_points(contract), vulnerable)

    def _made(self, side: int, points: int, vulnerable: bool) -> None:
        self.below[side] += points
        self.total[side] += points
        if self.below[side] >= GAME:
            self.below = [0, 0]
            self.games[side] += 1
            self._game_won(side, vulnerable)

    def _game_won(self, side: int, vulnerable: bool) -> None:
        pass

    def _above(self, side: int, points: int) -> None:
        self.above[side] += points
        self.total[side] += points

    def _end_text(self) -> str:
        return "the play was finished; no deal can follow"


class RubberSheet(Sheet):
    """A rubber: two games win it. ``won`` is "", "NS" or "EW"."""

    FORM = "rubber"

    def vulnerable(self, side: str) -> bool:
        """A side with a game is vulnerable."""
        return self.games[_index(side)] > 0

    def unfinished_bonus(self) -> "tuple[int, int]":
        """To the only side with a game, and to the only side with a partscore in this game."""
        if self.over:
            return (0, 0)
        game, partscore = self.rules.unfinished
        bonus = [0, 0]
        for side in (0, 1):
            bonus[side] += game if self.games[side] > self.games[1 - side] else 0
            bonus[side] += partscore if self.below[side] and not self.below[1 - side] else 0
        return (bonus[0], bonus[1])

    def _game_won(self, side: int, vulnerable: bool) -> None:
        if self.games[side] == 2:
            self._above(side, self.rules.rubber[self.games[1 - side]])
            self.won = SIDES[side]

    def _end_text(self) -> str:
        if self.won:
            return "the rubber was won by %s with deal %d; no deal can follow" % (
                self.won,
                len(self.deals),
            )
        return "the rubber was finished; no deal can follow"


def check_honours(deal: RubberDeal, rules: RuleSet) -> None:
    """ValueError unless the honours are points that this rule set gives for such a contract."""
    if deal.honours_ns == 0 and deal.honours_ew == 0:
        return
    four, five = rules.honours
    if five == 0:
        raise ValueError("%s counts no honours" % rules.name)
    if deal.contract is None:
        raise ValueError("a deal passed out has no honours")
    if deal.honours_ns and deal.honours_ew:
        raise ValueError("only one side can have honours in a deal")
    allowed = (five,) if deal.contract.denomination == "NT" else (four, five)
    points = deal.honours_ns or deal.honours_ew
    if points not in allowed:
        listed = " or ".join([str(value) for value in allowed])
        raise ValueError(
            "honours of %d are impossible at %s; %s are" % (points, deal.contract.text, listed)
        )


def _index(side: str) -> int:
    if side not in SIDES:
        raise ValueError("%r is no side; NS and EW are" % side)
    return SIDES.index(side)
