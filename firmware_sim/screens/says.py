"""What the box says by itself, over whatever screen is up: keys in trouble, the host's messages."""

from firmware_sim.screens.base import BACK, Pages, Screen
from firmware_sim.small_glass import wrap


class Keys(Screen):
    """KEY STUCK, or TOO MANY KEYS where the matrix cannot tell which; goes when they let go."""

    NAME = "KEYS"
    MESSAGES = False
    ARROWS = (("any key, keys free", "BACK", ""),)

    def lines(self) -> "list[str]":
        """What is wrong, which keys, keys."""
        words = self.box.words
        names = self.box.keypad.trouble(self.box.now_ms)
        many = names[:1] == ("?",)
        return [
            self.title(words("KEYS_MANY" if many else "KEYS_STUCK")),
            " ".join([name for name in names if name != "?"])[:20],
            words("KEYS_FREE"),
            self.box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """Any key goes on; all but OK are handed on."""
        if key != "OK":
            self.box.hand_on(key)
        return BACK

    def tick(self, now_ms: int) -> "str | None":
        """The keys are free again."""
        return None if self.box.keypad.trouble(now_ms) else BACK


class Message(Pages):
    """A message from the director: OK has read it; another key too, and is handed on."""

    NAME = "MESSAGE"
    TITLE = "MESSAGE"
    HINT = "OK_GO_ON"
    MESSAGES = False
    ARROWS = (("any key", "BACK", "after the last message"),)

    def items(self) -> "list[str]":
        """The text cut at words."""
        return wrap(self.box.messages[0], 20) if self.box.messages else []

    def other(self, key: str) -> "str | None":
        """See the class."""
        if self.box.messages:
            self.box.messages.pop(0)
            self.top = 0
        if key not in ("OK", "CANCEL"):
            self.box.hand_on(key)
            return BACK
        return None if self.box.messages else BACK


class Refused(Screen):
    """The host speaks another version of the link."""

    NAME = "REFUSED"
    ARROWS = (("OK", "BACK", ""),)

    def lines(self) -> "list[str]":
        """Both versions, keys."""
        words = self.box.words
        return [
            self.title(words("OTHER_VERSION")),
            words("HOST_VERSION", version=self.box.refused),
            words("BOX_VERSION", version="1"),
            self.box.hint("OK_GO_ON"),
        ]

    def key(self, key: str) -> "str | None":
        """OK has read it."""
        if key not in ("OK", "CANCEL"):
            return None
        self.box.refused = ""
        return BACK
