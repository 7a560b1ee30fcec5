"""The director's acts as decisions: what each makes of what counts now, and when it cannot be."""

from __future__ import annotations

from dataclasses import dataclass, replace

from host.errors import UserError
from host.event.decisions import Decision
from host.event.keys import Key
from host.event.tonight import Tonight
from host.scoring.lines import Adjusted, Line, Weights
from host.store.ledger import Identity


@dataclass(frozen=True, slots=True)
class Director:
    """Who decides about ``tonight``, why, and at what wall time (seconds since 1970).

    Every act is a Decision not yet in force, or a UserError that says why there can be none.
    """

    tonight: Tonight
    by: str
    why: str
    at: float

    def rule(
        self, act: str, key: Key, new: Line | None, identity: Identity | None = None
    ) -> Decision:
        """From now on this line counts for the key (None: nothing does)."""
        counted = self.tonight.counting.get(key)
        old = None if counted is None else counted.line
        return Decision(act, key, identity, old, new, self.by, self.why, self.at)

    def adjust(self, key: Key, adjusted: Adjusted | None, weights: Weights) -> Decision:
        """An artificial or a weighted score instead of the result; just one of the two."""
        if (adjusted is None) == (not weights):
            raise UserError("an adjustment is an artificial score or a weighted one")
        if weights and sum(share for _, share in weights) != 1:
            raise UserError("the shares of a weighted score must add up to 1")
        blank = self._line(key).without_result()
        return self.rule("adjust", key, replace(blank, adjusted=adjusted, weights=weights))

    def void(self, key: Key) -> Decision:
        """Nothing counts for this key."""
        self._line(key)
        return self.rule("void", key, None)

    def swap(self, key: Key) -> Decision:
        """The pairs sat the other way round; the contract and its declarer's seat stay."""
        line = self._line(key)
        return self.rule("swap", key, replace(line, ns=line.ew, ew=line.ns))

    def stand(self, key: Key, identity: Identity) -> Decision:
        """Of several records for a key, this one counts."""
        for entry in self.tonight.entries(key):
            if entry.arrival.identity == identity and isinstance(entry.content, Line):
                return self.rule("stand", key, entry.content, identity)
        raise UserError(f"{key.words()}: there is no result {identity[1]} of box {identity[0]}")

    def lift(self, key: Key) -> Decision:
        """Take the ruling on this key back: the boxes' records count again."""
        counted = self.tonight.counting.get(key)
        if counted is None or counted.ruling is None:
            raise UserError(f"{key.words()}: there is no ruling to take back")
        return self.rule("lift", key, self.tonight.unruled(key))

    def claim(self, identity: Identity) -> Decision:
        """Count a record without an event for tonight."""
        if all(a.identity != identity for a in self.tonight.unclaimed()):
            raise UserError(f"box {identity[0]} has no result {identity[1]} that could be claimed")
        return Decision("claim", identity=identity, by=self.by, why=self.why, at=self.at)

    def _line(self, key: Key) -> Line:
        counted = self.tonight.counting.get(key)
        if counted is None or counted.line is None:
            raise UserError(f"{key.words()}: no result counts there")
        return counted.line
