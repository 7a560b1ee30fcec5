"""The same evenings with whole virtual boxes: every result is keyed at the keypad's contacts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from device.keying import keys_for, keys_towards_pairs
from device.table_box import TableBox
from firmware_sim.firmware import Firmware
from firmware_sim.journal import Journal
from firmware_sim.link.terminal import Terminal
from tests.chaos.boxes import BoxLine, SimBox
from tests.chaos.disasters import (
    Disaster,
    arduino,
    box_off,
    garbage,
    host_killed,
    kill_at,
    move,
    store_lost,
    store_restored,
    swap_cables,
    unplug,
    unplug_unnoticed,
)
from tests.chaos.truth import Identity, check_of

if TYPE_CHECKING:
    from tests.chaos.world import World

STEP_MS = 40
HOLD_MS, GAP_MS = 30, 30
WAYS_BACK = ("TABLE", "WAIT", "MODE", "BOOT", "PAIRS")


class KeypadBox(SimBox):
    """A TableBox with someone at its keys, under the names that a world knows a box by."""

    def __init__(self, world: World, serial: str, table: int) -> None:
        self.box = TableBox(serial=serial, seed=world.rng.getrandbits(32))
        self.box.plug(BoxLine(self))
        self.began = world.now
        self._script: Iterator[int] = iter(())
        super().__init__(world, serial, table)
        world.at(STEP_MS, self._work)

    @property
    def firmware(self) -> Firmware:
        firmware = self.box.firmware
        assert isinstance(firmware, Firmware)
        return firmware

    @property
    def terminal(self) -> Terminal:  # type: ignore[override]
        return self.firmware.box.terminal

    @property
    def journal(self) -> Journal:  # type: ignore[override]
        return self.firmware.box.journal

    def boot(self) -> None:
        self._run()
        self.box.power_on()
        self.alive = self.box.powered
        if self.alive:
            self.inbox = b""
            self._look_at_memory()
            self._script = self._play()

    def die(self) -> None:
        self.box.power_off()
        self.alive = False
        self.token += 1

    def wake(self) -> None:
        self._run()

    def _run(self) -> None:
        """Let the box's time catch up with the world's."""
        self.box.run_until_us((self.world.now - self.began) * 1000)
        if self.alive and not self.box.powered:
            self.world.truth.strikes["power cut while keys are pressed"] += 1
            self.restart_later(self.world.rng.randrange(500, 8_000))

    def _work(self) -> None:
        """The next thing the players do; and again when they have rested."""
        self._run()
        pause = STEP_MS
        if self.alive and not self.quiet:
            pause = next(self._script, STEP_MS)
            self._run()
        elif self.alive and self.torn is not None:
            self._look_at_memory()  # the evening ended just as this one was accepted
        self.world.at(pause, self._work)

    # Fingers; each yields the milliseconds until the next thing

    def _play(self) -> Iterator[int]:
        while True:
            yield from self._sit_down()
            yield from self._key_a_result()
            yield self.world.rng.randrange(100, 4_000)

    def _tap(self, key: str) -> int:
        self.box.tap(key, HOLD_MS, GAP_MS)
        return HOLD_MS + GAP_MS

    def _sit_down(self) -> Iterator[int]:
        """Back from wherever the last entry was left, to the pair numbers."""
        while self.firmware.screen.NAME not in WAYS_BACK:
            saved = self.firmware.screen.NAME == "SAVED"
            yield self._tap("OK" if saved else "CANCEL")
        while (screen := self.firmware.screen.NAME) != "PAIRS":
            for key in self._keys_at(screen):
                yield self._tap(key)
            yield 200

    def _keys_at(self, screen: str) -> list[str]:
        """Nothing at WAIT: to go on would be to go on without the host."""
        if screen in ("WAIT", "BOOT"):
            return []
        shown = self.box.lcd_lines()[1].split()
        if screen == "TABLE" and shown[-1:] not in (["A"], ["TABLE"]):  # typed before a cut
            return ["OK"] if shown[-1:] == [f"A{self.table}"] else ["CANCEL"]
        return keys_towards_pairs(screen, "A", self.table)

    def _key_a_result(self) -> Iterator[int]:
        rng, number = self.world.rng, self.world.number()
        ns, ew, board = number // 30 * 2 + 1, number // 30 * 2 + 2, number % 30 + 1
        contract, declarer = rng.choice(("4S", "3NTX", "2HXX")), rng.choice("NESW")
        tricks = rng.choice((8, 9, 10, 11))
        *keys, accept = keys_for(ns, ew, board, contract, declarer, tricks)
        for key in keys:
            yield self._tap(key)
        if self.firmware.screen.NAME != "VERIFY" or not self._is_right(ns, ew, board, tricks):
            return  # a draft from before the cut was in the way: the players begin again
        over = tricks - 6 - int(contract[0])
        n = self.journal.high + 1
        said = f"{board},{ns},{ew},{contract},{declarer},{over},,,"
        text = f"R,{n},{self.terminal.event},A,{self.table},,{said}"
        self.torn = ((self.serial, n, check_of(self.serial, text)), text, None)
        yield self._tap(accept)
        yield 100
        if self.firmware.screen.NAME != "SAVED":
            self.world.truth.lost(f"{text} was accepted and not saved: {self.box.lcd_lines()}")
            return
        self._saved(n, text)

    def _is_right(self, ns: int, ew: int, board: int, tricks: int) -> bool:
        entry = self.firmware.box.entry
        typed = (entry.ns, entry.ew, entry.board, entry.tricks())
        return typed == (str(ns), str(ew), str(board), tricks)

    def _saved(self, n: int, text: str) -> None:
        """The LCD says SAVED: from now on this result may not be lost."""
        self.torn = None
        identity: Identity = self.world.truth.confirm(self.serial, n, text)
        self.held.add(identity)
        if not any((r.n, r.check) == identity[1:] for r in self.journal.records()):
            self.world.truth.lost(f"{text} was shown as saved and is not in the memory")


def cut_while_keying(world: World) -> None:
    """At any microsecond of the next seconds, in the middle of whatever goes on then."""
    box = world.rng.choice(world.boxes)
    if isinstance(box, KeypadBox) and box.alive:
        now = box.box.clock.now / 1000
        box.box.cut_power_at(now + world.rng.uniform(0, 3000))


KEYPAD_DISASTERS: tuple[Disaster, ...] = (
    cut_while_keying,
    cut_while_keying,
    box_off,
    unplug,
    unplug_unnoticed,
    move,
    swap_cables,
    garbage,
    host_killed,
    kill_at("before commit"),
    kill_at("after commit"),
    kill_at("torn"),
    store_lost,
    store_restored,
    arduino,
)
