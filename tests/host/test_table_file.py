from __future__ import annotations

from pathlib import Path

import pytest

from host.errors import UserError
from host.exchange.table_file import Table, read_table


def table(tmp_path: Path, data: bytes | str, *required: str) -> Table:
    path = tmp_path / "t.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_table(path, required or ("a", "b"))


READ = [
    ("comma", b"a,b\n1,2\n"),
    ("other order", b"b,a\n2,1\n"),
    ("more columns", b"x,a,b,y\n9,1,2,9\n"),
    ("capitals and blanks", b" A , B\n 1 ,2\n"),
    ("semicolons", b"a;b\n1;2\n"),
    ("tabs", b"a\tb\n1\t2\n"),
    ("carriage returns", b"a,b\r\n1,2\r\n"),
    ("quotes", b'"a","b"\n"1","2"\n'),
    ("a byte order mark", b"\xef\xbb\xbfa,b\n1,2\n"),
    ("a byte order mark before Latin-1", b"\xef\xbb\xbfa,b,\xe9t\xe9\n1,2,\xe9\n"),
    ("empty lines", b"\na,b\n\n1,2\n,\n\n"),
    ("no line end", b"a,b\n1,2"),
    ("empty cells beyond the header", b"a,b\n1,2,,\n"),
]


@pytest.mark.parametrize(("data"), [d for _, d in READ], ids=[name for name, _ in READ])
def test_tables_are_read_by_the_names_of_their_columns(tmp_path: Path, data: bytes) -> None:
    rows = list(table(tmp_path, data))
    assert [(row["a"], row["b"], row["c"]) for row in rows] == [("1", "2", "")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
def test_letters_of_latin_1_and_utf_8_are_read(tmp_path: Path, encoding: str) -> None:
    rows = list(table(tmp_path, "a,b\nSørås,été\n".encode(encoding)))
    assert (rows[0]["a"], rows[0]["b"]) == ("Sørås", "été")


def test_curly_quotes_of_windows_are_read(tmp_path: Path) -> None:
    assert next(iter(table(tmp_path, "a,b\n1,d’été\n".encode("cp1252"))))["b"] == "d’été"


def test_rows_know_their_line_even_after_a_cell_of_two_lines(tmp_path: Path) -> None:
    rows = table(tmp_path, 'a,b\n1,"x\ny"\n\n3,4\n').rows
    assert [row.line for row in rows] == [2, 5]
    assert str(rows[1].error("b", "not this")).endswith('t.csv, line 5, column b: "4": not this')


REFUSED = [
    ("empty", b"", "line 1: the file is empty; its header must name a, b"),
    ("blank", b" \n\n", "line 1: the file is empty"),
    ("no such column", b"a,c\n1,2\n", "line 1: column b is missing; the header names a, c"),
    ("cut short", b"a,b\n1,2\n3\n", "line 3: 1 cells where the header names 2"),
    ("too long", b"a,b\n1,2,3\n", 'line 2: 3 cells where the header names 2; "3" stands under no'),
    ("twice", b"a,b,a\n1,2,3\n", 'line 1: the header names "a" twice'),
    ("open quote", b'a,b\n1,"2\n', "line 2: not a line of csv"),
    (
        "a terminal's command",
        b"a,b\n1,\xc2\x9b31m\n",
        "line 2, column 3: the control character 0x9b",
    ),
    ("nought bytes", b"a,b\n1,\x00\n", "line 2, column 3: the byte 0x00 belongs in no text"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "the byte 0x1a belongs in no text"),
    ("UTF-16", "a,b\n".encode("utf-16"), "line 1: the file is UTF-16; save it as UTF-8"),
]


@pytest.mark.parametrize(
    ("data", "reason"), [(d, r) for _, d, r in REFUSED], ids=[name for name, _, _ in REFUSED]
)
def test_anything_else_is_one_sentence(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(UserError) as error:
        table(tmp_path, data)
    assert reason in str(error.value)
    assert str(error.value).startswith(str(tmp_path / "t.csv"))
    assert "\n" not in str(error.value)


def test_every_byte_repeated_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for byte in range(256):
        with pytest.raises(UserError, match=r"^[^\n]+$"):
            table(tmp_path, bytes([byte]) * 40)


def test_one_of_two_columns_may_do(tmp_path: Path) -> None:
    assert table(tmp_path, "a,c\n1,2\n", "a", "b|c").rows[0]["c"] == "2"
    with pytest.raises(UserError, match="column b or c is missing"):
        table(tmp_path, "a,d\n1,2\n", "a", "b|c")


def test_a_missing_file_and_a_folder_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_table(tmp_path / "none.csv", ("a",))
    with pytest.raises(UserError, match="Is a directory"):
        read_table(tmp_path, ("a",))


def test_whole_numbers_have_bounds(tmp_path: Path) -> None:
    row = table(tmp_path, "a,b\n7,1e3\n").rows[0]
    assert row.whole("a", 0, 13, "number of tricks") == 7
    with pytest.raises(UserError, match=r'column a: "7" is no level \(1 to 6\)'):
        row.whole("a", 1, 6, "level")
    with pytest.raises(UserError, match='column b: "1e3" is no board'):
        row.whole("b", 1, 9999, "board")
