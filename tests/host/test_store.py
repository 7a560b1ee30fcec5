"""One SQLite file: what was committed is there again, and every wrong file gets one sentence."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from host.errors import UserError
from host.event.decisions import Decision
from host.event.keys import Key
from host.scoring.lines import AVERAGE_MINUS, AVERAGE_PLUS, Adjusted, Line
from host.store.ledger import Arrival, LedgerError
from host.store.store import Store


def arrival(n: int, serial: str = "VB0001", check: str = "00000001") -> Arrival:
    return Arrival(serial, n, check, "R", "E3", f"R,{n},E3,A,1,,{n},1,2,PASS,,,,,", 1.5, "p")


def test_a_record_is_kept_once_in_the_order_of_arrival(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "e.db")
    assert store.commit([arrival(2), arrival(1), arrival(2)]) == [True, True, False]
    assert store.commit([arrival(1), arrival(1, check="00000002")]) == [False, True]
    store.close()
    again = Store.open(tmp_path / "e.db")
    expected = [arrival(2), arrival(1), arrival(1, check="00000002")]
    assert list(again.arrivals()) == expected


def test_decisions_come_back_with_everything(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "e.db")
    store.commit([arrival(1), arrival(2)])
    key = Key("R", board=1, ns="1", ew="2")
    line = Line(1, ("1",), ("2",), adjusted=Adjusted(AVERAGE_PLUS, AVERAGE_MINUS))
    made = store.decide(
        Decision("adjust", key, None, Line(1, ("1",), ("2",), score=0), line, "TD", "why", 9.0)
    )
    assert (made.id, made.seq) == (1, 2)
    store.decide(Decision("claim", identity=("VB0001", 1, "00000001"), by="TD", at=10.0))
    store.close()
    again = Store.open(tmp_path / "e.db").decisions()
    assert again[0] == made
    assert (again[1].identity, again[1].seq) == (("VB0001", 1, "00000001"), 2)


def test_settings_and_pairing_keys(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "e.db")
    store.set_all([("a.x", "1"), ("a.y", "2"), ("b", "3")])
    store.set("a.x", "4")
    store.pair("VB0001", bytes(range(32)))
    store.close()
    again = Store.open(tmp_path / "e.db")
    assert again.settings("a.") == {"a.x": "4", "a.y": "2"}
    assert again.setting("c", "none") == "none"
    assert again.pairing_keys() == {"VB0001": bytes(range(32))}
    again.unpair("VB0001")
    assert again.pairing_keys() == {}
    with pytest.raises(ValueError, match="32 bytes"):
        again.pair("VB0001", b"short")


def test_durability_is_as_promised(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "e.db")
    pragma = {name: store._db.execute(f"PRAGMA {name}").fetchone()[0]
              for name in ("journal_mode", "synchronous", "locking_mode")}  # fmt: skip
    assert pragma == {"journal_mode": "wal", "synchronous": 2, "locking_mode": "exclusive"}


def test_a_failed_commit_keeps_nothing() -> None:
    store = Store.open(":memory:")
    store._db.execute(
        "CREATE TRIGGER full BEFORE INSERT ON record WHEN new.n = 2"
        " BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    with pytest.raises(LedgerError, match="disk full"):
        store.commit([arrival(1), arrival(2)])
    assert list(store.arrivals()) == []
    assert store.commit([arrival(1)]) == [True]


def _commit_and_hang(path: str, ready: Connection) -> None:
    store = Store.open(path)
    store.commit([arrival(1)])
    store._db.execute("BEGIN IMMEDIATE")
    store._db.execute("INSERT INTO setting VALUES ('half', 'done')")
    ready.send("committed")
    signal.pause()


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_nothing_is_promised_on_a_file_that_was_taken_away(tmp_path: Path, ending: str) -> None:
    store = Store.open(tmp_path / "event.db")
    store.commit([arrival(1)])
    taken = tmp_path / f"event.db{ending}"
    taken.rename(tmp_path / "elsewhere")
    with pytest.raises(LedgerError, match="deleted, moved or replaced"):
        store.commit([arrival(2)])
    (tmp_path / "elsewhere").rename(taken)
    assert store.commit([arrival(2), arrival(3)]) == [True, True]
    assert [a.n for a in store.arrivals()] == [1, 2, 3]


def test_a_killed_host_leaves_what_it_committed_and_nothing_else(tmp_path: Path) -> None:
    path = str(tmp_path / "e.db")
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_commit_and_hang, args=(path, theirs))
    process.start()
    assert ours.poll(30)
    with pytest.raises(UserError, match="open in another program"):
        Store.open(path)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(10)
    store = Store.open(path)
    assert list(store.arrivals()) == [arrival(1)]
    assert store.setting("half") == ""


def test_every_wrong_file_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("board,ns,ew\n1,2,3\n")
    (tmp_path / "junk.db").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 40)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE sales (n INTEGER)")
    other.commit()
    other.close()
    stranger = (tmp_path / "other.db").read_bytes()
    newer = Store.open(tmp_path / "newer.db")
    newer._db.execute("PRAGMA user_version = 7")
    newer.close()
    Store.open(tmp_path / "readonly.db").close()
    (tmp_path / "readonly.db").chmod(0o444)
    expected = {
        "": "is a folder",
        "text.db": "not an event file",
        "junk.db": "is not a sound event file",
        "other.db": "not an event file",
        "newer.db": "newer Overtrick (file version 7, this program knows 1)",
        "readonly.db": "read-only",
        "missing/e.db": "does not exist",
    }
    for name, words in expected.items():
        with pytest.raises(UserError) as refusal:
            Store.open(tmp_path / name)
        assert words in str(refusal.value)
        assert str(tmp_path) in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert (tmp_path / "other.db").read_bytes() == stranger


def test_an_empty_file_is_a_new_event_file(tmp_path: Path) -> None:
    (tmp_path / "e.db").touch()
    assert Store.open(tmp_path / "e.db").decisions() == []
