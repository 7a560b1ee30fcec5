"""``overtrick rubber``: a sheet on paper, line by line."""

import csv
import io
import json
from pathlib import Path

import pytest

from host.cli import main
from tests.vectors import DATA, rows

PAGE = DATA / "events" / "rubber_page"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    assert main(["rubber", *arguments, "--format", "csv"]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def deals(tmp_path: Path, text: str, encoding: str = "utf-8") -> str:
    path = tmp_path / "deals.csv"
    path.write_text(text, encoding=encoding)
    return str(path)


def test_the_teaching_page_to_the_letter(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["rubber", str(PAGE / "deals.csv"), "--rules", "rubber-1993", "--format", "csv"]
    assert main(line) == 0
    assert capsys.readouterr().out == (PAGE / "sheet.csv").read_text()


def test_finishing_a_finished_rubber_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, str(PAGE / "deals.csv"), "--finish") == rows("events/rubber_page/sheet.csv")


def test_for_people_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rubber", str(PAGE / "deals.csv")]) == 0
    text = capsys.readouterr().out
    assert text.endswith("rubber-1993: EW won the rubber; NS lead by 750\n")
    assert main(["rubber", str(PAGE / "deals.csv"), "--format", "json"]) == 0
    last = json.loads(capsys.readouterr().out)[-1]
    assert {k: str(v) for k, v in last.items()} == rows("events/rubber_page/sheet.csv")[-1]


@pytest.mark.parametrize("case", rows("vectors/rubber_unfinished.csv"), ids=lambda c: c["case"])
def test_every_case_of_an_unfinished_rubber(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, case: dict[str, str]
) -> None:
    lines = ["side,contract,result", "NS,PASS,"]
    for side in ("NS", "EW"):
        lines += [f"{side},3NT,="] * int(case[f"{side.lower()}_games"])
    for side in ("NS", "EW"):
        contract = {"0": None, "40": "1NT", "60": "2H"}[case[f"{side.lower()}_below"]]
        lines += [f"{side},{contract},="] if contract else []
    path = deals(tmp_path, "\n".join(lines))
    [*_, before] = run(capsys, path, "--rules", case["rules"])
    [*_, after] = run(capsys, path, "--rules", case["rules"], "--finish")
    for side in ("ns", "ew"):
        assert before[f"{side}_games"] == case[f"{side}_games"]
        assert before[f"{side}_below"] == case[f"{side}_below"]
        bonus = int(after[f"{side}_total"]) - int(before[f"{side}_total"])
        assert bonus == int(case[f"{side}_bonus"])
        assert int(after[f"{side}_above"]) - int(before[f"{side}_above"]) == bonus


def test_declarers_results_honours_and_other_peoples_columns(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = deals(
        tmp_path,
        "\ufeffDeclarer;Contract;Result;honours_ew;spiller\nN;2S;=;;Åse\nw;1nt;-1;150;Bjørn\n",
        "utf-8",
    )
    one, two = run(capsys, path)
    assert (one["ns_below"], one["ns_total"]) == ("60", "60")
    assert (two["ns_above"], two["ew_above"]) == ("50", "150")
    latin = deals(tmp_path, "declarer,contract,tricks,spiller\nN,2S,8,Åse\n", "latin-1")
    assert run(capsys, latin)[0]["ns_total"] == "60"


def test_a_chicago_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = deals(
        tmp_path,
        "side,contract,tricks,honours_ns\nNS,2H,8,100\nEW,PASS,,\nNS,1NT,7,\nEW,3NT,9,\nEW,2S,8,\n",
    )
    sheet = run(capsys, path, "--rules", "chicago", "--dealer", "N")
    totals = [(row["ns_total"], row["ew_total"]) for row in sheet]
    # Second deal, East deals: 60 + 40 is a game, 300 as North-South are not vulnerable. Third,
    # South deals: East-West are not vulnerable. Fourth: 100 for the partscore.
    assert totals == [("160", "0"), ("160", "0"), ("500", "0"), ("500", "400"), ("500", "560")]
    assert [row["ns_below"] for row in sheet] == ["60", "60", "0", "0", "0"]
    by_west = run(capsys, path, "--rules", "chicago", "--dealer", "E")
    assert by_west[2]["ns_total"] == "700"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("side,contract,tricks\nNW,3NT,9\n", 'line 2, column side: "NW" is no side'),
        ("declarer,contract,tricks\nQ,3NT,9\n", 'line 2, column declarer: "Q" is no seat'),
        ("side,declarer,contract,tricks\nNS,E,3NT,9\n", 'column declarer: "E" does not sit NS'),
        ("side,contract,tricks\nNS,8NT,9\n", 'line 2, column contract: "8NT" is no contract'),
        ("side,contract,tricks\nNS,3NT,9\nNS,3NT,14\n", 'line 3, column tricks: "14"'),
        ("side,contract,result\nNS,7NT,+1\n", 'line 2, column result: "+1"'),
        ("side,contract,tricks\nNS,NP,\n", "a deal not played"),
        ("side,contract,tricks,honours_ns\nNS,2S,8,x\n", 'column honours_ns: "x" is no'),
        ("side,contract,tricks,honours_ns\nNS,2S,8,50\n", "line 2: honours of 50 are impossible"),
        ("contract,tricks\n3NT,9\n", "column side or declarer is missing"),
        ("", "the file is empty"),
        (
            "side,contract,tricks\nNS,3NT,9\nNS,3NT,9\nNS,1C,7\n",
            "line 4: the rubber was won by NS with deal 2; no deal can follow",
        ),
    ],
)
def test_refusals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    assert main(["rubber", deals(tmp_path, text)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rules", "laws-2017"], "laws-2017 keeps no sheet; rubber-1993"),
        (["--rules", "poker"], "'poker' is no rule set"),
        (["--dealer", "N"], "--dealer is for a Chicago"),
        (["--rules", "chicago", "--dealer", "Q"], "'Q' is no seat"),
    ],
)
def test_wrong_options(capsys: pytest.CaptureFixture[str], options: list[str], words: str) -> None:
    assert main(["rubber", str(PAGE / "deals.csv"), *options]) == 2
    assert words in capsys.readouterr().err
