"""The front panel without a screen: all it does, driven by calls and by time passed in.

The Textual app is a picture of this; so are the tests, which need no terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.battery import bars
from device.live_box import LiveBox
from device.panel.dots import Raster, Style
from device.panel.fingers import Fingers
from device.panel.layout import Grid
from device.table_box import TableBox
from firmware_sim.box import LOW_BATTERY_MV
from firmware_sim.byte_line import ByteLine


@dataclass(frozen=True, slots=True)
class Lamps:
    """What the lamps say. ``link`` is "out" (no cable), "none", "red", "amber" or "green"."""

    powered: bool
    link: str
    waiting: int
    """Records the host has not acknowledged."""
    battery: int
    """Bars, 0 to 3."""
    battery_low: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The glass as it is to be drawn; equal values look equal."""

    cells: tuple[str, ...]
    cursor: tuple[int, int] | None
    contrast: int
    backlight: int
    powered: bool


class PanelModel:
    """One box under a player's fingers.

    ``line`` is the far end of its cable: a pseudo terminal, a serial port, or None. ``now`` is
    seconds on any clock that never goes back; call ``pump`` with it some 30 times a second.
    ``reopen`` opens a lost line anew when the cable is put in again; OSError when it cannot.
    """

    def __init__(
        self,
        box: TableBox,
        line: ByteLine | None,
        now: float,
        face: str = "full",
        reopen: Callable[[], ByteLine] | None = None,
    ) -> None:
        self.box = box
        self.face = face
        self.grid: Grid = box.keymap
        self.fingers = Fingers()
        self.trouble = ""
        """Why the cable came out by itself."""
        self._line = line
        self._reopen = reopen
        self._live = LiveBox(box, line)
        self._beeps = box.buzzer.count
        self._seen: tuple[object, ...] = ()
        self._shown: Shown | None = None
        self._run(now)

    # -- time ----------------------------------------------------------------------------------

    def pump(self, now: float) -> bool:
        """Let the box live until ``now``; True when its buzzer sounded since the last call."""
        for move in self.fingers.due(now):
            self._run(move.at)
            (self.box.press if move.closed else self.box.release)(move.key)
        self._run(now)
        beeped = self.box.buzzer.count > self._beeps
        self._beeps = self.box.buzzer.count
        return beeped

    def _run(self, now: float) -> None:
        try:
            self._live.pump(now)
            if self._line is not None and not self.cable_in:
                self._line.read()  # what is sent to an unplugged box falls on the floor
        except OSError as error:
            self.trouble = str(error) or type(error).__name__
            self.box.unplug()
            self._line = None

    # -- what a hand can do --------------------------------------------------------------------

    def switch_power(self) -> bool:
        """Off when on, on when off; True when it is on now."""
        if self.box.powered:
            self.box.power_off()
        else:
            self.box.power_on()
        return self.box.powered

    def pull_cable(self) -> bool:
        """Pull the cable, or put it in again; True when it is in now."""
        if self.cable_in:
            self.box.unplug()
            return False
        if self._line is None and self._reopen is not None:
            try:
                self._line = self._reopen()
            except OSError as error:
                self.trouble = str(error)
        if self._line is not None:
            self.trouble = ""
            self.box.plug(self._line)
        return self.cable_in

    @property
    def cable_in(self) -> bool:
        """Whether a cable is plugged in."""
        return self.box.uart.plugged

    def jam(self, key: str) -> bool:
        """Jam a key, or free it; True when it is jammed now."""
        jammed = self.fingers.jam(key)
        matrix = self.box.matrix
        (matrix.jam if jammed else matrix.free)(*self.box.crossing(key))
        return jammed

    # -- what an eye can see -------------------------------------------------------------------

    def shown(self, raster: Raster) -> Shown:
        """The glass, drawn by ``raster``; the same object while nothing has changed."""
        lcd = self.box.lcd
        seen = (lcd.version, lcd.blink_dark, lcd.contrast, lcd.backlight, self.box.powered, raster)
        if seen != self._seen or self._shown is None:
            self._seen = seen
            self._shown = Shown(
                tuple(self._cells(raster)),
                lcd.cursor if raster.style is Style.TEXT and not lcd.blink_dark else None,
                lcd.contrast,
                lcd.backlight,
                self.box.powered,
            )
        return self._shown

    def _cells(self, raster: Raster) -> list[str]:
        if raster.style is not Style.TEXT:
            return raster.draw(self.box.lcd.dots)
        blank = " " * raster.columns
        cells = [blank] * raster.height
        for row, text in enumerate(self.box.lcd_lines()):
            cells[row * raster.pitch] = text
        return cells

    def lamps(self) -> Lamps:
        """The state of the lamps."""
        box = self.box
        mv = box.battery_mv()
        terminal = getattr(getattr(box.firmware, "box", None), "terminal", None)
        link = "out" if not self.cable_in else getattr(terminal, "state", "none")
        return Lamps(
            powered=box.powered,
            link=link if box.powered else "none" if self.cable_in else "out",
            waiting=int(getattr(terminal, "waiting", 0) or 0),
            battery=bars(mv),
            battery_low=mv < LOW_BATTERY_MV,
        )
