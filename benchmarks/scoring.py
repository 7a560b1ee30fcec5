"""How fast scoring is: contracts, whole fields, and one more result in a running event.

    python benchmarks/scoring.py [--strict]

Side by side in one run: contracts parsed and scored, against the libraries endplay and bridgebots
where they are installed; a field of 1000 tables and 30 boards, against plain loops that compare
every result with every other (matchpoints, cross-IMPs) or walk through them (Butler), and the same
for ten times the tables; a running event of 1000 tables, of which one result after the other comes
in. Every pair of answers is compared before it is timed. Times are of the processor, the best of
some runs. ``--strict`` ends with status 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

from firmware_sim.rules.contract import DENOMINATIONS, Contract, parse_contract
from firmware_sim.rules.duplicate import score
from firmware_sim.rules.imps import imps
from firmware_sim.rules.rule_sets import rule_set
from host.scoring.contract_score import declarer_score, ns_score
from host.scoring.conventions import WBF, Trim
from host.scoring.imp_points import butler, cross_imps, round_to_ten
from host.scoring.lines import Line
from host.scoring.matchpoints import matchpoints
from host.scoring.methods import score_event
from host.scoring.running import RunningRanking

TABLES, BOARDS, TIMES = 1000, 30, 10
Scores = Sequence[Sequence[int]]

broken: list[str] = []


def promise(kept: bool, text: str) -> str:
    """Note a broken promise; what to print behind the figure."""
    if not kept:
        broken.append(text)
    return f"({text}{'' if kept else ': BROKEN'})"


def seconds(act: Callable[[], object], runs: int = 5) -> float:
    """Processor seconds of the best run."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        act()
        best = min(best, time.process_time() - start)
    return best


# Contracts

RESULTS = [
    (Contract(level, denomination, doubling), vulnerable, tricks)
    for level in range(1, 8)
    for denomination in DENOMINATIONS
    for doubling in range(3)
    for vulnerable in (False, True)
    for tricks in range(14)
]


def contracts() -> None:
    """All 2,940 results, as each program reads them."""
    written = [(c.text, vulnerable, tricks) for c, vulnerable, tricks in RESULTS]
    laws = rule_set("laws-2017")

    def ours() -> list[int]:
        return [declarer_score(*one, laws) for one in written]

    def afresh() -> list[int]:
        return [score(parse_contract(text), v, tricks, laws) for text, v, tricks in written]

    expected = afresh()
    assert ours() == expected
    rates = {
        "overtrick": len(RESULTS) / seconds(ours, 20),
        "overtrick, nothing remembered": len(RESULTS) / seconds(afresh),
    }
    for name, make in (("endplay", with_endplay), ("bridgebots", with_bridgebots)):
        try:
            act = make()
        except ImportError:
            print(f"{name} is not installed: pip install {name}")
            continue
        assert act() == expected, name
        rates[name] = len(RESULTS) / seconds(act)
    print("contracts parsed and scored a second")
    for name, rate in rates.items():
        print(f"  {name:32}{rate:14,.0f}")
    if "endplay" in rates:
        times = rates["overtrick"] / rates["endplay"]
        kept = promise(times >= 10, "at least 10 times endplay")
        print(f"  {'overtrick over endplay':32}{times:13,.0f}x  {kept}")


def with_endplay() -> Callable[[], list[int]]:
    from endplay.types import Contract as Theirs
    from endplay.types import Vul

    written = []
    for c, vulnerable, tricks in RESULTS:
        over = tricks - c.needed
        result = f"{over:+d}" if over else "="
        text = f"{c.level}{c.denomination}N{'X' * c.doubling}{result}"
        written.append((text, Vul.both if vulnerable else Vul.none))
    return lambda: [Theirs(text).score(vulnerable) for text, vulnerable in written]


def with_bridgebots() -> Callable[[], list[int]]:
    from bridgebots import Contract as Theirs
    from bridgebots.play_utils import calculate_score

    written = [(c.text, vulnerable, tricks) for c, vulnerable, tricks in RESULTS]

    def act() -> list[int]:
        points = []
        for text, vulnerable, tricks in written:
            c = Theirs.from_str(text)
            points.append(calculate_score(c.level, c.suit, c.doubled, tricks, vulnerable))
        return points

    return act


# Fields


def play(chance: random.Random, tables: int) -> list[list[int]]:
    """North-South scores: each board has a best contract, and tables differ around it."""
    laws = rule_set("laws-2017")
    field = []
    for board in range(1, BOARDS + 1):
        level, denomination = chance.randint(1, 6), chance.choice(DENOMINATIONS)
        declarer = chance.choice("NESW")
        scores = []
        for _ in range(tables):
            bid = Contract(
                min(7, max(1, level + chance.choice((-2, -1, -1, 0, 0, 0, 0, 1, 1)))),
                chance.choice((denomination, denomination, denomination, "NT", "S")),
                chance.choice((0, 0, 0, 0, 0, 0, 1)),
            )
            seat = declarer if chance.random() < 0.9 else chance.choice("NESW")
            tricks = min(13, max(0, round(chance.gauss(level + 6, 1.2))))
            scores.append(ns_score(bid.text, seat, tricks, board, laws))
        field.append(scores)
    return field


