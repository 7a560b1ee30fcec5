"""Virtual time, cables and their noise: everything between boxes and hosts.

One queue of calls at milliseconds, one generator for all chance: an evening is a pure function of
its seed.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable

from tests.chaos.boxes import SimBox
from tests.chaos.hosts import SimHost
from tests.chaos.truth import Truth

Call = Callable[[], object]


class Cable:
    """A port of a host: which box is on it, and how bad the line is."""

    def __init__(self, host: str, port: str) -> None:
        self.host = host
        self.port = port
        self.box: SimBox | None = None
        self.open = True  # the host's side
        self.noise = 0.0  # strikes a byte
        self.last_up = 0
        self.last_down = 0


class World:
    """One evening's world."""

    def __init__(self, seed: int, folder: str) -> None:
        self.rng = random.Random(seed)
        self.whole_core = seed % 10 == 3
        self.keypad = seed % 100 == 50
        self.folder = folder
        self.now = 0
        self.truth = Truth()
        self.cables: dict[tuple[str, str], Cable] = {}
        self.hosts: dict[str, SimHost] = {}
        self.boxes: list[SimBox] = []
        self._queue: list[tuple[int, int, Call]] = []
        self._count = 0
        self._number = 0

    # Time

    def at(self, ms: int, call: Call) -> None:
        """Have a call made in so many milliseconds."""
        self._count += 1
        heapq.heappush(self._queue, (self.now + ms, self._count, call))

    def run_until(self, end: int) -> None:
        """Make all calls that are due by then."""
        queue = self._queue
        while queue and queue[0][0] <= end:
            self.now, _, call = heapq.heappop(queue)
            call()
        self.now = end

    def number(self) -> int:
        """A fresh number for a result."""
        self._number += 1
        return self._number

    # Cables

    def cable(self, host: str, port: str) -> Cable:
        """The cable at that port; laid when it is not there yet."""
        key = (host, port)
        if key not in self.cables:
            self.cables[key] = Cable(host, port)
        return self.cables[key]

    def ports_of(self, host: str) -> list[str]:
        """The ports that a starting host finds open."""
        return [c.port for c in self.cables.values() if c.host == host and c.open]

    def plug(self, box: SimBox, host: str, port: str, *, noticed: bool = True) -> None:
        """Put a box on a port that is free; the host notices within a second, or never."""
        cable = self.cable(host, port)
        assert cable.box is None
        cable.box = box
        box.port, box.host_name = port, host
        cable.open = True
        if noticed:
            self.at(self.rng.randrange(50, 1000), lambda: self._noticed(cable, box))

    def _noticed(self, cable: Cable, box: SimBox) -> None:
        host = self.hosts.get(cable.host)
        if cable.box is box and host is not None:
            host.open(cable.port)

    def pull(self, box: SimBox, *, noticed: bool = True) -> None:
        """Pull a box off; what was on its way is lost."""
        if box.port is None:
            return
        cable = self.cable(box.host_name, box.port)
        cable.box = None
        box.inbox = b""
        port, box.port = box.port, None
        if noticed:
            cable.open = False
            host = self.hosts.get(cable.host)
            if host is not None:
                host.close(port)

    def from_box(self, box: SimBox, data: bytes) -> None:
        """A box has written."""
        if box.port is None or not box.alive:
            return
        cable = self.cables[(box.host_name, box.port)]
        data = self._damaged(cable, data)
        cable.last_up = max(cable.last_up, self.now + self.rng.randrange(1, 4))
        self.at(cable.last_up - self.now, lambda: self._arrive(cable, box, data))

    def _arrive(self, cable: Cable, box: SimBox, data: bytes) -> None:
        host = self.hosts.get(cable.host)
        if cable.box is box and host is not None:
            host.received(cable.port, data)

    def to_box(self, host: str, port: str, data: bytes) -> None:
        """A host has written."""
        cable = self.cables.get((host, port))
        if cable is None or cable.box is None:
            return
        box = cable.box
        data = self._damaged(cable, data)
        cable.last_down = max(cable.last_down, self.now + self.rng.randrange(1, 4))
        self.at(cable.last_down - self.now, lambda: self._deliver(cable, box, data))

    def _deliver(self, cable: Cable, box: SimBox, data: bytes) -> None:
        if cable.box is box and box.alive:
            box.inbox += data
            box.wake()

    # Noise

    def _damaged(self, cable: Cable, data: bytes) -> bytes:
        noise = cable.noise
        if not noise or self.rng.random() > noise * len(data):
            return data
        rng, at = self.rng, self.rng.randrange(len(data))
        out = bytearray(data)
        kind = rng.choice(("bit error", "lost byte", "doubled byte", "swapped bytes", "garbage"))
        self.truth.strikes[kind] += 1
        match kind:
            case "bit error":
                out[at] ^= 1 << rng.randrange(8)
            case "lost byte":
                del out[at]
            case "doubled byte":
                out.insert(at, out[at])
            case "swapped bytes":
                out[at : at + 2] = out[at : at + 2][::-1]
            case _:
                out[at:at] = rng.randbytes(rng.randrange(1, 150))
        return bytes(out)
