"""What the modes without a host have in common: the game's book, and keeping what was keyed.

Every field of a result knows this module, so a duplicate evening loads it too; the books, which
are larger, are loaded with the first game.
"""

from firmware_sim.entry import NOT_PLAYED, PASS, Entry
from firmware_sim.journal import MemoryFull

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.match_book import MatchBook
    from firmware_sim.rubber_book import RubberBook
    from firmware_sim.rules.contract import Contract

FULL_HERE = "GAMEFULL"
MATCH = "match"
"""The form of a match's book; a rubber's and a Chicago's are those of their rule sets."""


def rubber_rules(box: "Box") -> str:
    """The rule set that a new rubber or Chicago will have."""
    settings = box.settings
    return settings.chicago_rules if settings.mode == "CHICAGO" else settings.rubber_rules


def rubber_book(box: "Box") -> "RubberBook":
    """The book of the rubber or Chicago, from the journal when the mode has just begun."""
    form = "chicago" if box.settings.mode == "CHICAGO" else "rubber"
    if box.book is None or box.book.form != form:
        from firmware_sim.rubber_book import RubberBook

        box.book = RubberBook(box, form, rubber_rules(box))
    return box.book  # type: ignore[return-value]  # its form says so


def running_book(box: "Box") -> "RubberBook":
    """The same, but where the last one is over a new one begins."""
    book = rubber_book(box)
    if book.sheet.over:
        book.begin(rubber_rules(box))
    return book


def match_book(box: "Box") -> "MatchBook":
    """The book of the match now being keyed, by the rule set that is set now."""
    settings = box.settings
    book = box.book
    told = (MATCH, settings.match, settings.teams_rules)
    if book is None or (book.form, book.number, book.rules.name) != told:
        from firmware_sim.match_book import MatchBook

        box.book = MatchBook(box, settings.match, settings.teams_rules)
    return box.book  # type: ignore[return-value]  # its form says so


def deal_number(book: "RubberBook") -> int:
    """The number of the deal to be played next."""
    return len(book.sheet.deals) + 1


def vulnerable_key(book: "RubberBook") -> str:
    """VUL_NONE, VUL_NS, VUL_EW or VUL_ALL for the deal to be played next."""
    sheet = book.sheet
    ns, ew = sheet.vulnerable("NS"), sheet.vulnerable("EW")
    if ns:
        return "VUL_ALL" if ew else "VUL_NS"
    return "VUL_EW" if ew else "VUL_NONE"


def heading(box: "Box") -> str:
    """Line 1 of the fields of a result: which deal or board and room, who is vulnerable."""
    words, entry = box.words, box.entry
    if box.settings.mode == "TEAMS":
        return words("ROOM_HEAD", board=entry.board, room=words("ROOM_" + room_of(entry)))
    book = running_book(box)
    return words("DEAL_HEAD", deal=deal_number(book), vul=words(vulnerable_key(book)))


def room_of(entry: Entry) -> str:
    """The home team, 1, sits North-South in the open room and East-West in the closed room."""
    return "C" if entry.ns == "2" else "O"


def points_for_ns(box: "Box") -> "int | None":
    """What the deal typed so far is worth to North-South, bonuses and all; None while open."""
    entry = box.entry
    if box.settings.mode == "TEAMS":
        return entry.ns_score(match_book(box).rules)
    contract, tricks = entry.bid(), entry.tricks()
    if contract is None or tricks is None or not entry.declarer:
        return None
    from firmware_sim.rules.rubber import RubberDeal

    sheet = running_book(box).sheet
    before = sheet.ns_total - sheet.ew_total
    sheet.add(RubberDeal("NS" if entry.declarer in ("N", "S") else "EW", contract, tricks))
    after = sheet.ns_total - sheet.ew_total
    sheet.undo()
    return after - before


def confirm(box: "Box") -> str:
    """The last field was confirmed: keep the result, or ask for honours first."""
    if box.settings.mode == "TEAMS":
        return _keep_room(box)
    if not box.entry.played:
        return "PASSEDOUT"
    if running_book(box).rules.honours[1]:
        return "HONOURS"
    return keep_deal(box, 0, 0)


def keep_deal(box: "Box", honours_ns: int, honours_ew: int) -> str:
    """Record the deal that was typed; the sheet follows, or the end."""
    entry, book = box.entry, running_book(box)
    contract, tricks = _complete(entry)
    try:
        book.enter(contract, entry.declarer, tricks, honours_ns, honours_ew)
    except (MemoryFull, ValueError):
        return FULL_HERE
    box.entry = Entry()
    return "WON" if book.sheet.over else "SHEET"


def _keep_room(box: "Box") -> str:
    entry, book = box.entry, match_book(box)
    board, room = int(entry.board), room_of(entry)
    try:
        if entry.contract == NOT_PLAYED:
            book.not_played(board, room)
        elif entry.contract == PASS:
            book.enter(board, room, None, "", 0)
        else:
            contract, tricks = _complete(entry)
            book.enter(board, room, contract, entry.declarer, tricks)
    except MemoryFull:
        return FULL_HERE
    box.entry = Entry()
    return "IMPS"


def _complete(entry: Entry) -> "tuple[Contract, int]":
    contract, tricks = entry.bid(), entry.tricks()
    if contract is None or tricks is None:
        raise ValueError("the entry is incomplete")
    return contract, tricks
