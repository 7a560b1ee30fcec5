"""UART, 8 data bits, no parity, one stop bit, on the virtual clock.

A byte is ten bits long on the wire (start, eight data bits with the lowest first, stop), so at
115,200 baud one takes 87 us. The receiver looks for the falling edge of a start bit and samples
each bit in its middle; a low level where the stop bit should be is a framing error. At another
rate than the far end's it therefore reads other bytes, or none, exactly as the waveform says.

Behind the shift registers stand the ring buffers of an interrupt-driven driver. What arrives
when the receive ring is full is lost and counted as an overrun.
"""

from collections import deque
from collections.abc import Callable

from device.clock import Alarm, Clock
from firmware_sim.byte_line import ByteLine

FRAME_BITS = 10


def sample(data: bytes, sent_at: int, read_at: int) -> list[tuple[int, int | None]]:
    """What a receiver at ``read_at`` baud makes of bytes sent back to back at ``sent_at`` baud.

    Returns (time in microseconds from the first start bit, byte); None for a framing error. The
    time is that of the middle of the stop bit.
    """
    levels: list[int] = []
    for byte in data:
        levels += [0, *((byte >> bit) & 1 for bit in range(8)), 1]

    def level(at: float) -> int:
        index = int(at * sent_at)
        return levels[index] if index < len(levels) else 1

    heard: list[tuple[int, int | None]] = []
    edge = 0
    while edge < len(levels):
        start = edge / sent_at
        bits = [level(start + (bit + 0.5) / read_at) for bit in range(FRAME_BITS)]
        stop = start + (FRAME_BITS - 0.5) / read_at
        if bits[0] == 0:  # else a glitch shorter than half a bit: no start bit at all
            byte = sum(bit << place for place, bit in enumerate(bits[1:9]))
            heard.append((round(stop * 1e6), byte if bits[9] else None))
        else:
            stop = start + 0.5 / read_at
        edge = _next_edge(levels, max(edge + 1, int(stop * sent_at)))
    return heard


def _next_edge(levels: list[int], index: int) -> int:
    """The next bit at or after ``index`` that falls from high to low."""
    while index < len(levels) and not (levels[index] == 0 and levels[index - 1] == 1):
        index += 1
    return index


