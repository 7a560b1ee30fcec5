"""A box on a Raspberry Pi Pico with MicroPython; wiring and parts stand in ``docs/boxes.md``."""
