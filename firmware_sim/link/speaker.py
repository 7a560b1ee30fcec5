"""What a box says, and when: the outgoing half of the box's end of TL/1.

By itself: h and s at boot, T until answered, the record on offer (see offering.py), E,full. On a
poll in bus mode: exactly one frame. To a person's ``?``: its status.
"""

try:
    from typing import Callable
except ImportError:  # MicroPython
    pass

from firmware_sim.byte_line import ByteLine
from firmware_sim.journal import Journal
from firmware_sim.link.config import Config
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.fields import VERSION, message
from firmware_sim.link.frame import LIMIT, LIMIT_TO_BOX, Decoder, cut, escape
from firmware_sim.link.keyed import KeyedSession
from firmware_sim.link.offering import FIRST_PAUSE, LONGEST_PAUSE, Offering

CAPABILITIES = "cdfmntuvx"
"""What this firmware does beyond the least box; ``b`` and ``k`` are added by the settings."""
AMBER_MS = 15000
RED_MS = 60000
IDLE_MS = 60000
QUIET_MS = 1000
"""After so much silence of its own the box puts a LF before a frame."""
ERROR_PAUSE = 1000

_OUT_LIMIT = 480
_EVENTS = 16


class Speaker:
    """One box's voice on one line; ``Terminal`` adds its ears."""

    def __init__(
        self,
        journal: Journal,
        line: "ByteLine | None",
        serial: str,
        address: str = "01",
        capabilities: str = CAPABILITIES,
        firmware: str = "overtrick",
        store: "ConfigStore | None" = None,
        battery: "Callable[[], int] | None" = None,
        pairing_key: "bytes | None" = None,
        nonce: "Callable[[], str] | None" = None,
    ) -> None:
        """``battery`` gives mV; ``nonce`` gives 16 fresh hex digits, for a keyed link only."""
        if pairing_key is not None and nonce is None:
            raise ValueError("a keyed link needs a source of nonces")
        self.journal = journal
        self.serial = serial
        self.address = address
        self.firmware = firmware
        self.store = store
        self.section = "0"
        self.table = 0
        self.events: "list[tuple[object, ...]]" = []
        keyed = "kx" if pairing_key is not None else ""
        letters = capabilities if store is not None else capabilities.replace("c", "")
        self.capabilities = letters + "".join([k for k in keyed if k not in letters])
        self.bus = "b" in capabilities
        self._battery = battery
        self._key = pairing_key
        self._nonce = nonce
        self._offering = Offering(journal)
        self._run = ""
        self._new_run = ""  # told by an H that no key has vouched for yet
        self._refused: str | None = None
        self._heard: int | None = None
        self._messages: "list[tuple[str, str]]" = []
        self._owed: "list[bytes]" = []
        self._asked: "tuple[str, int] | None" = None
        self._ask_at = 0
        self._ask_pause = FIRST_PAUSE
        self._full_told = False
        self._error_at = -ERROR_PAUSE
        self._now = 0
        self.attach(line)

    def attach(self, line: "ByteLine | None") -> None:
        """Take another line (None for none) and begin on it as after a boot."""
        self.line = line
        self._decoder = Decoder(LIMIT if "x" in self.capabilities else LIMIT_TO_BOX)
        self._session: KeyedSession | None = None
        self._out = b""
        self._last_out = -QUIET_MS
        self._greet = True
        self._state_owed = False
        self._offering.restart(self._now)

    # -- what the firmware asks and tells ---------------------------------------------------

    @property
    def config(self) -> "Config | None":
        """The configuration in force."""
        return self.store.config if self.store is not None else None

    @property
    def event(self) -> str:
        """The event's code for new records, ``-`` when none is told."""
        config = self.config
        return config.event if config is not None else "-"

    @property
    def waiting(self) -> int:
        """How many records no host has ever acknowledged."""
        return self.journal.unsent_count

    @property
    def state(self) -> str:
        """``none`` before the first word of a host, then ``green``, ``amber``, ``red``."""
        if self._heard is None:
            return "none"
        silence = self._now - self._heard
        return "green" if silence < AMBER_MS else "amber" if silence < RED_MS else "red"

    def ask_table(self, section: str, table: int) -> None:
        """Ask the host for a table; repeated until the event ("table", answer)."""
        self._asked = (section, table)
        self._ask_at = self._now
        self._ask_pause = FIRST_PAUSE

    def record_added(self) -> None:
        """A record is in the journal: offer it at the next step."""
        self._offering.look(self._now)

    def send_all(self) -> None:
        """The director's SEND ALL AGAIN: offer everything in memory once more."""
        self._offering.new_run(self._now)

    # -- what goes out ----------------------------------------------------------------------

    def _send(self, data: bytes) -> None:
        """Queue one frame; too much unwritten and it is dropped, everything is repeated anyway."""
        if len(self._out) > _OUT_LIMIT:
            return
        if self._session is not None:
            data = self._session.seal(data)
        if self._now - self._last_out >= QUIET_MS:
            self._out += b"\n"
        self._last_out = self._now
        self._out += data

    def _flush(self) -> None:
        if self._out and self.line is not None:
            taken = self.line.write(self._out)
            self._out = self._out[taken:]

    def _say(self, kind: str, **values: object) -> None:
        self._send(message(self.address, kind, **values))

    def _reply(self, kind: str, **values: object) -> None:
        """Answer at once, or owe it until the next poll."""
        if not self.bus:
            self._say(kind, **values)
            return
        data = message(self.address, kind, **values)
        if data not in self._owed:
            self._owed = self._owed[-3:] + [data]

    def _speak(self, now: int) -> None:
        """What a box says by itself, on a line of its own."""
        if self._key is not None and self._session is None:
            return
        if self._greet and self._key is None:
            self._hello("-")
        self._greet = False
        self._tell_full()
        if self._out:
            return
        if self._asked is not None and now >= self._ask_at:
            self._ask(now)
        if self._offering.look(now) and now >= self._offering.due:
            self._offer(now)

    def _offer(self, now: int) -> bool:
        record = self._offering.pending(now)
        if record is None:
            return False
        self._send(record.frame(self.address))
        self._offering.sent(now)
        return True

    def _ask(self, now: int) -> None:
        if self._asked is not None:
            self._say("T", section=self._asked[0], table=self._asked[1])
        self._ask_at = now + self._ask_pause
        self._ask_pause = min(2 * self._ask_pause, LONGEST_PAUSE)

    def _tell_full(self) -> None:
        if self.journal.full and not self._full_told:
            self._reply("E", code="full", text="")
        self._full_told = self.journal.full

    def _poll_answer(self) -> None:
        """Bus mode: the one frame that a poll allows."""
        self._tell_full()
        if self._greet:
            self._hello("-")
        elif self._state_owed:
            self._state_owed = False
            self._status()
        elif self._offer(self._now):
            pass
        elif self._owed:
            self._send(self._owed.pop(0))
        elif self._asked is not None and self._now >= self._ask_at:
            self._ask(self._now)
        else:
            self._pong()

    def _hello(self, nonce: str, key_nonce: str = "") -> None:
        self._say("h", version=VERSION, serial=self.serial, firmware=self.firmware,
                  capabilities=self.capabilities, nonce=nonce, key_nonce=key_nonce)  # fmt: skip
        self._greet = False
        if self.bus:
            self._state_owed = True
        elif self._key is None or self._session is not None:
            self._status()

    def _status(self) -> None:
        journal = self.journal
        self._say("s", low=journal.low, high=journal.high, first=self._first(),
                  unsent=journal.unsent_count, section=self.section or "0", table=self.table,
                  revision=self.store.revision if self.store is not None else 0,
                  mv=self._millivolts())  # fmt: skip

    def _first(self) -> int:
        """The number of the first record of this event; without an event, of those in memory."""
        config = self.config
        in_memory = self.journal.first_of(self.event)
        if config is None or config.event == "-" or not config.first:
            return in_memory
        return min(config.first, in_memory) if in_memory else config.first

    def _first_of_new(self, event: str) -> int:
        return self.journal.first_of(event) or self.journal.high + 1

    def _pong(self) -> None:
        self._say("p", high=self.journal.high, unsent=self.journal.unsent_count,
                  mv=self._millivolts())  # fmt: skip

    def _millivolts(self) -> int:
        return max(0, min(65535, self._battery())) if self._battery is not None else 0

    def _error(self, code: str, text: str) -> None:
        """At most one E a second, and none on a bus but in answer to H."""
        if not self.bus and self._now - self._error_at >= ERROR_PAUSE:
            self._error_at = self._now
            self._say("E", code=code, text=cut(escape(text), 60))

    def _tell_people(self) -> None:
        """The answer to a line that is only ``?``: for a person with a serial terminal."""
        journal = self.journal
        where = "%s%d" % (self.section, self.table) if self.table else "-"
        lines = (
            "Overtrick box %s, address %s, TL/%s" % (self.serial, self.address, VERSION),
            "table %s, event %s, configuration %d"
            % (where, self.event, self.store.revision if self.store else 0),
            "records %d-%d, %d waiting" % (journal.low, journal.high, journal.unsent_count),
            "link %s, battery %d mV" % (self.state, self._millivolts()),
        )
        if len(self._out) <= _OUT_LIMIT:
            self._out += "".join(["# %s\r\n" % line for line in lines]).encode()

    def _close(self, why: str) -> None:
        if self.line is not None:
            self.line.close()
        self.attach(None)
        self._note("closed", why)

    def _note(self, *event: object) -> None:
        self.events.append(event)
        if len(self.events) > _EVENTS:
            self.events.pop(0)

    def _rest(self, now: int) -> int:
        """Milliseconds until something is due by itself."""
        if self._out:
            return 5
        due = now + IDLE_MS
        if not self.bus and (self._key is None or self._session is not None):
            if self._offering.look(now):
                due = min(due, self._offering.due)
            if self._asked is not None:
                due = min(due, self._ask_at)
        if self._heard is not None:
            for limit in (AMBER_MS, RED_MS):
                if now < self._heard + limit:
                    due = min(due, self._heard + limit)
        return max(0, due - now)
