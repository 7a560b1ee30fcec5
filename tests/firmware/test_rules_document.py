"""The tables of ``docs/rule-sets.md`` say what the scorer does."""

from pathlib import Path

import pytest

from firmware_sim.rules.rule_sets import RULE_SETS, RuleSet

DOCUMENT = (Path(__file__).parents[2] / "docs" / "rule-sets.md").read_text(encoding="utf-8")


def printed() -> dict[str, list[str]]:
    rows = [line.strip("|").split("|") for line in DOCUMENT.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {row[0]: row[1:] for row in cells if len(row) == 9 and row[0] not in ("rule set", "---")}


def numbers(*values: int, between: str = ", ") -> str:
    return between.join(map(str, values)) if any(values) else "-"


def expected(rules: RuleSet) -> list[str]:
    down = " / ".join(numbers(*row, between=" ") for row in rules.doubled_down)
    return [
        down,
        numbers(rules.made_doubled),
        numbers(rules.made_redoubled),
        numbers(rules.partscore),
        numbers(*rules.game, between=" / "),
        numbers(*rules.rubber),
        numbers(*rules.unfinished),
        numbers(*rules.honours),
    ]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_the_table_of_differences(rules: RuleSet) -> None:
    assert printed()[rules.name] == expected(rules)


def test_every_rule_set_has_a_row_and_a_source() -> None:
    names = [rules.name for rules in RULE_SETS]
    assert list(printed()) == names
    headings = " ".join(line for line in DOCUMENT.splitlines() if line.startswith("### "))
    assert all(name in headings for name in names)
