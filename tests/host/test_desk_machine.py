"""The host's end as a state machine: whatever happens in whatever order, A means committed."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.records import check_of
from host.link.desk import Desk
from host.store.ledger import Identity
from host.store.store import Store

PORTS = st.sampled_from(["p1", "p2"])
SERIALS = st.sampled_from(["VB1", "VB2"])
NUMBERS = st.integers(1, 6)
BOARDS = st.integers(1, 3)


def record_text(n: int, board: int) -> str:
    return f"R,{n},E3,A,1,,{board},1,2,PASS,,,,,"


class HostMachine(RuleBasedStateMachine):
    """A host that is opened, talked to, flushed and killed; the model is two sets."""

    @initialize()
    def start(self) -> None:
        self.store = Store.open(":memory:")
        self.committed: set[Identity] = set()
        self.pending: set[Identity] = set()
        self.named: dict[str, str] = {}  # port -> serial of its last h
        self.nonces = 0
        self.now = 0.0
        self.new_desk()

    def new_desk(self) -> None:
        self.desk = Desk(self.store, "C0FFEE00", f"{self.nonces:08X}", self.nonce)
        self.pending.clear()
        self.named.clear()

    def nonce(self) -> str:
        self.nonces += 1
        return f"{self.nonces:016X}"

    def acknowledged(self) -> set[tuple[str, int, str]]:
        """Port, number and check of every A that is on its way now."""
        return {
            (port, int(f.fields[at]), f.fields[at + 1])
            for port, data in self.desk.take_output()
            for f in Decoder().feed(data)
            if f.kind == "A"
            for at in range(0, len(f.fields), 2)
        }

    @rule(port=PORTS)
    def open(self, port: str) -> None:
        self.named.pop(port, None)
        self.desk.port_opened(port, self.now)
        assert self.acknowledged() == set()

    @rule(port=PORTS)
    def close(self, port: str) -> None:
        self.named.pop(port, None)
        self.desk.port_closed(port, self.now)
        assert self.acknowledged() == set()

    @rule(port=PORTS, serial=SERIALS, boot=st.booleans())
    def hello(self, port: str, serial: str, boot: bool) -> None:
        nonce = "-" if boot else f"{self.nonces:016X}"
        self.desk.received(port, frame("01", "h", "1", serial, "fw", "x", nonce), self.now)
        if port in self.desk.ports:
            self.named[port] = serial
        assert self.acknowledged() == set()

    @rule(port=PORTS, serial=SERIALS, n=NUMBERS, board=BOARDS, cut=st.integers(0, 60))
    def record(self, port: str, serial: str, n: int, board: int, cut: int) -> None:
        text = record_text(n, board)
        identity = (serial, n, check_of(serial, text))
        data = frame("01", *text.split(","), identity[2])
        self.desk.received(port, data[:cut], self.now)
        self.desk.received(port, data[cut:], self.now)
        answered = self.acknowledged()
        if self.named.get(port) == serial and identity in self.committed:
            assert answered == {(port, n, identity[2])}
        else:
            assert answered == set()
            if self.named.get(port) == serial:
                self.pending.add(identity)

    @rule()
    def flush(self) -> None:
        self.desk.flush(self.now)
        self.committed |= self.pending
        for port, n, check in self.acknowledged():
            assert (self.named[port], n, check) in self.pending
        self.pending.clear()

    @rule()
    def kill(self) -> None:
        """What was not committed is forgotten, and was never acknowledged."""
        self.new_desk()

    @rule(seconds=st.floats(0.01, 20))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.desk.tick(self.now)
        assert self.acknowledged() == set()
        for port, serial in list(self.named.items()):
            sessions = self.desk.ports[port].sessions
            if "01" not in sessions:  # a rival on another port has proved itself
                del self.named[port]
            else:
                assert sessions["01"].serial == serial

    @rule(port=PORTS, low=st.integers(0, 9), high=st.integers(0, 9), first=st.integers(0, 9))
    def status(self, port: str, low: int, high: int, first: int) -> None:
        body = ("s", min(low, high), high, first, 0, "A", 1, 0, 3000)
        self.desk.received(port, frame("01", *body), self.now)
        assert self.acknowledged() == set()

    @invariant()
    def the_store_holds_just_what_was_committed(self) -> None:
        if hasattr(self, "store"):
            assert {a.identity for a in self.store.arrivals()} == self.committed


TestHostMachine = HostMachine.TestCase
TestHostMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
