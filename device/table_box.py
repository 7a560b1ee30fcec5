"""The box: one board with its chips, wired together; it satisfies the firmware's Board.

    full face, 6 rows by 5 columns            membrane, 4 rows by 4 columns

            c0   c1   c2   c3      c4                 c0   c1   c2   c3
    r0 ----[1]--[2]--[3]--[C]-----[D]         r0 ----[1]--[2]--[3]--[A]
    r1 ----[4]--[5]--[6]--[H]-----[S]         r1 ----[4]--[5]--[6]--[B]
    r2 ----[7]--[8]--[9]--[NT]----[PASS]      r2 ----[7]--[8]--[9]--[C]
    r3 ----[+]--[0]--[-]--[X]-----[XX]        r3 ----[*]--[0]--[#]--[D]
    r4 ----[=]-[N/S][E/W]-[SCORES]-[TD]
    r5 ----[^]--[v]-[HELP]-[CANCEL]-[OK]      rows are driven low one at a time,
                                              columns have pull-ups, no diodes

    HD44780U   D7..D4, RS, E; R/W to ground    UART    TX, RX, ground; 8N1
    24LC256    one page write waits 5 ms       buzzer, battery divider, contrast and light by PWM

Time is virtual. The firmware is stepped; then the clock jumps to when it wants to be stepped
again, or to the next 5 ms tick after a key contact changed or a byte came, whichever is first:
so a sleeping box answers exactly as one that scans its keys every 5 ms, without the scans.
"""

from collections.abc import Callable
from typing import Protocol

from device.battery import BACKLIGHT_MA, BOX_MA, Battery
from device.buzzer import Buzzer
from device.clock import NEVER, Clock
from device.eeprom import WRITE_US, Eeprom
from device.faults import Bounce, PowerCut
from device.font import plain_text
from device.hd44780 import Hd44780
from device.keypad_matrix import KeyMatrix
from device.uart import Uart
from firmware_sim import keymaps
from firmware_sim.board import Board
from firmware_sim.byte_line import ByteLine

SCAN_US = 5000
"""A resting box is woken on this grid, as if it scanned its keys all the time."""

LEAST_STEP_US = 500
"""A step takes at least this long, whatever ``step_us`` charges: no time at all would never end."""

KEYMAPS = {"full": keymaps.FULL, "membrane": keymaps.MEMBRANE}


class Steps(Protocol):
    """What the box runs: the firmware."""

    def step(self) -> int:
        """Do what is to be done now; return how many milliseconds the box may rest."""


FirmwareFactory = Callable[[Board, tuple[tuple[str, ...], ...], tuple[int, int]], Steps]


