"""The door of `overtrick serve`: codes, tokens, origins, host names."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from host import cli
from host.serve.visitors import (
    LONGEST_PAUSE_S,
    Gate,
    box_of,
    is_expected_host,
    is_same_origin,
    is_token,
)


def gate(code: str = "271828") -> Gate:
    numbers = count()
    return Gate(code, lambda: f"token-number-{next(numbers):020d}")


def test_the_code_gives_a_new_token_each_time() -> None:
    door = gate()
    first, second = door.join("271828", "a", 0), door.join(" 271828 ", "a", 0)
    assert first is not None
    assert first != second
    assert {first, second} <= door.joined


def test_wrong_tries_wait_twice_as_long_each_and_others_do_not() -> None:
    door, now = gate(), 0.0
    for wait in (1, 2, 4, 8, 16, 32, 60, 60):
        assert door.join("000000", "phone", now) is None
        assert door.wait_s("phone", now) == wait
        assert door.join("271828", "phone", now + wait - 0.1) is None  # too early to count
        assert door.join("271828", "other", now) is not None
        now += wait
    assert door.join("271828", "phone", now + LONGEST_PAUSE_S) is not None
    assert door.wait_s("phone", now) == 0


def test_a_token_has_one_box_and_its_serial_tells_nothing_of_it() -> None:
    folder = Path("boxes")
    token = "Zm9vYmFyYmF6cXV4Zm9vYmFy"
    assert is_token(token)
    assert box_of(token, folder) == box_of(token, folder)
    assert box_of(token, folder).serial != box_of(token[::-1], folder).serial
    assert len(box_of(token, folder).serial) <= 12


@pytest.mark.parametrize("text", ["", "short", "../../../../etc/passwd/aaaaaa", "é" * 30, "a" * 65])
def test_what_is_no_token(text: str) -> None:
    assert not is_token(text)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("https://club.example", "club.example", True),
        ("http://evil.example", "127.0.0.1:8000", False),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("null", "127.0.0.1:8000", False),
        (None, "127.0.0.1:8000", False),
        ("file://127.0.0.1:8000", "127.0.0.1:8000", False),
    ],
)
def test_only_our_own_pages_open_a_box(origin: str | None, host: str, same: bool) -> None:
    assert is_same_origin(origin, host) is same


def test_only_our_own_names_are_answered() -> None:
    names = frozenset({"127.0.0.1", "club.example", "::1"})
    assert is_expected_host("127.0.0.1:8000", names)
    assert is_expected_host("club.example", names)
    assert is_expected_host("[::1]:8000", names)
    assert not is_expected_host("evil.example:8000", names)
    assert not is_expected_host("", names)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "one of the arguments --db --desk is required"),
        (["--db", "x.db", "--listen", "here"], "--listen here: an address is HOST:N"),
        (["--db", "x.db", "--visitors", "0"], "--visitors 0: 1 to 200"),
        (["--db", "x.db", "--code", "1"], "--code: a join code is 4 to 32"),
        (["--db", "x.db", "--code", "a b<i>c"], "--code: a join code is 4 to 32"),
        (["--db", "x.db", "--name", "a b"], "--name a b: a host's name"),
        (["--db", "x.db", "--listen", "127.0.0.1:0"], "name a port"),
        (["--db", "x.db", "--listen", "192.0.2.1:8000"], "--listen 192.0.2.1:8000: "),
        (["--desk", "here"], "--desk here: an address is HOST:N"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["serve", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
