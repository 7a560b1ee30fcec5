"""Draws the screen diagram into box.md: from the screens' own ARROWS tables, and the glass from a
box that is keyed on. Run it from the project's folder: ``python docs/draw_screens.py``.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from device.keying import keys_for
from device.table_box import TableBox
from firmware_sim.screens import SCREENS, screen_class

PAGE = Path(__file__).with_name("box.md")

GROUPS = (
    ("Switching on", "BOOT MODE HELP KEYS MESSAGE REFUSED"),
    ("Duplicate: sitting down", "WAIT TABLE PLAYERS ROUND"),
    ("Duplicate: a result", "PAIRS BOARD CONTRACT DECLARER LEAD RESULT PASSBOX VERIFY SAVED "
     "RESULTS SCORES"),
    ("Duplicate: what may be wrong", "NOTROUND PLAYED ORDER NOTINHAND NOTCOMPLETE FULL"),
    ("Duplicate: the round's end", "ROUNDSHEET ROUNDSHEETEW MOVE END"),
    ("The director", "PIN CALLED TDMENU ADJUST TDBOARD ERASE TDSTATUS MISSING TDSHEET SWAP RESEND "
     "LANGUAGE CONTRAST RESET TDDONE"),
    ("Rubber and Chicago", "RUBBER DEAL PASSEDOUT HONOURS SHEET UNDO STOP WON GAMEFULL"),
    ("Team of four", "MATCH ROOM IMPS MATCHSHEET"),
    ("Setup", "SETUP ADDRESS STATUS MEMORY"),
)  # fmt: skip


def diagram() -> str:
    """Every screen with every arrow that leaves it, group by group."""
    parts = []
    for title, names in GROUPS:
        rows = [f"### {title}\n", "```mermaid", "flowchart LR"]
        rows += sorted({edge for name in names.split() for edge in edges(name)})
        rows += ["```\n", "```text"]
        for name in names.split():
            rows += arrows(name)
        parts.append("\n".join([*rows, "```\n"]))
    return "\n".join(parts)


def edges(name: str) -> list[str]:
    """Mermaid's lines: screen to screen, each once. BACK and RESUME are no screens."""
    targets = {target for _, target, _ in screen_class(name).ARROWS} - {"BACK", "RESUME", name}
    return [f'    s{name}["{name}"] --> s{target}["{target}"]' for target in targets]


def arrows(name: str) -> list[str]:
    """``PAIRS   numbers, OK OK -----> BOARD   when``."""
    rows = []
    for index, (keys, target, when) in enumerate(screen_class(name).ARROWS):
        shaft = "-" * (26 - len(keys))
        first = name if index == 0 else ""
        rows.append(f"{first:<13}{keys} {shaft}> {target:<13}{when}".rstrip())
    return rows


def keyed_on(script: str) -> TableBox:
    """A new box after these keys."""
    box = TableBox()
    box.power_on()
    box.run_for(2500)
    for key in script.split():
        box.tap(key)
    return box


def shot(keys: str, box: TableBox) -> list[str]:
    """What was pressed, the screen that followed, its glass."""
    edge = "    +" + "-" * 20 + "+"
    rows = [f"    |{line}|" for line in box.lcd_lines()]
    return [f"{keys}  ->  {box.firmware.screen.NAME}", edge, *rows, edge]


def glass() -> str:
    """A result in an open event, screen by screen, as the glass shows it."""
    box = keyed_on("1 OK 5 OK")
    rows: list[str] = []
    typed: list[str] = []
    for key in keys_for(12, 14, 27, "4SX", "S", 9):
        before = box.firmware.screen.NAME
        box.tap(key)
        typed.append(key)
        if before != box.firmware.screen.NAME:
            rows += shot(" ".join(typed), box)
            typed = []
    return "```text\n" + "\n".join(rows) + "\n```\n"


def alone() -> str:
    """A deal of a rubber by the laws, then a board of a match, both rooms."""
    rows: list[str] = []
    for start, steps in (
        ("2 1", ("OK", "OK 2 H N/S OK + 2 OK", "1 OK", "v")),
        ("3", ("OK", "OK 4 S N/S OK = OK", "OK v 1", "OK 4 S N/S OK - 1 OK")),
    ):
        box = keyed_on(start)
        rows += shot(start, box)
        for keys in steps:
            for key in keys.split():
                box.tap(key)
            rows += shot(keys, box)
    return "```text\n" + "\n".join(rows) + "\n```\n"


def drawn(page: str) -> str:
    """The page with its drawings as they should be."""
    for mark, drawing in (("diagram", diagram()), ("glass", glass()), ("alone", alone())):
        begin, end = f"<!-- {mark}: drawn by draw_screens.py -->\n", f"<!-- end of {mark} -->\n"
        head, rest = page.split(begin)
        page = head + begin + drawing + end + rest.split(end)[1]
    return page


def grouped() -> list[str]:
    """Every screen that the diagram shows."""
    return [name for _, names in GROUPS for name in names.split()]


if __name__ == "__main__":
    assert sorted(grouped()) == sorted(SCREENS), set(grouped()) ^ set(SCREENS)
    PAGE.write_text(drawn(PAGE.read_text()))
