"""Values made in whole numbers are those that the long way gives, in every form."""

from __future__ import annotations

from itertools import product

import pytest

from host.exchange.results_csv import read_results
from host.scoring.conventions import WBF
from host.scoring.running import RunningRanking
from host.scoring.values import Values

HOWELL = "tests/data/events/pairs_howell_matchpoints/results.csv"
CASES = [
    *product(
        ("matchpoints", "butler", "cross-imps", "total"),
        ("2-1-0", "1-half-0", "plus-minus"),
        ("none", "factor", "own-average"),
    )
]


@pytest.mark.parametrize(("method", "form", "fewer"), CASES)
def test_the_short_way_is_the_long_way(
    monkeypatch: pytest.MonkeyPatch, method: str, form: str, fewer: str
) -> None:
    lines = [line for number, line in enumerate(read_results(HOWELL)) if number % 5]

    def rows() -> list[tuple[object, ...]]:
        ranking = RunningRanking(method, WBF.with_fields({"form": form, "fewer_boards": fewer}))
        for number, line in enumerate(lines):
            ranking.put(number, line)
        return [(r.place, r.id, r.boards, r.total, r.percentage) for r in ranking.ranking()]

    short = rows()
    for shortcut in ("_is_plain", "_is_bare"):
        monkeypatch.setattr(Values, shortcut, lambda self, entrant: False)
    assert len({boards for _, _, boards, _, _ in short}) > 1
    assert rows() == short
