"""A whole rubber typed on the panel with the real firmware, and read off the drawn glass."""

from __future__ import annotations

from textual.events import Key

from device.panel.dots import Style
from tests.device.panel_boxes import Hand
from tests.vectors import rows

TYPED = {"NS": "u", "EW": "w", "NT": "n"}
"""What is typed for a side's first seat and for no trump; suits and X are their letters."""


def typed(contract: str) -> list[str]:
    """``4SX`` as typed."""
    denomination = contract[1:].rstrip("X")
    doubled = "x" * contract.count("X")
    return [contract[0], TYPED.get(denomination, denomination.lower()), *doubled]


async def test_the_teaching_page_typed_on_the_panel_shows_its_totals() -> None:
    hand = Hand(None)
    app = hand.app
    async with app.run_test(size=(37, 30)) as pilot:
        hand.wait(3)  # the self test

        def type_(*keys: str) -> None:
            for key in keys:
                app.on_key(Key(key, None))
            hand.wait(0.1 * len(keys) + 0.2)

        await pilot.pause()
        type_("2", "1", "enter")  # RUBBER, by the laws
        for row in rows("events/rubber_page/deals.csv"):
            tricks = list(row["tricks"])
            type_("enter", *typed(row["contract"]), TYPED[row["side"]], "enter")
            type_(*tricks, "enter", "enter")  # no honours
            if "WIN RUBBER" in app.glass.cells[0]:
                break
            type_("enter")
        await pilot.pause()
        assert app.arrangement.raster.style is Style.TEXT
        shown = [line.rstrip() for line in app.glass.cells[::2]]
        # The page's own figures: EW 880, NS 1630; EW win the rubber two games to one.
        assert shown[:2] == ["EW WIN RUBBER 500", "SUM   1630    880"]
