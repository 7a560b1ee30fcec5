"""Records on their way into the ledger: rules 1 and 2 of the host.

A record is taken only with the check that is right for the box on the line; it is acknowledged
only when the ledger has committed it, or has had it before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware_sim.link.frame import Frame
from firmware_sim.link.records import Record, parse_record, problem_of
from host.link.deliveries import Send
from host.link.session import Session
from host.store.ledger import Arrival, Identity, Ledger


class Intake:
    """What is here, and what waits for the next commit. ``wall`` gives seconds since 1970."""

    def __init__(self, ledger: Ledger, send: Send, wall: Callable[[], float]) -> None:
        self._ledger = ledger
        self._send = send
        self._wall = wall
        self._known: set[Identity] = set()
        self._pending: dict[Identity, tuple[Arrival, list[Session]]] = {}

    def restore(self) -> Iterator[Arrival]:
        """Everything the ledger holds, in the order of arrival; known from now on."""
        for arrival in self._ledger.arrivals():
            self._known.add(arrival.identity)
            yield arrival

    def __len__(self) -> int:
        return len(self._pending)

    def take(self, session: Session, record: Record, now: float) -> None:
        """Keep a record for the next commit; acknowledge at once what is here already."""
        identity = (session.serial, record.n, record.check)
        if identity in self._known:
            self._send(session, now, "A", record.n, record.check)
        elif identity in self._pending:
            waiting = self._pending[identity][1]
            if session not in waiting:
                waiting.append(session)
        else:
            arrival = Arrival(
                session.serial, record.n, record.check, record.kind, record.event, record.text,
                self._wall(), session.port, problem_of(record),
            )  # fmt: skip
            self._pending[identity] = (arrival, [session])

    def commit(self, now: float) -> list[tuple[Arrival, bool]]:
        """Commit all that waits, acknowledge it, and say of each record whether it was new.

        Raises LedgerError when the ledger failed: then all is forgotten and nothing acknowledged.
        """
        pending, self._pending = self._pending, {}
        arrivals = [arrival for arrival, _ in pending.values()]
        news = self._ledger.commit(arrivals)
        self._known.update(pending)
        self._acknowledge(pending, now)
        return list(zip(arrivals, news, strict=True))

    def _acknowledge(
        self, pending: dict[Identity, tuple[Arrival, list[Session]]], now: float
    ) -> None:
        """Two to a frame where a box sent several."""
        owed: dict[Session, list[object]] = {}
        for (_, number, check), (_, sessions) in pending.items():
            for session in sessions:
                owed.setdefault(session, []).extend((number, check))
        for session, pairs in owed.items():
            if not session.lost:
                for at in range(0, len(pairs), 4):
                    self._send(session, now, "A", *pairs[at : at + 4])


def record_of(f: Frame, session: Session) -> Record | None:
    """The frame as a whole record of this session's box; None when it is not."""
    try:
        record = parse_record(f.kind, f.fields)
    except ValueError:
        return None
    return record if record.is_from(session.serial) else None
