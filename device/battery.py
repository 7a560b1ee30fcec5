"""The battery: three AA alkaline cells in series, drained by what the box draws.

The discharge curve is that of an ordinary AA cell at a light load (about 25 mA to 50 mA): fresh
1.55 V, most of its life between 1.4 V and 1.2 V, empty at 0.9 V. Values between the points of
``CURVE`` are read off straight lines.
"""

from itertools import pairwise

from device.clock import Clock

CELLS = 3
CAPACITY_MAH = 2000.0
BOX_MA = 12.0
BACKLIGHT_MA = 20.0
"""What the box draws, milliamperes: the board and LCD; the backlight at 100."""

CURVE = (
    (0.00, 1550),
    (0.05, 1450),
    (0.20, 1360),
    (0.50, 1260),
    (0.80, 1160),
    (0.90, 1100),
    (0.97, 1000),
    (1.00, 900),
)
"""(share of the capacity used, millivolts a cell)."""

EMPTY_MV, FULL_MV, BARS = 3000, 4350, 3
"""What an indicator shows as no bar (1.0 V a cell) and as all (1.45 V)."""


def bars(millivolts: int) -> int:
    """How many of an indicator's three bars are lit."""
    share = (millivolts - EMPTY_MV) / (FULL_MV - EMPTY_MV)
    return max(0, min(BARS, round(BARS * share)))


class Battery:
    """Charge in use; ``used`` is the share of the capacity gone, 0 to 1, and may be set.

    ``draw`` says what is drawn from now on, so the charge is reckoned only at changes and
    readings, not as time passes.
    """

    def __init__(self, clock: Clock, used: float = 0.0) -> None:
        self._clock = clock
        self._used = used
        self._ma = 0.0
        self._since = clock.now

    def draw(self, ma: float) -> None:
        """From now on ``ma`` milliamperes are drawn."""
        self._settle()
        self._ma = ma

    @property
    def used(self) -> float:
        """Share of the capacity used up, 0 to 1."""
        self._settle()
        return self._used

    @used.setter
    def used(self, share: float) -> None:
        if not 0.0 <= share <= 1.0:
            raise ValueError(f"a battery cannot have {share} of its capacity used: 0 to 1")
        self._settle()
        self._used = share

    @property
    def millivolts(self) -> int:
        """The voltage over all cells."""
        used = self.used
        for (u0, v0), (u1, v1) in pairwise(CURVE):
            if used <= u1:
                return round(CELLS * (v0 + (v1 - v0) * (used - u0) / (u1 - u0)))
        return CELLS * CURVE[-1][1]

    def _settle(self) -> None:
        hours = (self._clock.now - self._since) / 3.6e9
        self._since = self._clock.now
        self._used = min(1.0, self._used + self._ma * hours / CAPACITY_MAH)
