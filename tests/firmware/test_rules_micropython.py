"""The same rules under a real MicroPython interpreter."""

from pathlib import Path

from tests.firmware.interpreters import ROOT, by_cpython, by_micropython

PROGRAM = """
import sys
sys.path.insert(0, {root!r})
from firmware_sim.rules.chicago import ChicagoSheet
from firmware_sim.rules.contract import Contract, parse_contract, parse_result
from firmware_sim.rules.duplicate import score
from firmware_sim.rules.imps import imps
from firmware_sim.rules.rubber import RubberDeal, RubberSheet
from firmware_sim.rules.rule_sets import rule_set
from firmware_sim.rules.vulnerability import dealer, vulnerable
lines = open({root!r} + "/tests/data/vectors/rule_sets.csv").read().split()
names = lines[0].split(",")[3:]
for line in lines[1:]:
    cells = line.split(",")
    for name in names:
        print(score(parse_contract(cells[0]), cells[1] == "yes", int(cells[2]), rule_set(name)))
sheet = RubberSheet(rule_set("rubber-1993"))
for line in open({root!r} + "/tests/data/events/rubber_page/deals.csv").read().split()[1:]:
    side, contract, tricks = line.split(",")[:3]
    sheet.add(RubberDeal(side, parse_contract(contract), int(tricks)))
    print(sheet.ns_below, sheet.ns_above, sheet.ew_below, sheet.ew_above, sheet.ns_total)
four = ChicagoSheet(rule_set("chicago"))
four.add(RubberDeal("NS", Contract(4, "S"), 10))
print(four.ns_total, four.dealer, four.vulnerable("EW"), imps(-2990), dealer(7), vulnerable(7))
for text in ("8C", "4SXXX"):
    try:
        parse_contract(text)
    except ValueError as error:
        print(error)
try:
    parse_result(Contract(7, "NT"), "+1")
except ValueError as error:
    print(error)
"""


def test_micropython_says_the_same_as_cpython(tmp_path: Path) -> None:
    program = tmp_path / "rules.py"
    program.write_text(PROGRAM.format(root=str(ROOT)), encoding="utf-8")
    printed = by_cpython(program)
    assert by_micropython(program, heap="1m") == printed
    assert len(printed.splitlines()) == 18 * 5 + 8 + 1 + 3
