"""What runs inside the box: rules, screens, journal and the box's end of TL/1.

Imports nothing but itself and is written in the Python that MicroPython runs.
"""
