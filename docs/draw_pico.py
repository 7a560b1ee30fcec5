"""Draws ``pictures/pico-wiring.svg`` and writes the wiring table into ``boxes.md``, both from the
pin numbers in ``device/pico/pins.py``.

    python docs/draw_pico.py          write both
    python docs/draw_pico.py --check  status 1 when either is not up to date
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from device.pico import pins  # noqa: E402
from firmware_sim import keymaps  # noqa: E402

PICTURE = HERE / "pictures" / "pico-wiring.svg"
PAGE = HERE / "boxes.md"
MARKS = "<!-- pico wiring -->", "<!-- end of pico wiring -->"

LEGS = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
}
"""GPIO -> leg of the Pico's 40 (Raspberry Pi Pico data sheet, figure 4)."""

GROUND, VSYS, THREE_VOLTS = 38, 39, 36

WIDTH, TOP, STEP = 980, 60, 24
LEFT, RIGHT = 400, 580
BOARD, WIRE, INK, PAPER = "#1c6b3c", "#7a8794", "#20262c", "#fbfaf6"
COLOURS = {
    "keys": "#b5541c",
    "lcd": "#1f5fa8",
    "uart": "#7b3fa0",
    "sound": "#8a6d00",
    "power": "#a51d2d",
}


def rows() -> list[tuple[str, str, int, str]]:
    """(kind, what, leg, where it leads) of every wire, in the order of the table."""
    found = []
    for index, pin in enumerate(pins.ROWS):
        keys = " ".join(keymaps.FULL[index])
        found.append(("keys", f"row r{index}", LEGS[pin], f"keypad, row of {keys}"))
    for index, pin in enumerate(pins.COLUMNS):
        keys = " ".join(row[index] for row in keymaps.FULL)
        found.append(("keys", f"column c{index}", LEGS[pin], f"keypad, column of {keys}"))
    found.append(("lcd", "RS", LEGS[pins.LCD_RS], "LCD 4 (RS)"))
    found.append(("lcd", "E", LEGS[pins.LCD_E], "LCD 6 (E)"))
    for index, pin in enumerate(pins.LCD_DATA):
        found.append(("lcd", f"D{4 + index}", LEGS[pin], f"LCD {11 + index} (D{4 + index})"))
    found.append(
        ("lcd", "contrast", LEGS[pins.CONTRAST], "1 kOhm to LCD 3 (V0), 10 uF from there to ground")
    )
    found.append(
        (
            "lcd",
            "backlight",
            LEGS[pins.BACKLIGHT],
            "1 kOhm to the base of a BC337; LCD 16 (K) at its collector",
        )
    )
    found.append(("sound", "buzzer", LEGS[pins.BUZZER], "piezo disc to ground"))
    found.append(("uart", "UART TX", LEGS[pins.UART_TX], "RX of the adapter, 3.3 V levels"))
    found.append(("uart", "UART RX", LEGS[pins.UART_RX], "TX of the adapter, 3.3 V levels"))
    found.append(("power", "ground", GROUND, "LCD 1, 5 (R/W); buzzer; adapter; battery -"))
    found.append(("power", "VSYS", VSYS, "LCD 2, 15 (A, by its resistor); battery + by a 1N5817"))
    return found


def gpio_of(leg: int) -> str:
    """``GP2`` for a leg, or the name of a power leg."""
    for pin, number in LEGS.items():
        if number == leg:
            return f"GP{pin}"
    return {GROUND: "GND", VSYS: "VSYS", THREE_VOLTS: "3V3"}[leg]


def table() -> str:
    """The wiring table, as it stands in boxes.md."""
    lines = ["| wire | Pico's leg | leads to |", "|---|---|---|"]
    for _, what, leg, where in rows():
        lines.append(f"| {what} | {leg} ({gpio_of(leg)}) | {where.replace('|', '&#124;')} |")
    return "\n".join(lines)


