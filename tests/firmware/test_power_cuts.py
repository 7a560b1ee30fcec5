"""The power goes at every byte that a keyed round and a keyed rubber write."""

import os
from contextlib import suppress

import pytest

from firmware_sim.link.records import problem_of
from tests.firmware.bench_board import BenchBoard
from tests.firmware.link_parts import Memory, PowerCut

RESULTS = ["3 OK 4 OK 7 OK 4 S X N/S - 1 OK E/W =", "OK OK OK OK PASS OK E/W ="]
TEXTS = ["R,1,-,A,5,,7,3,4,4SX,N,-1,,,", "R,2,-,A,5,,8,3,4,PASS,,,,,"]
DEALS = ["OK 3 NT N/S = OK", "OK OK 4 H N/S + 1 OK"]


def run_until_cut(
    image: bytes, start: str, scripts: list[str], cut: int | None
) -> tuple[Memory, int]:
    """Key it; the memory as the cut left it, and how many results had been confirmed before."""
    memory = Memory(image)
    board = BenchBoard(memory)
    board.run(2200)
    board.keys(start)
    memory.cut_after, memory.written = cut, 0
    confirmed = 0
    try:
        for script in scripts:
            board.keys(script)
            confirmed += 1
    except PowerCut:
        pass
    memory.cut_after = None
    return memory, confirmed


def prepared(start: str) -> bytes:
    """A memory on which the mode and table are set already."""
    memory = Memory()
    board = BenchBoard(memory)
    board.run(2200)
    board.keys(start)
    return bytes(memory.image)


def texts(memory: Memory) -> list[str]:
    return [record.text for record in memory.journal().records()]


@pytest.mark.parametrize(
    ("first", "start", "scripts"),
    [("1 OK 5 OK", "", RESULTS), ("2 OK", "OK", DEALS)],
    ids=["round", "rubber"],
)
def test_all_confirmed_results_and_no_invented_one(
    first: str, start: str, scripts: list[str]
) -> None:
    image = prepared(first)
    whole, count = run_until_cut(image, start, scripts, None)
    assert count == len(scripts)
    assert len(texts(whole)) == len(scripts)
    for cut in range(0, whole.written, STRIDE):
        memory, confirmed = run_until_cut(image, start, scripts, cut)
        kept = texts(memory)
        assert kept == texts(whole)[: len(kept)], cut
        assert len(kept) >= confirmed, cut
        board = BenchBoard(memory)
        board.run(2200)
        assert texts(memory) == kept, cut
        for record in memory.journal().records():
            assert problem_of(record) == "", cut
        assert board.screen not in ("BOOT", "MODE"), cut


STRIDE = int(os.environ.get("OVERTRICK_STRIDE", "7"))
"""Every byte takes a minute; seven is coprime to a page, so all offsets in a page come up."""


@pytest.mark.parametrize("cut", range(130))
def test_at_every_byte_of_a_confirmed_record(cut: int) -> None:
    image = prepared("1 OK 5 OK")
    memory = Memory(image)
    board = BenchBoard(memory)
    board.run(2200)
    board.keys(RESULTS[0][:-2])
    memory.cut_after = cut
    with suppress(PowerCut):
        board.keys("=")
    memory.cut_after = None
    kept = texts(memory)
    assert kept in ([], TEXTS[:1])
    board = BenchBoard(memory)
    board.run(2200)
    if kept:
        assert board.screen == "WAIT"
    else:
        assert board.screen == "VERIFY"
        board.keys("=")
        assert texts(memory) == TEXTS[:1]