class TableBox:
    """One box. It starts without power: ``power_on`` runs a new firmware over the same memory.

    ``step_us`` is charged for each firmware step (an emulated Pico needs about 1,000). Times in
    ``run_for`` and ``run_until`` are virtual milliseconds; ``run_until`` counts from when the box
    was made. The keys' names are those of the keymap.
    """

    def __init__(
        self,
        *,
        keymap: str = "full",
        glass: tuple[int, int] = keymaps.GLASS_20X4,
        memory: Eeprom | None = None,
        seed: int = 0,
        baud: int = 115200,
        step_us: int = 0,
        serial: str = "VB0001",
        firmware: FirmwareFactory | None = None,
        pairing_key: bytes | None = None,
        nonce: Callable[[], str] | None = None,
    ) -> None:
        if keymap not in KEYMAPS:
            raise ValueError(f"no keymap named {keymap!r}: {', '.join(KEYMAPS)}")
        self.keymap, self.glass = KEYMAPS[keymap], glass
        self.step_us = step_us
        self.clock = Clock()
        self.lcd = Hd44780(self.clock, *glass)
        self.lcd.power_off()
        self.matrix = KeyMatrix(self.clock, len(self.keymap), len(self.keymap[0]), Bounce(seed))
        self.uart = Uart(self.clock, baud)
        self.memory = Eeprom() if memory is None else memory
        self.buzzer = Buzzer(self.clock)
        self.battery = Battery(self.clock)
        self.firmware: Steps | None = None
        self.steps = 0
        self.line: ByteLine = self.uart
        self.scan_row: Callable[[int], int] = self.matrix.scan_row
        self.matrix.on_change = self.uart.on_received = self._wake
        self.pairing_key, self.nonce = pairing_key, nonce
        self._serial = serial
        self._factory = firmware or _real_firmware
        self._crossings = {
            key: (row, column)
            for row, keys in enumerate(self.keymap)
            for column, key in enumerate(keys)
        }
        self._on_since = 0
        self._next_step = NEVER
        self._stepping = False
        self.uart.power_off()

    # -- power ---------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """Whether the box is on."""
        return self.firmware is not None

    def power_on(self) -> None:
        """Switch on: LCD and UART reset, a new firmware over the same memory, stepped at once."""
        if self.firmware is not None:
            return
        self._on_since = self._next_step = self.clock.now
        self.lcd.power_on()
        self.uart.power_on()
        self.battery.draw(BOX_MA)
        self._guarded(self._start)

    def power_off(self) -> None:
        """Switch off, at any time.

        In the middle of a firmware step (from an alarm, say) this raises PowerCut through the
        step, and the box is off when the step is left. A page write under way then keeps the
        bytes it had time for; between steps nothing is torn.
        """
        if self._stepping:
            raise PowerCut("in a firmware step")
        self.firmware = None
        self._next_step = NEVER
        self.lcd.power_off()
        self.uart.power_off()
        self.buzzer.power_off()
        self.battery.draw(0)

    def cut_power_at(self, ms: float) -> None:
        """Take the power away at that virtual time, in the middle of whatever goes on then."""
        self.clock.at(round(ms * 1000), self.power_off)

    def _start(self) -> None:
        self.firmware = self._factory(self, self.keymap, self.glass)

    def _guarded(self, act: Callable[[], None]) -> None:
        self._stepping = True
        cut = False
        try:
            act()
        except PowerCut:
            cut = True
        finally:
            self._stepping = False
        if cut:
            self.power_off()

    # -- time ----------------------------------------------------------------------------------

    def run_for(self, ms: float) -> None:
        """Let that many virtual milliseconds pass."""
        self.run_until_us(self.clock.now + round(ms * 1000))

    def run_until(self, ms: float) -> None:
        """Let virtual time pass until ``ms`` milliseconds since the box was made."""
        self.run_until_us(round(ms * 1000))

    def run_until_us(self, end: int) -> None:
        """Let virtual time pass until ``end`` (us); a step begun before it may end after it."""
        clock, uart = self.clock, self.uart
        while True:
            if uart.plugged:
                uart.poll()
            while True:
                goal = self._next_step
                if goal > end:
                    goal = end
                if clock.now >= goal:
                    break
                due = clock.next_due  # an alarm may wake the firmware: go no further than that
                clock.advance_to(due if due < goal else goal)
            if self._next_step >= end:
                return
            self._guarded(self._step)

    def _step(self) -> None:
        assert self.firmware is not None
        clock = self.clock
        began = clock.now
        self._next_step = NEVER
        rest = self.firmware.step()
        self.steps += 1
        # The step's own time is spent within it, so its rest counts from before the charge.
        due = clock.now + rest * 1000
        if self.step_us:
            clock.advance(self.step_us)
        due = max(due, clock.now, began + LEAST_STEP_US)
        if due < self._next_step:
            self._next_step = due

    def _wake(self) -> None:
        """A contact changed or a byte came: if the firmware rests longer than a scan, it is
        stepped at the next tick of the grid."""
        now = self.clock.now
        if self.firmware is not None and self._next_step > now + SCAN_US:
            self._next_step = now + SCAN_US - now % SCAN_US

    # -- the user's side -----------------------------------------------------------------------

    def crossing(self, key: str) -> tuple[int, int]:
        """(row, column) of a key in the matrix."""
        if key not in self._crossings:
            raise ValueError(f"no key {key!r} on this face: {' '.join(self._crossings)}")
        return self._crossings[key]

    def press(self, key: str) -> None:
        """Put a finger on a key."""
        self.matrix.press(*self.crossing(key))

    def release(self, key: str) -> None:
        """Take the finger off."""
        self.matrix.release(*self.crossing(key))

    def tap(self, key: str, hold_ms: float = 60, gap_ms: float = 60) -> None:
        """Press a key, let ``hold_ms`` pass, release it, let ``gap_ms`` pass."""
        self.press(key)
        self.run_for(hold_ms)
        self.release(key)
        self.run_for(gap_ms)

    def lcd_lines(self) -> list[str]:
        """What the glass says, each row at its full width, with real suit signs."""
        return [plain_text(row) for row in self.lcd.glass()]

    def plug(self, line: ByteLine, baud: int | None = None) -> None:
        """Plug a cable in; its far end speaks at ``baud`` (None: at the box's rate)."""
        self.uart.plug(line, baud)

    def unplug(self) -> ByteLine | None:
        """Pull the cable; returns the line that was plugged in, still open."""
        return self.uart.unplug()

    # -- the firmware's side: Board ------------------------------------------------------------

    def ticks_ms(self) -> int:
        """Milliseconds since power on."""
        return (self.clock.now - self._on_since) // 1000

    def delay_us(self, us: int) -> None:
        """Let time pass; alarms on the way go off."""
        clock = self.clock
        time_us = clock.now + us
        if time_us < clock.next_due:
            clock.now = time_us
        else:
            clock.advance_to(time_us)

    def lcd_nibble(self, rs: int, nibble: int) -> None:
        """One pulse of E; its cycle takes 1 us (HD44780U, bus timing, tcycE)."""
        self.lcd.nibble(rs, nibble)
        clock = self.clock
        if clock.now + 1 < clock.next_due:
            clock.now += 1
        else:
            clock.advance(1)

    def lcd_light(self, contrast: int, backlight: int) -> None:
        """Set contrast and backlight, 0 to 100 each."""
        for name, value in (("contrast", contrast), ("backlight", backlight)):
            if not 0 <= value <= 100:
                raise ValueError(f"{name} {value} is not 0 to 100")
        self.lcd.light(contrast, backlight)
        self.battery.draw(BOX_MA + BACKLIGHT_MA * backlight / 100)

    def memory_read(self, address: int, length: int) -> bytes:
        """Read the EEPROM."""
        return self.memory.read(address, length)

    def memory_write(self, address: int, data: bytes) -> None:
        """Write within one page and wait the write cycle time; see ``cut_power_at``."""
        began = self.clock.now
        try:
            self.clock.advance_to(began + WRITE_US)
        except PowerCut:
            done = len(data) * (self.clock.now - began) // WRITE_US
            self.memory.write(address, data[:done])
            raise
        self.memory.write(address, data)

    def buzz(self, ms: int) -> None:
        """Sound the buzzer."""
        self.buzzer.buzz(ms)

    def battery_mv(self) -> int:
        """Battery voltage."""
        return self.battery.millivolts

    def serial(self) -> str:
        """The box's serial number."""
        return self._serial


def _real_firmware(
    board: Board, keymap: tuple[tuple[str, ...], ...], glass: tuple[int, int]
) -> Steps:
    from firmware_sim.firmware import Firmware

    return Firmware(board, keymap, glass)
