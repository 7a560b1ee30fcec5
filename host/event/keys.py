"""What a record is a result of: two counting records with one key cannot both stand."""

from __future__ import annotations

from typing import NamedTuple

from host.scoring.lines import Line


class Key(NamedTuple):
    """The key of an R, U or N record (TL/1, Records); the event is always tonight's.

    An open event has R by section, board and pairs; a movement by section, table, round, board and
    room; U goes by table, rubber and deal; N by section, table, round and seat.
    """

    kind: str
    section: str = ""
    table: str = ""
    round: str = ""
    board: int = 0
    ns: str = ""
    ew: str = ""
    room: str = ""
    rubber: int = 0
    deal: int = 0
    seat: str = ""

    def words(self) -> str:
        """For the director: ``board 5, 3 against 12`` or ``board 5, table 2, round 1``."""
        parts = [f"section {self.section}"] if self.section else []
        match self.kind:
            case "R":
                parts.append(f"board {self.board}")
                if self.ns or self.ew:
                    parts.append(f"{self.ns} against {self.ew}")
                else:
                    parts += [f"table {self.table}", f"round {self.round}"]
                    parts += [f"{self.room} room"] if self.room else []
            case "U":
                parts += [f"table {self.table}", f"rubber {self.rubber}", f"deal {self.deal}"]
            case _:
                parts += [f"table {self.table}", f"round {self.round}", f"seat {self.seat}"]
        return ", ".join(parts)


def result_key(
    section: str, table: str, round: str, board: int, ns: str, ew: str, room: str, *, movement: bool
) -> Key:
    """The key of a board's result, by the kind of event."""
    if movement:
        return Key("R", section, table, round, board, room=room)
    return Key("R", section, board=board, ns=ns, ew=ew)


def line_key(line: Line, *, movement: bool) -> Key:
    """The key under which a line counts."""
    ns, ew = "+".join(line.ns), "+".join(line.ew)
    return result_key(
        line.section, line.table, line.round, line.board, ns, ew, line.room, movement=movement
    )
