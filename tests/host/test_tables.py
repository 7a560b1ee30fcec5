"""Rows printed three ways."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import pytest

from host.tables import print_rows

COLUMNS = ("place", "id", "percentage")
ROWS = [(1, "2", Decimal("58.07")), (2, "Ås, 7", Decimal("50.00")), (None, "", Fraction(1, 2))]


def printed(format: str, rows=ROWS) -> str:
    stream = io.StringIO()
    print_rows(COLUMNS, rows, format, stream)
    return stream.getvalue()


def test_csv_quotes_what_needs_it_and_keeps_the_places() -> None:
    lines = printed("csv").split("\n")
    assert lines[:3] == ["place,id,percentage", "1,2,58.07", '2,"Ås, 7",50.00']
    assert list(csv.reader(io.StringIO(printed("csv"))))[3] == ["", "", "1/2"]


def test_json_is_a_list_of_objects_with_numbers_as_numbers() -> None:
    first, second, third = json.loads(printed("json"))
    assert first == {"place": 1, "id": "2", "percentage": 58.07}
    assert second["id"] == "Ås, 7"
    assert third == {"place": None, "id": "", "percentage": 0.5}


def test_table_sets_numbers_to_the_right_and_leaves_no_blanks_at_the_end() -> None:
    assert printed("table", ROWS[:2]) == (
        "place  id     percentage\n    1  2           58.07\n    2  Ås, 7       50.00\n"
    )


@pytest.mark.parametrize(("format", "text"), [("csv", "place,id,percentage\n"), ("json", "[]\n")])
def test_no_rows(format: str, text: str) -> None:
    assert printed(format, []) == text
    assert printed("table", []) == "place  id  percentage\n"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="table, csv, json"):
        printed("xml")
