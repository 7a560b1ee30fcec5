"""A crew of virtual boxes on pseudo terminals, keyed by simulated fingers.

Each result goes key contact -> matrix -> firmware -> journal -> TL/1 -> UART -> pseudo terminal.
Keys go as fast as the simulation runs; while a box waits for its host, its time follows ours.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from device.keying import NOT_PLAYED, PASS, keys_for, keys_towards_pairs
from device.live_box import LiveBox
from device.pty_line import PtyLine
from device.table_box import TableBox
from firmware_sim.firmware import Firmware
from host.errors import UserError
from host.evening import Seat
from host.scoring.lines import Line

HOLD_MS, GAP_MS = 30.0, 30.0
"""A quick finger; the firmware debounces for 12 ms."""

PATIENCE_S = 20.0
"""How long a box may take for anything that it does by itself."""


class Player:
    """One virtual box with someone at its keys. A context: the pseudo terminal is closed after."""

    def __init__(self, seat: Seat, seed: int = 0, speed: float = 8.0) -> None:
        self.seat = seat
        self.line = PtyLine()
        self.box = TableBox(serial=seat.serial, seed=seed)
        self.live = LiveBox(self.box, self.line, speed)
        self.keyed = 0
        self._script = self._play()
        self.box.power_on()

    @property
    def path(self) -> str:
        """The serial port a host opens to reach this box."""
        return self.line.path

    @property
    def waiting(self) -> int:
        """Records that no host has acknowledged yet."""
        return self._firmware().box.terminal.waiting

    @property
    def screen(self) -> str:
        """The name of the screen the box shows."""
        return self._firmware().screen.NAME

    def act(self) -> bool:
        """Do the next thing: a key, or a moment's waiting. False when everything is delivered."""
        return next(self._script, False)

    def close(self) -> None:
        """Take the box's pseudo terminal away."""
        self.line.close()

    def _play(self) -> Iterator[bool]:
        yield from self._sit_down()
        for line in self.seat.lines:
            yield from self._key(line)
        while self.waiting:
            self.live.pump(time.monotonic())
            yield True

    def _sit_down(self) -> Iterator[bool]:
        """From power on to the first pair number."""
        deadline = time.monotonic() + PATIENCE_S
        while (screen := self.screen) != "PAIRS":
            for key in self._keys_at(screen):
                self.live.tap(key, HOLD_MS, GAP_MS)
                yield True
            while self.screen == screen:  # the host has to be asked, or found first
                self.live.pump(time.monotonic())
                if time.monotonic() > deadline:
                    raise UserError(f"box {self.seat.serial} does not get to work: {self._glass()}")
                yield True

    def _keys_at(self, screen: str) -> list[str]:
        """What to press; nothing at WAIT, where going on would mean going on without the host."""
        if screen == "WAIT":
            return []
        return keys_towards_pairs(screen, self.seat.section, self.seat.table)

    def _key(self, line: Line) -> Iterator[bool]:
        *keys, accept = keys_of(line)
        for key in keys:
            self.live.tap(key, HOLD_MS, GAP_MS)
            yield True
        if not self._is_verified(line):
            raise UserError(
                f"box {self.seat.serial}: board {line.board} of {line.ns[0]} against {line.ew[0]} "
                f"was not taken: {self._glass()}"
            )
        self.live.tap(accept, HOLD_MS, GAP_MS)
        self.keyed += 1
        yield True

    def _is_verified(self, line: Line) -> bool:
        """Whether East, who is shown everything again, would accept it."""
        entry = self._firmware().box.entry
        typed = (entry.ns, entry.ew, entry.board, entry.declarer, entry.tricks())
        meant = (*line.ns, *line.ew, str(line.board), line.declarer, line.tricks)
        return self.screen == "VERIFY" and typed == meant and entry.bid() == line.contract

    def _glass(self) -> str:
        return f"it shows {self.screen} " + "|".join(self.box.lcd_lines())

    def _firmware(self) -> Firmware:
        firmware = self.box.firmware
        assert isinstance(firmware, Firmware)
        return firmware


def keys_of(line: Line) -> list[str]:
    """The keys of a whole result, from the pair numbers to the acceptance."""
    if line.not_played:
        contract = NOT_PLAYED
    else:
        contract = line.contract.text if line.contract else PASS
    return keys_for(line.ns[0], line.ew[0], line.board, contract, line.declarer, line.tricks or 0)


class Crew:
    """All the players of an evening, worked in turn by whoever calls `work`."""

    def __init__(self, seats: tuple[Seat, ...], seed: int = 1, speed: float = 8.0) -> None:
        self.players = [Player(seat, seed + i, speed) for i, seat in enumerate(seats)]

    @property
    def keyed(self) -> int:
        """Results confirmed at the boxes so far."""
        return sum(player.keyed for player in self.players)

    def work(self, after_turn: Callable[[], None] = lambda: None) -> None:
        """Key everything and wait until every box has delivered everything it holds.

        ``after_turn`` is called after each round of the tables; it may wait, to set the pace.
        """
        busy = list(self.players)
        while busy:
            busy = [player for player in busy if player.act()]
            after_turn()
            if busy and all(player.keyed == len(player.seat.lines) for player in busy):
                time.sleep(0.001)  # only answers are missing: leave the processor to the host

    def close(self) -> None:
        """Take every box away."""
        for player in self.players:
            player.close()


class _Stopped(Exception):
    """Whoever watched has gone."""


@contextmanager
def working_beside(crew: Crew, turn_s: float) -> Iterator[None]:
    """Let a crew work in a thread of its own, a key every ``turn_s`` seconds, until the end."""
    stop = threading.Event()

    def pace() -> None:
        if stop.wait(turn_s):
            raise _Stopped

    def work() -> None:
        try:
            crew.work(pace)
        except _Stopped:
            return

    thread = threading.Thread(target=work, name="crew", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
