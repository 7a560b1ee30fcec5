"""Which matrix crossing is which key, on the two faces, and the sizes of glass."""

FULL = (
    ("1", "2", "3", "C", "D"),
    ("4", "5", "6", "H", "S"),
    ("7", "8", "9", "NT", "PASS"),
    ("+", "0", "-", "X", "XX"),
    ("=", "N/S", "E/W", "SCORES", "TD"),
    ("^", "v", "HELP", "CANCEL", "OK"),
)
"""The full face: six rows of five columns. A key's name is what the screens receive."""

MEMBRANE = (
    ("1", "2", "3", "A"),
    ("4", "5", "6", "B"),
    ("7", "8", "9", "C"),
    ("*", "0", "#", "D"),
)
"""The 16-key membrane; what its keys mean depends on the field (see the screens)."""

GLASS_20X4 = (20, 4)
GLASS_16X2 = (16, 2)
