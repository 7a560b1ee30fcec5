"""Many small boxes on TCP connections, for benchmarks/link.py; runs as a process of its own.

    python benchmarks/load_boxes.py HOST PORT BOXES SECONDS EVERY_S

Each box answers H, sends a result every EVERY_S seconds for SECONDS seconds, then all send one at
once. Prints JSON: latencies in milliseconds from a result's first byte to its acknowledgement.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time

from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.records import Record, make_record


class LoadBox:
    """The least box: h and s to H, one record at a time, no retransmission before 8 s."""

    def __init__(self, number: int, sock: socket.socket, first_s: float) -> None:
        self.serial = f"LOAD{number:04d}"
        self.number = number
        self.sock = sock
        self.decoder = Decoder()
        self.due = first_s
        self.n = 0
        self.pending: dict[str, float] = {}
        self.latencies: list[float] = []

    def record(self) -> Record:
        self.n += 1
        values = {
            "event": "LOAD", "section": "A", "table": self.number % 999 + 1,
            "board": self.n, "ns": self.number + 1, "ew": self.number + 2001,
            "contract": "4SX", "declarer": "N", "result": "-1",
        }  # fmt: skip
        return make_record(self.serial, "R", self.n, values)

    def send_result(self) -> None:
        record = self.record()
        self.pending[record.check] = time.perf_counter()
        self.sock.sendall(record.frame("01"))

    def receive(self) -> None:
        now = time.perf_counter()
        for got in self.decoder.feed(self.sock.recv(4096)):
            if got.kind == "H":
                self._greet(got.fields[3])
            elif got.kind == "A":
                for check in got.fields[1::2]:
                    if check in self.pending:
                        self.latencies.append((now - self.pending.pop(check)) * 1000)
            elif got.kind == "P":
                self.sock.sendall(message("01", "p", high=self.n, unsent=0, mv=0))

    def _greet(self, nonce: str) -> None:
        hello = message(
            "01", "h", version="1", serial=self.serial, firmware="load", capabilities="x",
            nonce=nonce,
        )  # fmt: skip
        stands = frame("01", "s", 1 if self.n else 0, self.n, 0, 0, "A", 0, 0, 0)
        self.sock.sendall(hello + stands)


def main(host: str, port: int, boxes: int, seconds: float, every_s: float) -> None:
    selector = selectors.DefaultSelector()
    crowd = []
    start = time.monotonic() + 3
    for number in range(boxes):
        box = LoadBox(
            number, socket.create_connection((host, port)), start + every_s * number / boxes
        )
        selector.register(box.sock, selectors.EVENT_READ, box)
        crowd.append(box)
    end = start + seconds
    while (now := time.monotonic()) < end or any(box.pending for box in crowd):
        for box in crowd:
            if box.due <= now < end:
                box.due += every_s
                box.send_result()
        _listen(selector, 0.002)
        if now > end + 30:
            break
    steady = sorted(latency for box in crowd for latency in box.latencies)
    print(json.dumps({"steady_ms": steady, "burst_ms": _burst(selector, crowd)}))


def _burst(selector: selectors.BaseSelector, crowd: list[LoadBox]) -> list[float]:
    for box in crowd:
        box.latencies.clear()
    began = time.perf_counter()
    for box in crowd:
        box.send_result()
        box.pending = dict.fromkeys(box.pending, began)  # the round's end: all at one moment
    while any(box.pending for box in crowd) and time.perf_counter() < began + 30:
        _listen(selector, 0.05)
    return sorted(latency for box in crowd for latency in box.latencies)


def _listen(selector: selectors.BaseSelector, timeout_s: float) -> None:
    for key, _ in selector.select(timeout_s):
        key.data.receive()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5]))
