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
    """One counting result, as text field by field; ``reference`` names its record."""

    __slots__ = KEPT + ("check", "n", "reference")

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

    def __init__(self, record: "Record") -> None:
        self.n = record.n
        self.check = record.check
        self.reference = record.reference
        for name in KEPT:
            setattr(self, name, record.get(name))


class Evening:
    """The counting results of one event, oldest first. ``stored`` counts all records in memory."""

    __slots__ = ("event", "results", "stored")

    def __init__(self) -> None:
        self.event = "-"
        self.results: list[Played] = []
        self.stored = 0

    def rebuild(self, journal: "Journal", event: str) -> None:
        """Read the whole memory."""
        self.event = event
        self.results = []
        self.stored = 0
        for record in journal.records():
            self.put(record)

    def put(self, record: "Record") -> None:
        """One more record: a result counts, what it replaces or voids counts no more."""
        self.stored += 1
        if record.ends:
            self.results = [played for played in self.results if played.reference != record.ends]
        if record.kind == "R" and record.event == self.event:
            self.results.append(Played(record))

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
