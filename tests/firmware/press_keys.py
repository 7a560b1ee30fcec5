"""``python -m tests.firmware.press_keys [N]``: random hands until so many keys are pressed."""

from __future__ import annotations

import sys
import time

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.firmware.test_random_keys import AnyHands

HANDS = settings(
    max_examples=40,
    stateful_step_count=80,
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def main(goal: int) -> None:
    """Press; a broken invariant ends it with the keys that led there."""
    began, number = time.monotonic(), 0
    while AnyHands.presses < goal:
        number += 1
        run_state_machine_as_test(seed(number)(AnyHands), settings=HANDS)
    took = time.monotonic() - began
    print(f"{AnyHands.presses} keys pressed in {took:.0f} s, no invariant broken")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
