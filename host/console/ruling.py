"""What a director types to correct a result, read and carried out.

One line says it: ``4SX N +1``, ``PASS``, ``NP``, ``A6040``, ``A+/A-``, ``620*0.6+170*0.4``, or one
of the words void, swap, lift, and stand with the number of the record that is to count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_sim.rules.contract import parse_contract, parse_result, result_text
from host.core import HostCore
from host.errors import UserError
from host.event.keys import Key, line_key
from host.event.tonight import Entry
from host.exchange.result_cells import parse_adjusted, parse_weights, weights_text
from host.scoring.contract_score import ns_score
from host.scoring.lines import Line

WORDS = ("void", "swap", "lift")
SLIP = "7 3 12 4SX N +1"
HELP = "4SX N +1   PASS   NP   A6040   A+/A-   620*0.6+170*0.4   void   swap   lift   stand 2"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One act on the result ``key``: ``act`` is enter, adjust, void, swap, lift or stand.

    ``line`` is what will count (None: nothing, or what the boxes say); ``entry`` the record that
    is to stand.
    """

    act: str
    key: Key
    line: Line | None = None
    entry: Entry | None = None

    def apply(self, core: HostCore, by: str, why: str) -> None:
        """Carry it out; UserError says why not."""
        match self.act:
            case "enter":
                assert self.line is not None
                core.enter(self.line, by, why)
            case "adjust":
                assert self.line is not None
                adjusted, weights = self.line.adjusted, self.line.weights
                core.adjust(self.key, by, why, adjusted=adjusted, weights=weights)
            case "void":
                core.void(self.key, by, why)
            case "swap":
                core.swap(self.key, by, why)
            case "lift":
                core.lift(self.key, by, why)
            case _:
                assert self.entry is not None
                core.stand(self.key, self.entry.arrival.identity, by, why)


def parse_ruling(text: str, key: Key, core: HostCore) -> Ruling:
    """Read what was typed about the result ``key``; UserError says what is wrong and allowed."""
    typed = " ".join(text.split())
    word = typed.lower()
    if not typed:
        raise UserError(f"type the result or a word: {HELP}")
    if word in WORDS:
        return Ruling(word, key)
    if word.split()[0] == "stand":
        return _stand(word, key, core.tonight.entries(key))
    line = _blank(key, core)
    try:
        return _result(typed, key, line, core)
    except ValueError as error:
        raise UserError(str(error)) from None


def parse_slip(text: str, core: HostCore) -> Ruling:
    """Read a whole paper slip, ``7 3 12 4SX N +1``: board, North-South, East-West, result.

    In an event with sections the section's letter comes first; in a movement table and round
    stand before the board: ``A 5 2 7 3 12 4SX N +1``.
    """
    scope = core.tonight.scope
    names = [
        *(("section",) if scope.sections else ()),
        *(("table", "round") if scope.movement else ()),
        "board", "North-South", "East-West",
    ]  # fmt: skip
    parts = text.upper().split()
    if len(parts) <= len(names):
        raise UserError(f"type {', '.join(names)} and the result, as in {SLIP}")
    values = _checked(dict(zip(names, parts, strict=False)), scope.sections)
    if values["North-South"] == values["East-West"] and core.event.winners != 2:
        raise UserError(f"pair {values['East-West']} cannot play against itself")
    blank = Line(
        int(values["board"]),
        (values["North-South"],),
        (values["East-West"],),
        section=values.get("section", ""),
        table=values.get("table", ""),
        round=values.get("round", ""),
    )
    key = line_key(blank, movement=scope.movement)
    if core.counted(key) is not None:
        raise UserError(f"{key.words()}: there is a result; correct that one")
    try:
        ruling = _result(" ".join(parts[len(names) :]), key, blank, core)
    except ValueError as error:
        raise UserError(str(error)) from None
    return replace(ruling, act="enter")


def _checked(values: dict[str, str], sections: tuple[str, ...]) -> dict[str, str]:
    """The values as records have them: numbers without leading zeros."""
    for name, value in values.items():
        if name == "section":
            if value not in sections:
                raise UserError(f"section {value!r}: this event has {', '.join(sections)}")
        elif not (value.isascii() and value.isdigit() and len(value) <= 4 and int(value)):
            raise UserError(f"{name} {value!r}: a number from 1 to 9999 is wanted")
    return {name: v if name == "section" else str(int(v)) for name, v in values.items()}


def _blank(key: Key, core: HostCore) -> Line:
    """The line of that key without its result; also where nothing counts any more."""
    counted = core.counted(key)
    line = counted.line if counted is not None else None
    if line is None:
        lines = [e.content for e in core.tonight.entries(key) if isinstance(e.content, Line)]
        if not lines:
            raise UserError(f"{key.words()}: nothing was ever played there")
        line = lines[0]
    return replace(line.without_result(), lead="")


def _result(typed: str, key: Key, blank: Line, core: HostCore) -> Ruling:
    upper = typed.upper()
    if upper in ("PASS", "PASSED OUT"):
        return Ruling("enter", key, replace(blank, score=0))
    if upper in ("NP", "NOT PLAYED"):
        return Ruling("enter", key, replace(blank, not_played=True))
    if "*" in typed:
        return Ruling("adjust", key, replace(blank, weights=parse_weights(typed)))
    if upper.startswith("A"):
        return Ruling("adjust", key, replace(blank, adjusted=parse_adjusted(typed)))
    return Ruling("enter", key, _played(upper, blank, core))


def _played(typed: str, blank: Line, core: HostCore) -> Line:
    parts = typed.split(" ")
    if len(parts) < 3 or parts[-2] not in ("N", "E", "S", "W"):
        raise UserError(f"{typed!r}: contract, declarer's seat and result, as in 4SX N +1; {HELP}")
    contract = parse_contract(" ".join(parts[:-2]))
    tricks = parse_result(contract, parts[-1])
    declarer, rules = parts[-2], core.tonight.scope.rules
    points = ns_score(contract.text, declarer, tricks, blank.board, rules)
    return replace(blank, contract=contract, declarer=declarer, tricks=tricks, score=points)


def _stand(word: str, key: Key, entries: list[Entry]) -> Ruling:
    number = word.removeprefix("stand").strip()
    if not number.isdecimal() or not 1 <= int(number) <= len(entries):
        raise UserError(f"{word!r}: stand 1 to stand {len(entries)} choose a record of the list")
    entry = entries[int(number) - 1]
    line = entry.content if isinstance(entry.content, Line) else None
    return Ruling("stand", key, line, entry)


def typed_form(line: Line) -> str:
    """A line's result as it would be typed."""
    if line.adjusted is not None:
        return line.adjusted.text
    if line.not_played:
        return "NP"
    if line.contract is None:
        return weights_text(line.weights) or "PASS"
    assert line.tricks is not None
    return f"{line.contract.text} {line.declarer} {result_text(line.contract, line.tricks)}"
