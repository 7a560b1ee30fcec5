"""A host in virtual time: the real desk on a real store, killed at any moment."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from host.core import HostCore
from host.event.settings import EventSettings
from host.link.alarms import Alarm
from host.link.desk import Desk
from host.link.desk_events import BoxFound
from host.link.session import Wanted
from host.store.ledger import Arrival
from host.store.store import Store
from tests.chaos.truth import Identity

if TYPE_CHECKING:
    from tests.chaos.world import World

BUS = "bus"
CONFIG = Wanted.of_payload("event=E3;type=open;rules=laws-2017;name=Chaos")


class HostKilled(Exception):
    """The host's process is gone; with ``torn`` its last commit reached the disk only in part."""

    def __init__(self, torn: tuple[int, int] | None = None) -> None:
        super().__init__()
        self.torn = torn


class WatchedStore:
    """The ledger the desk sees: the real store, and a killer that knows the steps of a commit."""

    def __init__(self, host: SimHost, store: Store) -> None:
        self.host = host
        self.store = store

    def commit(self, arrivals: Sequence[Arrival]) -> list[bool]:
        kill, self.host.kill_at = self.host.kill_at, ""
        strikes = self.host.world.truth.strikes
        if kill == "before commit":
            strikes["host killed before the commit"] += 1
            raise HostKilled
        before = self.host.log_size()
        news = self.store.commit(arrivals)
        if kill == "torn":
            strikes["power cut in the middle of a commit"] += 1
            raise HostKilled((before, self.host.log_size()))
        identities = [a.identity for a in arrivals]
        self.host.world.truth.committed(identities)
        self.host.must_hold.update(identities)
        if kill == "after commit":
            strikes["host killed after the commit, before the acknowledgement"] += 1
            raise HostKilled
        return news

    def arrivals(self) -> Iterator[Arrival]:
        return self.store.arrivals()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


class SimHost:
    """A laptop: a store on its disk, a desk while it runs, ports with or without a box."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.lives = 0
        self.files = 0
        self.path = ""
        self.kill_at = ""
        self.skew = 0.0
        self.desk: Desk | None = None
        self.side: Desk | HostCore
        """The desk itself, or the whole core around it."""
        self.store: Store | None = None
        self.must_hold: set[Identity] = set()
        """What its store must hold: all it committed, until the store was lost or exchanged."""
        self.ever: set[tuple[str, str]] = set()
        """Every alarm ever raised: kind and text."""
        self._tick_at = -1
        self._flush_owed = False
        self._new_file(None)
        self.start()

    # Files

    def log_size(self) -> int:
        """Bytes of the write-ahead log."""
        try:
            return os.path.getsize(self.path + "-wal")
        except FileNotFoundError:
            return 0

    def copy(self) -> dict[str, bytes]:
        """The files as a kill would leave them now."""
        files = {}
        for end in ("", "-wal"):
            try:
                with open(self.path + end, "rb") as file:
                    files[end] = file.read()
            except FileNotFoundError:
                files[end] = b""
        return files

    def _new_file(self, files: dict[str, bytes] | None) -> None:
        self.files += 1
        self.path = f"{self.world.folder}/{self.name}{self.files}.db"
        for end, data in (files or {}).items():
            if data:
                with open(self.path + end, "wb") as file:
                    file.write(data)

    # Life

    def start(self) -> None:
        """Start the process on the files there are, and open the ports that have a cable."""
        self.lives += 1
        self.store = Store.open(self.path)
        here = [a.identity for a in self.store.arrivals()]
        for identity in sorted(self.must_hold - set(here)):
            self.world.truth.lost(f"{identity} was committed, and is not there after a restart")
        self.must_hold = set(here)
        self.world.truth.committed(here)
        run = f"{self.world.rng.getrandbits(32):08X}"
        ident = {"A": "AAAA0001", "B": "BBBB0002"}[self.name]
        ledger = WatchedStore(self, self.store)
        if self.world.whole_core:
            core = HostCore(
                cast(Store, ledger), EventSettings("E3"), ident, run, self._nonce, lambda: self.now
            )
            self.side, self.desk = core, core.desk
        else:
            self.side = self.desk = Desk(ledger, ident, run, self._nonce, wall=lambda: self.now)
        self._tick_at = -1
        for port in self.world.ports_of(self.name):
            self.open(port)

    def kill(self, torn: tuple[int, int] | None = None) -> None:
        """kill -9, or a power cut: what is not on the disk is gone, so is what was not sent."""
        if self.desk is None or self.store is None:
            return
        files = self.copy()
        if torn is not None:
            before, after = torn
            if after > before:  # else the log was begun anew over its old frames: leave it whole
                files["-wal"] = files["-wal"][: self.world.rng.randrange(before, after + 1)]
        self._leave()
        self._new_file(files)

    def _leave(self) -> None:
        assert self.store is not None
        self.desk = None
        self.kill_at = ""
        self._flush_owed = False
        self.store.close()
        self.store = None

    def restart_later(self, ms: int, files: dict[str, bytes] | None = None) -> None:
        """Start again after a while; with ``files`` on these instead of its own."""
        if self.desk is not None:
            self.kill()
        if files is not None:
            self._new_file(files)
            self.must_hold = set()
        life = self.lives
        self.world.at(ms, lambda: self.start() if self.lives == life else None)

    def end(self) -> None:
        """The evening is over."""
        if self.store is not None:
            self._leave()

    # Talk

    @property
    def now(self) -> float:
        return self.world.now / 1000 + self.skew

    def open(self, port: str) -> None:
        if self.desk is not None:
            self.side.port_opened(port, self.now, bus=port == BUS)
            self.pump()

    def close(self, port: str) -> None:
        if self.desk is not None:
            self.side.port_closed(port, self.now)
            self.pump()

    def received(self, port: str, data: bytes) -> None:
        if self.desk is None:
            return
        self.side.received(port, data, self.now)
        if self.desk.pending and not self._flush_owed:
            self._flush_owed = True
            desk = self.desk
            self.world.at(
                self.world.rng.randrange(0, 30),
                lambda: self._flush() if self.desk is desk else None,
            )
        self.pump()

    def _flush(self) -> None:
        assert self.desk is not None
        self._flush_owed = False
        try:
            self.side.flush(self.now)
        except HostKilled as killed:
            self.kill(killed.torn)
            self.restart_later(self.world.rng.randrange(500, 15_000))
            return
        self.pump()

    def pump(self) -> None:
        """Let the desk do what is due; carry its answers to the cables."""
        desk = self.desk
        if desk is None:
            return
        due = self.side.tick(self.now)
        for event in desk.take_events():  # a whole core has taken them already
            if isinstance(event, BoxFound):
                desk.configure(event.serial, CONFIG, self.now)
        for alarm in desk.alarms.all():
            self.ever.add((alarm.kind, alarm.text))
        for port, data in desk.take_output():
            self.world.to_box(self.name, port, data)
        if due is not None:
            at = max(self.world.now + 1, round((due - self.skew) * 1000) + 1)
            if self._tick_at <= self.world.now or at < self._tick_at:
                self._tick_at = at
                self.world.at(
                    at - self.world.now,
                    lambda: self.pump() if self.desk is desk and self._tick_at == at else None,
                )

    def standing_alarms(self) -> list[Alarm]:
        assert self.desk is not None
        return [alarm for alarm in self.desk.alarms.all() if alarm.ended is None]

    def _nonce(self) -> str:
        return f"{self.world.rng.getrandbits(64):016X}"


def remove(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
