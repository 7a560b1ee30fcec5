"""The event's one SQLite file: records, decisions and settings, durable before anyone is told.

One writer, write-ahead log, synchronous FULL: what a commit returned from survives a power cut. The
file is locked while it is open, so that two hosts never write to it (SQLite before 3.51.3 can
damage a log with two writers).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from host.errors import UserError
from host.event.decisions import Decision
from host.store.ledger import Arrival, LedgerError

APPLICATION = 0x4F565452  # "OVTR"
VERSION = 1

SCHEMA = """
CREATE TABLE record (
    seq INTEGER PRIMARY KEY,          -- the order of arrival
    serial TEXT NOT NULL, n INTEGER NOT NULL, chk TEXT NOT NULL,
    kind TEXT NOT NULL, event TEXT NOT NULL, text TEXT NOT NULL,
    at REAL NOT NULL, port TEXT NOT NULL, apart TEXT NOT NULL,
    UNIQUE (serial, n, chk)
);
CREATE TABLE decision (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL,
    act TEXT NOT NULL, subject TEXT NOT NULL, old TEXT NOT NULL, new TEXT NOT NULL,
    seq INTEGER NOT NULL              -- the last record that had arrived when it was made
);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE pairing (serial TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
"""

COLUMNS = "serial, n, chk, kind, event, text, at, port, apart"
INSERT = f"INSERT OR IGNORE INTO record ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Store:
    """An open event file. Not thread-safe: one lock outside."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._files = _files(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Store:
        """Open the file, or make it; ``:memory:`` keeps everything in memory.

        Raises UserError for a folder, a file that is no event file, one of a newer version, one
        that may not be written, and one that another host has open.
        """
        name = os.fspath(path)
        if name != ":memory:":
            _look_at(Path(name))
        try:
            connection = sqlite3.connect(name, timeout=0.5, check_same_thread=False)
        except sqlite3.Error as error:
            raise UserError(f"{name}: cannot be opened: {error}") from error
        connection.isolation_level = None
        try:
            _prepare(name, connection)
        except sqlite3.Error as error:
            connection.close()
            raise UserError(_why_not(name, error)) from error
        except UserError:
            connection.close()
            raise
        return cls(name, connection)

    def close(self) -> None:
        """Close the file; what was committed stays, nothing else was promised."""
        self._db.close()

    # Records

    def commit(self, arrivals: Sequence[Arrival]) -> list[bool]:
        """Keep all of them durably in one transaction; say for each whether it was new."""
        new: list[bool] = []
        with self._transaction():
            execute = self._db.execute
            for a in arrivals:
                row = (a.serial, a.n, a.check, a.kind, a.event, a.text, a.at, a.port, a.apart)
                new.append(execute(INSERT, row).rowcount == 1)
        return new

    def arrivals(self) -> Iterator[Arrival]:
        """Every record of every box and event, in the order of arrival."""
        for row in self._db.execute(f"SELECT {COLUMNS} FROM record ORDER BY seq"):
            yield Arrival(*row)

    # Decisions

    def decide(self, decision: Decision) -> Decision:
        """Keep a decision durably; return it with its number.

        It remembers which records had arrived: later ones are told apart from those it was made on.
        """
        old, new, subject = decision.texts()
        with self._transaction():
            row = self._db.execute(
                "INSERT INTO decision (at, who, why, act, subject, old, new, seq)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT count(*) FROM record)) RETURNING id, seq",
                (decision.at, decision.by, decision.why, decision.act, subject, old, new),
            ).fetchone()
        return decision.numbered(*row)

    def decisions(self) -> list[Decision]:
        """Every decision, oldest first."""
        rows = self._db.execute(
            "SELECT id, at, who, why, act, subject, old, new, seq FROM decision ORDER BY id"
        )
        return [Decision.of_texts(*row) for row in rows]

    # Settings and pairing keys

    def setting(self, name: str, default: str = "") -> str:
        """A setting's value, ``default`` when it was never set."""
        row = self._db.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return default if row is None else str(row[0])

    def settings(self, prefix: str = "") -> dict[str, str]:
        """All settings whose names begin with ``prefix``."""
        rows = self._db.execute("SELECT name, value FROM setting ORDER BY name")
        return {name: value for name, value in rows if name.startswith(prefix)}

    def set(self, name: str, value: str) -> None:
        """Keep a setting durably."""
        self.set_all([(name, value)])

    def set_all(self, items: Iterable[tuple[str, str]]) -> None:
        """Keep several settings in one transaction."""
        with self._transaction():
            self._db.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", items)

    def pair(self, serial: str, key: bytes) -> None:
        """Keep the pairing key (32 bytes) of a box."""
        if len(key) != 32:
            raise ValueError(f"a pairing key is 32 bytes, not {len(key)}")
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO pairing VALUES (?, ?)", (serial, key))

    def unpair(self, serial: str) -> None:
        """Forget the pairing key of a box."""
        with self._transaction():
            self._db.execute("DELETE FROM pairing WHERE serial = ?", (serial,))

    def pairing_keys(self) -> dict[str, bytes]:
        """The pairing key of each paired box, by serial."""
        return dict(self._db.execute("SELECT serial, key FROM pairing"))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing; any failure of the disk comes out as LedgerError."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._check_files()
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise LedgerError(f"{self.path}: {error}") from error
        except BaseException:
            self._roll_back()
            raise

    def _check_files(self) -> None:
        """A deleted file can be written to until it is closed: promise nothing on such a one."""
        if _files(self.path) != self._files:
            raise LedgerError(
                f"{self.path} or its -wal was deleted, moved or replaced while in use; put it back,"
                " or stop this program and start it anew"
            )

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")


def _files(name: str) -> list[tuple[int, int] | None]:
    """Which files the database and its log are on the disk; None where there is none."""
    if name == ":memory:":
        return []
    found: list[tuple[int, int] | None] = []
    for path in (name, f"{name}-wal"):
        try:
            status = os.stat(path)
            found.append((status.st_dev, status.st_ino))
        except OSError:
            found.append(None)
    return found


def _look_at(path: Path) -> None:
    """Refuse in words what SQLite would refuse in riddles."""
    if path.is_dir():
        raise UserError(f"{path} is a folder; the event's file must be a file")
    if not path.exists():
        if not path.parent.is_dir():
            raise UserError(f"{path}: the folder {path.parent} does not exist")
        return
    if not path.is_file():
        raise UserError(f"{path} is no ordinary file; the event's file must be one")
    if not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK):
        raise UserError(f"{path} is read-only; the event's file must be writable")
    try:
        start = path.open("rb").read(16)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
    if start and start != b"SQLite format 3\x00":
        raise UserError(f"{path} is not an event file of Overtrick (it is no SQLite database)")


def _prepare(name: str, db: sqlite3.Connection) -> None:
    """Lock the file, check whose it is, lay the tables in a new one."""
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    _is_ours(name, db)  # before the journal: a stranger's file is not changed
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    if not _is_ours(name, db):
        for statement in SCHEMA.split(";\n"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
    damage = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if damage != "ok":
        raise UserError(f"{name} is damaged: {damage}")


def _is_ours(name: str, db: sqlite3.Connection) -> bool:
    """True for an event's file, False for an empty one; UserError for any other."""
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    empty = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION and not (empty and application == 0):
        raise UserError(f"{name} is an SQLite database, but not an event file of Overtrick")
    if version > VERSION:
        raise UserError(
            f"{name} was written by a newer Overtrick (file version {version}, this program knows"
            f" {VERSION}); please update this program"
        )
    return not empty


def _why_not(name: str, error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text or "busy" in text:
        return f"{name} is open in another program (a second host?); close that one first"
    if "readonly" in text or "unable to open" in text:
        return f"{name} cannot be written; the file and its folder must be writable"
    return f"{name} is not a sound event file: {text}"
