"""Sitting: what this table has played and has still to play, from its records, the movement and
what the director decided at the host. Without a movement (an open event) there is one endless
round, number 0.
"""

from firmware_sim.evening import Evening, Played
from firmware_sim.link.config import Config, Round


class Sitting:
    """One table's evening. ``round`` is the round now at the table, 0 in an open event."""

    __slots__ = ("_began", "config", "evening", "round", "section", "swapped", "table")

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.config = Config("")
        self.section = ""
        self.table = 0
        self.round = 0
        self.swapped = 0
        self._began = (0, 0)

    def sit(self, config: Config, section: str, table: int) -> None:
        """Another table, or another configuration; the first round with boards left is on."""
        moved = (section, table) != (self.section, self.table)
        self.config, self.section, self.table = config, section, table
        if moved or not self.plan:
            self.go_to(self.next_round())

    def go_to(self, number: int) -> None:
        """That round is on; a swap that its records show still holds."""
        self.round = number
        plan = self.plan
        if plan is not None and not plan.sit_out:
            turned = (str(plan.ew[0]), str(plan.ns[0]))
            for played in self.results():
                if played.round == str(number) and (played.ns, played.ew) == turned:
                    self.swapped = number

    def begin(self, now_ms: int) -> None:
        """The players begin the round; the clock runs from the first time."""
        if self._began[0] != self.round:
            self._began = (self.round, now_ms)

    def minutes_left(self, now_ms: int) -> "int | None":
        """Whole minutes of the round still to come, 0 when it is over; None without a clock."""
        minutes = self.config.number("clock")
        if not minutes or not self.round or self._began[0] != self.round:
            return None
        left = minutes * 60000 - (now_ms - self._began[1])
        return max(0, (left + 59999) // 60000)

    @property
    def movement(self) -> bool:
        """True when the host told which pairs play which boards."""
        return self.config.movement

    @property
    def plan(self) -> "Round | None":
        """The round now at the table; None in an open event."""
        return self.config.round(self.round) if self.movement else None

    def pairs(self) -> "tuple[str, str]":
        """North-South and East-West of the round (North and East in an individual)."""
        plan = self.plan
        if plan is None or plan.sit_out:
            return "", ""
        ns, ew = str(plan.ns[0]), str(plan.ew[0])
        return (ew, ns) if self.swapped == self.round else (ns, ew)

    def results(self) -> "list[Played]":
        """This table's counting results, oldest first, as the director decided them if he did."""
        found = []
        for played in self.evening.at_table(self.section, self.table):
            rows = self.config.corrections(int(played.round or "0"), int(played.board))
            ours = [row for row in rows if row[:2] == (played.ns, played.ew)]
            if not ours and rows and self.movement:
                ours = rows
            if not ours:
                found.append(played)
            elif ours[-1][2]:
                found.append(played.decided(ours[-1]))
        return found

    def result(self, number: int, board: int) -> "Played | None":
        """The counting result of a board in a round."""
        for played in self.results():
            if played.round == str(number) and played.board == str(board):
                return played
        return None

    def earlier(self, board: str, ns: str, ew: str) -> "Played | None":
        """The same board at this table: these pairs in an open event, anybody in a movement.

        A board of this round counts first; one that this round brings again is no earlier one.
        """
        plan = self.plan
        if plan is not None and board.isdigit() and int(board) in plan.boards:
            return self.result(self.round, int(board))
        for played in self.results():
            if played.board == board and (self.movement or (played.ns, played.ew) == (ns, ew)):
                return played
        return None

    def left(self, number: int) -> "list[int]":
        """Boards of a round still to be played here, in order."""
        plan = self.config.round(number)
        if plan is None or plan.sit_out:
            return []
        done = [played.board for played in self.results() if played.round == str(number)]
        decided = [
            board
            for board in plan.boards
            if any([row[2] for row in self.config.corrections(number, board)])
        ]
        return [board for board in plan.boards if str(board) not in done and board not in decided]

    def next_round(self) -> int:
        """The first round with boards left, or a later round's sit-out; 0 when all is played."""
        if not self.movement:
            return 0
        seen = max([self.round] + [int(played.round or "0") for played in self.results()])
        for number in range(1, self.config.rounds + 1):
            plan = self.config.round(number)
            if plan is not None and (self.left(number) or (plan.sit_out and number > seen)):
                return number
        return 0

    def next_board(self) -> str:
        """The board to be offered; "" when nobody can know it."""
        if self.movement:
            left = self.left(self.round)
            return str(left[0]) if left else ""
        done = self.evening.at_table(self.section, self.table)
        return str(int(done[-1].board) % 999 + 1) if done else ""

    def check(self, board: str, ns: str, ew: str) -> str:
        """What is wrong with this board now: "", PLAYED, NOTROUND or ORDER."""
        if self.earlier(board, ns, ew) is not None:
            return "PLAYED"
        plan = self.plan
        if plan is None:
            return ""
        if int(board) not in plan.boards:
            return "NOTROUND"
        return "" if board == self.next_board() else "ORDER"

    def may_correct(self, played: Played) -> bool:
        """Whether players may correct it: a record of this round, if the director allows that."""
        allowed = self.config.get("correct", "players") == "players"
        return allowed and played.n > 0 and (not self.movement or played.round == str(self.round))
