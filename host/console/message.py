"""A message to one table or to all, on the boxes' LCDs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from host.core import MESSAGE_WIDTH
from host.errors import UserError

if TYPE_CHECKING:
    from host.console.app import ConsoleApp


class MessageScreen(ModalScreen[None]):
    """``serials`` empty: to all."""

    CSS_PATH = "message.tcss"
    ABOUT = "Type a message; Enter sends it to the LCD, Tab switches between one table and all."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="message.leave", tooltip="send nothing"),
        Binding("tab,ctrl+a", "all", "To all", id="message.all", tooltip="to this table or to all",
                priority=True),
    ]  # fmt: skip

    app: ConsoleApp

    def __init__(self, serial: str, table: str) -> None:
        super().__init__()
        self._serial, self._table = serial, table
        self._to_all = not serial

    def compose(self) -> ComposeResult:
        """One field."""
        with Vertical(id="form") as form:
            form.border_subtitle = "Enter sends · Esc leaves"
            yield Input(id="text", max_length=MESSAGE_WIDTH, placeholder="3 MINUTES LEFT")
            yield Static("", id="wrong", markup=False)

    def on_mount(self) -> None:
        """Say to whom."""
        self._address()

    def _address(self) -> None:
        whom = "all tables" if self._to_all else f"table {self._table}"
        self.query_one("#form").border_title = f"Message to {whom}"

    def action_all(self) -> None:
        """To one or to all."""
        if self._serial:
            self._to_all = not self._to_all
            self._address()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send it."""
        serials = () if self._to_all else (self._serial,)
        try:
            with self.app.service.act() as core:
                sent = core.send_message(event.value, serials)
        except UserError as error:
            self.query_one("#wrong", Static).update(str(error))
            return
        boxes = "box" if len(sent) == 1 else "boxes"
        self.app.notify(f"Sent to {len(sent)} {boxes}." if sent else "No box can show messages.")
        self.dismiss()

    def action_leave(self) -> None:
        """Send nothing."""
        self.dismiss()
