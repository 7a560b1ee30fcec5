"""The Pico as the firmware's Board: wiring only; each part has its own module."""

import time

from machine import ADC, PWM, Pin, unique_id

from device.pico import pins
from device.pico.matrix import Matrix

SCAN_MS = 5
TONE_HZ = 2000
HALF_DUTY = 32768

FULL_SCALE_MV = 3300 * 3
"""The ADC's reference is 3.3 V, and the board divides VSYS by three."""


class PicoBoard:
    """A box with ``rows`` by ``columns`` keys, a glass, a memory and a line."""

    def __init__(self, rows, columns, glass, memory, line):
        self._matrix = Matrix(rows, columns)
        self.line = line
        self.scan_row = self._matrix.scan
        self.lcd_nibble = glass.nibble
        self.lcd_light = glass.light
        self.memory_read = memory.read
        self.memory_write = memory.write
        self.delay_us = time.sleep_us
        self._buzzer = PWM(Pin(pins.BUZZER))
        self._buzzer.freq(TONE_HZ)
        self._buzzer.duty_u16(0)
        self._quiet_at = -1
        self._vsys = ADC(pins.VSYS)
        self._ticks = time.ticks_ms()
        self._passed = 0

    def ticks_ms(self):
        """Milliseconds since power on; MicroPython's own count begins anew after 12 days."""
        now = time.ticks_ms()
        self._passed += time.ticks_diff(now, self._ticks)
        self._ticks = now
        return self._passed

    def buzz(self, ms):
        """Sound the buzzer; ``rest`` silences it."""
        self._buzzer.duty_u16(HALF_DUTY)
        self._quiet_at = self.ticks_ms() + ms

    def battery_mv(self):
        """The voltage at VSYS, after the battery's diode."""
        return self._vsys.read_u16() * FULL_SCALE_MV // 65535

    def serial(self):
        """The last twelve hex digits of the flash chip's own number."""
        return "".join(["%02X" % byte for byte in unique_id()[-6:]])

    def rest(self, ms):
        """Wait that long; not when bytes wait, or a contact is not as it was scanned."""
        end = self.ticks_ms() + ms
        while True:
            now = self.ticks_ms()
            if 0 <= self._quiet_at <= now:
                self._buzzer.duty_u16(0)
                self._quiet_at = -1
            if now >= end or self.line.waiting() or self._matrix.changed():
                return
            time.sleep_ms(min(SCAN_MS, end - now))
