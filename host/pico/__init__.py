"""Putting the firmware on a Raspberry Pi Pico: building its files, and copying them."""
