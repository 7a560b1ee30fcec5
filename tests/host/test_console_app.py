"""The console on a screen: pages, keys, mouse, corrections, messages, themes, sizes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from host.console.app import PAGES, ConsoleApp
from host.console.grid import Grid
from host.console.helping import HelpScreen, StopScreen
from host.console.page import Tabs
from host.scoring.lines import Line
from host.store.ledger import LedgerError
from tests.host.console_rig import Evening

WIDE, SMALL = (80, 24), (40, 12)


@pytest.fixture(autouse=True)
def _greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock on the top line is local time."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def grid(app: ConsoleApp, id: str) -> Grid:
    return app.screen.query_one(f"#{id}", Grid)


def column(app: ConsoleApp, id: str, place: int) -> list[str]:
    return [row.cells[place].text for row in grid(app, id).sheet.rows]


async def type_into(pilot: Pilot[None], id: str, text: str) -> None:
    field = pilot.app.screen.query_one(f"#{id}", Input)
    field.focus()
    field.value = text
    await pilot.pause()


async def test_it_opens_on_the_tables() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert column(evening.app, "tables", 0) == ["A1", "A2", "A3"]


async def test_every_page_by_its_digit() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        for page in PAGES:
            await pilot.press(page.KEY)
            await pilot.pause()
            assert evening.app.screen.NAME == page.NAME  # type: ignore[attr-defined]
            assert evening.app.focused is not None


async def test_every_page_by_its_tab() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        tabs = evening.app.screen.query_one(Tabs)
        await pilot.click(tabs, offset=(14, 0))  # " 1 Tables  2 Results": the R
        await pilot.pause()
        assert evening.app.screen.NAME == "results"  # type: ignore[attr-defined]


async def test_a_result_arrives_and_is_shown() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("3")
        await pilot.pause()
        before = column(evening.app, "ranking", 1)
        evening.key(1, 3, 1, 2, "1NT", "N", "0")
        evening.app.look_now()
        await pilot.pause()
        assert len(column(evening.app, "ranking", 1)) == len(before)
        await pilot.press("2")
        await pilot.pause()
        assert column(evening.app, "boards", 0) == ["1", "2", "3"]


async def test_boards_are_turned_like_pages() -> None:
    evening = Evening()
    async with evening.app.run_test(size=SMALL) as pilot:
        await pilot.press("2")
        await pilot.pause()
        assert column(evening.app, "traveller", 2) == ["3NT", "4♠", "4♠"]
        await pilot.press("greater_than_sign")
        await pilot.pause()
        assert column(evening.app, "traveller", 2) == ["2♥X", "PASS", "6♣"]
        await pilot.press("left")
        await pilot.pause()
        assert column(evening.app, "traveller", 2) == ["3NT", "4♠", "4♠"]


@pytest.mark.parametrize("size", [WIDE, SMALL])
async def test_a_correction_from_key_to_ranking(size: tuple[int, int]) -> None:
    evening = Evening()
    async with evening.app.run_test(size=size) as pilot:
        await pilot.press("2", "down", "c")
        await pilot.pause()
        await type_into(pilot, "ruling", "4SX N =")
        meaning = str(evening.app.screen.query_one("#meaning", Static).render())
        assert meaning == "→ 4SX N 10 tricks, N-S +590"  # law 77: 4SX made, not vulnerable
        await type_into(pilot, "why", "doubled")
        await type_into(pilot, "by", "TD")
        await pilot.press("enter")
        await pilot.pause()
        assert column(evening.app, "traveller", 6) == ["+590", "+430", "-50"]
        [decision] = evening.core.history()
        assert (decision.by, decision.why) == ("TD", "doubled")
        # The name is remembered for the next decision.
        await pilot.press("c")
        await pilot.pause()
        assert evening.app.screen.query_one("#by", Input).value == "TD"


async def test_a_wrong_correction_is_explained_and_changes_nothing() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "c")
        await pilot.pause()
        await type_into(pilot, "by", "TD")
        await type_into(pilot, "ruling", "7NT N +1")
        await pilot.press("enter")
        await pilot.pause()
        meaning = evening.app.screen.query_one("#meaning", Static)
        assert meaning.has_class("-wrong")
        assert "+1" in str(meaning.render())
        await type_into(pilot, "ruling", "void")
        await type_into(pilot, "by", "  ")
        await pilot.press("enter")
        await pilot.pause()
        assert "name" in str(meaning.render())
        await pilot.press("escape")
        await pilot.pause()
        assert evening.core.history() == ()
        assert len(evening.core.traveller(1)) == 3


async def test_what_is_typed_in_one_breath_goes_where_it_belongs() -> None:
    """A slow line brings keys in bursts: after Tab they are the next field's."""
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "c")
        await pilot.pause()
        for key in (*"void", "tab", *"oops", "tab", *"TD", "enter"):
            evening.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause(0.1)
        assert [(d.what, d.why, d.by) for d in evening.core.history()] == [("void", "oops", "TD")]


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("A6040", "→ 60 % to N-S, 40 % to E-W"),
        ("A+/A-", "→ average plus to N-S, average minus to E-W"),
        ("620*0.6+170*0.4", "→ N-S +440 on average"),
    ],
)
async def test_an_award_is_said_in_words_while_it_is_typed(typed: str, meaning: str) -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "c")
        await pilot.pause()
        await type_into(pilot, "ruling", typed)
        assert str(evening.app.screen.query_one("#meaning", Static).render()) == meaning


