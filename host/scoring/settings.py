"""What a ranking is made by: method, convention, and what the director sets about the entrants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_sim.rules.rule_sets import rule_set
from host.scoring.adjustments import Adjustment
from host.scoring.conventions import WBF, Convention
from host.scoring.entrants import Entrant
from host.scoring.lines import Line
from host.scoring.methods import ScoredEvent, score_by
from host.scoring.points import method_of
from host.scoring.running import RunningRanking


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """All that decides a ranking besides the results. ValueError names a value that is not allowed.

    ``winners`` None: as the results say. ``scheduled`` None: the most boards anybody played.
    """

    method: str = "matchpoints"
    convention: Convention = WBF
    winners: int | None = None
    rules: str = "laws-2017"
    scheduled: int | None = None
    phantoms: tuple[str, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    def __post_init__(self) -> None:
        has_top = method_of(self.method).has_top
        rule_set(self.rules)
        if self.winners not in (None, 1, 2):
            raise ValueError(f"winners {self.winners!r} is neither 1 nor 2")
        if self.scheduled is not None and not 1 <= self.scheduled <= 9999:
            raise ValueError(f"scheduled {self.scheduled!r} is no number of boards (1 to 9999)")
        for adjustment in self.adjustments:
            if adjustment.unit != "points" and not has_top:
                raise ValueError(
                    f"{adjustment.kind} of {adjustment.id} in {adjustment.unit!r}: "
                    f"{self.method} has no top, so only 'points' are allowed"
                )

    def score(self, lines: Iterable[Line]) -> ScoredEvent:
        """Score these lines."""
        return score_by(self.running(), lines)

    def check_fit(self, event: ScoredEvent) -> None:
        """ValueError for two winners of an individual, or an adjustment for nobody who plays."""
        if self.winners == 2 and event.winners == 1:
            raise ValueError("an individual has one winner; winners = 2 is for pairs")
        people = {(one.section, one.id, one.direction) for one in self.entrants}
        for line in (points.line for points in event.lines):
            people |= {(line.section, one, "NS") for one in line.ns}
            people |= {(line.section, one, "EW") for one in line.ew}
        ranked = [p for p in people if not {p[1], f"{p[2]}:{p[1]}"} & set(self.phantoms)]
        told_apart = event.winners == 2
        for adjustment in self.adjustments:
            if not any(adjustment.fits(s, id, d if told_apart else "") for s, id, d in ranked):
                raise ValueError(f"{adjustment.kind} for {adjustment.who}, who is not in the event")

    def running(self) -> RunningRanking:
        """An empty ranking to put lines into as they come."""
        return RunningRanking(
            self.method,
            self.convention,
            winners=self.winners,
            scheduled=self.scheduled,
            phantoms=self.phantoms,
            entrants=self.entrants,
            adjustments=self.adjustments,
        )
