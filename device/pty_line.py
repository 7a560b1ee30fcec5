"""A pseudo terminal as a ByteLine: what a virtual box has for a socket on its side."""

import errno
import os
import tty

CHUNK = 4096


class PtyLine:
    """A new pseudo terminal, raw. ``path`` is the device that a host opens as its serial port.

    The slave is kept open here too, so that hosts may come and go without the line being lost:
    Linux gives EIO on the master when the last slave descriptor is closed. A pseudo terminal is
    not paced by any baud rate; the UART at its end is.
    """

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)

    def fileno(self) -> int:
        """The descriptor to wait on; -1 when closed."""
        return self._master

    def read(self) -> bytes:
        """What the other side wrote since the last call; OSError when the line is lost."""
        self._check()
        try:
            return os.read(self._master, CHUNK)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Take what fits into the terminal's queue; OSError when the line is lost."""
        self._check()
        try:
            return os.write(self._master, data) if data else 0
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Take the pseudo terminal away: whoever has it open sees it hung up."""
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def _check(self) -> None:
        if self._master < 0:
            raise OSError(errno.EBADF, f"the pseudo terminal {self.path} is closed")
