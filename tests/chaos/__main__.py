"""``python -m tests.chaos --seeds N --first F``: as many evenings, on all cores."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable

from tests.chaos.evening import Verdict, evening


def verdict_of(seed: int) -> Verdict:
    """An evening; what the code itself fails by is a problem like any other."""
    try:
        return evening(seed)
    except Exception as error:
        return Verdict(seed, 0, [f"lost: the program failed: {error!r}"])


def judge(verdicts: Iterable[Verdict]) -> int:
    """Print failing seeds as they come, then the sums; 0 when nothing went wrong."""
    start = time.monotonic()
    results, failed, kinds = 0, 0, Counter[str]()
    strikes: Counter[str] = Counter()
    for verdict in verdicts:
        results += verdict.results
        strikes.update(verdict.strikes)
        if verdict.problems:
            failed += 1
            kinds.update(problem.split(":")[0] for problem in verdict.problems)
            print(
                f"seed {verdict.seed} failed: make chaos SEEDS=1 FIRST={verdict.seed}", flush=True
            )
            for problem in verdict.problems[:5]:
                print(f"    {problem}")
    evenings = strikes.pop("evenings", 0)
    took = time.monotonic() - start
    print("how often each disaster struck:")
    for name, count in sorted(strikes.items()):
        print(f"{count:9d}  {name}")
    if kinds["alarm"]:
        print(f"{kinds['alarm']} alarms missing or without a cause")
    print(
        f"{evenings} evenings in {took:.0f} s, {results} results:"
        f" {kinds['lost']} lost, {kinds['doubled']} doubled, {kinds['altered']} altered"
    )
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200, help="how many evenings")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.seeds)
    if args.jobs == 1 or args.seeds == 1:
        return judge(map(verdict_of, seeds))
    with multiprocessing.Pool(args.jobs) as pool:
        return judge(pool.imap(verdict_of, seeds, chunksize=8))


if __name__ == "__main__":
    sys.exit(main())
