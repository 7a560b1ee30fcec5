"""The front panel of one box in a terminal: glass, keys, lamps, cable and power switch.

``dots``, ``fingers``, ``keyboard``, ``layout`` and ``palette`` are plain values and functions and
import no Textual; ``lcd``, ``keypad``, ``face`` and ``app`` put them on the screen.
"""