def place(leg: int) -> tuple[int, int]:
    """Where a leg is: 1 to 20 down the left side, 21 to 40 up the right."""
    if leg <= 20:
        return LEFT, TOP + STEP * (leg - 1) + 30
    return RIGHT, TOP + STEP * (40 - leg) + 30


def text(
    x: float,
    y: float,
    words: str,
    colour: str = INK,
    anchor: str = "start",
    size: int = 13,
    weight: str = "normal",
) -> str:
    """Words at a place of the drawing."""
    return (
        f'<text x="{x}" y="{y}" fill="{colour}" font-size="{size}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def drawing() -> str:
    """The picture."""
    height = TOP + STEP * 20 + 70
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" role="img" '
        'aria-label="Wiring of a box on a Raspberry Pi Pico">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        text(
            WIDTH / 2,
            28,
            "A box on a Raspberry Pi Pico, seen from above",
            anchor="middle",
            size=17,
            weight="bold",
        ),
        f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{STEP * 20 + 30}" rx="10" '
        f'fill="{BOARD}"/>',
        f'<rect x="{(LEFT + RIGHT) / 2 - 30}" y="{TOP - 14}" width="60" height="34" rx="4" '
        'fill="#c9ced3"/>',
        text((LEFT + RIGHT) / 2, TOP + 8, "USB", anchor="middle", size=12),
        f'<rect x="{(LEFT + RIGHT) / 2 - 30}" y="{TOP + 210}" width="60" height="60" rx="3" '
        'fill="#222"/>',
    ]
    wires = {leg: (kind, what, where) for kind, what, leg, where in rows()}
    for leg in range(1, 41):
        x, y = place(leg)
        left = leg <= 20
        used = leg in wires
        out.append(
            f'<circle cx="{x}" cy="{y - 4}" r="5" fill="{"#e8c15a" if used else "#d9d3c2"}" '
            'stroke="#6b5a1e" stroke-width="0.7"/>'
        )
        out.append(
            text(x + (10 if left else -10), y, str(leg), "#dfe9e2", "start" if left else "end", 11)
        )
        if not used:
            continue
        kind, what, where = wires[leg]
        out.append(
            text(
                x + (30 if left else -30), y, gpio_of(leg), "white", "start" if left else "end", 11
            )
        )
        end = x - 40 if left else x + 40
        colour = COLOURS[kind]
        out.append(
            f'<line x1="{x + (-5 if left else 5)}" y1="{y - 4}" x2="{end}" y2="{y - 4}" '
            f'stroke="{colour}" stroke-width="2"/>'
        )
        at, anchor = (end - 6, "end") if left else (end + 6, "start")
        out.append(
            text(
                at,
                y,
                f"{what}: {short(where) if left else where}",
                colour,
                anchor,
                13 if len(where) < 40 or left else 11,
            )
        )
    out.append(
        text(
            WIDTH / 2,
            height - 14,
            "With a PCF8574 back pack: SDA on GP16, SCL on GP17, and none of the LCD's "
            "other wires.",
            INK,
            "middle",
            12,
        )
    )
    out.append("</svg>")
    return "\n".join(out) + "\n"


def short(where: str) -> str:
    """What fits the drawing."""
    where = where.removeprefix("keypad, row of ").removeprefix("keypad, column of ")
    return where.partition(";")[0].partition(",")[0]


def page(text: str) -> str:
    """boxes.md with the table put between its marks."""
    before, mark, rest = text.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not (mark and end):
        raise SystemExit(f"{PAGE} has no {' ... '.join(MARKS)}")
    return f"{before}{mark}\n{table()}\n{end}{after}"


def main() -> int:
    """Write what is stale, or with --check only say so."""
    wanted = {PICTURE: drawing(), PAGE: page(PAGE.read_text(encoding="utf-8"))}
    stale = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is not up to date: python docs/draw_pico.py")
        return int(bool(stale))
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
        print("wrote", re.sub(r"^.*/docs/", "docs/", str(path)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
