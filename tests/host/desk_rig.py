"""A desk and boxes with the real firmware's link, on in-memory lines, in virtual time."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

from firmware_sim.journal import Journal
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.records import Record
from firmware_sim.link.terminal import CAPABILITIES, Terminal
from host.core import HostCore
from host.event.settings import EventSettings
from host.link.desk import Desk
from host.store.store import Store

MEMORY = 16384
JOURNAL = 8192
CONFIG_AREA = 2048


class Line:
    """The box's end of a line; ``damage`` may lose or change bytes either way."""

    def __init__(self, damage: Callable[[bytes], bytes] = lambda data: data) -> None:
        self.to_box = b""
        self.to_host = b""
        self.damage = damage
        self.closed = False

    def read(self) -> bytes:
        data, self.to_box = self.to_box, b""
        return self.damage(data)

    def write(self, data: bytes) -> int:
        self.to_host += self.damage(data)
        return len(data)

    def close(self) -> None:
        self.closed = True


def losing(share: float, seed: int) -> Callable[[bytes], bytes]:
    """Lose a share of all bytes."""
    rng = random.Random(seed)
    return lambda data: bytes(b for b in data if rng.random() >= share)


class RigBox:
    """A box: memory, journal, terminal, line. ``boot`` starts it anew on the same memory."""

    def __init__(self, serial: str, address: str = "01", capabilities: str = CAPABILITIES) -> None:
        self.serial = serial
        self.address = address
        self.capabilities = capabilities
        self.memory = bytearray(b"\xff" * MEMORY)
        self.line = Line()
        self.boot()

    def boot(self) -> None:
        def read(at: int, size: int) -> bytes:
            return bytes(self.memory[at : at + size])

        def write(at: int, data: bytes) -> None:
            self.memory[at : at + len(data)] = data

        self.journal = Journal(read, write, JOURNAL, MEMORY, self.serial)
        store = ConfigStore(read, write, 0, CONFIG_AREA)
        self.terminal = Terminal(
            self.journal, self.line, self.serial, self.address, self.capabilities, store=store
        )

    def key(
        self, board: int, ns: int, ew: int, contract: str, declarer: str = "", result: str = "",
        replaces: str = "", table: int = 1,
    ) -> Record:  # fmt: skip
        record = self.journal.add(
            "R",
            {
                "event": self.terminal.event, "section": "A", "table": table, "board": board,
                "ns": ns, "ew": ew, "contract": contract, "declarer": declarer, "result": result,
                "replaces": replaces,
            },
        )  # fmt: skip
        self.terminal.record_added()
        return record


class Rig:
    """A host (a core, or a bare desk) and boxes, stepped together."""

    def __init__(
        self,
        *,
        bare: bool = False,
        store: Store | None = None,
        event: EventSettings | None = None,
        run: str = "0000000A",
    ) -> None:
        self.store = store or Store.open(":memory:")
        numbers = count(1)
        self.now = 100.0

        def nonce() -> str:
            return f"{next(numbers):016X}"

        self.core: HostCore | None = None
        self.host: Desk | HostCore
        if bare:
            self.host = self.desk = Desk(self.store, "C0FFEE00", run, nonce, wall=self.wall)
        else:
            event = event or EventSettings("E3")
            self.core = HostCore(self.store, event, "C0FFEE00", run, nonce, self.wall)
            self.host, self.desk = self.core, self.core.desk
        self.boxes: dict[str, RigBox] = {}
        self.flushing = True

    def wall(self) -> float:
        return 1_700_000_000.0 + self.now

    def plug(self, port: str, box: RigBox) -> RigBox:
        self.boxes[port] = box
        self.host.port_opened(port, self.now)
        return box

    def pull(self, port: str) -> RigBox:
        self.host.port_closed(port, self.now)
        box = self.boxes.pop(port)
        box.line.to_box = box.line.to_host = b""
        return box

    def step(self, ms: int = 10) -> None:
        self.now += ms / 1000
        for port, box in self.boxes.items():
            box.terminal.step(round(self.now * 1000))
            data, box.line.to_host = box.line.to_host, b""
            if data:
                self.host.received(port, data, self.now)
        self.host.tick(self.now)
        if self.flushing:
            self.host.flush(self.now)
        for port, data in self.host.take_output():
            if port in self.boxes:
                self.boxes[port].line.to_box += data

    def run(self, seconds: float, ms: int = 10) -> None:
        for _ in range(round(seconds * 1000 / ms)):
            self.step(ms)

    def until(self, done: Callable[[], bool], seconds: float = 120.0) -> None:
        end = self.now + seconds
        while not done():
            assert self.now < end, "it did not come about in time"
            self.step()
