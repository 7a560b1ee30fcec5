"""A box in the hands of somebody who presses anything: hypothesis against the invariants.

After every key: each line fits the glass and the cursor is on it; the journal is well formed; and a
result that became a record was confirmed by two different keys, on the two screens that ask for it.
"""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from firmware_sim import keymaps
from firmware_sim.link.config import pin_hash
from firmware_sim.link.records import Record, problem_of
from tests.firmware.bench_board import BenchBoard
from tests.firmware.host_end import HostEnd
from tests.firmware.link_parts import Memory
from tests.firmware.test_duplicate_movement import MOVEMENT

KEYS = [key for row in keymaps.FULL for key in row]
STRETCHES = [
    "1 OK 5 OK",
    "3 OK 4 OK 7 OK",
    "4 S N/S = OK",
    "7 NT XX E/W - 1 3 OK",
    "E/W =",
    "PASS OK E/W",
    "- OK E/W 0 4",
    "TD 2 4 6 8 OK",
    "TD 0 OK 1 1 =",
    "CANCEL CANCEL CANCEL",
    "OK OK OK",
    "2 OK 3 NT N/S = OK",
    "S D OK",
]
CONFIGS = [
    [("event", "E3"), ("type", "open"), ("show", "all")],
    MOVEMENT,
    [*MOVEMENT, ("lead", "check"), ("players", "ask")],
    [*MOVEMENT, ("pin", pin_hash("H7", "2468")), ("show", "percent")],
    [("event", "M1"), ("type", "movement")],
    [("event", "M2"), ("type", "movement"), ("m.1", "3/4:5:1:0"), ("rules", "none such")],
]

SOURCES = {
    "R": ("VERIFY", "ADJUST", "SWAP", "FULL", "CONTRACT", "RESULT", "UNDO"),
    "U": ("CONTRACT", "RESULT", "HONOURS", "UNDO", "STOP"),
    "N": ("PLAYERS",),
    "D": ("PIN",),
    "V": ("ERASE", "UNDO"),
}
"""Which screens make which records; team of four's results come from CONTRACT and RESULT."""


class AnyHands(RuleBasedStateMachine):
    presses = 0
    """By all the hands there have been."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory()
        self.host = HostEnd()
        self.board = BenchBoard(self.memory, self.host)
        self.board.run(2200)
        self.passed = ""
        self.high = 0

    @rule(key=st.sampled_from(KEYS))
    def press(self, key: str) -> None:
        self._press(key)

    @rule(stretch=st.sampled_from(STRETCHES))
    def type(self, stretch: str) -> None:
        for key in stretch.split():
            self._press(key)

    @rule(config=st.sampled_from(CONFIGS))
    def host_configures(self, config: list[tuple[str, str]]) -> None:
        self.host.configure(config)
        self.board.run(1000)
        self._look()

    @rule(text=st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60))
    def host_writes(self, text: str) -> None:
        self.host.message(1, text.replace(",", ";")[:60] or "x")
        self.host.standing(7, "51.5", text[:30])
        self.board.run(1500)
        self._look()

    @rule(ms=st.sampled_from([200, 2000, 25000]))
    def wait(self, ms: int) -> None:
        self.board.run(ms)
        self._look()

    @rule()
    def power_cycle(self) -> None:
        self.board = BenchBoard(self.memory, self.host)
        self.board.run(2200)
        self._look()

    def _press(self, key: str) -> None:
        box, before = self.board.firmware.box, self.board.screen
        self.board.tap(key)
        AnyHands.presses += 1
        if before == "PASSBOX":
            self.passed = key
        if box.journal.high > self.high:
            for record in box.journal.records():
                if record.n > self.high:
                    self._made(before, key, record)
            self.high = box.journal.high
        self._look()

    def _made(self, screen: str, key: str, record: Record) -> None:
        assert problem_of(record) == ""
        assert screen in SOURCES[record.kind], (screen, key, record)
        if screen == "VERIFY":
            assert self.passed == "E/W"
            assert key == "=" or key in "0123456789"

    def _look(self) -> None:
        screen = self.board.firmware.screen
        lines, cursor = screen.lines(), screen.cursor()
        assert len(lines) == 4, screen.NAME
        for line in lines:
            assert len(line) <= 20, (screen.NAME, line)
        if cursor is not None:
            assert 0 <= cursor[0] < 4, screen.NAME
            assert 0 <= cursor[1] < 20, (screen.NAME, cursor)
        names = [beneath.NAME for beneath in self.board.firmware._stack]
        assert len(names) == len(set(names)), names


TestAnyHands = AnyHands.TestCase
TestAnyHands.settings = settings(
    max_examples=int(os.environ.get("OVERTRICK_HANDS", "12")),
    stateful_step_count=80,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes longer than the eye
    suppress_health_check=list(HealthCheck),
)
"""``make fuzz`` presses a hundred thousand keys."""
