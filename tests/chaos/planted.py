"""Faults planted on purpose: the evenings must find each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import firmware_sim.journal as journal_module
import host.event.tonight as tonight_module
import host.link.desk as desk_module
import host.link.register as register_module
from firmware_sim.journal import Journal
from firmware_sim.link.frame import Frame
from firmware_sim.link.offering import Offering
from firmware_sim.link.records import Record, parse_record
from host.link.intake import Intake
from host.link.register import Register
from host.link.session import Session
from host.link.twins import Twins

Plant = Callable[[], "ExitStack"]


def _patched(*patches: object) -> ExitStack:
    stack = ExitStack()
    for one in patches:
        stack.enter_context(one)  # type: ignore[arg-type]
    return stack


def acknowledge_before_commit() -> ExitStack:
    take = Intake.take

    def hasty(self: Intake, session: Session, record: Record, now: float) -> None:
        self._send(session, now, "A", record.n, record.check)
        take(self, session, record, now)

    return _patched(patch.object(Intake, "take", hasty))


def mark_when_sent() -> ExitStack:
    sent = Offering.sent

    def hasty(self: Offering, now: int) -> None:
        record = self.pending(now)
        if record is not None:
            self._journal.mark(record.n, record.check)
        sent(self, now)

    return _patched(patch.object(Offering, "sent", hasty))


def skip_the_torn_record_check() -> ExitStack:
    """A box that believes its memory: whatever stands in a slot is a record of its own."""

    class Believed(Record):
        def is_from(self, serial: str) -> bool:
            return True

    return _patched(patch.object(journal_module, "Record", Believed))


def overwrite_an_unmarked_record() -> ExitStack:
    return _patched(patch.object(Journal, "_reusable", lambda self, slot: True))


def take_a_record_of_another_serial() -> ExitStack:
    def credulous(f: Frame, session: Session) -> Record | None:
        try:
            return parse_record(f.kind, f.fields)
        except ValueError:
            return None

    return _patched(patch.object(desk_module, "record_of", credulous))


def see_no_gap() -> ExitStack:
    return _patched(patch.object(Register, "check_gaps", lambda self, box, session, now: None))


def see_no_twins() -> ExitStack:
    return _patched(patch.object(Twins, "answered", lambda self, box, session, now: None))


def cry_wolf() -> ExitStack:
    """An alarm for numbers that are in the box's memory."""

    def everything(first: int, low: int, high: int, here: object) -> list[tuple[int, int]]:
        return [(first, high)] if 0 < first <= high else []

    return _patched(patch.object(register_module, "gone", everything))


def count_what_was_replaced() -> ExitStack:
    return _patched(patch.object(tonight_module, "names", lambda arrival: None))


PLANTS: tuple[Plant, ...] = (
    acknowledge_before_commit,
    mark_when_sent,
    skip_the_torn_record_check,
    overwrite_an_unmarked_record,
    take_a_record_of_another_serial,
    see_no_gap,
    see_no_twins,
    cry_wolf,
    count_what_was_replaced,
)


@contextmanager
def planted(plant: Plant) -> Iterator[None]:
    """The code with this fault in it."""
    with plant():
        yield
