"""One deal's score by any rule set: law 77 of the Laws of Duplicate Bridge, and its variations.

The parts are kept apart (``trick_points`` goes below the line of a rubber sheet, ``bonuses``
above it), so that the sheets use the same scorer.
"""

from firmware_sim.rules.contract import Contract, check_tricks
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.rules.vulnerability import is_vulnerable

GAME = 100
"""Trick points that make a game (all codes since 1927)."""

SLAMS = {6: (500, 750), 7: (1000, 1500)}
"""Not vulnerable, vulnerable."""

UNDOUBLED_DOWN = (50, 100)
DOUBLED_OVERTRICK = (100, 200)


def score(contract: Contract, vulnerable: bool, tricks: int, rules: RuleSet) -> int:
    """The declarer's score for that many tricks, 0 to 13 (ValueError for others).

    By a rubber rule set: trick points and what goes above the line for this deal alone.
    """
    under = contract.needed - check_tricks(contract, tricks)
    if under > 0:
        return -penalty(contract, vulnerable, under, rules)
    points = trick_points(contract)
    made = rules.game[vulnerable] if points >= GAME else rules.partscore
    return points + made + bonuses(contract, vulnerable, tricks, rules)


def ns_score(contract: Contract, declarer: str, tricks: int, board: int, rules: RuleSet) -> int:
    """North-South's score of a contract played on a board, whose number says who is vulnerable."""
    points = score(contract, is_vulnerable(board, declarer), tricks, rules)
    return points if declarer in ("N", "S") else -points


def trick_value(denomination: str) -> int:
    """A trick undoubled: minors 20, majors and no trump 30."""
    return 20 if denomination in ("C", "D") else 30


def trick_points(contract: Contract) -> int:
    """What the contract's own tricks score: they count for game and go below the line."""
    first_at_no_trump = 10 if contract.denomination == "NT" else 0
    plain = contract.level * trick_value(contract.denomination) + first_at_no_trump
    return plain << contract.doubling


def bonuses(contract: Contract, vulnerable: bool, tricks: int, rules: RuleSet) -> int:
    """A contract made: overtricks, slam, and the bonus for making it doubled or redoubled."""
    over = tricks - contract.needed
    points = over * overtrick(contract, vulnerable) + insult(contract, rules)
    if contract.level in SLAMS:
        points += SLAMS[contract.level][vulnerable]
    for level, denominations, doubling, more in rules.extra:
        if (level, doubling) == (contract.level, contract.doubling):
            points += more if contract.denomination in denominations else 0
    return points


def overtrick(contract: Contract, vulnerable: bool) -> int:
    """One overtrick: its trick value; doubled 100 or 200; redoubled twice that."""
    if contract.doubling == 0:
        return trick_value(contract.denomination)
    return DOUBLED_OVERTRICK[vulnerable] * contract.doubling


def insult(contract: Contract, rules: RuleSet) -> int:
    """For making a doubled or redoubled contract."""
    return (0, rules.made_doubled, rules.made_redoubled)[contract.doubling]


def penalty(contract: Contract, vulnerable: bool, under: int, rules: RuleSet) -> int:
    """What that many undertricks cost, as a positive number."""
    if contract.doubling == 0:
        return under * UNDOUBLED_DOWN[vulnerable]
    row = rules.doubled_down[vulnerable]
    listed = sum(row[:under])
    beyond = max(0, under - len(row))
    return (listed + beyond * row[-1]) * contract.doubling
