"""PIN: TD leads here from every screen: the director's number, or OK alone calls the director."""

from firmware_sim.journal import MemoryFull
from firmware_sim.screens.base import BACK, DIGITS, Screen

FIRST_DELAY_MS = 5000
LONGEST_DELAY_MS = 300000
"""After a wrong PIN nothing is taken for 5 s, then 10, 20, 40 ... up to five minutes."""

MOST_DIGITS = 8


class Pin(Screen):
    """Digits and OK; the digits do not show."""

    NAME = "PIN"
    FIELD = "number"
    MESSAGES = False
    ARROWS = (
        ("PIN, OK", "TDMENU", "right"),
        ("PIN, OK", "PIN", "WRONG PIN: wait"),
        ("OK", "CALLED", "nothing typed: the director is called"),
        ("CANCEL", "BACK", ""),
    )
    typed = ""

    def lines(self) -> "list[str]":
        """Stars, what to wait for, keys."""
        box = self.box
        told = "" if box.has_pin else box.words("NO_PIN")
        wait = (box.pin_until - box.now_ms + 999) // 1000
        if wait > 0:
            told = box.words("WRONG_PIN", seconds=wait)
        return [
            self.title(box.words("PIN")),
            "*" * len(self.typed),
            told,
            box.hint("PIN_KEYS"),
        ]

    def cursor(self) -> "tuple[int, int] | None":
        """After the stars."""
        return (1, len(self.typed))

    def key(self, key: str) -> "str | None":
        """See the class."""
        if key in DIGITS:
            if self.box.now_ms >= self.box.pin_until and len(self.typed) < MOST_DIGITS:
                self.typed += key
        elif key == "CANCEL":
            if not self.typed:
                return BACK
            self.typed = ""
        elif key == "OK":
            return self._try() if self.typed else self._call()
        return None

    def _try(self) -> "str | None":
        box = self.box
        typed, self.typed = self.typed, ""
        if box.is_pin(typed):
            box.wrong_pins = 0
            if box.evening.called:
                _record_call(self, "off")
            return "TDMENU"
        box.beep()
        delay = FIRST_DELAY_MS << min(box.wrong_pins, 10)
        box.pin_until = box.now_ms + min(delay, LONGEST_DELAY_MS)
        box.wrong_pins += 1
        return None

    def _call(self) -> "str | None":
        if self.box.now_ms < self.box.pin_until:
            return None
        return "CALLED" if _record_call(self, "off" if self.box.evening.called else "on") else None


def _record_call(screen: Screen, call: str) -> bool:
    """The director is called, or no longer: a record; False when the memory is full."""
    box = screen.box
    values: dict[str, object] = {
        "event": box.event,
        "table": box.settings.table or "",
        "call": call,
    }
    try:
        box.add_record("D", values)
    except MemoryFull:
        box.beep()
        return False
    return True


class Called(Screen):
    """DIRECTOR CALLED, or no longer."""

    NAME = "CALLED"
    ARROWS = (("OK, CANCEL", "BACK", ""),)

    def lines(self) -> "list[str]":
        """What was recorded, keys."""
        words = self.box.words
        on = self.box.evening.called
        return [
            self.title(words("CALLED_ON" if on else "CALLED_OFF")),
            words("CALL_AGAIN") if on else "",
            "",
            self.box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """OK goes back."""
        return BACK if key in ("OK", "CANCEL") else None
