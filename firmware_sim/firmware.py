"""Firmware: scan keys -> screen -> LCD -> link, one small step at a time.

A step takes at most one key and writes at most ``CELLS_A_STEP`` cells of the glass, so that the
matrix is read again in time. Screens lie on one another: the players' screen at the bottom, HELP,
the director's menu or a message above it. Only the bottom one is kept as a draft.
"""

from firmware_sim import faces, keymaps
from firmware_sim.box import Box
from firmware_sim.drivers.keypad import SCAN_MS, Keypad
from firmware_sim.drivers.lcd import Lcd
from firmware_sim.screens import FIRST, SCREENS, screen_class
from firmware_sim.screens.base import BACK
from firmware_sim.small_glass import fold, page_of

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.board import Board
    from firmware_sim.screens.base import Screen

TICK_MS = 250
CELLS_A_STEP = 24
DRAFT_QUIET_MS = 40
DRAFT_LATEST_MS = 600
MESSAGE_QUIET_MS = 1000
"""A message from the host waits until nobody has typed for that long."""

RESUME = "RESUME"
"""Instead of a screen's name: the screen that the power cut off."""

ANYWHERE = {"TD": "PIN", "HELP": "HELP"}
SHEETS = {"DUPLICATE": "SCORES", "TEAMS": "MATCHSHEET"}
"""What SCORES shows while a result is being entered, by mode; SHEET in the others."""


