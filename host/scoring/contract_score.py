"""A contract's score from its written form, quickly: what was reckoned once is remembered.

An evening has thousands of results and only 2,940 different ones. The box has no room for such
a memory; the host has.
"""

from __future__ import annotations

from functools import lru_cache

from firmware_sim.rules.contract import Contract, parse_contract
from firmware_sim.rules.duplicate import score
from firmware_sim.rules.rule_sets import rule_set


@lru_cache(maxsize=1024)
def contract_of(text: str) -> Contract:
    """The contract written there (``parse_contract``), the same value for the same text."""
    return parse_contract(text)


@lru_cache(maxsize=65536)
def declarer_score(text: str, vulnerable: bool, tricks: int, rules: str = "laws-2017") -> int:
    """The declarer's score of a contract as written, say ``4SX``; ValueError as ``score``."""
    return score(contract_of(text), vulnerable, tricks, rule_set(rules))


def ns_score(declarer: str, points: int) -> int:
    """North-South's score, given the declarer's seat and score."""
    return points if declarer in ("N", "S") else -points
