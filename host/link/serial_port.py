"""Serial ports by pyserial: the only module that knows it.

A path (``/dev/ttyUSB0``, a pseudo terminal) or an address that pyserial understands
(``socket://HOST:PORT``, ``rfc2217://HOST:PORT``). Unplugging shows itself in pyserial as
SerialException, OSError, termios.error or TypeError, by the call that meets it; here all of
them are a LinkLost.
"""

from __future__ import annotations

import errno
import os
import termios
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import serial
from serial.tools import list_ports as _list_ports

from host.errors import UserError
from host.link.lines import LinkLost

T = TypeVar("T")

_LOSSES = (serial.SerialException, OSError, termios.error, TypeError, ValueError, AttributeError)
READ_MOST = 4096
NETWORK = ("socket", "rfc2217")
BAUD_RATES = (9600, 19200, 38400, 57600, 115200)


class PortProblem(UserError):
    """A port cannot be opened: one sentence with the remedy."""


@dataclass(frozen=True, slots=True)
class PortInfo:
    """A serial port of this machine, as the system describes it; empty where it says nothing."""

    path: str
    maker: str
    product: str
    vid_pid: str
    serial_number: str


class SerialLine:
    """A ByteLine and a WaitingLine on one open port, used exclusively."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def wait(self) -> bytes:
        """Return the bytes that are there, else wait up to 0.1 s for the first."""
        return self._guard(lambda: self._available(self._port.read(self._port.in_waiting or 1)))

    def read(self) -> bytes:
        """Return what has arrived, without waiting."""
        return self._guard(lambda: self._available(b""))

    def write(self, data: bytes) -> int:
        """Write; 0 when the line took nothing within a second (a stalled port is not lost)."""
        try:
            return self._guard(lambda: int(self._port.write(data) or 0))
        except _Stalled:
            return 0

    def close(self) -> None:
        """Close; a port that has gone already may complain, and nobody needs to know."""
        try:
            self._port.close()
        except _LOSSES:
            return

    def _available(self, data: bytes) -> bytes:
        """All that is there: pyserial's socket:// owns up to one waiting byte at a time.

        A loss behind bytes that came is met again by the next call, so the bytes are kept.
        """
        try:
            while len(data) < READ_MOST and (waiting := self._port.in_waiting):
                data += self._port.read(waiting)
        except _LOSSES:
            if not data:
                raise
        return data

    def _guard(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except serial.SerialTimeoutException as stalled:
            raise _Stalled from stalled
        except _LOSSES as loss:
            raise LinkLost(str(loss) or type(loss).__name__) from loss


class _Stalled(Exception):
    """The port takes no bytes at the moment."""


def check_path(path: str) -> None:
    """Refuse what can never become a port; PortProblem, a sentence with what is allowed."""
    scheme, mark, rest = path.partition("://")
    if not path:
        raise PortProblem("a port needs a path, such as /dev/ttyUSB0; `overtrick ports` lists them")
    if mark:
        host, _, number = rest.rpartition(":")
        number = number.partition("?")[0].partition("/")[0]
        if scheme not in NETWORK or not (host and number.isdecimal() and int(number) <= 65535):
            raise PortProblem(
                f"{path}: a port on the network is socket://HOST:N or rfc2217://HOST:N"
            )
    elif os.path.isfile(path) or os.path.isdir(path):
        what = "folder" if os.path.isdir(path) else "file"
        raise PortProblem(
            f"{path}: it is a {what}, no port; `overtrick ports` lists those there are"
        )


def open_serial(path: str, baud: int = 115200, dtr: bool = True) -> SerialLine:
    """Open a port for one user: 8N1, no flow control, DTR asserted unless told otherwise.

    USB stacks of Picos and ESP32s hold their output back without DTR; an Arduino resets when it
    rises, and the link lives with that. Raises PortProblem, a sentence with the remedy.
    """
    check_path(path)
    try:
        port = _closed_port(path, baud)
        port.dtr = dtr
        port.open()
    except (*_LOSSES, RuntimeError) as failure:
        raise PortProblem(_in_words(path, failure)) from failure
    return SerialLine(port)


def _closed_port(path: str, baud: int) -> serial.Serial:
    """A port to be opened. pyserial's RFC 2217 knows no time-out for writing."""
    port: serial.Serial = serial.serial_for_url(  # socket:// and rfc2217:// are Serial-like
        path, do_not_open=True, baudrate=baud, timeout=0.1
    )
    if not path.startswith("rfc2217://"):
        port.write_timeout = 1
    if "://" not in path:
        port.exclusive = True
    return port


def _in_words(path: str, failure: BaseException) -> str:
    """The system's reason as a sentence that says what to do."""
    if "://" in path:
        return f"{path}: no connection ({failure}); is the other end listening there?"
    number = getattr(failure, "errno", None)
    if not os.path.exists(path):
        return f"{path}: there is no such port; `overtrick ports` lists those there are"
    if number == errno.EACCES:
        return (
            f"{path}: this user may not open it; join its group with "
            f"`sudo usermod -aG dialout $USER` and log in again"
        )
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
        return f"{path}: another program is using it; close that program first"
    return f"{path}: it is no serial port or does not answer ({failure})"


def list_ports() -> tuple[PortInfo, ...]:
    """Every serial port that the system lists (pseudo terminals are not), by path."""
    return tuple(sorted((_info(p) for p in _comports()), key=lambda port: port.path))


def _comports() -> Iterable[object]:
    return _list_ports.comports()


def _info(port: object) -> PortInfo:
    def text(name: str) -> str:
        return str(getattr(port, name, None) or "")

    vid, pid = getattr(port, "vid", None), getattr(port, "pid", None)
    vid_pid = f"{vid:04x}:{pid:04x}" if vid is not None and pid is not None else ""
    product = text("product") or (text("description") if text("description") != "n/a" else "")
    return PortInfo(text("device"), text("manufacturer"), product, vid_pid, text("serial_number"))


class FollowedPort:
    """Opens a port by its path and, when it comes back elsewhere, by its adapter's serial number.

    A USB adapter that was pulled and plugged in again may get another path. Call it to open.
    """

    def __init__(
        self,
        path: str,
        baud: int = 115200,
        dtr: bool = True,
        listed: Callable[[], Sequence[PortInfo]] = list_ports,
    ) -> None:
        self.path = path
        self._baud = baud
        self._dtr = dtr
        self._listed = listed
        self._adapter = ""

    def __call__(self) -> SerialLine:
        """Open it where it is now; PortProblem, a sentence, when it is nowhere."""
        path = self._where()
        line = open_serial(path, self._baud, self._dtr)
        real = os.path.realpath(path)
        for port in self._listed():
            if port.serial_number and os.path.realpath(port.path) == real:
                self._adapter = port.serial_number
        return line

    def _where(self) -> str:
        if self._adapter and not os.path.exists(self.path):
            for port in self._listed():
                if port.serial_number == self._adapter:
                    return port.path
        return self.path
