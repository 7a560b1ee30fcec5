"""A contract's score from its written form, quickly: what was reckoned once is remembered.

An evening has thousands of results and only 2,940 different ones. The box has no room for such
a memory; the host has.
"""

from __future__ import annotations

from functools import lru_cache

from firmware_sim.rules.contract import Contract, parse_contract
from firmware_sim.rules.duplicate import score
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.rules.vulnerability import is_vulnerable


@lru_cache(maxsize=1024)
def contract_of(text: str) -> Contract:
    """The contract written there (``parse_contract``), the same value for the same text."""
    return parse_contract(text)


@lru_cache(maxsize=65536)
def declarer_score(text: str, vulnerable: bool, tricks: int, rules: RuleSet) -> int:
    """The declarer's score of a contract as written, say ``4SX``; ValueError as ``score``."""
    return score(contract_of(text), vulnerable, tricks, rules)


def for_ns(declarer: str, points: int) -> int:
    """North-South's score, given the declarer's seat and score."""
    return points if declarer in ("N", "S") else -points


def ns_score(text: str, declarer: str, tricks: int, board: int, rules: RuleSet) -> int:
    """North-South's score of a contract as written, played on a board; ValueError as ``score``."""
    points = declarer_score(text, is_vulnerable(board, declarer), tricks, rules)
    return for_ns(declarer, points)
