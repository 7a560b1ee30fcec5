"""What the director decided: each act with what it changed, who did it, when and why.

Acts on a result (``enter``, ``adjust``, ``void``, ``swap``, ``stand``) all come to the same: from
now on this is the result of that key, whatever the boxes sent or send. ``lift`` takes such a ruling
back, ``claim`` counts a record without an event for tonight. ``seq`` is how many records had
arrived when the decision was made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from host.event.keys import Key
from host.event.lines import line_from_json, line_to_json
from host.scoring.lines import Line
from host.store.ledger import Identity

RULINGS = ("enter", "adjust", "void", "swap", "stand")
ACTS = (*RULINGS, "lift", "claim")


@dataclass(frozen=True, slots=True)
class Decision:
    """One act of the director.

    ``key`` names the result (None for a claim), ``identity`` the record claimed or made to stand,
    ``old`` and ``new`` the line that counted before and the one that counts now (None: nothing).
    """

    act: str
    key: Key | None = None
    identity: Identity | None = None
    old: Line | None = None
    new: Line | None = None
    by: str = ""
    why: str = ""
    at: float = 0.0
    id: int = 0
    seq: int = 0

    def __post_init__(self) -> None:
        if self.act not in ACTS:
            raise ValueError(f"unknown act {self.act!r}; known: {', '.join(ACTS)}")
        if self.act == "claim":
            if self.identity is None:
                raise ValueError("a claim names a record")
        elif self.key is None:
            raise ValueError(f"the act {self.act!r} names a result")

    def numbered(self, id: int, seq: int) -> Decision:
        """The same decision with its number and the records it was made on."""
        return replace(self, id=id, seq=seq)

    def texts(self) -> tuple[str, str, str]:
        """``old``, ``new`` and the subject as JSON, for the store."""
        subject: dict[str, Any] = {}
        if self.key is not None:
            subject["key"] = list(self.key)
        if self.identity is not None:
            subject["record"] = list(self.identity)
        return _line_text(self.old), _line_text(self.new), json.dumps(subject)

    @classmethod
    def of_texts(
        cls, id: int, at: float, by: str, why: str, act: str, subject: str, old: str, new: str,
        seq: int,
    ) -> Decision:  # fmt: skip
        """A decision as the store kept it."""
        names = json.loads(subject)
        key = Key(*names["key"]) if "key" in names else None
        record = names.get("record")
        identity = (str(record[0]), int(record[1]), str(record[2])) if record else None
        return cls(act, key, identity, _line(old), _line(new), by, why, at, id, seq)


def _line_text(line: Line | None) -> str:
    return "" if line is None else json.dumps(line_to_json(line))


def _line(text: str) -> Line | None:
    return line_from_json(json.loads(text)) if text else None
