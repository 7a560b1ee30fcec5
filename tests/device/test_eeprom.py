"""The EEPROM against its data sheet (Microchip DS21203), its file, and the power going."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.eeprom import Eeprom, MemoryFileError
from device.faults import PowerCut


def test_it_comes_erased() -> None:
    assert Eeprom().image() == b"\xff" * 32768


@pytest.mark.parametrize(
    ("address", "data", "at", "found"),
    [
        (0, b"abc", 0, b"abc"),
        (62, b"abcd", 62, b"ab"),  # a page write stays in its page ...
        (62, b"abcd", 0, b"cd"),  # ... and wraps to the page's beginning (section 6.2)
        (62, b"abcd", 64, b"\xff\xff"),
        (64, bytes(range(66)), 64, bytes([64, 65, 2, 3])),  # more than 64: the first are lost
    ],
)
def test_page_writes(address: int, data: bytes, at: int, found: bytes) -> None:
    memory = Eeprom()
    memory.write(address, data)
    assert memory.read(at, len(found)) == found


def test_a_sequential_read_wraps_at_the_end_of_the_memory() -> None:
    memory = Eeprom()
    memory.write(32767, b"z")
    memory.write(0, b"ab")
    assert memory.read(32767, 3) == b"zab"


@pytest.mark.parametrize("count", range(7))
def test_a_cut_keeps_a_prefix_of_the_write(count: int) -> None:
    memory = Eeprom()
    memory.write(64, b"......")
    memory.cut_power_after(count)
    if count < 6:
        with pytest.raises(PowerCut, match=f"at 64, after {count} of 6 bytes"):
            memory.write(64, b"ABCDEF")
    else:
        memory.write(64, b"ABCDEF")
        with pytest.raises(PowerCut):
            memory.write(128, b"x")
    assert memory.read(64, 6) == (b"ABCDEF"[:count] + b"......")[:6]


def write_all(memory: Eeprom, writes: list[tuple[int, bytes]]) -> None:
    for page, data in writes:
        memory.write(page * 64, data)


@given(st.lists(st.tuples(st.integers(0, 511), st.binary(min_size=1, max_size=64)), max_size=8))
def test_a_cut_counts_over_several_writes(writes: list[tuple[int, bytes]]) -> None:
    total = sum(len(data) for _, data in writes)
    for cut in {0, total // 3, max(0, total - 1)}:
        memory = Eeprom()
        memory.cut_power_after(cut)
        if total:
            with pytest.raises(PowerCut):
                write_all(memory, writes)
            assert memory.bytes_written == cut


def test_it_counts_write_cycles_a_page() -> None:
    memory = Eeprom()
    for _ in range(3):
        memory.write(130, b"x")
    assert memory.writes[2] == 3
    assert sum(memory.writes) == 3


@pytest.mark.parametrize("address", [-1, 32768])
def test_an_address_outside_is_named(address: int) -> None:
    with pytest.raises(ValueError, match=f"address {address} is outside a memory of 32768 bytes"):
        Eeprom().write(address, b"x")


def test_the_file_is_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "box.bin"
    memory = Eeprom(path=path)
    memory.write(70, b"contract")
    assert path.read_bytes()[70:78] == b"contract"
    assert path.stat().st_size == 32768
    memory.close()
    assert Eeprom(path=path).read(70, 8) == b"contract"
    assert list(tmp_path.iterdir()) == [path]


def test_a_torn_write_is_torn_in_the_file_too(tmp_path: Path) -> None:
    memory = Eeprom(path=tmp_path / "box.bin")
    memory.cut_power_after(3)
    with pytest.raises(PowerCut):
        memory.write(0, b"contract")
    assert (tmp_path / "box.bin").read_bytes()[:5] == b"con\xff\xff"


def test_two_boxes_cannot_share_a_file(tmp_path: Path) -> None:
    memory = Eeprom(path=tmp_path / "box.bin")
    with pytest.raises(MemoryFileError, match=r"box\.bin is in use by another box"):
        Eeprom(path=tmp_path / "box.bin")
    memory.close()
    Eeprom(path=tmp_path / "box.bin").close()


@pytest.mark.parametrize("size", [0, 100, 40000])
def test_a_file_of_another_size_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"x" * size)
    with pytest.raises(MemoryFileError, match=f"has {size} bytes; a box's memory has 32768"):
        Eeprom(path=path)
    assert path.read_bytes() == b"x" * size


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MemoryFileError, match=r"memory file .*nowhere/box.bin: No such file"):
        Eeprom(path=tmp_path / "nowhere" / "box.bin")


WRITER = """
import sys
from device.eeprom import Eeprom
memory = Eeprom(path=sys.argv[1])
for number in range(1 << 30):
    memory.write(number % 512 * 64, number.to_bytes(4, "big") * 16)
    print(number, flush=True)
"""


def test_a_killed_process_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "box.bin"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    told = -1
    for line in writer.stdout:
        told = int(line)
        if told == 1500:
            os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    image = path.read_bytes()
    pages = [image[page : page + 64] for page in range(0, 32768, 64)]
    assert all(page == page[:4] * 16 for page in pages)  # none half old, half new
    numbers = {int.from_bytes(page[:4], "big") for page in pages}
    assert {told - back for back in range(511)} <= numbers
