"""The screens by name, each loaded when it is first shown (a Pico's heap has 192 kB)."""

from firmware_sim import modules

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_sim.screens.base import Screen

_WRITTEN = """
BOOT boot Boot
MODE mode Mode
HELP help Help
WAIT wait Wait
TABLE table Table
PAIRS pairs Pairs
BOARD board BoardNumber
CONTRACT contract ContractScreen
DECLARER declarer Declarer
RESULT result Result
PASSBOX pass_box PassBox
VERIFY verify Verify
SAVED saved Saved
PLAYERS players Players
ROUND rounds RoundScreen
LEAD lead Lead
RESULTS results Results
ROUNDSHEET round_sheet RoundSheet
ROUNDSHEETEW round_sheet RoundSheetEw
MOVE move Move
END move End
SCORES scores Scores
NOTROUND trouble NotInRound
PLAYED trouble AlreadyPlayed
ORDER trouble OutOfOrder
NOTINHAND trouble NotInHand
NOTCOMPLETE trouble NotComplete
FULL trouble MemoryIsFull
KEYS says Keys
MESSAGE says Message
REFUSED says Refused
PIN pin Pin
CALLED pin Called
TDMENU td_menu TdMenu
ADJUST td_adjust Adjust
TDBOARD td_boards TdBoard
ERASE td_boards Erase
SWAP td_boards Swap
TDSTATUS td_lists Status
MISSING td_lists Missing
TDSHEET td_lists TdSheet
RESEND td_box Resend
LANGUAGE td_box Language
CONTRAST td_box Contrast
RESET td_box Reset
TDDONE td_box TdDone
RUBBER new_rubber NewRubber
DEAL deal Deal
PASSEDOUT passed_out PassedOut
HONOURS honours Honours
SHEET sheet SheetScreen
UNDO undo Undo
STOP finish_early FinishEarly
WON rubber_won RubberWon
GAMEFULL game_full GameFull
MATCH match Match
ROOM room Room
IMPS imps Imps
MATCHSHEET match_sheet MatchSheet
SETUP setup Setup
ADDRESS address Address
STATUS status Status
MEMORY status Memory
"""


class Screens:
    """Name -> (module under firmware_sim.screens, class); one text, as a dictionary of pairs would
    take seven times as much of the heap.
    """

    def __iter__(self) -> "Iterator[str]":
        return iter([line.split(" ")[0] for line in _WRITTEN.strip().split("\n")])

    def __getitem__(self, name: str) -> "tuple[str, str]":
        at = _WRITTEN.find("\n" + name + " ")
        if at < 0 or " " in name:
            raise KeyError(name)
        _, module, class_name = _WRITTEN[at + 1 : _WRITTEN.find("\n", at + 1)].split(" ")
        return module, class_name


SCREENS = Screens()

FIRST = {
    "": "MODE",
    "DUPLICATE": "WAIT",
    "RUBBER": "RUBBER",
    "CHICAGO": "RUBBER",
    "TEAMS": "MATCH",
}
"""Which screen a mode begins with."""


def screen_class(name: str) -> "type[Screen]":
    """The class of a screen; KeyError for a name that no screen has."""
    module, class_name = SCREENS[name]
    found: type[Screen] = modules.load_in_room("screens", module, class_name)
    return found
