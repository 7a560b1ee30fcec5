"""The same evenings with all boxes on one line: polled in turn, garbled when two speak at once."""

from __future__ import annotations

from tests.chaos.boxes import SimBox
from tests.chaos.disasters import (
    Disaster,
    box_off,
    garbage,
    host_killed,
    kill_at,
    memory_lost,
    memory_worn_back,
    power_cut_in_a_write,
    store_lost,
    store_restored,
)
from tests.chaos.hosts import BUS
from tests.chaos.world import World

BYTE_MS = 10 / 115.2


class BusWorld(World):
    """A world with one cable and many boxes on it; a box has its place by being on the line."""

    def __init__(self, seed: int, folder: str) -> None:
        super().__init__(seed, folder)
        self.line = self.cable("A", BUS)
        self.on_line: list[SimBox] = []
        self._speaking_until = 0.0
        self._speech = 0
        self._garbled: set[int] = set()

    def plug(self, box: SimBox, host: str, port: str, *, noticed: bool = True) -> None:
        box.port, box.host_name = BUS, "A"
        if box not in self.on_line:
            self.on_line.append(box)

    def pull(self, box: SimBox, *, noticed: bool = True) -> None:
        box.port = None
        box.inbox = b""
        if box in self.on_line:
            self.on_line.remove(box)

    def from_box(self, box: SimBox, data: bytes) -> None:
        if box not in self.on_line or not box.alive:
            return
        data = self._damaged(self.line, data)
        start = self.now + 1
        self._speech += 1
        mine = self._speech
        if start < self._speaking_until:  # somebody else speaks: neither is understood
            self.truth.strikes["two boxes spoke at once"] += 1
            self._garbled.update((mine, mine - 1))
        end = start + len(data) * BYTE_MS
        self._speaking_until = max(self._speaking_until, end)
        self.at(round(end) - self.now, lambda: self._spoken(mine, data))

    def _spoken(self, speech: int, data: bytes) -> None:
        if speech in self._garbled:
            self._garbled.discard(speech)
            data = self.rng.randbytes(len(data))
        self.hosts["A"].received(BUS, data)

    def to_box(self, host: str, port: str, data: bytes) -> None:
        data = self._damaged(self.line, data)
        self.at(1 + round(len(data) * BYTE_MS), lambda: self._heard(data))

    def _heard(self, data: bytes) -> None:
        for box in list(self.on_line):
            if box.alive:
                box.inbox += data
                box.wake()


def one_address(world: World) -> None:
    """Somebody sets a box to the address of another one; later it is put right."""
    if len(world.boxes) < 2:
        return
    one, two = world.rng.sample(world.boxes, 2)
    world.truth.strikes["two boxes with one address"] += 1
    two.address = one.address
    two.restart_later(200)

    def put_right() -> None:
        two.address = f"{two.table:02d}"
        two.restart_later(200)

    world.at(world.rng.randrange(5_000, 40_000), put_right)


def off_the_line(world: World) -> None:
    box = world.rng.choice(world.boxes)
    world.truth.strikes["taken off the bus"] += 1
    world.pull(box)
    world.at(world.rng.randrange(1_000, 40_000), lambda: world.plug(box, "A", BUS))


BUS_DISASTERS: tuple[Disaster, ...] = (
    one_address,
    off_the_line,
    box_off,
    power_cut_in_a_write,
    memory_lost,
    memory_worn_back,
    garbage,
    host_killed,
    kill_at("before commit"),
    kill_at("after commit"),
    kill_at("torn"),
    store_lost,
    store_restored,
)
