"""Numbers, ages and contracts as the console writes them."""

from __future__ import annotations

from fractions import Fraction

from device.battery import BARS, bars
from firmware_sim.box import LOW_BATTERY_MV
from firmware_sim.entry import Entry
from firmware_sim.rules.contract import result_text, wire_result
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.rules.vulnerability import dealer, vulnerable
from host.console.sheet import Cell, Tone
from host.event.lines import result_words
from host.link.session import LinkState
from host.scoring.lines import Line, Share
from host.scoring.rounding import round_to

SUITS = {"C": ("♣", Tone.CLUB), "D": ("♦", Tone.DIAMOND), "H": ("♥", Tone.HEART),
         "S": ("♠", Tone.SPADE), "NT": ("NT", Tone.PLAIN)}  # fmt: skip
DOUBLING = ("", "X", "XX")
LINKS = {
    LinkState.GREEN: Cell("● G", Tone.GOOD),
    LinkState.AMBER: Cell("◐ A", Tone.WARN),
    LinkState.RED: Cell("✕ R", Tone.BAD),
    LinkState.NONE: Cell("○ -", Tone.FAINT),
}
"""A shape, a letter and a colour: any of them is enough."""

VULNERABLE = {"none": "none", "ns": "N-S", "ew": "E-W", "all": "all"}


def contract_cell(line: Line) -> Cell:
    """``4♠X``, ``PASS``, ``A6040``, a weighted score's parts, or ``not played``."""
    if line.adjusted is not None:
        return Cell(line.adjusted.text, Tone.WARN)
    if line.weights:
        return Cell(" ".join(f"{points}×{share}" for points, share in line.weights), Tone.WARN)
    if line.not_played:
        return Cell("not played", Tone.FAINT)
    if line.contract is None:
        return Cell("PASS")
    sign, tone = SUITS[line.contract.denomination]
    return Cell(f"{line.contract.level}{sign}{DOUBLING[line.contract.doubling]}", tone)


def awarded(line: Line) -> str:
    """``60 % to N-S, 40 % to E-W``, or ``N-S +440 on average`` of a weighted score."""
    if line.adjusted is not None:
        return f"{_award(line.adjusted.ns)} to N-S, {_award(line.adjusted.ew)} to E-W"
    mean = line.mean_score
    return "" if mean is None else f"N-S {signed(round(mean))} on average"


def _award(share: Share) -> str:
    return {1: "average plus", -1: "average minus"}.get(share.relative, f"{share.percent} %")


def result(line: Line) -> str:
    """``=``, ``+1``, ``-2``, or nothing where no contract was played."""
    if line.contract is None or line.tricks is None:
        return ""
    return result_text(line.contract, line.tricks)


def last_result(line: Line | None) -> str:
    """``12  4♠X N -1``, ``12  passed out``."""
    if line is None:
        return ""
    if line.contract is None:
        return f"{line.board}  {result_words(line)}"
    return f"{line.board}  {contract_cell(line).text} {line.declarer} {result(line)}"


def unlikely(line: Line, rules: RuleSet) -> bool:
    """Possible, but mistyped more often than played: by the rule that makes the box ask."""
    if line.contract is None or line.tricks is None:
        return False
    entry = Entry()
    wire = wire_result(line.contract, line.tricks)
    entry.take("", "", str(line.board), line.contract.text, line.declarer, wire)
    return entry.unlikely(rules)


def lead(line: Line) -> str:
    """``♥A`` for HA."""
    return SUITS[line.lead[0]][0] + line.lead[1:] if line.lead else ""


def signed(points: int | None) -> str:
    """A score with its sign, as it is called out."""
    return "" if points is None else f"{points:+d}" if points else "0"


def points(value: Fraction | None, places: int = 2) -> str:
    """Exact points, rounded for the eye only."""
    return "" if value is None else str(round_to(value, places))


def age(seconds: float | None) -> str:
    """``12s``, ``3m``, ``1h05``."""
    if seconds is None:
        return ""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m"
    return f"{whole // 3600}h{whole % 3600 // 60:02d}"


def battery(millivolts: int) -> Cell:
    """Three bars, and the word where it is low; nothing where it is unknown."""
    if not millivolts:
        return Cell("")
    if millivolts < LOW_BATTERY_MV:
        return Cell("LOW", Tone.BAD)
    lit = bars(millivolts)
    return Cell("▮" * lit + "▯" * (BARS - lit), Tone.FAINT)


def board_title(board: int) -> str:
    """``Board 7 · dealer S · vulnerable all``."""
    return f"Board {board} · dealer {dealer(board)} · vulnerable {VULNERABLE[vulnerable(board)]}"


def pair(ids: tuple[str, ...]) -> str:
    """A pair's number, or the two players' of an individual."""
    return "+".join(ids)
