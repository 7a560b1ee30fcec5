"""Correct a result: one line to type, what it will mean beneath it, and why."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label, Static

from host.console.deciding import DecidingScreen
from host.console.ruling import HELP, SLIP, Ruling, parse_ruling, parse_slip, typed_form
from host.console.words import awarded, signed
from host.core import HostCore
from host.errors import UserError
from host.event.keys import Key
from host.event.lines import result_words
from host.scoring.lines import Line


class CorrectScreen(DecidingScreen[bool]):
    """Dismissed with True when something was decided."""

    ABOUT = (
        "Type the result as on a slip (4SX N +1), PASS or NP, an adjusted score (A6040, A+/A-), "
        "a weighted one (620*0.6+170*0.4), or void, swap (the pairs sat the other way round), "
        "lift (take the ruling back), stand 2 (the second record of the list counts). "
        "What was before, who, when and why are kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="correct.leave", tooltip="change nothing"),
    ]

    def __init__(self, key: Key | None, by: str) -> None:
        """``key`` None: a whole slip is typed."""
        super().__init__(by)
        self._key = key

    def compose(self) -> ComposeResult:
        """What counts now, the records, and three fields."""
        key = self._key
        if key is None:
            now, records, typed = "a result that no box has sent", "", ""
        else:
            with self.app.service.lock:
                now, records, typed = self._now(key, self.app.service.core)
        with Vertical(id="form") as form:
            form.border_title = key.words() if key is not None else "A paper slip"
            form.border_subtitle = "Enter decides · Esc leaves"
            yield Static(f"counts now: {now}" if key is not None else now, markup=False)
            yield Static(records, id="records", markup=False)
            yield Label("Result" if key is not None else "Board, NS, EW, result")
            yield Input(
                typed,
                id="ruling",
                placeholder="4SX N +1" if key is not None else SLIP,
                select_on_focus=True,
            )
            yield Static("", id="meaning", markup=False)
            yield from self.ask_why("wrong declarer")
            yield from self.ask_by()
            yield Static(HELP, id="help", markup=False)

    def _now(self, key: Key, core: HostCore) -> tuple[str, str, str]:
        counted = core.counted(key)
        line = counted.line if counted is not None else None
        entries = core.tonight.entries(key)
        records = "\n".join(
            f"{place} {time.strftime('%H:%M', time.localtime(e.arrival.at))} {e.arrival.serial}"
            f"  {result_words(e.content) if isinstance(e.content, Line) else ''}"
            for place, e in enumerate(entries, 1)
        )
        return result_words(line), records, typed_form(line) if line is not None else ""

    def on_mount(self) -> None:
        """Start at the result."""
        self.query_one("#ruling", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what it would mean, or what is wrong with it."""
        if event.input.id == "ruling":
            self._explain()

    def _explain(self) -> None:
        try:
            self.say(self._meaning(self._ruling()))
        except UserError as error:
            self.say(str(error), wrong=True)

    def _ruling(self) -> Ruling:
        with self.app.service.lock:
            typed = self.query_one("#ruling", Input).value
            if self._key is None:
                return parse_slip(typed, self.app.service.core)
            return parse_ruling(typed, self._key, self.app.service.core)

    def _meaning(self, ruling: Ruling) -> str:
        match ruling.act:
            case "void":
                return "→ nothing counts here"
            case "swap":
                return "→ the pairs sat the other way round"
            case "lift":
                return "→ the boxes' records count again"
        line = ruling.line
        if line is not None and (line.adjusted is not None or line.weights):
            return f"→ {awarded(line)}"
        score = f", N-S {signed(line.score)}" if line is not None and line.score is not None else ""
        return f"→ {result_words(line)}{score}"

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter decides, if all is there; else it goes to what is missing."""
        try:
            self.decide(self._ruling().apply)
        except UserError as error:
            self.say(str(error), wrong=True)
            return
        self.dismiss(True)

    def action_leave(self) -> None:
        """Change nothing."""
        self.dismiss(False)
