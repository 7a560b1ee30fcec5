"""``python -m tests.firmware.flood_bytes [N]``: so many random and mutated bytes to the decoder.

Noise, frames with flipped, lost, doubled and swapped bytes, frames without an end and endless
lines. No exception, nothing kept: the most memory used after a tenth of it is the most of all.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable

from firmware_sim.link.frame import Decoder, frame

CHUNK = 65536
GROWTH_KB = 2048
"""What an allocator may do by itself; one leaked byte in a hundred would be a megabyte."""


def noise(chance: random.Random) -> bytes:
    return chance.randbytes(CHUNK)


def endless(chance: random.Random) -> bytes:
    return bytes([chance.choice(b"$A*,?# \x00\xff")]) * CHUNK


def mutated(chance: random.Random) -> bytes:
    """Frames, each of which something happens to."""
    data = bytearray()
    while len(data) < CHUNK:
        one = bytearray(frame("01", "R", chance.randrange(10**9), "E3", "A", 2, 5, 14, 3, 12))
        at = chance.randrange(len(one) - 1)
        match chance.randrange(5):
            case 0:
                one[at] ^= 1 << chance.randrange(8)
            case 1:
                del one[at]
            case 2:
                one.insert(at, one[at])
            case 3:
                one[at], one[at + 1] = one[at + 1], one[at]
            case _:
                one = one[:at]
        data += one
    return bytes(data)


KINDS: tuple[Callable[[random.Random], bytes], ...] = (noise, mutated, endless)


def peak_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(goal: int) -> int:
    """Feed; exit status 1 when memory grew."""
    chance, decoder = random.Random(1), Decoder()
    began, fed, frames, early = time.monotonic(), 0, 0, 0
    while fed < goal:
        data = chance.choice(KINDS)(chance)
        frames += len(decoder.feed(data))
        decoder.people.clear()
        fed += len(data)
        if not early and fed >= goal // 10:
            early = peak_kb()
    grown = peak_kb() - early
    took = time.monotonic() - began
    print(
        f"{fed} bytes in {took:.0f} s, {frames} whole frames, no exception, {grown} kB more memory"
    )
    return int(grown > GROWTH_KB)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10**8))
