"""The two ways an HD44780 is wired to the Pico; both offer ``nibble`` and ``light``.

Data sheet figures (HD44780U, bus timing, 4.5 to 5.5 V): RS stands 40 ns before E rises, E is high
for 230 ns, data stand 80 ns before E falls and 10 ns after. A pin takes MicroPython a microsecond.
"""

from machine import PWM, Pin

from device.pico import pins

FULL_DUTY = 65535
PWM_HZ = 20000

ADDRESSES = (0x27, 0x3F)
"""Back packs with a PCF8574, and with a PCF8574A."""

RS, E, LIGHT = 1, 4, 8
"""The back packs' wiring of the port: P0 RS, P1 R/W, P2 E, P3 backlight, P4 to P7 data."""


class GpioGlass:
    """On six pins of its own; contrast and backlight by pulse width."""

    def __init__(self):
        self._rs = Pin(pins.LCD_RS, Pin.OUT, value=0)
        self._e = Pin(pins.LCD_E, Pin.OUT, value=0)
        self._data = [Pin(number, Pin.OUT, value=0) for number in pins.LCD_DATA]
        self._contrast = PWM(Pin(pins.CONTRAST))
        self._backlight = PWM(Pin(pins.BACKLIGHT))
        for pwm in (self._contrast, self._backlight):
            pwm.freq(PWM_HZ)

    def nibble(self, rs, nibble):
        """RS and D4 to D7, then a pulse of E."""
        self._rs.value(rs)
        for pin in self._data:
            pin.value(nibble & 1)
            nibble >>= 1
        self._e.value(1)
        self._e.value(0)

    def light(self, contrast, backlight):
        """0 to 100 each; V0 near ground is full contrast."""
        self._contrast.duty_u16(FULL_DUTY - contrast * FULL_DUTY // 100)
        self._backlight.duty_u16(backlight * FULL_DUTY // 100)


class I2cGlass:
    """Behind a PCF8574 at 100 kHz, its limit: a character takes 0.8 ms.

    The backlight is on or off; contrast is set by the screw on the back pack.
    """

    def __init__(self, i2c):
        found = i2c.scan()
        known = [address for address in ADDRESSES if address in found]
        self._i2c = i2c
        self._address = known[0] if known else ADDRESSES[0]
        self._light = LIGHT
        self._bytes = bytearray(3)

    def nibble(self, rs, nibble):
        """RS and data with E low, high and low again, in one transfer."""
        port = nibble << 4 | self._light | (RS if rs else 0)
        self._bytes[0] = self._bytes[2] = port
        self._bytes[1] = port | E
        self._send(self._bytes)

    def light(self, contrast, backlight):
        """Only whether the backlight is on."""
        self._light = LIGHT if backlight else 0
        self._send(bytes((self._light,)))

    def _send(self, data):
        try:
            self._i2c.writeto(self._address, data)
        except OSError:
            pass  # a glass that was unplugged: the box still keeps and sends its results
