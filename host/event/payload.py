"""What each box is told: the event, and what the director made of results keyed on it."""

from __future__ import annotations

from firmware_sim.link.config import make_payload, pin_hash
from firmware_sim.rules.contract import wire_result
from host.event.decisions import Decision
from host.event.keys import Key
from host.event.settings import EventSettings
from host.event.tonight import Entry
from host.link.session import Wanted
from host.scoring.lines import Line

MOST_CORRECTIONS = 60
"""The newest of a table; a box keeps a few thousand characters. Weighted scores stay at the host:
a box has no way to show them."""


class Payloads:
    """The wanted configuration of each box; one for all that have nothing of their own."""

    def __init__(self, event: EventSettings) -> None:
        self._base = _base(event)
        self._movement = event.type == "movement"
        self._common = Wanted.of_payload(make_payload(self._base))
        self._rulings: dict[str, dict[Key, Decision]] = {}
        self._boxes_of: dict[Key, set[str]] = {}

    def wanted(self, serial: str) -> Wanted:
        """What this box should hold now."""
        if not self._rulings.get(serial):
            return self._common
        return Wanted.of_payload(self.wanted_payload(serial))

    def wanted_payload(self, serial: str) -> str:
        """The same as one payload."""
        rulings = self._rulings.get(serial, {})
        told = [d for d in rulings.values() if d.new is None or not d.new.weights]
        newest = sorted(told, key=lambda d: d.id)[-MOST_CORRECTIONS:]
        rows: dict[str, list[str]] = {}
        for decision in newest:
            assert decision.key is not None
            rows.setdefault(self._name(decision.key), []).append(_row(decision))
        return make_payload([*self._base, *((name, "+".join(rows[name])) for name in sorted(rows))])

    def rule(self, key: Key, ruling: Decision | None, entries: list[Entry]) -> set[str]:
        """Note the ruling on a key, or that there is none; return whose configuration changed."""
        before = self._boxes_of.get(key, set())
        now = (
            {e.arrival.serial for e in entries} if ruling is not None and key.kind == "R" else set()
        )
        changed = set()
        for serial in before - now:
            del self._rulings[serial][key]
            changed.add(serial)
        for serial in now:
            assert ruling is not None
            own = self._rulings.setdefault(serial, {})
            if own.get(key) is not ruling:
                own[key] = ruling
                changed.add(serial)
        if now:
            self._boxes_of[key] = now
        else:
            self._boxes_of.pop(key, None)
        return changed

    def _name(self, key: Key) -> str:
        return f"r.{key.round if self._movement else 0}.{key.board}"


def _base(event: EventSettings) -> list[tuple[str, str]]:
    """What every box is told: what differs from a box's own habits, and the event."""
    items = [("event", event.code), ("type", event.type), ("rules", event.rules)]
    optional = (
        ("name", event.name, ""),
        ("show", event.show, "none"),
        ("lang", event.language, ""),
        ("players", event.players, "no"),
        ("lead", event.lead, "no"),
        ("correct", event.correct, "players"),
        ("pin", pin_hash(event.code, event.pin) if event.pin else "", ""),
        ("clock", str(event.clock or 0), "0"),
    )
    return items + [(key, value) for key, value, usual in optional if value != usual]


def _row(decision: Decision) -> str:
    """``NS:EW:CONTRACT:DECLARER:RESULT:LEAD``; an empty contract: erased."""
    assert decision.key is not None
    line = decision.new
    if line is None:
        old = decision.old
        ns, ew = (old.ns, old.ew) if old is not None else ((decision.key.ns,), (decision.key.ew,))
        return f"{ns[0]}:{ew[0]}::::"
    return ":".join((line.ns[0], line.ew[0], *_played(line), line.lead))


def _played(line: Line) -> tuple[str, str, str]:
    if line.adjusted is not None:
        ns, ew = (min(share.percent, 99) for share in (line.adjusted.ns, line.adjusted.ew))
        return (f"A{ns:02d}{ew:02d}", "", "")
    if line.not_played:
        return ("NP", "", "")
    if line.contract is None or line.tricks is None:
        return ("PASS", "", "")
    return (line.contract.text, line.declarer, wire_result(line.contract, line.tricks))
