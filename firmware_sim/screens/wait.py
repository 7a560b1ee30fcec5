"""WAIT: for the director's host, which retries by itself; or go on without."""

from firmware_sim.screens.base import Screen


class Wait(Screen):
    """Goes on when the event's configuration is in force, or by OK without a host."""

    NAME = "WAIT"
    ARROWS = (
        ("configuration", "TABLE", "from the host"),
        ("OK", "TABLE", "open event, no host"),
        ("CANCEL", "MODE", ""),
    )

    def enter(self) -> "str | None":
        """Nothing to wait for when the event is known already."""
        return "TABLE" if self.box.config.revision and self.box.terminal.state == "green" else None

    def lines(self) -> "list[str]":
        """Serial number, how the link stands, keys."""
        box = self.box
        link = {"none": "LINK_NONE", "green": "LINK_GREEN"}.get(box.terminal.state, "LINK_LOST")
        return [
            self.title(box.words("WAIT")),
            box.words(link),
            box.words("BOOT_SERIAL", serial=box.board.serial()),
            box.hint("WAIT_KEYS"),
        ]

    def key(self, key: str) -> "str | None":
        """OK goes on without a host, CANCEL to the choice of modes."""
        return {"OK": "TABLE", "CANCEL": "MODE"}.get(key)

    def tick(self, now_ms: int) -> "str | None":
        """Go on when the configuration has come."""
        return self.enter()
