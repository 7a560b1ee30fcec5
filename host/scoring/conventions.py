"""What clubs and federations score differently, as a set of fields; presets by name.

Each field has an option of ``overtrick rank`` (``--small-groups``) and a key of an event file
(``small_groups``). The presets print section 2 of the scoring rules as a table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from host.scoring.artificial import AVERAGE_PLUS_IMPS


@dataclass(frozen=True, slots=True)
class Trim:
    """How many results a Butler datum leaves out at either end: a number, or a part of all."""

    number: int = 1
    part: Fraction | None = None

    def of(self, size: int) -> int:
        """For so many results, at least one; never so many that none is left."""
        wanted = self.number if self.part is None else int(self.part * size)
        return min(wanted, (size - 1) // 2)

    @property
    def text(self) -> str:
        """``1``, or ``10%``."""
        return str(self.number) if self.part is None else f"{float(self.part * 100):g}%"


@dataclass(frozen=True, slots=True)
class Convention:
    """The fields, with the World Bridge Federation's values. All are in CHOICES or read as text."""

    form: str = "2-1-0"
    fewer_results: str = "neuberg"
    small_groups: str = "wbf"
    fewer_boards: str = "none"
    line_points: str = "0.01"
    butler_trim: Trim = Trim(1)
    butler_total: str = "sum"
    cross_imp_divisor: str = "n-1"
    cross_imp_total: str = "sum"
    imp_table: str = "current"
    imp_average_plus: int | None = None
    section_scoring: str = "together"
    victory_points: str = "vp-20-0"

    def average_plus(self, kind: str) -> int:
        """IMPs for average plus in "pairs" or "teams"."""
        return AVERAGE_PLUS_IMPS[kind] if self.imp_average_plus is None else self.imp_average_plus

    def with_fields(self, given: Mapping[str, object]) -> Convention:
        """The convention with some fields set; ValueError names a wrong field or value."""
        parsed = {name: parse_field(name, value) for name, value in given.items()}
        return replace(self, **parsed)  # type: ignore[arg-type]


CHOICES: dict[str, dict[str, str]] = {
    "form": {
        "2-1-0": "2 for each worse result, 1 for each equal one",
        "1-half-0": "half of that",
        "plus-minus": "distance from average",
    },
    "fewer_results": {
        "neuberg": "(mp + 1) * N / n - 1",
        "none": "each board on its own top",
    },
    "small_groups": {
        "wbf": "fixed percents for one, two and three results",
        "ebu": "the same, but only where the fullest board has three times as many",
        "none": "Neuberg for all",
    },
    "fewer_boards": {
        "none": "nothing is added",
        "own-average": "a scheduled board not played counts as the pair's own average",
        "factor": "the total times scheduled over played, to 0.01",
    },
    "line_points": {
        "0.01": "to a hundredth, halves up",
        "0.1": "to a tenth, halves up",
        "0.1-half-even": "to a tenth, halves to the even digit",
        "0.1-half-to-average": "to a tenth, halves towards average",
    },
    "butler_total": {"sum": "of all boards", "average": "a board"},
    "cross_imp_divisor": {
        "n-1": "a comparison",
        "n": "a result",
        "none": "the plain sum",
    },
    "cross_imp_total": {"sum": "of all boards", "average": "a board"},
    "imp_table": {"current": "24 steps", "1948": "15 steps"},
    "section_scoring": {
        "together": "one top, one ranking",
        "ranked-apart": "one top, a ranking for each section",
        "apart": "each section for itself",
    },
    "victory_points": {
        "vp-20-0": "continuous, WBF 2013",
        "vp-25-0": "25-0, printed scale",
    },
}

WBF = Convention()
NORWAY = Convention(
    form="plus-minus",
    line_points="0.1",
    butler_total="average",
    cross_imp_divisor="none",
)
EBU = Convention(small_groups="ebu", line_points="0.1-half-to-average", cross_imp_divisor="none")
ACBL = Convention(form="1-half-0", small_groups="none", fewer_boards="factor")
AUSTRALIA = Convention(small_groups="none", fewer_boards="own-average", line_points="0.1-half-even")

CONVENTIONS = {
    "wbf": WBF,
    "norway": NORWAY,
    "ebu": EBU,
    "acbl": ACBL,
    "australia": AUSTRALIA,
}

FIELDS = tuple(field.name for field in fields(Convention))


def convention(name: str) -> Convention:
    """The preset of that name; ValueError lists the names."""
    if name not in CONVENTIONS:
        raise ValueError(f"{name!r} is no convention; there are {', '.join(CONVENTIONS)}")
    return CONVENTIONS[name]


def parse_field(name: str, value: object) -> str | int | Trim | None:
    """A field's value from an option or an event file; ValueError says what is allowed."""
    text = str(value)
    if name == "butler_trim":
        return value if isinstance(value, Trim) else parse_trim(text)
    if name == "imp_average_plus":
        if value is None or re.fullmatch("[0-9]{1,2}", text):
            return None if value is None else int(text)
        raise ValueError(f"imp_average_plus {text!r} is no number of IMPs (0 to 99)")
    if name not in CHOICES:
        raise ValueError(f"{name!r} is no field of a convention; there are {', '.join(FIELDS)}")
    if text not in CHOICES[name]:
        raise ValueError(f"{name} {text!r} is none of {', '.join(CHOICES[name])}")
    return text


def parse_trim(text: str) -> Trim:
    """Read ``1`` or ``10%``; ValueError for a half or more, which would leave nothing."""
    if re.fullmatch("[0-9]{1,3}", text):
        return Trim(int(text))
    if re.fullmatch(r"[0-9]{1,2}(\.[0-9]+)?%", text) and Fraction(text[:-1]) < 50:
        return Trim(0, Fraction(text[:-1]) / 100)
    raise ValueError(f"butler_trim {text!r} is neither a number nor a part below 50%")
