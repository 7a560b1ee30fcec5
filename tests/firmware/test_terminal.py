"""The box's end of TL/1 against a host that is only this test."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from firmware_sim.link.config import make_payload, revision_of, split_payload
from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder, Frame, frame
from firmware_sim.link.records import Record
from firmware_sim.link.terminal import CAPABILITIES, Terminal
from tests.firmware.link_parts import RESULT, Memory, MemoryLine

NONCE = "0123456789ABCDEF"


class Bench:
    """A box on a bench: its memory, its line, its clock, and all frames it has said with times."""

    def __init__(self, capabilities: str = CAPABILITIES, takes: int = 1 << 20) -> None:
        self.memory = Memory()
        self.capabilities = capabilities
        self.takes = takes
        self.now = 0
        self.boot()

    def boot(self) -> None:
        self.line = MemoryLine(self.takes)
        self.terminal = Terminal(
            self.memory.journal(), self.line, "VB0001", capabilities=self.capabilities,
            store=self.memory.store(), battery=lambda: 4900,
        )  # fmt: skip
        self.host = Decoder()
        self.raw = b""

    def add(self, **changes: object) -> Record:
        record = self.terminal.journal.add("R", {**RESULT, **changes})
        self.terminal.record_added()
        return record

    def run(self, ms: int, *data: bytes) -> list[tuple[int, str]]:
        """Let time pass as the firmware does, resting when told to; (time, body) of each frame."""
        self.line.incoming += b"".join(data)
        said: list[tuple[int, str]] = []
        end = self.now + ms
        while True:
            rest = self.terminal.step(self.now)
            out, self.line.outgoing = self.line.outgoing, b""
            self.raw += out
            said += [(self.now, found.body) for found in self.host.feed(out)]
            assert rest >= 0
            if self.now >= end:
                return said
            self.now = min(end, self.now + max(1, rest))

    def says(self, ms: int, *frames: bytes) -> list[str]:
        return [body for _, body in self.run(ms, *frames)]


def hello(run: str = "00000001", version: str = "1", addr: str = "00") -> bytes:
    return frame(addr, "H", version, "ABCDEF01", run, NONCE)


def ack(*records: Record) -> bytes:
    return frame("01", "A", *[part for r in records for part in (r.n, r.check)])


def body(record: Record) -> str:
    return Decoder().feed(record.frame("01"))[0].body


def test_at_boot_a_box_says_who_it_is_and_how_it_stands():
    bench = Bench()
    assert bench.says(100) == [
        f"01,h,1,VB0001,overtrick,{CAPABILITIES},-",
        "01,s,0,0,0,0,0,0,0,4900",
    ]
    assert bench.raw.startswith(b"\n$")


def test_hello_is_answered_with_its_nonce_and_always_followed_by_s():
    bench = Bench()
    bench.run(10)
    assert bench.says(100, hello()) == [
        f"01,h,1,VB0001,overtrick,{CAPABILITIES},{NONCE}",
        "01,s,0,0,0,0,0,0,0,4900",
    ]


def test_an_offer_is_repeated_after_one_second_doubling_to_eight():
    bench = Bench()
    bench.run(100)
    record = bench.add()
    began = bench.now
    said = bench.run(40_000)
    assert {text for _, text in said} == {body(record)}
    assert [at - began for at, _ in said] == [0, 1000, 3000, 7000, 15_000, 23_000, 31_000, 39_000]


def test_one_record_at_a_time_oldest_first():
    bench = Bench()
    bench.run(100)
    first, second, third = bench.add(), bench.add(board=15), bench.add(board=16)
    assert bench.says(900) == [body(first)]
    assert bench.says(900, ack(first)) == [body(second)]
    assert bench.terminal.waiting == 2
    assert bench.says(900, ack(second)) == [body(third)]
    assert bench.says(5000, ack(third)) == []
    assert bench.terminal.waiting == 0


def test_an_acknowledgement_that_names_no_record_here_marks_nothing_and_resends_nothing_at_once():
    bench = Bench()
    bench.run(100)
    record = bench.add()
    for data in [frame("01", "A", 2, record.check), frame("01", "A", 1, "00000000")]:
        bench.run(30_000 - bench.now % 8000)
        bench.run(8000)  # the pause is now eight seconds, and most of it is left
        began = bench.now
        said = bench.run(1500, data)
        assert [(at - began, text) for at, text in said] == [(1000, body(record))]
    assert bench.terminal.waiting == 1
    assert not bench.terminal.journal.is_marked(record)


def test_an_acknowledgement_of_a_later_record_marks_just_that():
    bench = Bench()
    first, second = bench.add(), bench.add(board=15)
    bench.run(10)
    bench.run(10, ack(second))
    assert bench.terminal.journal.is_marked(second)
    assert bench.terminal.journal.unsent() == [first]


def test_two_pairs_in_one_acknowledgement():
    bench = Bench()
    first, second = bench.add(), bench.add(board=15)
    bench.run(10, ack(first, second))
    assert bench.terminal.waiting == 0


def test_marks_outlive_the_power_and_everything_is_offered_once_after_boot():
    bench = Bench()
    records = [bench.add(board=b) for b in (1, 2, 3)]
    bench.run(10, ack(records[0]) + ack(records[1]))
    bench.boot()
    # What no host has comes first, then the rest, each until it is acknowledged once.
    said = []
    for _ in range(5):
        said += [text for text in bench.says(100) if ",R," in text]
        for record in records:
            if said and said[-1] == body(record):
                bench.line.incoming += ack(record)
    assert said == [body(r) for r in (records[2], records[0], records[1])]


def test_a_new_run_offers_everything_again_and_the_same_run_nothing():
    bench = Bench()
    bench.run(10, hello("00000001"))
    records = [bench.add(board=b) for b in (1, 2)]
    bench.run(10, ack(*records))
    assert [t for t in bench.says(3000, hello("00000001")) if ",R," in t] == []
    assert [t for t in bench.says(100, hello("00000002")) if ",R," in t] == [body(records[0])]
    assert bench.says(100, ack(records[0])) == [body(records[1])]
    assert bench.says(9000, ack(records[1])) == []


def test_a_new_record_goes_before_what_is_offered_again():
    bench = Bench()
    bench.run(10, hello("00000001"))
    old = bench.add(board=1)
    bench.run(10, ack(old))
    bench.run(10, hello("00000002"))
    new = bench.add(board=2)
    assert bench.says(10) == [body(new)]
    assert bench.says(10, ack(new)) == [body(old)]


def test_send_all_again():
    bench = Bench()
    record = bench.add()
    bench.run(10, ack(record))
    bench.terminal.send_all()
    assert bench.says(10) == [body(record)]


@pytest.mark.parametrize(("addr", "heard"), [("01", True), ("00", True), ("02", False)])
def test_addresses(addr, heard):
    bench = Bench()
    bench.run(10)
    assert bool(bench.says(10, frame(addr, "P"))) == heard


def test_another_address():
    bench = Bench()
    bench.run(10)
    bench.terminal.address = "42"
    assert bench.says(10, frame("42", "P")) == ["42,p,0,0,4900"]


def test_how_it_stands_is_told():
    bench = Bench()
    bench.run(10)
    records = [bench.add(board=b) for b in (1, 2, 3)]
    bench.run(10, ack(records[0]))
    bench.terminal.section, bench.terminal.table = "A", 4
    assert bench.says(10, frame("01", "P"))[0] == "01,p,3,2,4900"
    # Events of the records are E3 but the box knows none: no first number.
    assert "01,s,1,3,0,2,A,4,0,4900" in bench.says(10, hello("00000001"))


@pytest.mark.parametrize("version", ["2", "2.0", "0", "10", "", "x"])
def test_another_major_version_is_refused_in_words(version):
    bench = Bench()
    bench.run(10)
    assert bench.says(10, hello(version=version)) == ["01,E,version,1"]
    bench.run(10, hello(version=version))
    assert bench.terminal.events == [("refused", version)]
    assert bench.terminal.state == "none"


def test_a_minor_version_and_extra_fields_are_understood():
    bench = Bench()
    bench.run(10)
    data = frame("00", "H", "1.7", "ABCDEF01", "00000001", NONCE, "new", "things")
    assert bench.says(10, data)[0].startswith("01,h,1,")


def test_unknown_kinds_are_answered_at_most_once_a_second_and_e_never():
    bench = Bench()
    bench.run(10)
    assert bench.says(500, frame("01", "Q", "1") + frame("01", "z")) == ["01,E,unknown,Q"]
    assert bench.says(400, frame("01", "Q")) == []
    assert bench.says(200) == []
    assert bench.says(100, frame("01", "Q")) == ["01,E,unknown,Q"]
    assert bench.says(2000, frame("01", "E", "unknown", "x"), frame("02", "Q")) == []


def test_what_a_box_says_itself_is_no_host():
    """A line that echoes (a cooked pseudo terminal) neither makes it green nor is answered."""
    bench = Bench()
    bench.run(10)
    echoed = bench.raw + bench.add().frame("01") + frame("01", "E", "full", "")
    assert [t for t in bench.says(500, echoed) if ",E," in t] == []
    assert bench.terminal.state == "none"


def test_broken_fields_are_named():
    bench = Bench()
    bench.run(10)
    (text,) = bench.says(10, frame("01", "A", "01", "8F21C0DE"))
    assert text.startswith("01,E,fields,A: n '01'")


@pytest.mark.parametrize(
    ("silence", "state"), [(0, "green"), (14_900, "green"), (15_100, "amber"), (60_100, "red")]
)
def test_the_state_of_the_link(silence, state):
    bench = Bench()
    assert bench.terminal.state == "none"
    bench.run(10, frame("01", "P"))
    bench.run(silence)
    assert bench.terminal.state == state


def test_a_line_feed_before_the_first_frame_after_a_second_of_silence():
    bench = Bench()
    bench.run(10)
    bench.run(900, frame("01", "P"))
    bench.raw = b""
    bench.run(50, frame("01", "P"))
    assert not bench.raw.startswith(b"\n")
    bench.run(1100)
    bench.raw = b""
    bench.run(50, frame("01", "P"))
    assert bench.raw.startswith(b"\n$")


@pytest.mark.parametrize("asked", [b"?\n", b"?\r", b"?\r\n", b"\n?\n"])
def test_people_ask_and_are_answered_in_lines_of_their_own(asked):
    bench = Bench()
    bench.add()
    bench.run(10)
    bench.raw = b""
    bench.run(10, asked)
    lines = bench.raw.decode().split("\r\n")
    assert len(lines) == 5
    assert all(line.startswith("# ") for line in lines[:-1])
    assert "VB0001" in lines[0]
    assert "1 waiting" in bench.raw.decode()


@pytest.mark.parametrize("said", [b"??\n", b"hello?\n", b"\x80\n", b"?"])
def test_other_words_are_not_answered(said):
    bench = Bench()
    bench.run(10)
    bench.raw = b""
    bench.run(100, said)
    assert bench.raw == b""


def test_messages_beep_once():
    bench = Bench()
    bench.run(10)
    data = message("01", "M", id=7, text="Caf%C3%A9 %2410")
    assert bench.says(10, data, data) == ["01,m,7", "01,m,7"]
    assert bench.terminal.events == [("message", 7, "Café $10")]
    bench.run(10, message("01", "M", id=7, text="another"))
    assert len(bench.terminal.events) == 2


def test_standings():
    bench = Bench()
    bench.run(10)
    assert bench.says(10, message("01", "F", board=14, percent="58.3", others="620x3 -100")) == []
    assert bench.terminal.events == [("standing", 14, "58.3", "620x3 -100")]


def test_a_table_is_asked_for_until_it_is_answered():
    bench = Bench()
    bench.run(10)
    bench.terminal.ask_table("B", 3)
    assert bench.says(3500) == ["01,T,B,3"] * 3
    bench.run(10, frame("01", "t", "taken"))
    assert bench.says(9000) == []
    assert (bench.terminal.section, bench.terminal.table) == ("0", 0)
    bench.terminal.ask_table("B", 4)
    bench.run(10)
    bench.run(10, frame("01", "t", "ok"))
    bench.run(10, frame("01", "t", "ok"))
    assert (bench.terminal.section, bench.terminal.table) == ("B", 4)
    assert bench.terminal.events == [("table", "taken"), ("table", "ok")]


def test_memory_full_is_told_once():
    bench = Bench()
    journal = bench.terminal.journal
    bench.run(10)
    journal.full = True
    assert bench.says(5000) == ["01,E,full"]
    journal.full = False
    bench.run(10)
    journal.full = True
    assert bench.says(10) == ["01,E,full"]


PAYLOAD = make_payload([("event", "E3"), ("name", "Ærø; 50%"), ("m.1", "3:12:13-15:0")])


def parts(payload: str = PAYLOAD, width: int = 20) -> list[bytes]:
    pieces = split_payload(payload, width)
    revision = revision_of(payload)
    return [
        message("01", "C", revision=revision, part=i + 1, parts=len(pieces), payload=piece)
        for i, piece in enumerate(pieces)
    ]


def test_a_configuration_comes_in_parts_and_is_kept():
    bench = Bench()
    bench.run(10)
    count = len(parts())
    revision = revision_of(PAYLOAD)
    for i, data in enumerate(parts()):
        assert bench.terminal.config is None
        assert bench.says(10, data) == [f"01,c,{revision},{i + 1}"]
    ((kind, config),) = bench.terminal.events
    assert kind == "config"
    assert config is bench.terminal.config
    assert bench.terminal.event == "E3"
    assert bench.terminal.config.get("name") == "Ærø; 50%"
    # The same revision again: it is all here.
    assert bench.says(10, parts()[0]) == [f"01,c,{revision},{count}"]
    assert len(bench.terminal.events) == 1
    bench.boot()
    assert bench.terminal.event == "E3"
    assert f"01,s,0,0,1,0,0,0,{revision},4900" in bench.says(10)


def test_a_configuration_is_taken_up_where_it_stood():
    bench = Bench()
    bench.run(10)
    revision = revision_of(PAYLOAD)
    data = parts()
    assert bench.says(10, data[0], data[1])[-1] == f"01,c,{revision},2"
    # Out of turn, repeated, and after a lost line: the box says what it holds.
    assert bench.says(10, data[3]) == [f"01,c,{revision},2"]
    assert bench.says(10, data[0]) == [f"01,c,{revision},2"]
    bench.line.broken = True
    bench.run(10)
    bench.line.broken = False
    bench.run(2000)
    assert bench.says(10, *data[2:])[-1] == f"01,c,{revision},{len(data)}"
    assert bench.terminal.event == "E3"


def test_a_wrong_check_of_a_configuration_starts_again():
    bench = Bench()
    bench.run(10)
    revision = revision_of(PAYLOAD)
    count = len(parts())
    bad = message("01", "C", revision=revision, part=count, parts=count, payload="00000000")
    assert bench.says(10, *parts()[:-1], bad)[-1] == f"01,c,{revision},0"
    assert bench.terminal.config is None
    assert bench.says(10, *parts())[-1] == f"01,c,{revision},{count}"


def test_the_first_of_the_event_is_remembered():
    bench = Bench()
    bench.run(10)
    bench.add(event="-")
    bench.run(10, *parts())
    for board in (1, 2):
        bench.add(board=board)
    assert bench.terminal._first() == 2
    bench.run(10, *parts(PAYLOAD + ";clock=7"))
    bench.boot()
    assert bench.terminal._first() == 2
    bench.run(10, *parts(PAYLOAD.replace("E3", "E4")))
    assert bench.terminal._first() == 4


# -- bus mode ---------------------------------------------------------------------------------

POLL = frame("01", "P")


def test_a_box_on_a_bus_speaks_only_when_polled_one_frame_each():
    bench = Bench("bm")
    record = bench.add()
    assert bench.says(20_000) == []
    assert bench.says(100, frame("00", "P"), hello(), frame("02", "P"), b"?\n") == []
    assert bench.says(100, frame("01", "Q"), frame("01", "A", "x", "y")) == []
    assert bench.says(100, message("01", "M", id=7, text="hi")) == []
    assert bench.says(19, POLL)[0].startswith("01,h,1,VB0001,overtrick,bm,-")
    assert bench.says(19, POLL)[0].startswith("01,s,1,1,")
    assert bench.says(100, POLL) == [body(record)]
    assert bench.says(100, POLL) == [body(record)]
    assert bench.says(100, ack(record)) == []
    assert bench.says(100, POLL) == ["01,m,7"]
    assert bench.says(100, POLL) == ["01,p,1,0,4900"]
    assert bench.says(9000) == []


def test_hello_on_a_bus():
    bench = Bench("bx")
    bench.run(10)
    assert [t[:5] for t in bench.says(10, hello(addr="01"))] == ["01,h,"]
    assert [t[:5] for t in bench.says(10, POLL)] == ["01,s,"]
    assert bench.says(10, hello(addr="01", version="2")) == ["01,E,version,1"]


def test_a_table_and_a_configuration_on_a_bus():
    bench = Bench("bctx")
    bench.run(10, POLL)
    bench.run(10, POLL)
    bench.terminal.ask_table("B", 3)
    assert bench.says(10, *parts()) == []
    owed = [text for _ in range(8) for text in bench.says(10, POLL)]
    held = [text for text in owed if ",c," in text]
    assert held[-1] == f"01,c,{revision_of(PAYLOAD)},{len(parts())}"
    assert "01,T,B,3" in owed
    assert len(owed) == 8


# -- bad lines and bad peers ------------------------------------------------------------------


def test_a_line_that_takes_little_at_a_time_loses_nothing():
    bench = Bench(takes=3)
    record = bench.add()
    bench.run(500)
    bench.run(500, ack(record))
    assert bench.terminal.waiting == 0
    assert bench.host.dropped == 0


def test_a_line_that_takes_nothing_bounds_what_waits():
    bench = Bench(takes=0)
    bench.add()
    for _ in range(300):
        bench.run(100, hello() + POLL * 5 + b"?\n")
    assert len(bench.terminal._out) < 1000


def test_a_lost_line_is_greeted_again():
    bench = Bench()
    record = bench.add()
    bench.run(100)
    bench.line.broken = True
    assert bench.run(5000) == []
    bench.line.broken = False
    said = bench.says(1500)
    assert said[0].startswith("01,h,")
    assert said[2] == body(record)


def test_a_small_box_has_a_small_buffer():
    bench = Bench("cm")
    bench.run(10)
    long = frame("01", "M", 7, "x" * 60)
    assert bench.says(10, long) == []
    bench.terminal.capabilities = "cmx"
    bench.terminal.attach(bench.line)
    bench.run(10)
    assert bench.says(10, long) == ["01,m,7"]


HOSTILE = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from([b"$", b"\n", b"?\n", hello(), POLL, hello("00000002"), *parts()]),
        st.builds(
            frame,
            st.sampled_from(["00", "01", "02"]),
            st.sampled_from("HtACMFPEQRsh"),
            st.lists(
                st.one_of(
                    st.sampled_from(["1", "0", "999999999", "8F21C0DE", "%", "%FF", "ok", "-"]),
                    st.text(st.characters(min_codepoint=32, max_codepoint=126,
                                          exclude_characters=",$*"), max_size=20),
                ),
                max_size=6,
            ).map(",".join),
        ),
    ),
    max_size=15,
)  # fmt: skip


@given(HOSTILE, st.sampled_from([CAPABILITIES, "", "b", "bcmx"]))
@settings(deadline=None)
def test_no_bytes_harm_a_box(pieces, capabilities):
    bench = Bench(capabilities)
    record = bench.add()
    for piece in pieces:
        bench.run(30, piece)
    assert len(bench.terminal.events) <= 16
    assert len(bench.terminal._out) < 1000
    assert bench.terminal.journal.unsent() == [record]


class Evening(RuleBasedStateMachine):
    """A box, a bad line and a host that starts anew: all records arrive, marked ones were taken."""

    @initialize()
    def begin(self):
        self.bench = Bench()
        self.run_number = 1
        self.made: dict[int, Record] = {}
        self.taken: dict[int, str] = {}
        self.ever: set[int] = set()
        self.pending: list[Frame] = []

    @precondition(lambda self: len(self.made) < 20)
    @rule()
    def a_board_is_played(self):
        record = self.bench.add(board=len(self.made) + 1)
        self.made[record.n] = record

    @rule(ms=st.integers(0, 9000))
    def time_passes(self, ms):
        self.bench.run(ms)
        self.hears(self.bench.raw)

    def hears(self, data: bytes) -> None:
        self.bench.raw = b""
        self.pending += [f for f in Decoder().feed(data) if f.kind == "R"]

    @rule(lost=st.booleans())
    def the_host_commits_and_acknowledges(self, lost):
        data = b""
        for found in self.pending:
            n, check = int(found.fields[0]), found.fields[-1]
            assert found.body == body(self.made[n])
            self.taken[n] = found.body
            self.ever.add(n)
            data += frame("01", "A", n, check)
        self.pending = []
        self.bench.run(20, b"" if lost else data)

    @rule()
    def the_line_loses_what_was_said(self):
        self.bench.raw = b""
        self.pending = []

    @rule(noise=st.binary(max_size=30))
    def noise(self, noise):
        self.bench.run(5, noise)

    @rule(wiped=st.booleans())
    def the_host_starts_anew(self, wiped):
        self.run_number += 1
        if wiped:
            self.taken.clear()
        self.pending = []
        self.bench.run(10, b"\n" + hello(f"{self.run_number:08X}"))

    @rule()
    def the_power_goes(self):
        self.bench.boot()

    @invariant()
    def sent_means_that_a_host_has_it(self):
        journal = self.bench.terminal.journal
        marked = {r.n for r in journal.records() if journal.is_marked(r)}
        assert marked <= self.ever
        assert self.bench.terminal.waiting == len(self.made) - len(marked)

    def teardown(self):
        """However bad it was: with a good line for a minute the newest host has everything."""
        if not hasattr(self, "bench"):
            return
        self.the_host_starts_anew(True)
        for _ in range(300):
            self.bench.run(200)
            self.hears(self.bench.raw)
            self.the_host_commits_and_acknowledges(False)
        assert self.taken == {n: body(record) for n, record in self.made.items()}
        assert self.bench.terminal.waiting == 0
        assert self.bench.run(20_000) == []


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
