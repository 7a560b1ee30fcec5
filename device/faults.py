"""What goes wrong with hardware, each fault a small part that is fitted on purpose.

Chance comes from seeded generators, so a fault repeats itself exactly. A stuck key is
``KeyMatrix.jam``; a wrong baud rate is ``TableBox.plug(line, baud=...)``.
"""

from random import Random

from firmware_sim.byte_line import ByteLine


class PowerCut(BaseException):
    """The power went. Not an ``Exception``: firmware cannot catch it and carry on."""


class Bounce:
    """Contact bounce: a closing or opening contact toggles an odd number of times, then rests.

    Membrane and tactile switches settle within a few milliseconds; the usual figure is 1.5 ms.
    """

    __slots__ = ("_random", "toggles", "window_us")

    def __init__(self, seed: int, toggles: int = 5, window_us: int = 1500) -> None:
        if toggles < 1 or toggles % 2 == 0 or window_us < toggles:
            raise ValueError(f"a bounce of {toggles} toggles in {window_us} us does not settle")
        self._random = Random(seed)
        self.toggles = toggles
        self.window_us = window_us

    def times(self) -> list[int]:
        """When the contact toggles, in microseconds from the first toggle, which is 0."""
        rest = self._random.sample(range(1, self.window_us + 1), self.toggles - 1)
        return [0, *sorted(rest)]


class NoisyLine:
    """A ByteLine on which bytes get lost or have a bit turned over, both ways.

    ``loss`` and ``flip`` are the chances for each byte, 0 to 1.
    """

    def __init__(self, line: ByteLine, seed: int, loss: float = 0.0, flip: float = 0.0) -> None:
        self._line = line
        self._random = Random(seed)
        self.loss = loss
        self.flip = flip

    def read(self) -> bytes:
        """What arrived, as the noise left it."""
        return self._worn(self._line.read())

    def write(self, data: bytes) -> int:
        """Send what the noise leaves; what the far end would not take is lost too."""
        self._line.write(self._worn(data))
        return len(data)

    def close(self) -> None:
        """Close the line beneath."""
        self._line.close()

    def _worn(self, data: bytes) -> bytes:
        chance = self._random.random
        kept = (byte for byte in data if chance() >= self.loss)
        return bytes(
            byte ^ (1 << self._random.randrange(8)) if chance() < self.flip else byte
            for byte in kept
        )


class Cable:
    """Two ByteLines, ``near`` and ``far``, that can be pulled apart and put together again.

    While ``plugged`` is false bytes sent fall on the floor and nothing arrives, as with a real
    three-wire cable: neither end is told.
    """

    def __init__(self) -> None:
        self.plugged = True
        towards_near, towards_far = bytearray(), bytearray()
        self.near: ByteLine = _End(self, towards_near, towards_far)
        self.far: ByteLine = _End(self, towards_far, towards_near)


class _End:
    def __init__(self, cable: Cable, inbox: bytearray, outbox: bytearray) -> None:
        self._cable, self._in, self._out = cable, inbox, outbox

    def read(self) -> bytes:
        if not self._in:
            return b""
        data = bytes(self._in)
        self._in.clear()
        return data

    def write(self, data: bytes) -> int:
        if self._cable.plugged:
            self._out += data
        return len(data)

    def close(self) -> None:
        self._in.clear()
