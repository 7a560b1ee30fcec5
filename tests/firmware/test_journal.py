"""The journal through power cuts at every byte, wraps, marks and foreign memory."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firmware_sim import memory_map
from firmware_sim.journal import Journal, MemoryFull
from firmware_sim.link.records import Record, make_record
from tests.firmware.link_parts import LONGEST_R, RESULT, Memory, PowerCut

SHORT = dict(RESULT)
LONG = dict(LONGEST_R)


def texts(journal: Journal) -> list[str]:
    return [record.text for record in journal.records()]


def state(journal: Journal) -> list[tuple[str, int]]:
    records = zip(journal.records(), journal.order, strict=True)
    return [(record.text, journal._mark[slot]) for record, slot in records]


def test_an_empty_memory():
    journal = Memory().journal()
    assert (journal.low, journal.high, journal.unsent_count) == (0, 0, 0)
    assert list(journal.records()) == []
    assert journal.slots == 142 >= 40


def test_numbers_count_from_one_and_survive_power():
    memory = Memory()
    journal = memory.journal()
    assert [journal.add("R", SHORT).n for _ in range(3)] == [1, 2, 3]
    again = memory.journal()
    assert texts(again) == texts(journal)
    assert again.add("R", SHORT).n == 4


def test_marks_are_kept():
    memory = Memory()
    journal = memory.journal()
    first, second = journal.add("R", SHORT), journal.add("R", LONG)
    assert not journal.mark(1, "00000000")
    assert not journal.mark(9, first.check)
    assert journal.mark(1, first.check)
    assert not journal.mark(1, first.check)
    again = memory.journal()
    assert again.is_marked(first)
    assert not again.is_marked(second)
    assert again.unsent() == [second]
    assert again.unsent_count == 1


def test_nothing_unmarked_is_ever_overwritten():
    journal = Memory().journal(slots=4)
    for _ in range(4):
        journal.add("R", SHORT)
    before = texts(journal)
    assert journal.room == 0
    with pytest.raises(MemoryFull):
        journal.add("R", SHORT)
    assert journal.full
    assert texts(journal) == before


def test_the_ring_wraps_and_numbers_go_on():
    memory = Memory()
    journal = memory.journal(slots=5)
    for n in range(1, 24):
        record = journal.add("R", LONG if n % 2 else SHORT)
        assert record.n == n
        journal.mark(n, record.check)
    assert (journal.low, journal.high) == (19, 23)
    again = memory.journal(slots=5)
    assert (again.low, again.high) == (19, 23)
    assert again.add("R", SHORT).n == 24


def test_released_records_may_go_but_are_still_offered():
    memory = Memory()
    journal = memory.journal(slots=4)
    records = [journal.add("R", SHORT) for _ in range(4)]
    journal.release(records[1])
    again = memory.journal(slots=4)
    assert again.unsent_count == 4
    assert again.add("R", SHORT).n == 5
    assert [r.n for r in again.records()] == [1, 3, 4, 5]
    # From 3 on every number is there; 1 still waits, and 2 is nowhere.
    assert (again.low, again.high) == (3, 5)
    with pytest.raises(MemoryFull):
        again.add("R", SHORT)
    assert again.mark(records[0].n, records[0].check)
    assert again.add("R", SHORT).n == 6


def test_the_highest_number_stays_so_that_no_number_comes_back():
    journal = Memory().journal(slots=3)
    for _ in range(3):
        last = journal.add("R", SHORT)
    journal.mark(last.n, last.check)
    with pytest.raises(MemoryFull):
        journal.add("R", SHORT)


def test_an_impossible_result_writes_nothing():
    memory = Memory()
    journal = memory.journal()
    with pytest.raises(ValueError, match="board"):
        journal.add("R", {**SHORT, "board": 0})
    assert memory.written == 0
    assert journal.high == 0


def test_memory_of_another_box_holds_nothing_here():
    memory = Memory()
    memory.journal(serial="VB0001").add("R", SHORT)
    assert memory.journal(serial="VB0002").high == 0
    assert memory.journal(serial="VB0001").high == 1


def test_the_first_of_an_event():
    journal = Memory().journal()
    for event in ("-", "E3", "E3", "E4"):
        journal.add("R", {**SHORT, "event": event})
    assert [journal.first_of(e) for e in ("-", "E3", "E4", "E5")] == [1, 2, 4, 0]


def test_what_counts_here_after_corrections_and_voids():
    journal = Memory().journal()
    first = journal.add("R", SHORT)
    second = journal.add("R", {**SHORT, "result": "0", "replaces": first.reference})
    third = journal.add("R", {**SHORT, "board": 15})
    journal.add("V", {"voids": third.reference, "by": "director"})
    assert journal.counting("R") == [second]


def test_the_scan_at_boot_reads_little():
    memory = Memory()
    memory.journal()
    assert memory.reads == 142 * 11
    journal = memory.journal()
    for _ in range(142):
        journal.add("R", SHORT)
    memory.reads = 0
    began = time.perf_counter()
    memory.journal()
    assert time.perf_counter() - began < 0.5
    assert memory.reads < 142 * 60


@given(st.binary(min_size=256, max_size=256), st.integers(0, 141))
def test_any_rubbish_in_memory_is_no_record(rubbish, slot):
    memory = Memory()
    at = memory_map.JOURNAL + min(slot, 140) * memory_map.SLOT
    memory.image[at : at + 256] = rubbish
    journal = memory.journal()
    assert journal.high == 0
    assert journal.add("R", SHORT).n == 1
    assert texts(memory.journal()) == texts(journal)


@given(st.integers(0, 127), st.integers(0, 7))
def test_a_flipped_bit_never_alters_a_record(byte, bit):
    memory = Memory()
    journal = memory.journal()
    record = journal.add("R", LONG)
    memory.image[memory_map.JOURNAL + byte] ^= 1 << bit
    assert texts(memory.journal()) in ([], [record.text])


# -- the power goes at every byte of every write ----------------------------------------------


def prepare(history: str) -> Memory:
    """``s`` and ``l`` add a short or long record, ``m`` marks and ``r`` releases the oldest."""
    memory = Memory()
    journal = memory.journal(slots=3)
    for step in history:
        if step in "sl":
            journal.add("R", SHORT if step == "s" else LONG)
        else:
            record = next(
                r
                for r, (_, mark) in zip(journal.records(), state(journal), strict=True)
                if mark == 0xFF
            )
            if step == "m":
                journal.mark(record.n, record.check)
            else:
                journal.release(record)
    memory.written = 0
    return memory


HISTORIES = ["", "s", "l", "smlsm", "lmss", "lmls", "smll", "lrls", "lrlrl", "smsmlm"]


def add(journal: Journal, values: dict[str, object]) -> Record:
    return journal.add("R", values)


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("values", [SHORT, LONG], ids=["short", "long"])
def test_a_cut_at_every_byte_of_an_addition(history, values):
    plain = prepare(history)
    before = state(plain.journal(slots=3))
    record = plain.journal(slots=3).add("R", values)
    total = plain.written
    after = state(plain.journal(slots=3))
    kept = [row for row in before if row in after]
    evicted = [row for row in before if row not in after]
    assert total >= 11 + len(record.text)
    torn = 0
    for cut in range(total):
        memory = prepare(history)
        memory.cut_after = cut
        with pytest.raises(PowerCut):
            add(memory.journal(slots=3), values)
        memory.cut_after = None
        journal = memory.journal(slots=3)
        found = state(journal)
        if found == after:
            continue  # what the cut left out was there already, from an older record
        # Every other record is there with its mark; the torn one is not there.
        assert [row for row in found if row not in evicted] == kept
        assert record.text not in texts(journal)
        # Its number is used again, nothing doubled, and it can be added at once.
        assert journal.add("R", values) == record
        assert state(memory.journal(slots=3)) == after
        torn += 1
    assert torn >= 12


@pytest.mark.parametrize("act", ["mark", "release"])
def test_a_cut_at_every_byte_of_a_mark(act):
    for cut in (0, 1):
        memory = prepare("sl")
        journal = memory.journal(slots=3)
        record = next(journal.records())
        memory.cut_after = cut
        try:
            if act == "mark":
                journal.mark(record.n, record.check)
            else:
                journal.release(record)
        except PowerCut:
            assert cut == 0
        memory.cut_after = None
        again = memory.journal(slots=3)
        assert texts(again) == texts(journal)
        assert (state(again)[0][1] != 0xFF) == (cut == 1)
        assert again.is_marked(record) == (cut == 1 and act == "mark")


def test_cuts_upon_cuts():
    """A torn slot is torn again, at every pair of bytes of two following attempts."""
    values = LONG
    plain = prepare("smls")
    plain.journal(slots=3).add("R", values)
    total = plain.written
    for first in range(0, total, 3):
        for second in range(0, total, 7):
            memory = prepare("smls")
            for cut in (first, second):
                memory.cut_after = cut
                with pytest.raises(PowerCut):
                    add(memory.journal(slots=3), values)
                memory.cut_after = None
            journal = memory.journal(slots=3)
            assert [r.n for r in journal.records()] in ([1, 2, 3], [2, 3])
            assert journal.add("R", values).n == 4


class JournalLife(RuleBasedStateMachine):
    """A box's life against a plain dictionary: unmarked records are never lost or altered."""

    @initialize(slots=st.integers(2, 5))
    def begin(self, slots):
        self.memory = Memory()
        self.slots = slots
        self.journal = self.memory.journal(slots)
        self.safe: dict[int, str] = {}
        self.marked: set[int] = set()

    @rule(long=st.booleans(), cut=st.one_of(st.none(), st.integers(0, 140)))
    def adds(self, long, cut):
        self.memory.cut_after = cut
        try:
            record = self.journal.add("R", LONG if long else SHORT)
        except MemoryFull:
            assert self.journal.room == 0
        except PowerCut:
            self.power_cut(LONG if long else SHORT)
        else:
            assert record.n == max([0, *self.safe]) + 1
            self.safe[record.n] = record.text
        self.memory.cut_after = None

    def power_cut(self, values):
        """The record being written is whole or not there; whole is as good as saved."""
        self.memory.cut_after = None
        self.journal = self.memory.journal(self.slots)
        n = max([0, *self.safe]) + 1
        if self.journal.high == n:
            self.safe[n] = make_record("VB0001", "R", n, values).text

    @precondition(lambda self: self.safe)
    @rule(data=st.data())
    def marks(self, data):
        n = data.draw(st.sampled_from(sorted(self.safe)))
        for record in self.journal.records():
            if record.n == n:
                self.journal.mark(n, record.check)
                self.marked.add(n)

    @rule()
    def boots(self):
        self.journal = self.memory.journal(self.slots)

    @invariant()
    def nothing_is_lost_or_altered(self):
        here = {record.n: record.text for record in self.journal.records()}
        for n, text in self.safe.items():
            assert here.get(n, text) == text
            assert n in here or n in self.marked
        assert set(here) <= set(self.safe)
        assert self.journal.high == max([0, *self.safe])
        waiting = {record.n for record in self.journal.unsent()}
        assert waiting == set(self.safe) - self.marked


TestJournalLife = JournalLife.TestCase
TestJournalLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
