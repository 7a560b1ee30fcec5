"""The screens by name, each loaded when it is first shown (a Pico's heap has 192 kB)."""

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.screens.base import Screen

SCREENS = {
    # name: (module under firmware_sim.screens, class)
    "BOOT": ("boot", "Boot"),
    "MODE": ("mode", "Mode"),
    "HELP": ("help", "Help"),
    # duplicate
    "WAIT": ("wait", "Wait"),
    "TABLE": ("table", "Table"),
    "PAIRS": ("pairs", "Pairs"),
    "BOARD": ("board", "BoardNumber"),
    "CONTRACT": ("contract", "ContractScreen"),
    "DECLARER": ("declarer", "Declarer"),
    "RESULT": ("result", "Result"),
    "PASSBOX": ("pass_box", "PassBox"),
    "VERIFY": ("verify", "Verify"),
    "SAVED": ("saved", "Saved"),
    "PLAYERS": ("players", "Players"),
    "ROUND": ("rounds", "RoundScreen"),
    "LEAD": ("lead", "Lead"),
    "RESULTS": ("results", "Results"),
    "ROUNDSHEET": ("round_sheet", "RoundSheet"),
    "ROUNDSHEETEW": ("round_sheet", "RoundSheetEw"),
    "MOVE": ("move", "Move"),
    "END": ("move", "End"),
    "SCORES": ("scores", "Scores"),
    "NOTROUND": ("trouble", "NotInRound"),
    "PLAYED": ("trouble", "AlreadyPlayed"),
    "ORDER": ("trouble", "OutOfOrder"),
    "NOTINHAND": ("trouble", "NotInHand"),
    "NOTCOMPLETE": ("trouble", "NotComplete"),
    "FULL": ("trouble", "MemoryIsFull"),
    # said by the box itself
    "KEYS": ("says", "Keys"),
    "MESSAGE": ("says", "Message"),
    "REFUSED": ("says", "Refused"),
    # the director
    "PIN": ("pin", "Pin"),
    "CALLED": ("pin", "Called"),
    "TDMENU": ("td_menu", "TdMenu"),
    "ADJUST": ("td_adjust", "Adjust"),
    "TDBOARD": ("td_boards", "TdBoard"),
    "ERASE": ("td_boards", "Erase"),
    "SWAP": ("td_boards", "Swap"),
    "TDSTATUS": ("td_lists", "Status"),
    "MISSING": ("td_lists", "Missing"),
    "TDSHEET": ("td_lists", "TdSheet"),
    "RESEND": ("td_box", "Resend"),
    "LANGUAGE": ("td_box", "Language"),
    "CONTRAST": ("td_box", "Contrast"),
    "RESET": ("td_box", "Reset"),
    "TDDONE": ("td_box", "TdDone"),
    # rubber and Chicago
    "RUBBER": ("new_rubber", "NewRubber"),
    "DEAL": ("deal", "Deal"),
    "PASSEDOUT": ("passed_out", "PassedOut"),
    "HONOURS": ("honours", "Honours"),
    "SHEET": ("sheet", "SheetScreen"),
    "UNDO": ("undo", "Undo"),
    "STOP": ("finish_early", "FinishEarly"),
    "WON": ("rubber_won", "RubberWon"),
    "GAMEFULL": ("game_full", "GameFull"),
    # team of four
    "MATCH": ("match", "Match"),
    "ROOM": ("room", "Room"),
    "IMPS": ("imps", "Imps"),
    "MATCHSHEET": ("match_sheet", "MatchSheet"),
    # the box itself
    "SETUP": ("setup", "Setup"),
    "ADDRESS": ("address", "Address"),
    "STATUS": ("status", "Status"),
    "MEMORY": ("status", "Memory"),
}

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
    module, name = SCREENS[name]
    path = "firmware_sim.screens." + module
    found: type[Screen] = getattr(__import__(path, None, None, (name,)), name)
    return found