class Uart:
    """The box's serial port: the firmware's ByteLine on one side, a cable on the other.

    ``plug`` joins a ByteLine; ``poll`` fetches what has arrived on it. Bytes leave and arrive one
    by one at their time; the line is given them in packets of up to ``packet`` bytes, or when
    there is nothing more to send (a USB adapter gathers 64, to spare the host). ``on_received``
    is called for each byte that reaches the receive ring.

    Unplugged, bytes leave for nowhere: a UART does not know. There is no flow control on three
    wires, so what the line will not take at its moment is lost (``dropped``).
    """

    def __init__(self, clock: Clock, baud: int = 115200, ring: int = 512) -> None:
        if baud <= 0:
            raise ValueError(f"a baud rate of {baud} is not above 0")
        self.baud = baud
        self.ring = ring
        self.packet = 1
        self.framing_errors = self.overruns = 0
        self.sent = self.received = self.dropped = 0
        self.lost: OSError | None = None
        self.on_received: Callable[[], None] = _nobody
        self.powered = True
        self._clock = clock
        self._cable: ByteLine | None = None
        self._cable_baud = baud
        self._rx = bytearray()
        self._tx: deque[int] = deque()
        self._tx_alarm: Alarm | None = None
        self._rx_alarm: Alarm | None = None
        self._gathered = bytearray()
        self._arriving: deque[tuple[int, int | None]] = deque()
        self._line_free_at = 0

    # -- the firmware's side -------------------------------------------------------------------

    def read(self) -> bytes:
        """What has arrived since the last call."""
        if not self._rx:
            return b""
        data = bytes(self._rx)
        self._rx.clear()
        return data

    def write(self, data: bytes) -> int:
        """Queue as many bytes as the transmit ring has room for; return how many."""
        taken = data[: self.ring - len(self._tx)]
        self._tx.extend(taken)
        if self._tx_alarm is None and self._tx:
            self._start_byte()
        return len(taken)

    def close(self) -> None:
        """The port of a box is never closed; for the ByteLine's sake."""

    # -- the cable's side ----------------------------------------------------------------------

    def plug(self, line: ByteLine, baud: int | None = None) -> None:
        """Join a cable whose far end speaks at ``baud`` (None: at this port's own rate)."""
        self._cable = line
        self._cable_baud = baud or self.baud
        self.lost = None

    def unplug(self) -> ByteLine | None:
        """Pull the cable; bytes under way are lost. Returns the line, still open."""
        line, self._cable = self._cable, None
        self._forget_arriving()
        return line

    @property
    def plugged(self) -> bool:
        """Whether there is a cable; false too when the line behind it was lost (``lost``)."""
        return self._cable is not None

    def poll(self) -> None:
        """Fetch what the cable has brought; those bytes arrive one after another from now on."""
        cable = self._cable
        if cable is None:
            return
        try:
            data = cable.read()
        except OSError as error:
            self._lose(error)
            return
        if data and self.powered:
            self._arrive(data)

    def power_off(self) -> None:
        """Both rings and the shift registers are empty."""
        self.powered = False
        self._rx.clear()
        self._tx.clear()
        self._gathered.clear()
        self._forget_arriving()
        if self._tx_alarm is not None:
            self._clock.cancel(self._tx_alarm)
            self._tx_alarm = None

    def power_on(self) -> None:
        """Ready; nothing received, nothing to send."""
        self.powered = True

    # -- transmitter ---------------------------------------------------------------------------

    def _byte_us(self, baud: int, count: int = 1) -> int:
        return round(count * FRAME_BITS * 1_000_000 / baud)

    def _start_byte(self) -> None:
        self._tx_alarm = self._clock.after(self._byte_us(self.baud), self._byte_sent)

    def _byte_sent(self) -> None:
        byte = self._tx.popleft()
        self.sent += 1
        if self._tx:
            self._start_byte()
        else:
            self._tx_alarm = None
        self._gathered.append(byte)
        full = len(self._gathered) >= self.packet and self._cable_baud == self.baud
        if full or not self._tx:
            self._hand_over()

    def _hand_over(self) -> None:
        """Give the cable what was gathered, as its far end hears it."""
        data = bytes(self._gathered)
        self._gathered.clear()
        if self._cable is None:
            return
        if self._cable_baud != self.baud:
            # Heard at another rate, a byte depends on its neighbours: a burst is judged as one.
            heard = sample(data, self.baud, self._cable_baud)
            data = bytes(byte for _, byte in heard if byte is not None)
        self._deliver(data)

    def _deliver(self, data: bytes) -> None:
        assert self._cable is not None
        try:
            self.dropped += len(data) - self._cable.write(data)
        except OSError as error:
            self._lose(error)
            return
        self.poll()  # a far end that answers within write is heard from this moment on

    def _lose(self, error: OSError) -> None:
        self.unplug()
        self.lost = error

    # -- receiver ------------------------------------------------------------------------------

    def _arrive(self, data: bytes) -> None:
        start = max(self._clock.now, self._line_free_at)
        if self._cable_baud == self.baud:
            byte_us = FRAME_BITS * 1_000_000 / self.baud
            self._arriving.extend(
                (start + round(byte_us * (place + 1)), byte) for place, byte in enumerate(data)
            )
        else:
            heard = sample(data, self._cable_baud, self.baud)
            self._arriving.extend((start + at, byte) for at, byte in heard)
        self._line_free_at = start + self._byte_us(self._cable_baud, len(data))
        self._await_next()

    def _await_next(self) -> None:
        if self._arriving and self._rx_alarm is None:
            self._rx_alarm = self._clock.at(self._arriving[0][0], self._byte_arrived)

    def _forget_arriving(self) -> None:
        self._arriving.clear()
        if self._rx_alarm is not None:
            self._clock.cancel(self._rx_alarm)
            self._rx_alarm = None

    def _byte_arrived(self) -> None:
        self._rx_alarm = None
        _, byte = self._arriving.popleft()
        if byte is None:
            self.framing_errors += 1
        elif len(self._rx) >= self.ring:
            self.overruns += 1
        else:
            self._rx.append(byte)
            self.received += 1
            self.on_received()
        self._await_next()


def _nobody() -> None:
    pass
