"""A port and its two threads: one opens, reads and closes; one writes what waits in its outbox.

The desk never waits for a port. What it wants sent goes into the port's bounded outbox; when a
stalled port lets it fill, the oldest frames fall out, which the link repairs by itself (a lost
acknowledgement is asked for again).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from host.errors import UserError
from host.link.lines import LinkLost, WaitingLine

OUTBOX_FRAMES = 64
RETRY_FIRST_S, RETRY_MOST_S = 1.0, 5.0


class PortChange(Enum):
    """What a port's thread reports."""

    OPENED = "opened"
    DATA = "data"
    CLOSED = "closed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PortEvent:
    """One report of a port: the bytes of DATA, the sentence of CLOSED and FAILED.

    `keyed` on OPENED: only a box with a pairing key may speak here (a network address).
    """

    port: str
    change: PortChange
    data: bytes = b""
    why: str = ""
    keyed: bool = False


class Outbox:
    """What is to be written to one port: bounded, oldest out first, waited for by its writer."""

    def __init__(self, most: int = OUTBOX_FRAMES) -> None:
        self._frames: deque[bytes] = deque(maxlen=most)
        self._ready = threading.Condition()
        self._closed = False
        self.dropped = 0

    def put(self, data: bytes) -> None:
        """Add a frame; never waits."""
        with self._ready:
            self.dropped += len(self._frames) == self._frames.maxlen
            self._frames.append(data)
            self._ready.notify()

    def take(self) -> bytes | None:
        """Wait for frames and return all of them joined; None once the outbox is closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._frames or self._closed)
            if self._closed:
                return None
            data = b"".join(self._frames)
            self._frames.clear()
            return data

    def close(self) -> None:
        """End the writer; what is still inside is dropped."""
        with self._ready:
            self._closed = True
            self._ready.notify()


class Port:
    """Keeps one port open: opens it again after each loss, every second backing off to five."""

    def __init__(
        self,
        name: str,
        opener: Callable[[], WaitingLine],
        report: Callable[[PortEvent], None],
        retry_first_s: float = RETRY_FIRST_S,
    ) -> None:
        self.name = name
        self._opener = opener
        self._report = report
        self._retry_first_s = retry_first_s
        self._stopping = threading.Event()
        self._hanging_up = False
        self._outbox: Outbox | None = None
        self._thread = threading.Thread(target=self._run, name=f"port {name}", daemon=True)

    def start(self) -> None:
        """Begin; the first report is OPENED or FAILED."""
        self._thread.start()

    def send(self, data: bytes) -> None:
        """Queue bytes for the port; dropped when it is not open. Never waits."""
        outbox = self._outbox
        if outbox is not None:
            outbox.put(data)

    def stop(self) -> None:
        """Ask the thread to close the port and end; `join` waits for it."""
        self._stopping.set()

    def hang_up(self) -> None:
        """Close the line and open it again after the usual pause."""
        self._hanging_up = True

    def join(self, timeout_s: float = 2.0) -> None:
        """Wait for the thread's end."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        pause = self._retry_first_s
        said = ""
        while not self._stopping.is_set():
            try:
                line = self._opener()
            except (UserError, OSError) as problem:
                if str(problem) != said:  # the same reason again is no news
                    said = str(problem)
                    self._report(PortEvent(self.name, PortChange.FAILED, why=said))
                self._stopping.wait(pause)
                pause = min(pause * 1.5, RETRY_MOST_S)
                continue
            pause, said = self._retry_first_s, ""
            self._serve(line)
            self._stopping.wait(self._retry_first_s)

    def _serve(self, line: WaitingLine) -> None:
        """Read an open line until it is lost or we are told to stop."""
        self._hanging_up = False
        self._outbox = outbox = Outbox()
        writer = threading.Thread(
            target=self._write, args=(line, outbox), name=f"out {self.name}", daemon=True
        )
        self._report(PortEvent(self.name, PortChange.OPENED))
        writer.start()
        why = "closed by this host"
        try:
            while not (self._stopping.is_set() or self._hanging_up):
                data = line.wait()
                if data:
                    self._report(PortEvent(self.name, PortChange.DATA, data))
        except LinkLost as loss:
            why = str(loss)
        self._outbox = None
        outbox.close()
        writer.join()  # before closing: a descriptor number must not be reused under the writer
        line.close()
        self._report(PortEvent(self.name, PortChange.CLOSED, why=why))

    @staticmethod
    def _write(line: WaitingLine, outbox: Outbox) -> None:
        while (data := outbox.take()) is not None:
            try:
                line.write(data)
            except LinkLost:
                return  # the reader meets the same loss and reports it
