"""The console's tables and rulings, without a screen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.rules.rule_sets import rule_set
from host.console.cards import card_rows, of_pair, of_table, pair_sheet, table_sheet
from host.console.curves import curves, drawn
from host.console.desk_rows import alarms_sheet, history_sheet
from host.console.keymap import read_keymap
from host.console.rows import SLOW_S, boards_sheet, ranking_sheet, tables_sheet, traveller_sheet
from host.console.rubbers import deals_sheet, rubbers, rubbers_sheet
from host.console.ruling import parse_ruling, parse_slip, typed_form
from host.console.sheet import Cell, Column, Row, Sheet, Tone
from host.console.words import age, board_title, points, signed
from host.errors import UserError
from host.event.keys import Key
from host.link.session import LinkState
from host.scoring.lines import Line
from host.views import TableView, TravellerRow
from tests.host.console_rig import Evening


def texts(sheet: Sheet) -> list[tuple[str, ...]]:
    return [tuple(cell.text for cell in row.cells) for row in sheet.rows]


LAWS = rule_set("laws-2017")


def sheet_of(rows: Iterable[TravellerRow]) -> Sheet:
    return traveller_sheet(rows, LAWS)


def column(sheet: Sheet, title: str) -> list[str]:
    place = [c.title for c in sheet.columns].index(title)
    return [row.cells[place].text for row in sheet.rows]


def board_one(ns: int, ew: int) -> Key:
    return Key("R", board=1, ns=str(ns), ew=str(ew))


@pytest.fixture(scope="module")
def played() -> Evening:
    """An evening that no test changes."""
    return Evening()


class TestSheet:
    SHEET = Sheet(
        (
            Column("NAME", 1),
            Column("LONG", 3),
            Column("REST", 2, stretch=True, least=5),
            Column("N", 1, right=True),
        ),
        (Row("a", (Cell("one"), Cell("elongated"), Cell("what is left"), Cell("7"))),),
    )

    def drawn(self, width: int) -> str:
        fitted = self.SHEET.fit(width)
        return "".join(text for text, _ in self.SHEET.pieces(self.SHEET.rows[0], fitted))

    def test_the_stretching_column_takes_what_is_left(self) -> None:
        assert self.drawn(40) == "one  elongated what is left            7"
        assert len(self.drawn(40)) == 40

    def test_the_least_wanted_columns_go_first(self) -> None:
        assert self.drawn(20) == "one  what is left  7"
        assert self.drawn(6) == "one  7"

    def test_too_long_is_cut_and_shown_as_cut(self) -> None:
        assert "…" in self.drawn(14)

    def test_the_clipboard_gets_all_columns(self) -> None:
        assert self.SHEET.plain(self.SHEET.rows[0]) == "one\telongated\twhat is left\t7"

    @given(st.integers(1, 120))
    def test_a_row_never_gets_wider_than_asked_once_one_column_fits(self, width: int) -> None:
        assert len(self.drawn(width)) <= max(width, 4)
        assert len(self.SHEET.header(self.SHEET.fit(width))) == len(self.drawn(width))


class TestWords:
    @pytest.mark.parametrize(
        ("seconds", "shown"),
        [(None, ""), (0, "0s"), (59.9, "59s"), (60, "1m"), (3599, "59m"), (3900, "1h05")],
    )
    def test_ages(self, seconds: float | None, shown: str) -> None:
        assert age(seconds) == shown

    def test_scores_carry_their_sign(self) -> None:
        assert [signed(s) for s in (620, -100, 0, None)] == ["+620", "-100", "0", ""]

    def test_points_are_rounded_for_the_eye_only(self) -> None:
        assert points(Fraction(2, 3)) == "0.67"

    def test_a_boards_dealer_and_vulnerability(self) -> None:
        # Law 2: board 7 is dealt by South, both vulnerable; board 13 by North, both.
        assert board_title(7) == "Board 7 · dealer S · vulnerable all"
        assert board_title(12) == "Board 12 · dealer W · vulnerable N-S"


class TestTables:
    def test_a_row_a_table(self, played: Evening) -> None:
        sheet = tables_sheet(played.core.tables(played.rig.now), played.rig.wall())
        assert column(sheet, "TABLE") == ["A1", "A2", "A3"]
        assert column(sheet, "LINK") == ["● G"] * 3
        assert column(sheet, "BOARDS") == ["2/2"] * 3
        assert column(sheet, "LAST RESULT") == ["2  2♥X E -1", "2  passed out", "2  6♣ W ="]

    def table(self, **changed: object) -> TableView:
        fields: dict[str, object] = {
            "serial": "VB0001", "section": "A", "table": 7, "port": "/dev/p1", "addr": "01",
            "link": LinkState.GREEN, "millivolts": 4200, "unsent": 0, "round": "3",
            "boards_in": 5, "expected": 27, "last": None, "last_at": 1000.0,
            "called_at": None, "firmware": "1", "capabilities": "", "silent_s": 0.0,
        }  # fmt: skip
        return TableView(**{**fields, **changed})  # type: ignore[arg-type]

    def cells(self, wall: float = 1010.0, **changed: object) -> dict[str, Cell]:
        sheet = tables_sheet([self.table(**changed)], wall)
        titles = [c.title for c in sheet.columns]
        return dict(zip(titles, sheet.rows[0].cells, strict=True))

    def test_a_director_call_shows_its_age(self) -> None:
        assert self.cells(called_at=890.0)["LAST RESULT"].text == "CALLS DIRECTOR 2m"

    def test_a_silent_box_says_since_when(self) -> None:
        cells = self.cells(link=LinkState.RED, silent_s=95.0)
        assert cells["LINK"].text == "✕ R"
        assert cells["LAST RESULT"].text == "silent 1m"

    def test_slow_play_is_marked_unless_the_table_has_finished(self) -> None:
        late = 1000.0 + SLOW_S
        assert self.cells(late)["AGO"].text == "12m!"
        assert self.cells(late, boards_in=27)["AGO"].text == "12m"

    def test_waiting_records_and_a_low_battery(self) -> None:
        cells = self.cells(unsent=3, millivolts=3200)
        assert (cells["WAIT"].text, cells["BATT"].text) == ("3", "LOW")


class TestResults:
    def test_boards(self, played: Evening) -> None:
        sheet = boards_sheet(played.core.boards())
        assert [row[:2] for row in texts(sheet)] == [("1", "3"), ("2", "3")]

    def test_a_traveller_with_points(self, played: Evening) -> None:
        sheet = sheet_of(played.core.traveller(1))
        # 2-1-0: +430 beats +420 beats -50.
        assert [row[:4] + row[5:9] for row in texts(sheet)] == [
            ("5", "6", "3NT", "S", "+1", "+430", "4.00", "0.00"),
            ("1", "2", "4♠", "N", "=", "+420", "2.00", "2.00"),
            ("3", "4", "4♠", "N", "-1", "-50", "0.00", "4.00"),
        ]

    def test_suits_have_tones_but_say_their_sign(self, played: Evening) -> None:
        cells = [row.cells[2] for row in sheet_of(played.core.traveller(2)).rows]
        assert [(cell.text, cell.tone) for cell in cells] == [
            ("2♥X", Tone.HEART),
            ("PASS", Tone.PLAIN),
            ("6♣", Tone.CLUB),
        ]

    def test_the_ranking_shares_places(self, played: Evening) -> None:
        sheet = ranking_sheet(played.core.ranking(), has_top=True)
        # North-South: pair 5 has 4 + 0, pair 1 has 2 + 4, pair 3 has 0 + 2, of 8.
        assert [row[:3] + row[4:6] for row in texts(sheet)] == [
            ("1", "1", "NS", "6.00", "75.00"),
            ("2", "5", "NS", "4.00", "50.00"),
            ("3", "3", "NS", "2.00", "25.00"),
            ("1", "4", "EW", "6.00", "75.00"),
            ("2", "6", "EW", "4.00", "50.00"),
            ("3", "2", "EW", "2.00", "25.00"),
        ]

    def test_a_scorecard_is_from_the_pairs_own_side(self, played: Evening) -> None:
        rows = card_rows(played.core, of_pair("6", "", "EW"))
        assert [row[:8] for row in texts(pair_sheet(rows, "6"))] == [
            ("1", "EW", "5", "3NT", "S", "", "+1", "-430"),
            ("2", "EW", "5", "6♣", "W", "", "=", "+920"),
        ]

    def test_what_a_table_entered(self, played: Evening) -> None:
        rows = card_rows(played.core, of_table("A", 2))
        assert column(table_sheet(rows, LAWS), "BOARD") == ["1", "2"]


class TestRulings:
    def test_a_typed_result_is_scored_by_the_events_rules(self) -> None:
        evening = Evening()
        ruling = parse_ruling("4sx n +1", board_one(3, 4), evening.core)
        # Law 77, not vulnerable: 240 + 300 + 50 for the insult + 100 for the overtrick.
        assert ruling.line is not None
        assert ruling.line.score == 690
        ruling.apply(evening.core, "TD", "misheard")
        assert column(sheet_of(evening.core.traveller(1)), "SCORE")[0] == "+690"
        [decision] = evening.core.history()
        assert (decision.by, decision.what, decision.why) == ("TD", "enter", "misheard")
        assert (decision.old, decision.new) == ("4S N 9 tricks", "4SX N 11 tricks")

    @pytest.mark.parametrize(
        ("typed", "shown"),
        [
            ("PASS", "PASS"),
            ("np", "not played"),
            ("A6040", "A6040"),
            ("a+/a-", "A+/A-"),
            ("430*0.5+420*0.5", "430×1/2 420×1/2"),
            ("3nt w -2", "3NT"),
        ],
    )
    def test_all_that_can_be_typed(self, typed: str, shown: str) -> None:
        evening = Evening()
        parse_ruling(typed, board_one(1, 2), evening.core).apply(evening.core, "TD", "")
        rows = sheet_of(evening.core.traveller(1)).rows
        cells = {row.cells[0].text: row.cells for row in rows}["1"]
        assert cells[2].text == shown
        assert cells[9].text == "*"

    def test_void_and_lift(self) -> None:
        evening = Evening()
        key = board_one(1, 2)
        parse_ruling("void", key, evening.core).apply(evening.core, "TD", "fouled")
        assert len(evening.core.traveller(1)) == 2
        parse_ruling("lift", key, evening.core).apply(evening.core, "TD", "it was not")
        assert len(evening.core.traveller(1)) == 3

    def test_a_voided_result_can_be_typed_again(self) -> None:
        evening = Evening()
        key = board_one(1, 2)
        parse_ruling("void", key, evening.core).apply(evening.core, "TD", "")
        parse_ruling("4S N -1", key, evening.core).apply(evening.core, "TD", "")
        assert column(sheet_of(evening.core.traveller(1)), "SCORE") == ["+430", "-50", "-50"]

    def test_swap_turns_the_pairs_round(self) -> None:
        evening = Evening()
        parse_ruling("swap", board_one(1, 2), evening.core).apply(evening.core, "TD", "")
        rows = [(r[0], r[1], r[6]) for r in texts(sheet_of(evening.core.traveller(1)))]
        assert ("2", "1", "+420") in rows

    def test_of_two_records_the_chosen_one_stands(self) -> None:
        evening = Evening()
        evening.key(2, 1, 1, 2, "4S", "N", "1")
        assert column(sheet_of(evening.core.traveller(1)), "RES") == ["+1", "=", "-1"]
        assert len(evening.core.alarms()) == 1
        parse_ruling("stand 2", board_one(1, 2), evening.core).apply(evening.core, "TD", "asked")
        assert column(sheet_of(evening.core.traveller(1)), "SCORE") == [
            "+450",
            "+430",
            "-50",
        ]

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("", "type the result"),
            ("4S", "contract, declarer's seat and result"),
            ("4S Q =", "contract, declarer's seat and result"),
            ("8S N =", "8S"),
            ("7NT N +1", "+1"),
            ("4S N -11", "-11"),
            ("A", "no artificial score"),
            ("620*0.6+170*0.3", "not to 1"),
            ("stand 5", "stand 1 to stand 1"),
            ("stand up", "stand 1 to stand 1"),
        ],
    )
    def test_what_is_wrong_is_said_in_words(
        self, played: Evening, typed: str, sentence: str
    ) -> None:
        with pytest.raises(UserError) as caught:
            parse_ruling(typed, board_one(1, 2), played.core)
        assert sentence in str(caught.value)

    def test_lifting_what_was_never_ruled_is_refused(self, played: Evening) -> None:
        with pytest.raises(UserError, match="no ruling to take back"):
            parse_ruling("lift", board_one(1, 2), played.core).apply(played.core, "TD", "")

    @given(st.text(max_size=24))
    def test_whatever_is_typed_is_taken_or_refused(self, typed: str) -> None:
        said = "taken"
        try:
            parse_ruling(typed, board_one(1, 2), CORE)
        except UserError as error:
            said = str(error)
        assert said

    def test_the_form_begins_with_what_counts(self, played: Evening) -> None:
        forms = {typed_form(line) for line in played.core.lines()}
        assert forms == {"4S N =", "4S N -1", "3NT S +1", "2HX E -1", "PASS", "6C W ="}
        for line in played.core.lines():
            key = Key("R", board=line.board, ns=line.ns[0], ew=line.ew[0])
            again = parse_ruling(typed_form(line), key, played.core).line
            assert again is not None
            assert again.score == line.score


CORE = Evening().core


class TestSlips:
    def test_a_paper_slip_is_entered_whole(self) -> None:
        evening = Evening()
        ruling = parse_slip("7 11 12 3nt s -1", evening.core)
        # Board 7: both vulnerable (law 2); one down undoubled is 100 (law 77).
        assert ruling.line is not None
        assert ruling.line.score == -100
        ruling.apply(evening.core, "TD", "box broken")
        [row] = sheet_of(evening.core.traveller(7)).rows
        assert [cell.text for cell in row.cells[:4]] == ["11", "12", "3NT", "S"]

    def test_an_adjusted_slip(self) -> None:
        evening = Evening()
        parse_slip("7 11 12 A6040", evening.core).apply(evening.core, "TD", "")
        [row] = evening.core.traveller(7)
        assert row.line.adjusted is not None

    def test_with_two_winners_a_number_may_stand_for_two_pairs(self) -> None:
        evening = Evening(results=False)
        evening.core.change_event(replace(evening.core.event, winners=2))
        parse_slip("7 11 11 PASS", evening.core).apply(evening.core, "TD", "")
        assert {(row.id, row.direction) for row in evening.core.ranking()} == {
            ("11", "NS"),
            ("11", "EW"),
        }

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("", "type board, North-South, East-West and the result"),
            ("7 11 12", "type board, North-South, East-West and the result"),
            ("x 11 12 PASS", "board 'X': a number"),
            ("0 11 12 PASS", "board '0': a number"),
            ("7 11 11 PASS", "cannot play against itself"),
            ("1 1 2 PASS", "there is a result; correct that one"),
            ("7 11 12 9S N =", "9S"),
            ("7 \u0661 12 PASS", "a number"),
        ],
    )
    def test_what_is_wrong_is_said(self, played: Evening, typed: str, sentence: str) -> None:
        with pytest.raises(UserError) as caught:
            parse_slip(typed, played.core)
        assert sentence in str(caught.value)

    def test_an_unlikely_result_is_marked(self) -> None:
        evening = Evening()
        evening.key(1, 3, 1, 2, "1C", "N", "6")
        [row] = sheet_of(evening.core.traveller(3)).rows
        assert row.cells[9].text == "?"


class TestCurves:
    def test_everybodys_percentage_after_each_tenth(self) -> None:
        evening = Evening()
        # Six results: six steps. Pair 1 is alone on board 1 (50 %), beats pair 3 (100 %), then
        # 2 of 4, then alone on board 2, and so on, to the 75 % that the ranking shows.
        curve = curves(evening.core)[("", "NS", "1")]
        assert curve[:3] == (50.0, 100.0, 50.0)
        assert curve[-1] == 75.0

    def test_movements_go_by_rounds(self) -> None:
        evening = Evening(results=False)
        for board, round, score in ((1, "1", 100), (2, "2", -100), (3, "2", 0)):
            line = Line(board, ("1",), ("2",), score=score, round=round, table="1")
            evening.core.enter(line, "TD", "")
        assert len(curves(evening.core)[("", "NS", "1")]) == 2

    def test_drawn_to_one_scale(self) -> None:
        a, b = ("", "", "1"), ("", "", "2")
        assert drawn({a: (40.0, 60.0), b: (50.0, 47.0)}) == {a: "▁▆", b: "▃▃"}
        assert drawn({a: (50.0, 50.0)}) == {a: "▁▁"}
        assert drawn({}) == {}


class TestAlarmsAndLog:
    def test_alarms_newest_first_until_seen_and_over(self) -> None:
        evening = Evening()
        evening.key(2, 1, 1, 2, "4S", "N", "1")
        sheet = alarms_sheet(evening.core.alarms(), evening.rig.now)
        assert [row[0] for row in texts(sheet)] == ["!"]
        assert "different results" in sheet.rows[0].cells[3].text
        evening.core.acknowledge_alarm(str(sheet.rows[0].key))
        assert [row[0] for row in texts(alarms_sheet(evening.core.alarms(), 0.0))] == ["·"]

    def test_the_log_is_newest_first(self) -> None:
        evening = Evening()
        for typed, why in (("void", "first"), ("lift", "second")):
            parse_ruling(typed, board_one(1, 2), evening.core).apply(evening.core, "TD", why)
        sheet = history_sheet(evening.core.history(), {})
        assert column(sheet, "WHY") == ["second", "first"]
        assert column(sheet, "RESULT") == ["board 1, 1 against 2"] * 2


class TestRubbers:
    # Laws of Contract Bridge 1993, laws 72-81, by hand: NS 2S with an overtrick, then 4H: 60 +
    # 120 below closes the first game; overtrick 30 above. EW 3NT: 100 below, a game. NS 4S: game
    # and rubber, two games to one: 500. NS: 60+30+120+120+500 = 830; EW 100.
    DEALS = (
        ("2S", "N", "1", "", ""),
        ("4H", "S", "0", "", ""),
        ("3NT", "E", "0", "", ""),
        ("4S", "N", "0", "", ""),
    )

    def play(self, deals: int = 4, end: str = "") -> Evening:
        evening = Evening(results=False)
        box = evening.boxes[0]
        for number, (contract, declarer, result, ns, ew) in enumerate(self.DEALS[:deals], 1):
            last = "won" if number == 4 else end if number == deals and end else "-"
            box.journal.add(
                "U",
                {
                    "event": "E3", "table": 1, "rubber": 1, "deal": number, "rules": "rubber-1993",
                    "contract": contract, "declarer": declarer, "result": result,
                    "honours_ns": ns, "honours_ew": ew, "end": last,
                },
            )  # fmt: skip
            box.terminal.record_added()
        evening.rig.until(lambda: box.terminal.waiting == 0)
        return evening

    def test_a_rubber_won(self) -> None:
        [rubber] = rubbers(self.play().core)
        assert (rubber.totals, rubber.state) == ((830, 100), "won by NS")
        assert column(rubbers_sheet((rubber,)), "STANDS") == ["won by NS"]
        sheet = deals_sheet(rubber)
        assert column(sheet, "GAMES") == ["0-0", "1-0", "1-1", "2-1"]
        assert column(sheet, "CONTRACT") == ["2♠", "4♥", "3NT", "4♠"]

    def test_a_rubber_in_the_middle(self) -> None:
        [rubber] = rubbers(self.play(1).core)
        assert (rubber.totals, rubber.state) == ((90, 0), "NS needs 40, EW needs 100")

    def test_a_rubber_stopped_early_has_its_bonus(self) -> None:
        # Law 80 (1993): the only side with a game in an unfinished rubber gets 300.
        [rubber] = rubbers(self.play(2, end="stopped").core)
        assert (rubber.totals, rubber.state) == ((510, 0), "stopped early")


def test_the_core_imports_no_textual() -> None:
    modules = [
        "cards",
        "curves",
        "desk_rows",
        "rows",
        "rubbers",
        "ruling",
        "sheet",
        "words",
    ]
    code = "import sys; " + "; ".join(f"import host.console.{m}" for m in modules)
    code += "; sys.exit(any(m.split('.')[0] in ('textual', 'rich') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestKeymap:
    KNOWN = ("console.ranking", "grid.copy")

    def read(self, tmp_path: Path, text: str) -> dict[str, str]:
        file = tmp_path / "keys.toml"
        file.write_text(text)
        return read_keymap(file, self.KNOWN)

    def test_names_in_quotes_and_in_tables_are_the_same(self, tmp_path: Path) -> None:
        wanted = {"console.ranking": "f9", "grid.copy": "c,ctrl+c"}
        quoted = '"console.ranking" = "f9"\n"grid.copy" = "c,ctrl+c"\n'
        assert self.read(tmp_path, quoted) == wanted
        tables = '[console]\nranking = "f9"\n[grid]\ncopy = "c,ctrl+c"\n'
        assert self.read(tmp_path, tables) == wanted

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ('"console.rankin" = "f9"', "there are console.ranking, grid.copy"),
            ('"console.ranking" = 9', 'keys are written "f9"'),
            ('"console.ranking" = ""', 'keys are written "f9"'),
            ("console.ranking", "is no TOML file"),
        ],
    )
    def test_what_is_wrong_is_said(self, tmp_path: Path, text: str, sentence: str) -> None:
        with pytest.raises(UserError) as caught:
            self.read(tmp_path, text)
        assert sentence in str(caught.value)

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(UserError, match="cannot be read"):
            read_keymap(tmp_path / "none.toml", self.KNOWN)
