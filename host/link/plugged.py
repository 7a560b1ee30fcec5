"""Every serial port of this machine, as they are plugged in and pulled out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from host.link.serial_port import PortInfo, list_ports

LOOK_S = 1.0
"""How often the system is asked; so a new port is asked for its box within two seconds."""


class Plugged:
    """Looks at the list of ports again and again, and reports what came and what went."""

    def __init__(
        self,
        came: Callable[[PortInfo], None],
        went: Callable[[str], None],
        listed: Callable[[], Sequence[PortInfo]] = list_ports,
        look_s: float = LOOK_S,
    ) -> None:
        self._came = came
        self._went = went
        self._listed = listed
        self._look_s = look_s
        self._there: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plugged", daemon=True)

    def start(self) -> None:
        """Report the ports that are there, then every change."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def look(self) -> None:
        """Look once and report."""
        now = {port.path: port for port in self._listed() if is_for_boxes(port)}
        for path in sorted(self._there - set(now)):
            self._went(path)
        for path in sorted(set(now) - self._there):
            self._came(now[path])
        self._there = set(now)

    def _run(self) -> None:
        self.look()
        while not self._stopping.wait(self._look_s):
            self.look()


def is_for_boxes(port: PortInfo) -> bool:
    """USB adapters and boards. A PC's own /dev/ttyS0 to 31 are there whether wired or not."""
    return bool(port.vid_pid)
