"""The key matrix: ghosts by the wiring, bounce by the seed. Rows of (keys down, what reads)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clock import Clock
from device.faults import Bounce
from device.keypad_matrix import KeyMatrix, joined_columns


def picture(matrix: KeyMatrix) -> list[str]:
    return [
        "".join("#" if matrix.scan_row(row) >> column & 1 else "." for column in range(5))
        for row in range(3)
    ]


@pytest.mark.parametrize(
    ("down", "reads"),
    [
        ([], [".....", ".....", "....."]),
        ([(0, 0)], ["#....", ".....", "....."]),
        ([(0, 0), (0, 4)], ["#...#", ".....", "....."]),
        ([(0, 0), (1, 1), (2, 2)], ["#....", ".#...", "..#.."]),
        # three corners of a rectangle make the fourth
        ([(0, 0), (0, 1), (1, 0)], ["##...", "##...", "....."]),
        # round two corners: row 0 is joined to row 1 by column 0, row 1 to row 2 by column 3
        ([(0, 0), (1, 0), (1, 3), (2, 3), (2, 4)], ["#..##", "#..##", "#..##"]),
        # two apart groups do not mix
        ([(0, 0), (0, 1), (1, 0), (2, 4)], ["##...", "##...", "....#"]),
    ],
)
def test_what_a_scan_reads(down: list[tuple[int, int]], reads: list[str]) -> None:
    matrix = KeyMatrix(Clock(), 3, 5)
    for row, column in down:
        matrix.press(row, column)
    assert picture(matrix) == reads
    for row, column in down:
        matrix.release(row, column)
    assert picture(matrix) == [".....", ".....", "....."]


@given(st.lists(st.integers(0, 31), min_size=6, max_size=6))
def test_flood_fill_agrees_with_following_the_wires(closed: list[int]) -> None:
    for row in range(6):
        wires, todo = {("row", row)}, [("row", row)]
        while todo:
            kind, index = todo.pop()
            joined = (
                [("column", c) for c in range(5) if closed[index] >> c & 1]
                if kind == "row"
                else [("row", r) for r in range(6) if closed[r] >> index & 1]
            )
            todo += [wire for wire in joined if wire not in wires]
            wires.update(joined)
        expected = sum(1 << index for kind, index in wires if kind == "column")
        assert joined_columns(closed, row) == expected


@pytest.mark.parametrize("seed", range(20))
def test_a_contact_toggles_five_times_within_1_5_ms_and_stays(seed: int) -> None:
    clock = Clock()
    matrix = KeyMatrix(clock, 3, 5, Bounce(seed))
    toggles: list[tuple[int, bool]] = []
    matrix.on_change = lambda: toggles.append((clock.now, bool(matrix.scan_row(1) & 4)))
    clock.advance_to(1000)
    matrix.press(1, 2)
    clock.advance_to(50_000)
    assert [closed for _, closed in toggles] == [True, False, True, False, True]
    assert toggles[0][0] == 1000
    assert toggles[-1][0] <= 2500
    matrix.release(1, 2)
    clock.advance_to(100_000)
    assert [closed for _, closed in toggles[5:]] == [False, True, False, True, False]
    assert toggles[-1][0] <= 51_500


def test_the_same_seed_bounces_the_same() -> None:
    first, second = Bounce(7), Bounce(7)
    times = [first.times() for _ in range(50)]
    assert times == [second.times() for _ in range(50)]
    assert len({tuple(one) for one in times}) > 40


def test_a_release_in_the_middle_of_the_bounce_ends_open() -> None:
    clock = Clock()
    matrix = KeyMatrix(clock, 3, 5, Bounce(3))
    matrix.press(0, 0)
    clock.advance(300)
    matrix.release(0, 0)
    clock.advance(5000)
    assert picture(matrix)[0] == "....."


def test_pressing_a_pressed_key_does_not_bounce_again() -> None:
    clock = Clock()
    matrix = KeyMatrix(clock, 3, 5, Bounce(3))
    matrix.press(0, 0)
    clock.advance(5000)
    changes: list[int] = []
    matrix.on_change = lambda: changes.append(clock.now)
    matrix.press(0, 0)
    clock.advance(5000)
    assert changes == []


def test_a_stuck_key_stays_when_the_finger_goes_and_a_dead_one_never_closes() -> None:
    matrix = KeyMatrix(Clock(), 3, 5)
    matrix.jam(2, 4)
    matrix.press(2, 4)
    matrix.release(2, 4)
    assert picture(matrix) == [".....", ".....", "....#"]
    assert matrix.held == {(2, 4)}
    matrix.free(2, 4)
    matrix.kill(0, 1)
    matrix.press(0, 1)
    assert picture(matrix) == [".....", ".....", "....."]
    matrix.free(0, 1)
    assert picture(matrix) == [".#...", ".....", "....."]


def test_a_key_outside_the_matrix_is_named() -> None:
    with pytest.raises(ValueError, match="no key at row 3, column 0: this matrix has 3 rows"):
        KeyMatrix(Clock(), 3, 5).press(3, 0)


@pytest.mark.parametrize(("toggles", "window"), [(4, 1500), (0, 1500), (5, 4)])
def test_a_bounce_that_would_not_settle_is_refused(toggles: int, window: int) -> None:
    with pytest.raises(ValueError, match="does not settle"):
        Bounce(1, toggles, window)
