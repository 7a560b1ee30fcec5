"""TDSTATUS, MISSING, TDSHEET: what the director may want to read at a table."""

from firmware_sim.box import FIRMWARE
from firmware_sim.screens.base import Pages
from firmware_sim.screens.entry_screen import line_of, signed
from firmware_sim.screens.rounds import board_range
from firmware_sim.screens.scores import points_of


class Status(Pages):
    """The box itself: link, memory, battery, event, keys."""

    NAME = "TDSTATUS"
    TITLE = "TD_STATUS"
    DIRECTOR = True
    ARROWS: "tuple[tuple[str, str, str], ...]" = (("OK, CANCEL", "TDMENU", ""),)

    def items(self) -> "list[str]":
        """A line each."""
        box, words = self.box, self.box.words
        settings = box.settings
        link = {"none": "LINK_NONE", "green": "LINK_UP"}.get(box.terminal.state, "LINK_LOST")
        stuck = " ".join(box.keypad.stuck)
        return [
            words(link),
            words("WAITING", waiting=box.terminal.waiting),
            words("STATUS_MEMORY", records=box.journal.count, room=box.journal.room),
            words("STATUS_TABLE", section=settings.section, table=settings.table),
            words("STATUS_EVENT", event=box.event),
            words("STATUS_RULES", rules=box.rules.title),
            words("BOOT_SERIAL", serial=box.board.serial()),
            words("STATUS_ADDRESS", address=settings.address),
            words("STATUS_BATTERY", mv=box.board.battery_mv()),
            words("STATUS_FIRMWARE", version=FIRMWARE),
            words("KEYS_STUCK") + " " + stuck if stuck else words("STATUS_KEYS"),
        ]

    def other(self, key: str) -> "str | None":
        """OK and CANCEL go back to the menu."""
        return "TDMENU" if key in ("OK", "CANCEL") else None


class Missing(Status):
    """Boards not yet entered at this table, round by round."""

    NAME = "MISSING"
    TITLE = "TD_MISSING"

    def items(self) -> "list[str]":
        """A line a round that has some left."""
        box, sitting = self.box, self.box.sitting
        if not sitting.movement:
            return [box.words("OPEN_EVENT")]
        items = []
        for number in range(1, box.config.rounds + 1):
            left = sitting.left(number)
            if left:
                text = box.words("ROUND_NUMBER", round=number) + ": " + board_range(tuple(left))
                items.append(text)
        return items or [box.words("NOTHING_MISSING")]


class TdSheet(Status):
    """Everything this table has entered, oldest first, scored for North-South, and the sum."""

    NAME = "TDSHEET"
    TITLE = "TD_SHEET"

    def items(self) -> "list[str]":
        """A line a board."""
        box = self.box
        results = box.sitting.results()
        total = sum([points_of(played, box.rules) for played in results])
        items = [line_of(played, box.rules, 1) for played in results]
        return items + [box.words("SUM", score=signed(total))]