class Firmware:
    """The box's whole program; ``step`` is called for ever by the Board's owner.

    ``keymap`` and ``glass`` say which face and which glass are built in. ``screen`` is the one
    now shown, ``box`` what the screens share.
    """

    def __init__(
        self,
        board: "Board",
        keymap: "tuple[tuple[str, ...], ...]" = keymaps.FULL,
        glass: "tuple[int, int]" = keymaps.GLASS_20X4,
    ) -> None:
        face = "membrane" if keymap == keymaps.MEMBRANE else "full"
        long_keys = faces.LONG_KEYS if face == "membrane" else {}
        self.board = board
        self.keypad = Keypad(board.scan_row, keymap, long_keys)
        self.lcd = Lcd(board.lcd_nibble, board.delay_us, glass[0], glass[1])
        self.box = Box(board, self.keypad, face, glass[0], glass[1])
        self.box.light()
        self._stack: list[Screen] = []
        self._page = -1
        self._pages = 1
        self._stale = True
        self._drawn = False
        self._tick_due = 0
        self._draft_since = -1
        self._seat_told = False
        self._trouble: tuple[str, ...] = ()
        self.show("BOOT")

    @property
    def screen(self) -> "Screen":
        """The screen now shown."""
        return self._stack[-1]

    def step(self) -> int:
        """One round; the milliseconds the caller may rest if no contact changes and no byte comes.

        At most 5 while a key is down or bouncing, 0 while something is left to do.
        """
        box = self.box
        now = box.now_ms = self.board.ticks_ms()
        self.keypad.scan(now)
        key = self.keypad.take()
        if key:
            self._press(key)
        self._draw()
        rest = self._link(now)
        if now > self._tick_due - SCAN_MS:
            self._tick(now)
            self._draw()
        if self._draft_since >= 0:
            self._keep_draft(now)
        if self._stale or not self._drawn:
            return 0
        now = self.board.ticks_ms()
        keys = self.keypad.rest(now, TICK_MS)
        if keys <= SCAN_MS:
            return keys
        if self._draft_since >= 0:
            rest = min(rest, DRAFT_QUIET_MS)
        return max(min(rest, keys, self._tick_due - now), 0)

    def show(self, follows: "str | None") -> None:
        """Go where a screen's ``key``, ``tick`` or ``enter`` said."""
        while follows is not None:
            follows = self._go(follows)

    # -- screens ----------------------------------------------------------------------------

    def _go(self, follows: str) -> "str | None":
        self._stale = True
        self._page = -1
        if follows == BACK:
            if len(self._stack) > 1:
                self._stack.pop()
                return None
            follows = FIRST[self.box.settings.mode]
        name = follows.lstrip("+!")
        if follows[0] == "!":
            self._stack = []
        elif follows[0] != "+" and self._stack:
            self._stack.pop()
        self.box.beneath = self._stack[-1].NAME if self._stack else ""
        return self._open(name)

    def _open(self, name: str) -> "str | None":
        typed = ""
        if name == RESUME:
            name, typed = self._kept_draft()
        screen = screen_class(name)(self.box)
        self._stack.append(screen)
        self._mark_draft()
        if typed:
            screen.load(typed)
        return screen.enter()

    def _press(self, key: str) -> None:
        screen = self.screen
        key = faces.meaning(self.box.face, screen.FIELD, key)
        self._stale = True
        if key in ANYWHERE:
            self._press_anywhere(ANYWHERE[key])
        elif not self._turn_page(key):
            self._page = -1
            if len(self._stack) == 1:
                self._mark_draft()
            follows = screen.key(key)
            if follows is None and key == "SCORES" and self._stack[0].RESUME:
                self._press_anywhere(SHEETS.get(self.box.settings.mode, "SHEET"))
            self.show(follows)

    def _press_anywhere(self, name: str) -> None:
        """TD, HELP, SCORES: over any screen, but never twice on one another."""
        names = [screen.NAME for screen in self._stack]
        directing = [screen for screen in self._stack if screen.DIRECTOR]
        if self.screen.NAME == "HELP" and (name == "HELP" or directing):
            self.show(BACK)  # TD leads back to the director's screen beneath, without a new PIN
        elif name not in names and (name == "HELP" or not directing):
            self.show("+" + name)

    def _turn_page(self, key: str) -> bool:
        """On a small glass ^ and v turn its pages first; the screen has them at either end."""
        if self._pages == 1 or key not in ("^", "v", "PAGE"):
            return key == "PAGE"
        page = self._page + (-1 if key == "^" else 1)
        if key == "PAGE":
            page = page % self._pages
        if not 0 <= page < self._pages:
            return False
        self._page = page
        return True

    # -- the glass --------------------------------------------------------------------------

    def _draw(self) -> None:
        if self._stale:
            self._stale = False
            self._drawn = False
            texts, cursor = self.screen.lines(), self.screen.cursor()
            if self.lcd.rows < 4 or self.lcd.columns < 20:
                texts, cursor = self._one_page(texts, cursor)
            self.lcd.show(texts, cursor)
        if not self._drawn:
            self._drawn = self.lcd.flush(CELLS_A_STEP)

    def _one_page(
        self, texts: "list[str]", cursor: "tuple[int, int] | None"
    ) -> "tuple[list[str], tuple[int, int] | None]":
        rows = self.lcd.rows
        texts, cursor = fold(texts, cursor, self.lcd.columns)
        self._pages = max(1, (len(texts) + rows - 1) // rows)
        if self._page < 0:
            self._page = page_of(cursor, rows)
        self._page = min(self._page, self._pages - 1)
        first = self._page * rows
        if cursor is not None:
            row = cursor[0] - first
            cursor = (row, cursor[1]) if 0 <= row < rows else None
        return texts[first : first + rows], cursor

    # -- time, link, draft ------------------------------------------------------------------

    def _link(self, now: int) -> int:
        terminal = self.box.terminal
        rest = terminal.step(now)
        if terminal.events:
            events = list(terminal.events)
            terminal.events.clear()
            for event in events:
                self.box.take_event(event)
            self._tick_due = now
        return rest

    def _tick(self, now: int) -> None:
        self._tick_due = now + TICK_MS
        self._stale = True
        self._keep_seat()
        self.show(self.screen.tick(now))
        above = self._interruption(now)
        if above and above not in [screen.NAME for screen in self._stack]:
            self.show("+" + above)

    def _keep_seat(self) -> None:
        """In an evening of duplicate the host must know this table; it may say that it is taken,
        or that quite another evening begins.
        """
        box = self.box
        bottom = self._stack[0].NAME
        if not box.seated or box.settings.mode != "DUPLICATE":
            return
        if box.reseat or (box.table_answer == "taken" and bottom != "TABLE"):
            box.reseat = False
            box.seated = False
            self.show("!WAIT" if box.table_answer != "taken" else "!TABLE")
        elif not self._seat_told and box.terminal.state == "green":
            self._seat_told = True
            if box.terminal.table != box.settings.table:
                box.terminal.ask_table(box.settings.section, box.settings.table)

    def _interruption(self, now: int) -> str:
        """What the box says by itself: keys that are stuck or too many, the host's messages."""
        keypad = self.keypad
        if self._trouble != keypad.trouble(now):
            self._trouble = keypad.trouble(now)
            return "KEYS" if self._trouble else ""
        quiet = keypad.quiet_for(now, MESSAGE_QUIET_MS) and not keypad.waiting()
        if self.box.refused and self.screen.MESSAGES:
            return "REFUSED"
        return "MESSAGE" if self.box.messages and quiet and self.screen.MESSAGES else ""

    def _mark_draft(self) -> None:
        if self._draft_since < 0:
            self._draft_since = self.box.now_ms

    def _keep_draft(self, now: int) -> None:
        """Write the draft in a pause of the typing: a memory page takes as long as a scan."""
        late = now - self._draft_since >= DRAFT_LATEST_MS
        if late or self.keypad.quiet_for(now, DRAFT_QUIET_MS):
            self._draft_since = -1
            self._write_draft(self._stack[0])

    def _write_draft(self, bottom: "Screen") -> None:
        if bottom.RESUME:
            self.box.draft.save(bottom.NAME, self._draft_number() + ";" + bottom.save())
        elif bottom.RESUME is not None:
            self.box.draft.clear()

    def _kept_draft(self) -> "tuple[str, str]":
        """(screen, what was typed) as the power cut left it, else the mode's first screen.

        A draft older than the newest record is an entry that was confirmed: it does not count.
        """
        kept = self.box.draft.load()
        if kept is not None:
            number, _, typed = kept[1].partition(";")
            if number == self._draft_number() and kept[0] in SCREENS:
                self.box.seated = self.box.settings.table > 0
                return kept[0], typed
        return FIRST[self.box.settings.mode], ""

    def _draft_number(self) -> str:
        return str(self.box.journal.high % 1000)
