"""The box's end of TL/1: bytes and time in, bytes and events out.

    H        -> h, s            P -> p          C -> c        M -> m
    A        -> the mark, the next offer        t, F -> events

``step`` reads what has arrived, answers, offers (see offering.py) and writes; it never waits. In
bus mode (capability ``b``) the box is silent until polled by P or H to its address and then sends
exactly one frame. With a pairing key (capability ``k``) nothing unauthenticated changes state.
"""

from firmware_sim.link.fields import FIELDS, VERSION, same_major, unpack
from firmware_sim.link.frame import Frame, LinkRefused, is_hex, unescape
from firmware_sim.link.speaker import CAPABILITIES, IDLE_MS, Speaker

__all__ = ["CAPABILITIES", "Terminal"]

_TO_BOX = "HAtCMFP"
_MESSAGES = 8


class Terminal(Speaker):
    """One box on one line. ``events`` is drained by the firmware; the newest 16 are kept.

    Events: ("config", Config), ("message", id, text), ("standing", board, percent, others),
    ("table", answer), ("refused", version), ("closed", why) on a keyed link.
    """

    def step(self, now_ms: int) -> int:
        """Read, answer, offer, write; return the ms until the next step if no byte arrives."""
        self._now = now_ms
        if self.line is None:
            return IDLE_MS
        try:
            data = self.line.read()
            if data:
                self._take(data)
            if not self.bus:
                self._speak(now_ms)
            self._flush()
        except OSError:
            self._lost()
            return 1000
        except LinkRefused as refusal:
            self._close(str(refusal))
        return self._rest(now_ms)

    def _lost(self) -> None:
        """The line is gone for now: nothing half said stays."""
        if self._session is not None or self._key is not None:
            self._close("line lost")
            return
        self.attach(self.line)

    # -- in ---------------------------------------------------------------------------------

    def _take(self, data: bytes) -> None:
        for frame in self._decoder.feed(data):
            self._frame(frame)
        people, self._decoder.people = self._decoder.people, []
        if not self.bus and self._key is None and "?" in [line.strip() for line in people]:
            self._tell_people()

    def _frame(self, frame: Frame) -> None:
        if self._key is not None:
            if frame.kind == "H" and self._session is None:
                self._keyed_hello(frame)
                return
            if self._session is None:
                return
            frame = self._session.open(frame)
        if frame.addr != self.address and (self.bus or frame.addr != "00"):
            return
        if frame.kind == "H":
            self._host(frame)
        elif frame.kind in _TO_BOX:
            self._known(frame)
        elif frame.kind not in FIELDS:
            self._error("unknown", frame.kind)

    def _known(self, frame: Frame) -> None:
        try:
            values = unpack(frame.kind, frame.fields)
            self._hear()
            getattr(self, "_on_" + frame.kind)(values)
        except ValueError as error:
            self._error("fields", str(error))

    def _hear(self) -> None:
        self._heard = self._now
        if self._new_run:
            self._run, self._new_run = self._new_run, ""
            self._offering.new_run(self._now)
            self._full_told = False

    def _refuse(self, version: str) -> None:
        if version != self._refused:
            self._refused = version
            self._note("refused", version)

    def _host(self, frame: Frame) -> None:
        """H: of this version, whatever else it says; or refused, in words."""
        version = frame.fields[0] if frame.fields else ""
        if not same_major(version):
            self._refuse(version[:5])
            self._say("E", code="version", text=VERSION)
            return
        try:
            values = unpack("H", frame.fields)
        except ValueError as error:
            self._error("fields", str(error))
            return
        self._refused = None
        if values["run"] != self._run:
            self._new_run = values["run"]
        self._hear()
        self._hello(values["nonce"])

    def _keyed_hello(self, frame: Frame) -> None:
        """H on a keyed link: answer with a nonce of one's own; the keys hold from here on."""
        if frame.addr not in (self.address, "00") or self._key is None or self._nonce is None:
            return
        version = frame.fields[0] if frame.fields else ""
        if not same_major(version):
            self._say("E", code="version", text=VERSION)
            self._flush()
            raise LinkRefused("version " + version[:5])
        try:
            values = unpack("H", frame.fields)
        except ValueError:
            raise LinkRefused("a broken H")  # noqa: B904  as in keyed.py
        if not _is_nonce(values["nonce"]):
            raise LinkRefused("an unkeyed host")
        box_nonce = self._nonce()
        if values["run"] != self._run:
            self._new_run = values["run"]
        self._hello(values["nonce"], box_nonce)
        from firmware_sim.link.keyed import KeyedSession  # few links are keyed: no heap for it

        self._session = KeyedSession(
            self._key, "box", values["host"], self.serial, values["nonce"], box_nonce
        )
        if not self.bus:
            self._status()

    def _on_P(self, values: "dict[str, str]") -> None:
        if self.bus:
            self._poll_answer()
        else:
            self._pong()

    def _on_A(self, values: "dict[str, str]") -> None:
        self._offering.acknowledged(int(values["n"]), values["check"], self._now)
        if values["n2"] and values["check2"]:
            self._offering.acknowledged(int(values["n2"]), values["check2"], self._now)

    def _on_t(self, values: "dict[str, str]") -> None:
        if self._asked is None:
            return
        if values["answer"] == "ok":
            self.section, self.table = self._asked
        self._asked = None
        self._note("table", values["answer"])

    def _on_C(self, values: "dict[str, str]") -> None:
        if self.store is None:
            return
        revision, part, parts = int(values["revision"]), int(values["part"]), int(values["parts"])
        before = self.store.config
        held = self.store.take(revision, part, parts, values["payload"], self._first_of_new)
        self._reply("c", revision=revision, held=held)
        if self.store.config is not before:
            self._note("config", self.store.config)

    def _on_M(self, values: "dict[str, str]") -> None:
        self._reply("m", id=values["id"])
        said = (values["id"], values["text"])
        if said not in self._messages:
            self._messages = self._messages[1 - _MESSAGES :] + [said]
            self._note("message", int(values["id"]), unescape(values["text"]))

    def _on_F(self, values: "dict[str, str]") -> None:
        self._note("standing", int(values["board"]), values["percent"], unescape(values["others"]))


def _is_nonce(text: str) -> bool:
    return len(text) == 16 and is_hex(text)
