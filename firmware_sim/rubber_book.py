"""The rubber or the Chicago being played, as the journal holds it.

Rebuilt from the records alone, so a box whose power went knows every confirmed deal.
"""

from firmware_sim.counting import add_alone, release_kind
from firmware_sim.link.records import rules_name
from firmware_sim.rules.chicago import sheet_for
from firmware_sim.rules.contract import Contract, parse_contract, tricks_of, wire_result
from firmware_sim.rules.rubber import RubberDeal
from firmware_sim.rules.rule_sets import rule_set

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.box import Box
    from firmware_sim.link.records import Record

HIGHEST_NUMBER = 999

DEAL_FIELDS = (
    "event",
    "table",
    "rubber",
    "deal",
    "rules",
    "contract",
    "declarer",
    "result",
    "honours_ns",
    "honours_ew",
)


class RubberBook:
    """The rubber or Chicago being played: ``form`` is "rubber" or "chicago".

    ``sheet`` stands after all confirmed deals; ``number`` is the rubber's; ``records`` are those
    of its deals in order. A book whose sheet is over stays open until ``begin``.
    """

    def __init__(self, box: "Box", form: str, rules_name: str) -> None:
        self.box = box
        self.form = form
        self.records: "list[Record]" = []
        self.number = 1
        self.rules = rule_set(rules_name)
        self.sheet = sheet_for(self.rules)
        self._rebuild()

    @property
    def event(self) -> str:
        """The event of the deals so far, "" before the first."""
        return self.records[0].event if self.records else ""

    def begin(self, rules_name: str) -> None:
        """Open a fresh sheet by these rules; older records without a host may be overwritten."""
        taken = {int(record.get("rubber")) for record in self.box.journal.counting("U")}
        release_kind(self.box.journal, "U")
        self.number = max(taken) + 1 if taken else 1
        if self.number > HIGHEST_NUMBER:
            self.number = min([n for n in range(1, HIGHEST_NUMBER) if n not in taken])
        self.records = []
        self.rules = rule_set(rules_name)
        self.sheet = sheet_for(self.rules)

    def enter(
        self,
        contract: Contract,
        declarer: str,
        tricks: int,
        honours_ns: int = 0,
        honours_ew: int = 0,
    ) -> None:
        """Record a deal that was played.

        ValueError, and nothing recorded, for a deal that the sheet refuses; MemoryFull likewise.
        """
        self.sheet.add(RubberDeal(_side(declarer), contract, tricks, honours_ns, honours_ew))
        values: "dict[str, object]" = {
            "event": self.event or self.box.event,
            "table": self.box.settings.table or "",
            "rubber": self.number,
            "deal": len(self.sheet.deals),
            "rules": self.rules.name,
            "contract": contract.text,
            "declarer": declarer,
            "result": wire_result(contract, tricks),
            "honours_ns": honours_ns,
            "honours_ew": honours_ew,
            "end": "won" if self.sheet.over else "-",
        }
        try:
            self.records.append(self._add("U", values))
        except Exception:
            self.sheet.undo()
            raise

    def finish(self) -> None:
        """Stop before the end: the last deal's record is replaced by one that says so."""
        self._replace_last("stopped")
        self.sheet.finish()

    def undo(self) -> None:
        """Take back the early end, or else the last deal; ValueError when there is neither."""
        if not self.records:
            raise ValueError("there is no deal to take back")
        last = self.records[-1]
        if last.get("end") == "stopped":
            self._replace_last("-")
        else:
            self._add("V", {"event": last.event, "voids": last.reference, "by": "players"})
            self.records.pop()
        self.sheet.undo()

    def _replace_last(self, end: str) -> None:
        last = self.records[-1]
        values: "dict[str, object]" = {name: last.get(name) for name in DEAL_FIELDS}
        values["end"] = end
        values["replaces"] = last.reference
        self.records[-1] = self._add("U", values)

    def _add(self, kind: str, values: "dict[str, object]") -> "Record":
        return add_alone(self.box, kind, values, self.records)

    def _rebuild(self) -> None:
        """Play the deals of the newest rubber of this form, if all of them are there."""
        mine = [record for record in self.box.journal.counting("U") if _form(record) == self.form]
        if not mine:
            return
        number = mine[-1].get("rubber")
        deals = {int(r.get("deal")): r for r in mine if r.get("rubber") == number}
        self.number = int(number)
        if sorted(deals) != list(range(1, len(deals) + 1)):
            return
        self.records = [deals[deal] for deal in sorted(deals)]
        self.rules = rule_set(rules_name(self.records[-1].get("rules")))
        self.sheet = sheet_for(self.rules)
        for record in self.records:
            self.sheet.add(_deal_of(record))
        if self.records[-1].get("end") == "stopped":
            self.sheet.finish()


def _deal_of(record: "Record") -> RubberDeal:
    deal = _deal(record.get("contract"), record.get("declarer"), record.get("result"))
    deal.honours_ns = int(record.get("honours_ns") or 0)
    deal.honours_ew = int(record.get("honours_ew") or 0)
    return deal


def _deal(contract_text: str, declarer: str, result: str) -> RubberDeal:
    contract = parse_contract(contract_text)
    return RubberDeal(_side(declarer), contract, tricks_of(contract, result))


def _side(declarer: str) -> str:
    return "NS" if declarer in ("N", "S") else "EW"


def _form(record: "Record") -> str:
    return rule_set(rules_name(record.get("rules"))).form
