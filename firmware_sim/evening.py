"""Evening: what this box's own records say about tonight; rebuilt at boot from its memory alone."""

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.journal import Journal
    from firmware_sim.link.records import Record

KEPT = (
    "section",
    "table",
    "round",
    "board",
    "ns",
    "ew",
    "contract",
    "declarer",
    "result",
    "lead",
)


class Played:
    """One counting result, as text field by field as on the wire.

    ``n`` and ``reference`` name its record; 0 and "" when the director decided it at the host.
    """

    __slots__ = KEPT + ("n", "reference")

    section: str
    table: str
    round: str
    board: str
    ns: str
    ew: str
    contract: str
    declarer: str
    result: str
    lead: str

    def __init__(self, n: int, reference: str, values: "tuple[str, ...]") -> None:
        self.n = n
        self.reference = reference
        for name, value in zip(KEPT, values):
            setattr(self, name, value)

    def decided(self, row: "tuple[str, ...]") -> "Played":
        """The same board as the director decided it: NS, EW, contract, declarer, result, lead."""
        seat = (self.section, self.table, self.round, self.board)
        return Played(0, "", seat + tuple(row))


class Evening:
    """The counting results of one event, oldest first.

    ``players`` are (round, seat, number); ``called`` is true while the director is wanted;
    ``stored`` counts all records in memory.
    """

    __slots__ = ("called", "event", "players", "results", "stored")

    def __init__(self) -> None:
        self.event = "-"
        self.results: list[Played] = []
        self.players: list[tuple[str, str, str]] = []
        self.called = False
        self.stored = 0

    def rebuild(self, journal: "Journal", event: str) -> None:
        """Read the whole memory."""
        self.event = event
        self.results = []
        self.players = []
        self.called = False
        self.stored = 0
        for record in journal.records():
            self.put(record)

    def put(self, record: "Record") -> None:
        """One more record: a result counts, what it replaces or voids counts no more."""
        self.stored += 1
        if record.ends:
            self.results = [played for played in self.results if played.reference != record.ends]
        if record.event == "-" and record.get("room"):
            return  # of a team match keyed without a host: it has a sheet of its own
        if record.kind == "R" and record.event == self.event:
            values = tuple([record.get(name) for name in KEPT])
            self.results.append(Played(record.n, record.reference, values))
        elif record.kind == "N" and record.event == self.event:
            self.players.append((record.get("round"), record.get("seat"), record.get("number")))
        elif record.kind == "D" and record.event == self.event:
            self.called = record.get("call") == "on"

    def at_table(self, section: str, table: int) -> "list[Played]":
        """Results that were entered at this table, oldest first."""
        seat = (section, str(table))
        return [played for played in self.results if (played.section, played.table) == seat]

    def find(self, n: int) -> "Played | None":
        """The counting result of that record number."""
        for played in self.results:
            if played.n == n:
                return played
        return None
