"""Which screen follows which in an evening of duplicate, and the records made on the way."""

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.evening import Played


def sit_down(box: "Box", section: str, table: int) -> str:
    """The box stands at this table; the screen that its evening begins with."""
    settings = box.settings
    if (settings.section, settings.table) != (section, table):
        settings.section, settings.table = section, table
        box.save_settings()
    box.sitting.sit(box.config, section, table)
    box.seated = True
    box.reseat = False
    return first_of_round(box)


def first_of_round(box: "Box") -> str:
    """PAIRS in an open event; PLAYERS or ROUND in a movement; END when all is played."""
    sitting = box.sitting
    if not sitting.movement:
        return "PAIRS"
    if not sitting.round:
        return "END"
    asks = box.config.get("players") == "ask" and sitting.round == 1
    return "PLAYERS" if asks and not box.evening.players else "ROUND"


def next_entry(box: "Box") -> None:
    """A new entry: the next board, the pairs of the round or those of the last entry."""
    entry = box.entry
    entry.clear_play()
    if box.sitting.movement:
        entry.ns, entry.ew = box.sitting.pairs()
    entry.board = box.sitting.next_board()


def correct(box: "Box", played: "Played") -> None:
    """The entry becomes a correction of that record."""
    entry = box.entry
    entry.take(played.ns, played.ew, played.board, played.contract, played.declarer, played.result)
    entry.lead = played.lead
    entry.replaces = str(played.n)


def keep_result(box: "Box") -> None:
    """The entry becomes a record. MemoryFull leaves the entry as it is."""
    entry = box.entry
    over = entry.over()
    wire = "" if over is None else str(over)
    values = (entry.board, entry.ns, entry.ew, entry.contract, entry.declarer, wire, entry.lead)
    old = box.evening.find(int(entry.replaces)) if entry.replaces else None
    number = old.round if old else str(box.sitting.round or "")
    box.last = box.add_record("R", result_values(box, number, values, old))


def result_values(
    box: "Box", number: str, values: "tuple[str, ...]", old: "Played | None"
) -> "dict[str, object]":
    """The fields of a result's record: board, ns, ew, contract, declarer, result, lead."""
    names = ("board", "ns", "ew", "contract", "declarer", "result", "lead")
    fields: dict[str, object] = dict(zip(names, values))
    fields["event"] = box.event
    fields["section"] = box.settings.section
    fields["table"] = box.settings.table or ""
    fields["round"] = number
    fields["replaces"] = old.reference if old else ""
    return fields


def after_result(box: "Box") -> str:
    """After SAVED: what the director lets be seen if the host can say it, else the next entry."""
    shows = box.config.get("show", "none") != "none"
    return "RESULTS" if shows and box.terminal.state in ("green", "amber") else after_shown(box)


def after_shown(box: "Box") -> str:
    """The next board, or the round's sheet when there is none left."""
    next_entry(box)
    if not box.sitting.movement:
        return "PAIRS"
    return "BOARD" if box.sitting.left(box.sitting.round) else "ROUNDSHEET"


def is_sent(box: "Box") -> bool:
    """True when the newest result is acknowledged by a host."""
    return box.last is not None and box.journal.is_marked(box.last)