async def test_a_paper_slip_is_entered() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "e")
        await pilot.pause()
        await type_into(pilot, "ruling", "7 011 12 3NT S -1")
        await type_into(pilot, "by", "TD")
        await pilot.press("enter")
        await pilot.pause()
        assert column(evening.app, "boards", 0) == ["1", "2", "7"]
        assert [line.ns for line in evening.core.lines() if line.board == 7] == [("11",)]


async def test_a_record_without_an_event_is_claimed() -> None:
    evening = Evening()
    box = evening.boxes[0]
    box.journal.add(
        "R",
        {"event": "-", "section": "A", "table": 1, "board": 5, "ns": 1, "ew": 2,
         "contract": "1NT", "declarer": "N", "result": "0"},
    )  # fmt: skip
    box.terminal.record_added()
    evening.rig.until(lambda: box.terminal.waiting == 0)
    evening.rig.run(0.1)
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("4")
        await pilot.pause()
        assert column(evening.app, "unclaimed", 2) == ["table 1, board 5, 1 against 2: 1NT N ="]
        grid(evening.app, "unclaimed").focus()
        await pilot.press("enter")
        await pilot.pause()
        await type_into(pilot, "by", "TD")
        await pilot.press("enter")
        await pilot.pause()
        assert [line.score for line in evening.core.lines() if line.board == 5] == [90]
        assert not grid(evening.app, "unclaimed").display


async def test_alarms_stand_on_top_until_seen() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        strip = evening.app.screen.query_one("#alarms", Static)
        assert not strip.display
        evening.key(2, 1, 1, 2, "4S", "N", "1")
        evening.app.look_now()
        await pilot.pause()
        assert strip.display
        assert "different results" in str(strip.render())
        await pilot.press("a")
        await pilot.pause()
        assert not strip.display
        await pilot.press("4")
        await pilot.pause()
        assert column(evening.app, "alarms", 0) == ["·"]
        whole = str(evening.app.screen.query_one("#whole", Static).render())
        assert whole == evening.core.alarms()[0].text
        assert whole.endswith("VB0002: 4S N 11 tricks")


async def test_a_store_that_fails_is_said_so_and_nothing_falls_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening()
    evening.key(2, 1, 1, 2, "4S", "N", "1")

    def full(*_: object) -> None:
        raise LedgerError("the disk is full")

    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        monkeypatch.setattr(evening.core, "acknowledge_alarm", full)
        await pilot.press("a")
        await pilot.pause()
        assert [n.message for n in evening.app._notifications] == ["the disk is full"]
        monkeypatch.setattr(evening.core.store, "decide", full)
        await pilot.press("2", "c")
        await pilot.pause()
        await type_into(pilot, "by", "TD")
        await type_into(pilot, "ruling", "PASS")
        await pilot.press("enter")
        await pilot.pause()
        meaning = evening.app.screen.query_one("#meaning", Static)
        assert str(meaning.render()) == "the disk is full"


async def test_a_message_reaches_the_lcd_of_one_table() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("down", "m")
        await pilot.pause()
        await type_into(pilot, "text", "3 MINUTES LEFT")
        await pilot.press("enter")
        await pilot.pause()
        for box in evening.boxes:
            box.terminal.events.clear()
        evening.rig.run(1.0)
        shown = [
            [event[2] for event in box.terminal.events if event[0] == "message"]
            for box in evening.boxes
        ]
        assert shown == [[], ["3 MINUTES LEFT"], []]


async def test_y_copies_a_row_through_the_terminal() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("3", "y")
        await pilot.pause()
        assert evening.app.clipboard.split("\t")[:6] == ["1", "1", "NS", "2", "6.00", "75.00"]


async def test_enter_opens_scorecards_tables_and_their_results_can_be_corrected() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("3", "enter")
        await pilot.pause()
        assert column(evening.app, "card", 0) == ["1", "2"]
        await pilot.press("escape", "1", "end", "enter")
        await pilot.pause()
        title = str(evening.app.screen.query_one("#title", Static).render())
        assert title.startswith("Table A3 · box VB0003")
        await pilot.press("h")
        await pilot.pause()
        title = str(evening.app.screen.query_one("#title", Static).render())
        assert title == "History of board 1, 5 against 6"


