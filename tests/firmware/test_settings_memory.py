"""Settings and drafts against power cuts at every byte of every write."""

from contextlib import suppress

import pytest

from firmware_sim import memory_map
from firmware_sim.draft import Draft
from firmware_sim.settings import FIELDS, Settings, decode, load_settings


class PowerCut(Exception):
    pass


class Memory:
    """A 32 kB memory whose power goes after ``bytes_left`` more bytes; checks the page rule."""

    def __init__(self, fill: int = 0xFF) -> None:
        self.cells = bytearray([fill]) * memory_map.SIZE
        self.bytes_left: int | None = None
        self.written = 0

    def read(self, address: int, length: int) -> bytes:
        return bytes(self.cells[address : address + length])

    def write(self, address: int, data: bytes) -> None:
        assert address // memory_map.PAGE == (address + len(data) - 1) // memory_map.PAGE
        kept = len(data) if self.bytes_left is None else min(len(data), self.bytes_left)
        self.cells[address : address + kept] = data[:kept]
        self.written += kept
        if self.bytes_left is not None:
            self.bytes_left -= kept
            if kept < len(data):
                raise PowerCut


def settings(**values: object) -> Settings:
    made = Settings()
    for name, value in values.items():
        setattr(made, name, value)
    return made


def as_dict(of: Settings) -> dict[str, object]:
    return {name: getattr(of, name) for name, _ in FIELDS}


OLD = {"language": "it", "address": "07", "mode": "RUBBER", "rubber_rules": "rubber-1993"}
NEW = {
    "language": "no",
    "address": "42",
    "mode": "TEAMS",
    "contrast": 15,
    "pin": "0123456789abcdef",
}


@pytest.mark.parametrize("fill", [0x00, 0xFF])
def test_blank_memory_gives_defaults(fill: int) -> None:
    memory = Memory(fill)
    found = load_settings(memory.read, memory.write)
    assert as_dict(found) == dict(FIELDS)
    assert found.rubber_rules == "saitek-610-rubber"
    assert found.teams_rules == "saitek-610-teams"
    assert memory.written == 0


def test_power_cut_at_every_byte_of_a_save_keeps_old_or_new() -> None:
    seen = set()
    for cut in range(2 * 128 + 1):
        memory = Memory()
        settings(**OLD).save(memory.write)
        memory.bytes_left = cut
        try:
            settings(**NEW).save(memory.write)
        except PowerCut:
            assert cut < 2 * 128
        memory.bytes_left = None
        found = as_dict(load_settings(memory.read, memory.write))
        assert found in (as_dict(settings(**OLD)), as_dict(settings(**NEW)))
        seen.add(found["language"])
        # both copies are whole again, so the next cut finds the other one whole
        assert memory.read(memory_map.SETTINGS, 128) == memory.read(memory_map.SETTINGS_COPY, 128)
    assert seen == {"it", "no"}


def test_a_cut_while_mending_loses_nothing() -> None:
    for first_cut in (1, 63, 64, 100, 127, 129, 200):
        for second_cut in range(128):
            memory = Memory()
            settings(**OLD).save(memory.write)
            memory.bytes_left = first_cut
            with pytest.raises(PowerCut):
                settings(**NEW).save(memory.write)
            memory.bytes_left = second_cut
            with suppress(PowerCut):
                load_settings(memory.read, memory.write)
            memory.bytes_left = None
            found = as_dict(load_settings(memory.read, memory.write))
            assert found in (as_dict(settings(**OLD)), as_dict(settings(**NEW)))


def test_any_flipped_bit_in_one_copy_is_noticed() -> None:
    copy = settings(**NEW).encode()
    for bit in range(8 * len(copy)):
        bent = bytearray(copy)
        bent[bit // 8] ^= 1 << bit % 8
        assert decode(bytes(bent)) is None


def test_values_outside_the_offer_fall_back() -> None:
    found = decode(settings(language="xx", address="00", contrast=900, mode="CHESS").encode())
    assert found is not None
    assert (found.language, found.address, found.contrast, found.mode) == ("en", "01", 100, "")


def test_what_cannot_be_stored_is_refused() -> None:
    with pytest.raises(ValueError, match="comma"):
        settings(section="A,B").encode()
    with pytest.raises(ValueError, match="too long"):
        settings(section="A" * 130).encode()


def test_draft_comes_back_and_clears() -> None:
    memory = Memory()
    draft = Draft(memory.read, memory.write)
    assert draft.load() is None
    draft.save("CONTRACT", "4")
    draft.save("CONTRACT", "4S")
    written = memory.written
    draft.save("CONTRACT", "4S")
    assert memory.written == written
    assert Draft(memory.read, memory.write).load() == ("CONTRACT", "4S")
    draft.clear()
    assert Draft(memory.read, memory.write).load() is None


def test_draft_goes_round_the_ring_evenly() -> None:
    memory = Memory()
    draft = Draft(memory.read, memory.write)
    for number in range(1, 101):
        draft.save("BOARD", str(number))
        assert Draft(memory.read, memory.write).load() == ("BOARD", str(number))
    outside = memory.cells[memory_map.DRAFT + 32 * memory_map.PAGE :]
    assert set(outside) == {0xFF}
    assert set(memory.cells[: memory_map.DRAFT]) == {0xFF}


def test_draft_cut_at_every_byte_keeps_the_one_before_or_the_new() -> None:
    for cut in range(65):
        memory = Memory()
        draft = Draft(memory.read, memory.write)
        for number in range(40):
            draft.save("RESULT", f"old {number}")
        memory.bytes_left = cut
        with suppress(PowerCut):
            draft.save("RESULT", "new")
        memory.bytes_left = None
        assert Draft(memory.read, memory.write).load() in (("RESULT", "old 39"), ("RESULT", "new"))


def test_draft_too_long_is_refused() -> None:
    memory = Memory()
    with pytest.raises(ValueError, match="54 bytes"):
        Draft(memory.read, memory.write).save("CONTRACT", "x" * 50)
    Draft(memory.read, memory.write).save("PASS THE BOX", "x" * 40)


def test_rubbish_in_the_ring_is_no_draft() -> None:
    import random

    chance = random.Random(5)
    memory = Memory()
    memory.cells[:] = chance.randbytes(memory_map.SIZE)
    assert Draft(memory.read, memory.write).load() is None
    assert as_dict(load_settings(memory.read, memory.write)) == dict(FIELDS)
