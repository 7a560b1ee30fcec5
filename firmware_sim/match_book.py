"""A team-of-four match keyed at one box, as the journal holds it: both rooms of each board."""

from firmware_sim.counting import ALONE, add_alone, release_kind
from firmware_sim.rules.contract import Contract, parse_contract, tricks_of, wire_result
from firmware_sim.rules.duplicate import ns_score
from firmware_sim.rules.imps import imps
from firmware_sim.rules.rule_sets import rule_set

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.link.records import Record

ROOMS = ("O", "C")
"""Open room: the home team (1) sits North-South; closed room: East-West."""

HIGHEST_NUMBER = 99
HIGHEST_BOARD = 999


class MatchBook:
    """One match: ``results`` maps (board, room) to the record that counts, ``last`` is the newest.

    Scores follow the rule set named when the book is opened, so both rooms are always scored
    by the same one.
    """

    def __init__(self, box: "Box", number: int, rules_name: str) -> None:
        self.box = box
        self.form = "match"
        self.number = number
        self.rules = rule_set(rules_name)
        self.results: "dict[tuple[int, str], Record]" = {}
        self.last: "Record | None" = None
        for record in box.journal.counting("R"):
            if is_match_record(record) and record.get("round") == str(number):
                self._take(record)

    def enter(
        self, board: int, room: str, contract: "Contract | None", declarer: str, tricks: int
    ) -> None:
        """Record one room's result (contract None: passed out); one already there is replaced.

        MemoryFull, and nothing recorded, when only a host or a new match can make room.
        """
        values: "dict[str, object]" = {"contract": "PASS"}
        if contract is not None:
            values["contract"] = contract.text
            values["declarer"] = declarer
            values["result"] = wire_result(contract, tricks)
        self._enter(board, room, values)

    def not_played(self, board: int, room: str) -> None:
        """Record that one room did not play the board."""
        self._enter(board, room, {"contract": "NP"})

    def undo(self) -> None:
        """Void the result entered last; ValueError when there is none."""
        if self.last is None:
            raise ValueError("there is no result to take back")
        voided = self.last
        self._add("V", {"event": ALONE, "voids": voided.reference, "by": "players"})
        del self.results[_place(voided)]
        self.last = None
        for record in self.results.values():
            if self.last is None or self.last.n < record.n:
                self.last = record

    def score_ns(self, board: int, room: str) -> "int | None":
        """North-South's score in that room; None when it is missing or was not played."""
        record = self.results.get((board, room))
        if record is None or record.get("contract") == "NP":
            return None
        if record.get("contract") == "PASS":
            return 0
        contract = parse_contract(record.get("contract"))
        tricks = tricks_of(contract, record.get("result"))
        return ns_score(contract, record.get("declarer"), tricks, board, self.rules)

    def difference(self, board: int) -> "int | None":
        """Points that the home team gained on a board; None until both rooms have played it."""
        opened, closed = self.score_ns(board, "O"), self.score_ns(board, "C")
        return None if opened is None or closed is None else opened - closed

    def imps(self, board: int) -> "int | None":
        """The home team's IMPs on a board, with their sign."""
        points = self.difference(board)
        return None if points is None else imps(points)

    def total(self) -> "tuple[int, int]":
        """IMPs of the home team and of the visitors, each one's gains added."""
        gains = [self.imps(board) or 0 for board in self.boards()]
        return sum([gain for gain in gains if gain > 0]), -sum([gain for gain in gains if gain < 0])

    def boards(self) -> "list[int]":
        """The boards with a result in either room, ascending."""
        return sorted({board for board, _ in self.results})

    def next_place(self) -> "tuple[int, str]":
        """The (board, room) to be keyed next: the last room's next board that it lacks."""
        if self.last is None:
            return 1, ROOMS[0]
        board, room = _place(self.last)
        while (board, room) in self.results:
            board = board % HIGHEST_BOARD + 1
        return board, room

    def _enter(self, board: int, room: str, values: "dict[str, object]") -> None:
        earlier = self.results.get((board, room))
        values["event"] = ALONE
        values["round"] = self.number
        values["board"] = board
        values["ns"], values["ew"] = (1, 2) if room == "O" else (2, 1)
        values["room"] = room
        values["replaces"] = earlier.reference if earlier is not None else ""
        self._take(self._add("R", values))

    def _add(self, kind: str, values: "dict[str, object]") -> "Record":
        return add_alone(self.box, kind, values, list(self.results.values()))

    def _take(self, record: "Record") -> None:
        self.results[_place(record)] = record
        self.last = record


def is_match_record(record: "Record") -> bool:
    """Whether this is a result of a match without a host: such ones name their room."""
    return record.event == ALONE and record.get("room") != ""


def current_match(box: "Box") -> int:
    """The number of the match entered last, 0 when there is none."""
    number = 0
    for record in box.journal.counting("R"):
        if is_match_record(record):
            number = int(record.get("round"))
    return number


def new_match(box: "Box") -> int:
    """A number for a new match; older results without a host may be overwritten from now on."""
    number = current_match(box) % HIGHEST_NUMBER + 1
    release_kind(box.journal, "R")
    return number


def _place(record: "Record") -> "tuple[int, str]":
    return int(record.get("board")), record.get("room")
