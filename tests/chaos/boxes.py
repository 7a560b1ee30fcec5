"""A box in virtual time: the firmware's journal and link over a memory that loses power."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_sim.journal import Journal, MemoryFull
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.terminal import CAPABILITIES, Terminal
from tests.chaos.truth import Identity, check_of

if TYPE_CHECKING:
    from tests.chaos.world import World

CONFIG_AREA = 1024
JOURNAL = 2 * CONFIG_AREA
SLOTS = 40
SIZE = JOURNAL + SLOTS * 128


class PowerCut(Exception):
    """The box has no power any more."""


class WatchedJournal(Journal):
    """The journal, with the truth looking on at every mark."""

    def __init__(self, box: SimBox) -> None:
        self.truth = box.world.truth
        super().__init__(box.read, box.write, JOURNAL, SIZE, box.serial)

    def mark(self, n: int, check: str) -> bool:
        news = super().mark(n, check)
        if news:
            self.truth.marked((self.serial, n, check))
        return news


class SimBox:
    """One box. ``held`` is what its memory must hold, by what it has confirmed."""

    def __init__(self, world: World, serial: str, table: int, bus: bool = False) -> None:
        self.world = world
        self.serial = serial
        self.table = table
        self.address = f"{table:02d}" if bus else "01"
        self.bus = bus
        # New memory is blank; used memory holds the text of somebody's records.
        used = bytes(world.rng.choices(b"R,0123456789EAN4S-", k=SIZE))
        self.image = bytearray(world.rng.choice((used, b"\xff" * SIZE)))
        self.cut_after: int | None = None
        self.held: set[Identity] = set()
        self.torn: tuple[Identity, str, Identity | None] | None = None
        self.last: Identity | None = None
        self.inbox = b""
        self.port: str | None = None
        self.host_name = ""
        self.alive = False
        self.quiet = False  # no results are keyed any more
        self.booted = 0
        self.skew = 0
        self.token = 0
        self.boot()

    # Memory

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.image[at : at + size])

    def write(self, at: int, data: bytes) -> None:
        if self.cut_after is not None and len(data) > self.cut_after:
            self.image[at : at + self.cut_after] = data[: self.cut_after]
            self.cut_after = None
            raise PowerCut
        if self.cut_after is not None:
            self.cut_after -= len(data)
        self.image[at : at + len(data)] = data

    # ByteLine: what the terminal reads and writes

    def take(self) -> bytes:
        data, self.inbox = self.inbox, b""
        return data

    # Life

    def boot(self) -> None:
        """Power on: everything comes from the memory."""
        try:
            self.journal = WatchedJournal(self)
            capabilities = "b" + CAPABILITIES if self.bus else CAPABILITIES
            store = ConfigStore(self.read, self.write, 0, CONFIG_AREA)
        except PowerCut:
            self.die()
            return
        self.terminal = Terminal(
            self.journal, BoxLine(self), self.serial, self.address, capabilities, store=store
        )
        self.booted = self.world.now
        self.skew = 0
        self.inbox = b""
        self.alive = True
        self._look_at_memory()
        self.wake()

    def die(self) -> None:
        """Power off."""
        self.alive = False
        self.cut_after = None
        self.token += 1

    def restart_later(self, ms: int) -> None:
        self.die()
        token = self.token
        self.world.at(ms, lambda: self.boot() if self.token == token else None)

    def _look_at_memory(self) -> None:
        """After a cut: the record half written is there whole, or not at all."""
        here = {(self.serial, r.n, r.check) for r in self.journal.records()}
        if self.torn is not None:
            identity, text, named = self.torn
            self.torn = None
            if identity in here:
                self.world.truth.confirm(self.serial, identity[1], text)
                self._holds(identity, named)
        for identity in sorted(self.held - here):
            self.held.discard(identity)
            self.world.truth.overwritten({identity})

    def _holds(self, identity: Identity, named: Identity | None) -> None:
        self.held.add(identity)
        self.last = identity
        if named is not None:
            self.world.truth.named[identity] = named

    @property
    def first(self) -> int:
        """The number of tonight's first record, as far as this memory knows; 0: it does not."""
        config = self.terminal.config
        in_memory = self.journal.first_of(self.terminal.event)
        if config is None or not config.first or self.terminal.event == "-":
            return in_memory
        return min(config.first, in_memory) if in_memory else config.first

    # Steps

    def wake(self) -> None:
        """Step now, and again when the terminal wants to."""
        if not self.alive:
            return
        self.token += 1
        token = self.token
        try:
            rest = self.terminal.step(self.world.now - self.booted + self.skew)
        except PowerCut:
            self.world.truth.strikes["power cut at a byte of the memory"] += 1
            self.restart_later(self.world.rng.randrange(500, 20_000))
            return
        self.terminal.events.clear()
        if not self.bus:
            self.world.at(max(1, rest), lambda: self.wake() if self.token == token else None)

    def key(self) -> bool:
        """The players confirm a result, a correction or a void; False when they cannot."""
        if not self.alive:
            return False
        kind, values, named = self._confirmed(self.terminal.event)
        fields = V_FIELDS if kind == "V" else R_FIELDS
        n = self.journal.high + 1
        text = f"{kind},{n}," + ",".join(str(values.get(name, "")) for name in fields)
        identity = (self.serial, n, check_of(self.serial, text))
        self.torn = (identity, text, named)
        try:
            self.journal.add(kind, values)
        except MemoryFull:
            self.torn = None
            self.world.truth.strikes["memory full while offline"] += 1
            self.wake()
            return False
        except PowerCut:
            self.world.truth.strikes["power cut at a byte of the memory"] += 1
            self.restart_later(self.world.rng.randrange(500, 20_000))
            return False
        self.torn = None
        self.world.truth.confirm(self.serial, n, text)
        self._holds(identity, named)
        self._forget_the_overwritten()
        self.terminal.record_added()
        self.wake()
        return True

    def _confirmed(self, event: str) -> tuple[str, dict[str, object], Identity | None]:
        """What the players confirm, by kind and fields; and the record that it ends."""
        chance, last = self.world.rng.random(), self.last
        if last is not None and last in self.held and chance < 0.04:
            values = {"event": event, "voids": f"{last[1]}-{last[2]}", "by": "players"}
            return "V", values, last
        return "R", *self._result(event, correct=chance < 0.14)

    def _forget_the_overwritten(self) -> None:
        here = {self.journal.number(slot) for slot in self.journal.order}
        gone = {held for held in self.held if held[1] not in here}
        if gone:
            self.world.truth.strikes["ring wrapped"] += 1
            self.held -= gone
            self.world.truth.overwritten(gone)

    def _result(self, event: str, correct: bool) -> tuple[dict[str, object], Identity | None]:
        """A result nobody else has; or the last one again, corrected."""
        rng = self.world.rng
        values: dict[str, object] = {
            "event": event, "section": "A", "table": self.table,
            "contract": rng.choice(("4S", "3NTX", "2HXX")), "declarer": rng.choice("NESW"),
            "result": rng.choice(("0", "1", "-2")), "lead": rng.choice(("", "HA", "DT")),
        }  # fmt: skip
        last = self.last if correct and self.last in self.held else None
        old = self.world.truth.made[last].split(",") if last is not None else []
        if last is not None and old[0] == "R" and old[2] == event:
            values |= {"board": old[6], "ns": old[7], "ew": old[8]}
            values["replaces"] = f"{last[1]}-{last[2]}"
            return values, last
        number = self.world.number()
        values |= {"board": number % 30 + 1, "ns": number // 30 * 2 + 1, "ew": number // 30 * 2 + 2}
        return values, None


R_FIELDS = ("event", "section", "table", "round", "board", "ns", "ew", "contract", "declarer",
            "result", "lead", "room", "replaces")  # fmt: skip
V_FIELDS = ("event", "voids", "by")


class BoxLine:
    """The box's end of whatever cable it is on."""

    def __init__(self, box: SimBox) -> None:
        self._box = box

    def read(self) -> bytes:
        return self._box.take()

    def write(self, data: bytes) -> int:
        self._box.world.from_box(self._box, data)
        return len(data)

    def close(self) -> None:
        pass
