"""A host of a few lines for the other end of a box's cable: it greets, commits, tells."""

from firmware_sim.link.config import make_payload, revision_of, split_payload
from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder, Frame, escape


class HostEnd:
    """A ByteLine. ``records`` are the R, U, N, D, V bodies that came, each once."""

    def __init__(self, config: list[tuple[str, str]] | None = None, tables: str = "ok") -> None:
        self.config = config
        self.tables = tables
        self.acknowledges = True
        self.frames: list[Frame] = []
        self.records: list[str] = []
        self._decoder = Decoder()
        self._out = message("00", "H", version="1", host="0011AAFF", run="00000001", nonce="1")

    def read(self) -> bytes:
        data, self._out = self._out, b""
        return data

    def write(self, data: bytes) -> int:
        for frame in self._decoder.feed(data):
            self.frames.append(frame)
            self._answer(frame)
        return len(data)

    def close(self) -> None:
        pass

    def say(self, kind: str, **values: object) -> None:
        self._out += message("01", kind, **values)

    def configure(self, config: list[tuple[str, str]]) -> None:
        self.config = config
        payload = make_payload(config)
        parts = split_payload(payload, 60)
        for number, part in enumerate(parts):
            self.say("C", revision=revision_of(payload), part=number + 1, parts=len(parts),
                     payload=part)  # fmt: skip

    def message(self, number: int, text: str) -> None:
        self.say("M", id=number, text=escape(text))

    def standing(self, board: int, percent: str, others: str) -> None:
        self.say("F", board=board, percent=percent, others=escape(others))

    def _answer(self, frame: Frame) -> None:
        if frame.kind == "h" and self.config:
            self.configure(self.config)
        elif frame.kind == "T" and self.tables:
            self.say("t", answer=self.tables)
        elif frame.kind in "RUNDV":
            body = ",".join((frame.kind, *frame.fields[:-1]))
            if self.acknowledges:
                if body not in self.records:
                    self.records.append(body)
                self.say("A", n=frame.fields[0], check=frame.fields[-1])
