"""A console over a core with boxes on in-memory lines: no threads, no ports, one clock."""

from __future__ import annotations

from host.console.app import ConsoleApp
from host.core import HostCore
from host.event.settings import EventSettings
from host.service import HostService
from tests.host.desk_rig import Rig, RigBox

# Boards 1 to 3 of a Howell round with three tables; scores by law 77, vulnerability by law 2.
RESULTS = (
    # table, board, ns, ew, contract, declarer, result
    (1, 1, 1, 2, "4S", "N", "0"),  # nobody vulnerable: +420
    (2, 1, 3, 4, "4S", "N", "-1"),  # -50
    (3, 1, 5, 6, "3NT", "S", "1"),  # +430
    (1, 2, 1, 2, "2HX", "E", "-1"),  # East-West not vulnerable on board 2: +100
    (2, 2, 3, 4, "PASS", "", ""),
    (3, 2, 5, 6, "6C", "W", "0"),  # -920
)


class Evening:
    """Three boxes at tables A1 to A3, results keyed and settled, and a console over them."""

    def __init__(self, *, results: bool = True, theme: str = "dark") -> None:
        self.rig = Rig(event=EventSettings("E3", name="Tuesday Pairs", boards=2))
        self.boxes = [self.rig.plug(f"/dev/p{i}", RigBox(f"VB{i:04d}")) for i in (1, 2, 3)]
        for table, box in enumerate(self.boxes, 1):
            box.terminal.ask_table("A", table)
        self.rig.until(
            lambda: all(b.terminal.event == "E3" and b.terminal.table for b in self.boxes)
        )
        if results:
            for table, board, ns, ew, contract, declarer, result in RESULTS:
                self.key(table, board, ns, ew, contract, declarer, result)
        self.service = HostService(self.core, now=lambda: self.rig.now)
        self.app = ConsoleApp(self.service, theme=theme, wall=self.rig.wall, live=False)

    @property
    def core(self) -> HostCore:
        assert self.rig.core is not None
        return self.rig.core

    def key(
        self, table: int, board: int, ns: int, ew: int, contract: str, declarer: str, result: str
    ) -> None:
        """Key a result at a table and let it arrive."""
        box = self.boxes[table - 1]
        box.key(board, ns, ew, contract, declarer, result, table=table)
        self.rig.until(lambda: box.terminal.waiting == 0)
        self.rig.run(0.1)
