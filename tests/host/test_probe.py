"""The probe: right boxes pass, a broken one is told its one fault, and nothing is destroyed."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from device.pty_line import PtyLine
from firmware_sim.byte_line import ByteLine
from firmware_sim.link.frame import crc16_by_table
from host.cli import main
from host.link.probe.course import KEY_NOW, POWER_NOW, Probe, all_cases
from host.link.probe.finding import Terms
from host.link.probe.live import Live
from host.link.raw_text import shown, unshown
from host.link.serial_port import open_serial
from tests.device.uno_in_simavr import Uno, build, missing
from tests.firmware.micropython_runner import MicroPythonBox, micropython
from tests.host.probe_rig import (
    BoxUnderTest,
    TerminalBox,
    VirtualBox,
    failures,
    micropython_box,
    probe,
    show,
    skipped,
    uno_box,
)
from tests.host.small_box import FAULTS, SmallBox, crc16

ROOT = Path(__file__).parents[2]
KEY = bytes(range(32))
NOT_CLAIMED = {"messages", "standings", "configuration"}


def asserted(box: BoxUnderTest, terms: Terms | None = None) -> set[str]:
    """Nothing failed; the ids of what was skipped."""
    findings = probe(box, terms=terms)
    assert not failures(findings), show(findings)
    return set(skipped(findings))


def test_the_small_box_has_a_crc_of_its_own() -> None:
    assert crc16(b"123456789") == 0x29B1 == crc16_by_table(b"123456789")


def test_a_small_right_box_passes() -> None:
    assert asserted(SmallBox()) == NOT_CLAIMED


def test_the_virtual_box_passes_every_test() -> None:
    box = VirtualBox()
    assert asserted(box) == set()


@pytest.mark.parametrize("capabilities", ["bm", "bmx"])
def test_a_box_on_a_bus_passes(capabilities: str) -> None:
    assert asserted(TerminalBox(capabilities)) == set()


def test_a_keyed_box_passes_when_its_key_is_given() -> None:
    left = asserted(TerminalBox("mx", KEY), Terms(key=KEY))
    assert left == {"standings", "configuration", "person", "boot"}


def test_a_keyed_box_without_its_key_is_not_blamed() -> None:
    findings = probe(TerminalBox("mx", KEY))
    assert skipped(findings) == {"hello": "the box is keyed: give its pairing key by --pairing-key"}
    assert not failures(findings)


def test_another_pairing_key_is_named() -> None:
    (why,) = failures(probe(TerminalBox("mx", KEY), terms=Terms(key=bytes(32)))).values()
    assert why.endswith("is its pairing key another?")


@pytest.mark.parametrize(("fault", "case"), FAULTS.items())
def test_each_broken_box_is_told_its_one_fault(fault: str, case: str) -> None:
    findings = probe(SmallBox(fault))
    assert list(failures(findings)) == [case], show(findings)


# -- nothing is destroyed ------------------------------------------------------------------------


def told(findings: object) -> list[str]:
    """Every frame that the probe sent."""
    assert isinstance(findings, dict)
    traces = [traced for finding in findings.values() for traced in finding.trace]
    return [shown(traced.data) for traced in traces if traced.direction == ">"]


def test_with_results_waiting_nothing_is_acknowledged() -> None:
    box = SmallBox()
    box.key_results()
    findings = probe(box)
    why = "2 results wait in the box: let a host fetch them first"
    assert skipped(findings)["done"] == why
    assert not failures(findings), show(findings)
    assert "schedule" not in skipped(findings)  # listening harms nobody
    assert not [frame for frame in told(findings) if ",A," in frame]
    assert not box.marked


def test_without_leave_nothing_is_acknowledged_or_changed() -> None:
    box = VirtualBox()
    findings = probe(box, consents={})
    left = skipped(findings)
    assert left["wrong-check"] == (
        "no result is keyed for the test: it was not agreed to (--key-result)"
    )
    assert left["configuration"] == "it was not agreed to (--configure)"
    assert left["boot"] == "it was not agreed to (--power-cycle)"
    assert left["schedule"] == "there is no record in the box"
    assert not [frame for frame in told(findings) if ",A," in frame]
    assert not [frame for frame in told(findings) if ",C," in frame]


def test_delivered_results_are_listened_to_and_never_acknowledged() -> None:
    box = SmallBox()
    box.key_results()
    box.marked |= set(box.records)
    box.done |= set(box.records)
    findings = probe(box, consents={"power-cycle": True})
    assert not failures(findings), show(findings)
    assert {"schedule", "one-at-a-time", "record-check"} & set(skipped(findings)) == set()
    assert not [frame for frame in told(findings) if ",A," in frame]


class Forgetful(SmallBox):
    """Nobody keys anything at it, though they said that they would."""

    def key_results(self) -> None:
        self.keyed = True


def test_results_that_nobody_keys_are_not_waited_for_for_ever() -> None:
    left = skipped(probe(Forgetful(), terms=Terms(patience=30)))
    assert left["done"] == "fewer than two results were keyed within 30 s"


class Eager(SmallBox):
    """Somebody keys a third result, a real one, in the middle of the test."""

    def acknowledged(self, fields: list[str]) -> None:
        super().acknowledged(fields)
        if self.marked == {1, 2} and 3 not in self.records:
            self.records[3] = "R,3,-,A,1,,9,3,12,PASS,,,,,"


def test_a_result_keyed_meanwhile_is_left_for_the_host() -> None:
    box = Eager()
    findings = probe(box)
    assert not failures(findings), show(findings)
    assert skipped(findings)["new-run"] == "record 3 was keyed meanwhile; it is left for the host"
    assert box.marked == {1, 2}


class Silent(SmallBox):
    def step(self, now: float, data: bytes) -> bytes:
        return b""


def test_a_dead_line_is_said_to_be_one() -> None:
    assert failures(probe(Silent())) == {"hello": "no h came from any address"}


# -- real boxes on real ports ------------------------------------------------------------------


@pytest.fixture(scope="module")
def uno_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if lacking := missing():
        pytest.skip(f"not on this machine: {lacking}")
    folder = tmp_path_factory.mktemp("uno")
    build(folder)
    return folder


@pytest.mark.timeout(240)
def test_the_arduino_box_passes(uno_built: Path, tmp_path: Path) -> None:
    uno = Uno(uno_built, tmp_path)
    try:
        uno.keys("4711#3#")
        assert asserted(uno_box(uno)) == NOT_CLAIMED
    finally:
        uno.quit()


@pytest.mark.skipif(micropython() is None, reason="no micropython on this machine")
def test_the_firmware_under_micropython_on_a_pty_passes(tmp_path: Path) -> None:
    box = MicroPythonBox(tmp_path)
    try:
        box.start_duplicate()
        assert asserted(micropython_box(box)) == set()
    finally:
        box.quit()


class Counted:
    """A line that counts what went into it and what came out."""

    def __init__(self, line: ByteLine) -> None:
        self._line = line
        self.close = line.close
        self.sent = self.got = 0
        self.wrote_at = 0.0

    def read(self) -> bytes:
        data = self._line.read()
        self.got += len(data)
        return data

    def write(self, data: bytes) -> int:
        taken = self._line.write(data)
        self.sent += taken
        self.wrote_at = time.monotonic()
        return taken


def test_the_virtual_box_on_a_pty_passes() -> None:
    """As the command does it, through the port; only time goes as fast as it can."""
    now = 0.0
    pty = PtyLine()
    near = Counted(pty)
    box = VirtualBox(near)
    ends = [near]

    def plug() -> Counted:
        near.sent = near.got = 0  # what nobody was there to read is gone
        ends[1:] = [Counted(open_serial(pty.path))]
        return ends[1]

    def under_way() -> bool:
        """The kernel hands bytes through a pty in its own time, for which ours stands still."""
        far = ends[-1]
        if near.sent <= far.got and far.sent <= near.got:
            return False
        return time.monotonic() < max(near.wrote_at, far.wrote_at) + 1.0

    def nap(seconds: float) -> None:
        nonlocal now
        if under_way():
            time.sleep(0.0002)
        else:
            now += 0.005
        box.live_until(now)

    def tell(news: object) -> None:
        if news == KEY_NOW:
            box.key_results()
        elif news == POWER_NOW:
            box.power_cycle()

    digits = Random(2)
    course = Probe(lambda width: f"{digits.getrandbits(4 * width):0{width}X}", Terms(slack=0.3))
    live = Live(plug, lambda: now, nap, lambda ask: True, tell)
    try:
        live.run(course)
    finally:
        pty.close()
    findings = {finding.case.id: finding for finding in course.findings}
    assert not failures(findings), show(findings)
    assert not skipped(findings), show(findings)


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def small_box_on_a_pty() -> Iterator[Callable[[str], str]]:
    """Starts a small box with a fault on a pseudo terminal; gives its path."""
    stop = threading.Event()
    threads: list[threading.Thread] = []
    ptys: list[PtyLine] = []

    def start(fault: str) -> str:
        pty, box = PtyLine(), SmallBox(fault)

        def serve() -> None:
            while not stop.is_set():
                pty.write(box.step(time.monotonic(), pty.read()))
                stop.wait(0.002)

        ptys.append(pty)
        threads.append(threading.Thread(target=serve))
        threads[-1].start()
        return pty.path

    yield start
    stop.set()
    for thread in threads:
        thread.join()
    for pty in ptys:
        pty.close()


def test_the_report_names_rule_expectation_and_bytes(
    small_box_on_a_pty: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_box_on_a_pty("does not start anew at $")
    assert main(["probe", path, "--only", "hello,restart"]) == 1
    out = capsys.readouterr().out
    assert "A box at address 03: serial TINY1, firmware tiny-1, capabilities (none)." in out
    assert re.search(r"^2 tests, about \d+ s\.$", out, re.MULTILINE)
    assert "passed   hello          H is answered by h\n" in out
    assert "rule      The frame (docs/table-link.md)" in out
    assert "expected  an unfinished frame is dropped at the next $" in out
    assert "found     a P right behind an unfinished frame was not answered" in out
    assert re.search(r"^  sent +\d+\.\d{3}  \$01,P,12\$03,P\*", out, re.MULTILINE)
    assert out.endswith("2 tests: 1 passed, 1 failed, 0 skipped.\n")


def test_json_holds_everything(
    small_box_on_a_pty: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_box_on_a_pty("")
    assert main(["probe", path, "--only", "nonce,done", "--no", "--format", "json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert report["box"] == {
        "address": "03", "version": "1", "serial": "TINY1", "firmware": "tiny-1",
        "capabilities": "",
    }  # fmt: skip
    assert (report["passed"], report["failed"], report["skipped"]) == (1, 0, 1)
    nonce, done = report["tests"]
    assert nonce["verdict"] == "passed"
    assert nonce["trace"][0]["direction"] == ">"
    assert unshown(nonce["trace"][0]["bytes"]).startswith(b"$03,H,1,")
    assert done["why"] == "no result is keyed for the test: it was not agreed to (--key-result)"
    assert "Looking for a box." in captured.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "no port; name one as /dev/ttyUSB0"),
        (["/dev/nowhere"], "/dev/nowhere: there is no such port"),
        (["/dev/null", "--only", "nonsense"], "--only nonsense: no such test; there are hello"),
        (["/dev/null", "--address", "7"], "--address 7: an address is two digits, 01 to 99"),
        (["/dev/null", "--pairing-key", "12"], "--pairing-key: a pairing key is 64 hex digits"),
        (["/dev/null", "--slack", "-1"], "--slack -1: 0 to 3600 seconds are allowed"),
        (["listen://nonsense"], "listen://nonsense: written as listen://127.0.0.1:5555"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probe", *arguments]) == 2
    assert f"overtrick: {sentence}" in capsys.readouterr().err


def test_the_list_names_every_test_and_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "--list"]) == 0
    out = capsys.readouterr().out
    headings = re.findall(r"^#+ (.+)$", (ROOT / "docs/table-link.md").read_text(), re.MULTILINE)
    for case in all_cases():
        assert f"{case.id} " in out
        assert case.rule in headings, case.id
    assert set(FAULTS.values()) <= {case.id for case in all_cases()}


@pytest.mark.parametrize("data", [b"", b"$01,P*43C2\n", b"a\\n\r\x00\xff ~", bytes(range(256))])
def test_bytes_are_shown_and_read_back(data: bytes) -> None:
    text = shown(data)
    assert text.isascii()
    assert text.isprintable()
    assert unshown(text) == data


def test_the_wiring_of_the_guide_is_the_sketchs() -> None:
    guide = (ROOT / "docs/boxes.md").read_text()
    settings = (ROOT / "device/arduino/overtrick_uno/settings.h").read_text()

    def pins(pattern: str) -> list[int]:
        rows = re.findall(rf"^\|[^|]*\| {pattern}[^|]*\| (A?\d+) \|$", guide, re.MULTILINE)
        analogue = 14  # A0 is pin 14 of an Uno
        return [int(p[1:]) + analogue if p.startswith("A") else int(p) for p in rows]

    def told(name: str) -> list[int]:
        found = re.search(rf"\b{name}(?:\[\d\])? = \{{?([\d, ]+)", settings)
        assert found is not None
        return [int(number) for number in found.group(1).split(",") if number.strip()]

    assert pins("row") == told("ROW_PINS")
    assert pins("column") == told("COLUMN_PINS")
    assert pins("RS") + pins(r"E\b") == told("LCD_RS") + told("LCD_E")
    assert pins("D[4-7]") == told("LCD_DATA")