def plain_matchpoints(scores: Sequence[int]) -> list[int]:
    points = []
    for one in scores:
        total = -1  # not against itself
        for other in scores:
            if one > other:
                total += 2
            elif one == other:
                total += 1
        points.append(total)
    return points


IMPS = [imps(tens * 10) for tens in range(1600)]


def plain_cross_imps(scores: Sequence[int]) -> list[int]:
    points = []
    for one in scores:
        total = 0
        for other in scores:
            if one > other:
                total += IMPS[(one - other) // 10]
            else:
                total -= IMPS[(other - one) // 10]
        points.append(total)
    return points


def plain_butler(scores: Sequence[int]) -> list[int]:
    kept = sorted(scores)[1:-1]
    middle = round_to_ten(Fraction(sum(kept), len(kept)))
    return [imps(one - middle) for one in scores]


METHODS = [
    ("matchpoints", matchpoints, plain_matchpoints, 200),
    ("butler", lambda scores: butler(scores, Trim(1)), plain_butler, 1),
    ("cross-imps", cross_imps, plain_cross_imps, 200),
]


def fields(chance: random.Random) -> None:
    """Points of every result of a field, and of one ten times as large."""
    field, larger = play(chance, TABLES), play(chance, TABLES * TIMES)
    kinds = sum(len(set(scores)) for scores in field) / BOARDS
    print(f"\npoints of {TABLES} tables x {BOARDS} boards, {kinds:.0f} different scores a board")
    print(f"  {'':14}{'ours, ms':>10}{'plain, ms':>11}{'times':>8}{f'{TIMES} fields, ms':>16}")
    for name, ours, plain, least in METHODS:
        expected = [plain(scores) for scores in field]
        assert [ours(scores) for scores in field] == expected
        small = seconds(lambda act=ours: [act(scores) for scores in field], 9)
        large = seconds(lambda act=ours: [act(scores) for scores in larger], 3)
        runs = 1 if least > 1 else 5
        slow = seconds(lambda act=plain: [act(scores) for scores in field], runs)
        what = promise(slow / small >= least, f"at least {least}")
        figures = f"{small * 1e3:10.1f}{slow * 1e3:11.0f}{slow / small:7.0f}x{large * 1e3:15.1f}"
        growth = promise(large / small <= 12, "at most 12")
        print(f"  {name:14}{figures}   {what} x{large / small:.1f} {growth}")


def seated(field: Scores) -> list[Line]:
    """The field's lines: North-South stay, East-West move on."""
    tables = len(field[0])
    return [
        Line(board, (str(table),), (str(tables + (table + 7 * board) % tables),), score=points)
        for board, scores in enumerate(field, 1)
        for table, points in enumerate(scores)
    ]


def events(chance: random.Random) -> None:
    """Whole events: lines in, exact points and ranking out."""
    lines, more = seated(play(chance, TABLES)), seated(play(chance, TABLES * TIMES))
    print(f"\nwhole events, {len(lines):,} and {len(more):,} lines: points, totals, ranking")
    for name, _, _, _ in METHODS:
        small = seconds(lambda method=name: score_event(lines, method), 3)
        large = seconds(lambda method=name: score_event(more, method), 3)
        growth = promise(large / small <= 12, "at most 12")
        print(f"  {name:14}{small:8.2f} s{large:8.2f} s   x{large / small:.1f} {growth}")


# Running


def running(chance: random.Random) -> None:
    """One result more: its board is counted again, everybody is ranked again."""
    lines = seated(play(chance, TABLES))
    print(f"\none more result at {TABLES} tables, ms of processor time: put, rank, read 20 rows")
    for name, _, _, _ in METHODS:
        event, coming = RunningRanking(name, WBF), []
        for number, one in enumerate(lines):
            # Two boards of three are complete; the others are on their way round.
            if one.board % 3 or chance.random() < 0.7:
                event.put(number, one)
            else:
                coming.append((number, one))
        event.ranking()
        used = []
        for number, one in coming[:300]:
            start = time.process_time()
            event.put(number, one)
            event.ranking()[:20]
            used.append((time.process_time() - start) * 1e3)
        used.sort()
        middle, nine = used[len(used) // 2], used[len(used) * 9 // 10]
        what = promise(middle < 2, "under 2")
        print(f"  {name:14}{middle:8.2f} half of them, {nine:.2f} nine of ten   {what}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--strict", action="store_true", help="status 1 when slower than promised")
    strict = parser.parse_args().strict
    contracts()
    fields(random.Random(1))
    events(random.Random(2))
    running(random.Random(3))
    for text in broken:
        print(f"broken: {text}", file=sys.stderr)
    return int(strict and bool(broken))


if __name__ == "__main__":
    sys.exit(main())
