"""Two hundred bad evenings; and every fault planted on purpose is found in them."""

from __future__ import annotations

import pytest

from tests.chaos.__main__ import verdict_of
from tests.chaos.planted import PLANTS, Plant, planted

SEEDS, SHARE = 200, 20


@pytest.mark.parametrize("first", range(1, SEEDS + 1, SHARE))
def test_nothing_is_lost_doubled_or_altered_in_a_bad_evening(first: int) -> None:
    for seed in range(first, first + SHARE):
        verdict = verdict_of(seed)
        assert verdict.problems == [], f"make chaos SEEDS=1 FIRST={seed}"
        assert verdict.results > 0


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(plant: Plant) -> None:
    with planted(plant):
        assert any(verdict_of(seed).problems for seed in range(1, SEEDS + 1))


def test_an_evening_is_a_function_of_its_seed() -> None:
    assert verdict_of(7) == verdict_of(7)
