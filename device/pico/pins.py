"""Which GPIO does what; the wiring table and the drawing in ``docs/`` are made from these."""

UART_TX, UART_RX = 0, 1
ROWS = (2, 3, 4, 5, 6, 7)
"""The key matrix's rows, r0 first; the membrane has the first four."""
COLUMNS = (8, 9, 10, 11, 12)
"""Its columns, c0 first; the membrane has the first four."""
BUZZER = 13
CONTRAST = 14
BACKLIGHT = 15
LCD_RS, LCD_E = 16, 17
LCD_DATA = (18, 19, 20, 21)
"""D4 to D7."""
I2C_SDA, I2C_SCL = 16, 17
"""I2C0, for an LCD with a PCF8574 back pack in place of the six above."""
VSYS = 29
"""ADC3: on the board it measures a third of VSYS."""