async def test_records_of_another_event_are_named_and_not_counted() -> None:
    evening = Evening()
    count = len(evening.core.lines())
    evening.core.change_event(replace(evening.core.event, code="E4"))
    assert evening.core.lines() == ()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("4")
        await pilot.pause()
        shown = str(evening.app.screen.query_one("#others", Static).render())
        assert shown.startswith("Records of other events, kept but not counted: E3 ")
        assert f"E3 {count} (VB0001, VB0002, VB0003)" in shown


async def test_the_trace_shows_the_frames_of_the_port_under_the_cursor() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("5")
        await pilot.pause()
        assert column(evening.app, "ports", 0) == ["/dev/p1", "/dev/p2", "/dev/p3"]
        frames = column(evening.app, "trace", 2)
        assert any(",R," in frame for frame in frames)
        await pilot.press("down")
        await pilot.pause()
        assert column(evening.app, "trace", 2) != frames


async def test_help_explains_the_page_and_its_keys() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "question_mark")
        await pilot.pause()
        assert isinstance(evening.app.screen, HelpScreen)
        words = " ".join(str(s.render()) for s in evening.app.screen.query(Static))
        assert "director decided" in words
        assert "change, adjust, void or swap" in words
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(evening.app.screen, HelpScreen)


async def test_quitting_asks_first() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(evening.app.screen, StopScreen)
        await pilot.press("n")
        await pilot.pause()
        assert not isinstance(evening.app.screen, StopScreen)
        await pilot.press("ctrl+q", "y")
        await pilot.pause()
    assert evening.app.return_code == 0


async def test_every_binding_has_an_id_and_can_be_bound_anew() -> None:
    bindings = [b for page in (ConsoleApp, Grid, *PAGES) for b in vars(page).get("BINDINGS", ())]
    assert len(bindings) > 20
    assert all(b.id and b.tooltip for b in bindings)  # type: ignore[union-attr]
    evening = Evening()
    evening.app.set_keymap({"console.ranking": "f9"})
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("f9")
        await pilot.pause()
        assert evening.app.screen.NAME == "ranking"  # type: ignore[attr-defined]


async def test_the_cursor_follows_its_row_when_the_ranking_moves() -> None:
    evening = Evening()
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("3", "down", "down")
        await pilot.pause()
        row = grid(evening.app, "ranking").cursor
        assert row is not None
        assert row.key == ("", "NS", "3")
        evening.key(2, 3, 3, 4, "7NT", "N", "0")
        evening.key(1, 3, 1, 2, "7NT", "N", "-1")
        evening.app.look_now()
        await pilot.pause()
        moved = grid(evening.app, "ranking").cursor
        assert moved is not None
        assert moved.key == ("", "NS", "3")


async def test_the_cursor_scrolls_to_boards_that_do_not_fit() -> None:
    evening = Evening(results=False)
    for board in range(1, 100):
        evening.core.enter(Line(board, ("1",), ("2",), score=0), "TD", "")
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("2", "shift+tab", "end")
        await pilot.pause()
        boards = grid(evening.app, "boards")
        assert boards.cursor is not None
        assert boards.cursor.key == 99
        assert boards.scroll_offset.y == 99 - (boards.size.height - 1)


async def test_an_empty_evening_says_so_everywhere() -> None:
    evening = Evening(results=False)
    async with evening.app.run_test(size=SMALL) as pilot:
        for page in PAGES:
            await pilot.press(page.KEY, "enter", "y", "m")
            await pilot.pause()
            while not hasattr(evening.app.screen, "NAME") or not evening.app.screen.KEY:  # type: ignore[attr-defined]
                await pilot.press("escape")
                await pilot.pause()


async def test_no_color_sends_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    evening = Evening(theme="light")
    async with evening.app.run_test(size=WIDE) as pilot:
        await pilot.press("3", "t")
        await pilot.pause()
        assert evening.app.theme == "console-mono"
        lines = [grid(evening.app, "ranking").render_line(y) for y in range(4)]
        styles = [s.style for line in lines for s in line if s.style is not None]
        assert styles
        for style in styles:
            for colour in (style.color, style.bgcolor):
                assert colour is None or colour.is_default


@pytest.mark.parametrize(
    ("size", "theme", "key"),
    [(WIDE, "dark", "1"), (WIDE, "light", "2"), (SMALL, "mono", "1"), (WIDE, "dark", "3")],
)
def test_looks(snap_compare: object, size: tuple[int, int], theme: str, key: str) -> None:
    evening = Evening(theme=theme)

    async def before(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()

    assert snap_compare(evening.app, terminal_size=size, run_before=before)  # type: ignore[operator]
