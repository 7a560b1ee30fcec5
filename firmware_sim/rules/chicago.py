"""Chicago, or four-deal bridge: four deals, the deal turns, the vulnerability goes with it.

Laws of Contract Bridge 1993, the section on four-deal bridge: nobody is vulnerable in the first
deal, the dealer's side in the second and third, all in the fourth. A deal passed out is dealt
again by the same dealer and does not count.
"""

from firmware_sim.rules.rubber import SIDES, RubberDeal, RubberSheet, Sheet
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.rules.vulnerability import SEATS

DEALS = 4
VULNERABLE = ("none", "dealer", "dealer", "all")


class ChicagoSheet(Sheet):
    """A Chicago of four deals. ``won`` at the end is the side with more points, "" if equal."""

    FORM = "chicago"

    def __init__(self, rules: RuleSet, first_dealer: str = "N") -> None:
        if first_dealer not in SEATS:
            raise ValueError("%r is no seat; N, E, S and W are" % first_dealer)
        self.first_dealer = first_dealer
        Sheet.__init__(self, rules)

    def _clear(self) -> None:
        Sheet._clear(self)
        self.played = 0

    @property
    def deal_number(self) -> int:
        """The deal now to be played, 1 to 4; 4 also when all are played."""
        return min(self.played + 1, DEALS)

    @property
    def dealer(self) -> str:
        """Who deals ``deal_number``."""
        return SEATS[(SEATS.index(self.first_dealer) + self.deal_number - 1) % 4]

    @property
    def over(self) -> bool:
        """Whether no further deal can be entered: four are played, or the play was ended."""
        return self.ended or self.played == DEALS

    def vulnerable(self, side: str) -> bool:
        """Whether that side is vulnerable in deal ``deal_number``."""
        if side not in SIDES:
            raise ValueError("%r is no side; NS and EW are" % side)
        who = VULNERABLE[self.deal_number - 1]
        return who == "all" or (who == "dealer" and self.dealer in side)

    def _enter(self, deal: RubberDeal) -> None:
        Sheet._enter(self, deal)
        if deal.contract is None:
            return
        self.played += 1
        if self.played == DEALS and self.total[0] != self.total[1]:
            self.won = SIDES[0] if self.total[0] > self.total[1] else SIDES[1]

    def _made(self, side: int, points: int, vulnerable: bool) -> None:
        games = sum(self.games)
        Sheet._made(self, side, points, vulnerable)
        if sum(self.games) > games:
            return
        last = self.played == DEALS - 1
        self._above(side, self.rules.partscore + (self.rules.last_partscore if last else 0))
        if not self.rules.adds_up:
            self._carry_nothing()

    def _carry_nothing(self) -> None:
        """Each deal for itself: its trick points leave the running game, not the total."""
        for side in (0, 1):
            self.above[side] += self.below[side]
            self.below[side] = 0

    def _game_won(self, side: int, vulnerable: bool) -> None:
        self._above(side, self.rules.game[vulnerable])

    def _end_text(self) -> str:
        if self.ended:
            return "the play was finished; no deal can follow"
        return "the four deals of the Chicago are played; no deal can follow"


def sheet_for(rules: RuleSet, first_dealer: str = "N") -> Sheet:
    """A blank sheet of the form that these rules are for; ValueError for duplicate rules."""
    if rules.form == "chicago":
        return ChicagoSheet(rules, first_dealer)
    return RubberSheet(rules)
