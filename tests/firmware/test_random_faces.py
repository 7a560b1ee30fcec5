"""Random keys on real contacts, on both faces and both glasses: what the box shows and remembers.

After every few keys the memory must tell a new box exactly what this one knows. Set
``RANDOM_FACES=100`` in the environment for a long run.
"""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from firmware_sim import keymaps, memory_map
from firmware_sim.journal import Journal
from firmware_sim.match_book import MatchBook
from firmware_sim.rubber_book import RubberBook
from firmware_sim.settings import load_settings
from tests.firmware.keyed_box import KeyedBox

EXAMPLES = int(os.environ.get("RANDOM_FACES", "6"))

SINGLES = {
    "full": [key for row in keymaps.FULL for key in row],
    "membrane": [key for row in keymaps.MEMBRANE for key in row],
}
PHRASES = {
    # what players type most, so that a walk gets anywhere: results, ways on and back
    "full": (
        ["4 S N/S OK = OK", "3 NT X E/W OK - 2 OK", "6 H N/S N/S OK + 1 OK", "1 C E/W E/W 1 3 OK"]
        + ["PASS OK", "- OK", "E/W =", "E/W 0 4", "OK OK", "3 OK 4 OK", "7 OK", "TD 0 OK"]
        + ["CANCEL CANCEL CANCEL " + mode for mode in ("1 OK 5 OK", "2 OK", "3 OK", "4 OK", "5")]
    ),
    "membrane": (
        ["4 D # 2 # C #", "3 0 8 # 6 # B 2 #", "6 C # 8 # A 1 #", "1 A # 4 # 1 3 #"]
        + ["9 #", "8 #", "6 A", "6 0 4", "# #", "3 # 4 #", "7 #"]
        + ["* * * " + mode for mode in ("1 # 5 #", "2 #", "3 #", "4 #", "5")]
    ),
}


def typing(face: str) -> st.SearchStrategy[str]:
    """A few single keys and phrases, one after another."""
    single, phrase = st.sampled_from(SINGLES[face]), st.sampled_from(PHRASES[face])
    return st.lists(st.one_of(single, phrase, phrase), min_size=8, max_size=16).map(" ".join)


class RandomFaces(RuleBasedStateMachine):
    """One box, from its first power on."""

    @initialize(
        face=st.sampled_from(["full", "membrane"]), glass=st.sampled_from([(20, 4), (16, 2)])
    )
    def begin(self, face: str, glass: tuple[int, int]) -> None:
        self.face = face
        self.keyed = KeyedBox(keymap=face, glass=glass)

    @rule(data=st.data())
    def type_keys(self, data: st.DataObject) -> None:
        for key in data.draw(typing(self.face)).split():
            self.keyed.box.tap(key, hold_ms=30, gap_ms=25)
            screen = self.keyed.box.firmware.screen  # type: ignore[union-attr]
            assert all(len(row) <= 20 for row in screen.lines()), (screen.NAME, screen.lines())
        assert self.keyed.box.lcd.violations == []

    @rule(ms=st.sampled_from([50, 700, 5000, 21000]))
    def wait(self, ms: int) -> None:
        self.keyed.box.run_for(ms)

    @rule(ms=st.sampled_from([0, 20, 700]))
    def power_cycle(self, ms: int) -> None:
        self.keyed.box.run_for(ms)
        high = self.shared.journal.high
        self.keyed.power_cycle()
        assert self.shared.journal.high == high

    @property
    def shared(self):  # type: ignore[no-untyped-def]
        return self.keyed.box.firmware.box  # type: ignore[union-attr]

    @invariant()
    def memory_tells_the_same(self) -> None:
        """What a box would find if the power went now is what this box has."""
        if not hasattr(self, "keyed"):
            return
        memory, shared = self.keyed.memory, self.shared
        again = Journal(memory.read, memory.write, memory_map.JOURNAL, memory_map.SIZE, "VB0001")
        assert [r.text for r in again.records()] == [r.text for r in shared.journal.records()]
        kept = load_settings(memory.read, memory.write)
        assert kept.encode() == shared.settings.encode()
        book = shared.book
        if isinstance(book, RubberBook) and book.records:
            found = RubberBook(shared, book.form, book.rules.name)
            assert (found.sheet.total, found.sheet.games) == (book.sheet.total, book.sheet.games)
            assert found.number == book.number
        elif isinstance(book, MatchBook):
            assert MatchBook(shared, book.number, book.rules.name).total() == book.total()


TestRandomFaces = RandomFaces.TestCase
TestRandomFaces.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a long walk shrinks for many minutes
)
