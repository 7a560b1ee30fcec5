"""Boxes for the panel's tests: real hardware, with a firmware of a few lines that shows keys."""

from __future__ import annotations

from pathlib import Path

from device.panel.app import PanelApp
from device.table_box import TableBox
from firmware_sim.board import Board
from firmware_sim.drivers.keypad import Keypad
from firmware_sim.drivers.lcd import Lcd

SLIP = [
    "Board 7  Dlr S   All",
    "12-5  4\x03X by N +1",
    "Lead \x02A         +1080",
    "OK=yes CANCEL=change",
]


class Echo:
    """Shows the keys it was given in the first line, most recent last, and beeps for TD."""

    def __init__(self, board: Board, keymap: tuple[tuple[str, ...], ...], glass: tuple[int, int]):
        self.board = board
        self.keypad = Keypad(board.scan_row, keymap, {})
        self.lcd = Lcd(board.lcd_nibble, board.delay_us, *glass)
        self.keys: list[str] = []
        self.show()
        board.lcd_light(50, 100)

    def step(self) -> int:
        now = self.board.ticks_ms()
        self.keypad.scan(now)
        key = self.keypad.take()
        if key:
            self.keys.append(key)
            self.show()
            if key == "TD":
                self.board.buzz(40)
        return self.keypad.rest(now, 250)

    def show(self) -> None:
        typed = "".join(self.keys)[-20:]
        self.lcd.show([typed, "", "", ""][: self.lcd.rows], (0, min(len(typed), 19)))
        self.lcd.flush()


class Slip(Echo):
    """Shows the same four lines for ever."""

    def show(self) -> None:
        self.lcd.show(SLIP, (3, 0))
        self.lcd.flush()


class Hand:
    """A panel on a clock of its own, and a test's moves. ``firmware`` None: the real one."""

    def __init__(
        self,
        firmware: type[Echo] | None = Echo,
        face: str = "full",
        glass: tuple[int, int] = (20, 4),
        theme: str = "dark",
        pictures: Path | None = None,
        line: object = None,
    ) -> None:
        self.now = 0.0
        self.box = TableBox(keymap=face, glass=glass, firmware=firmware)
        self.app = PanelApp(
            self.box,
            line,  # type: ignore[arg-type]
            path="/dev/pts/7",
            face=face,
            theme=theme,
            clock=lambda: self.now,
            live=False,
            pictures=pictures,
        )

    def wait(self, seconds: float) -> None:
        """Let time pass, 30 frames a second."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 1 / 30)
            self.app.pump()

    @property
    def keys(self) -> list[str]:
        firmware = self.box.firmware
        assert isinstance(firmware, Echo)
        return firmware.keys
