"""A key matrix of bare contacts: rows crossed by columns, no diodes.

A row driven low pulls low every column it is joined to through closed contacts, by whatever way
round: three keys on the corners of a rectangle make the fourth corner look pressed (a ghost).
That follows from the wiring alone, so it is worked out by flood fill, once for each change of a
contact and never for a scan.
"""

from collections.abc import Callable

from device.clock import Alarm, Clock
from device.faults import Bounce


def joined_columns(closed: list[int], row: int) -> int:
    """The columns (bits, column 0 is 1) joined to ``row`` when ``closed`` are the contacts.

    ``closed`` holds one word of column bits for each row.
    """
    reached = closed[row]
    if not reached:
        return 0
    while True:
        grown = reached
        for columns in closed:
            if columns & grown:
                grown |= columns
        if grown == reached:
            return reached
        reached = grown


class KeyMatrix:
    """``rows`` by ``columns`` contacts; keys press and release them, with bounce if fitted.

    ``on_change`` is called after each change of a contact. ``scan_row(row)`` gives the columns
    that read as closed; it is a plain look-up, as nothing changes between contact changes.
    """

    def __init__(self, clock: Clock, rows: int, columns: int, bounce: Bounce | None = None) -> None:
        self.rows, self.columns = rows, columns
        self.on_change: Callable[[], None] = _nobody
        self._clock = clock
        self._bounce = bounce
        self._pressed = [0] * rows
        self._jammed = [0] * rows
        self._dead = [0] * rows
        self._seen = [0] * rows
        self._settling: dict[tuple[int, int], list[Alarm]] = {}
        self._wanted: set[tuple[int, int]] = set()
        self.scan_row: Callable[[int], int] = self._seen.__getitem__

    def press(self, row: int, column: int) -> None:
        """A finger goes down on a key; pressing a pressed key changes nothing."""
        self._check(row, column)
        if (row, column) not in self._wanted:
            self._wanted.add((row, column))
            self._move(row, column, closing=True)

    def release(self, row: int, column: int) -> None:
        """The finger goes up; releasing a free key changes nothing."""
        self._check(row, column)
        if (row, column) in self._wanted:
            self._wanted.discard((row, column))
            self._move(row, column, closing=False)

    def jam(self, row: int, column: int) -> None:
        """The key sticks: its contact stays closed until ``free``."""
        self._check(row, column)
        self._jammed[row] |= 1 << column
        self._settle()

    def kill(self, row: int, column: int) -> None:
        """The contact is worn out: it never closes until ``free``."""
        self._check(row, column)
        self._dead[row] |= 1 << column
        self._settle()

    def free(self, row: int, column: int) -> None:
        """The key is mended."""
        self._check(row, column)
        self._jammed[row] &= ~(1 << column)
        self._dead[row] &= ~(1 << column)
        self._settle()

    @property
    def held(self) -> frozenset[tuple[int, int]]:
        """The keys with a finger on them or jammed, as (row, column)."""
        jammed = {
            (row, column)
            for row, bits in enumerate(self._jammed)
            for column in range(self.columns)
            if bits >> column & 1
        }
        return frozenset(self._wanted | jammed)

    def _check(self, row: int, column: int) -> None:
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ValueError(
                f"no key at row {row}, column {column}: this matrix has {self.rows} rows "
                f"and {self.columns} columns"
            )

    def _move(self, row: int, column: int, *, closing: bool) -> None:
        for alarm in self._settling.pop((row, column), ()):
            self._clock.cancel(alarm)
        if self._bounce is None:
            self._set(row, column, closing)
            return
        first, *later = self._bounce.times()
        assert first == 0
        alarms = []
        closed = closing
        for offset in later:
            closed = not closed
            alarms.append(self._clock.after(offset, self._toggle(row, column, closed)))
        self._settling[row, column] = alarms
        self._set(row, column, closing)

    def _toggle(self, row: int, column: int, closed: bool) -> Callable[[], None]:
        return lambda: self._set(row, column, closed)

    def _set(self, row: int, column: int, closed: bool) -> None:
        bit = 1 << column
        self._pressed[row] = self._pressed[row] | bit if closed else self._pressed[row] & ~bit
        self._settle()

    def _settle(self) -> None:
        closed = [
            (pressed & ~dead) | jammed
            for pressed, dead, jammed in zip(self._pressed, self._dead, self._jammed, strict=True)
        ]
        if sum(map(bool, closed)) > 1:  # one row alone cannot lead anywhere else
            closed = [joined_columns(closed, row) for row in range(self.rows)]
        self._seen[:] = closed
        self.on_change()


def _nobody() -> None:
    pass
