"""The link's speed, as multiples of a saturated line of 115200 baud in the same run.

    python -m benchmarks.link [--boxes 1000] [--seconds 30]

Results committed a second by one host process; a thousand boxes on one TCP listener, steadily and
at a round's end; the decoder; an evening's bytes against the least that could carry it.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from firmware_sim.link.fields import message
from firmware_sim.link.frame import Decoder, frame
from firmware_sim.link.records import make_record
from host.core import HostCore
from host.event.settings import EventSettings
from host.exchange.results_csv import read_results
from host.opening import open_core
from host.service import HostService

ROOT = Path(__file__).parents[1]
LINE_BYTES_S = 11520
LINE_RESULTS_S = 200
EVENT = EventSettings("LOAD")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boxes", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        committed(Path(folder) / "committed.db")
        many_boxes(Path(folder) / "many.db", args.boxes, args.seconds)
    decoding()
    evening_on_the_wire()


def committed(db: Path, lines: int = 40, each: int = 500) -> None:
    """Forty lines at once; what each sends in a twentieth of a second is committed together."""
    core = open_core(db, EVENT)
    traffic = [line_traffic(core, line, each) for line in range(lines)]
    began, cpu = time.perf_counter(), time.process_time()
    share = LINE_RESULTS_S // 20
    for at in range(0, each, share):
        now = 10 + at / LINE_RESULTS_S
        for line, frames in enumerate(traffic):
            core.received(f"p{line}", b"".join(frames[at : at + share]), now)
        core.flush(now)
        core.take_output()
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    total = lines * each
    assert len(core.lines()) == total
    core.store.close()
    print(
        f"committed: {total / took:,.0f} results a second ({total / cpu:,.0f} a second of CPU), "
        f"{total / took / LINE_RESULTS_S:.0f} saturated lines (goal: 20)"
    )


def line_traffic(core: HostCore, line: int, count: int) -> list[bytes]:
    """Introduce a box on a port, and return the frames of its results."""
    serial, port = f"BOX{line:03d}", f"p{line}"
    core.port_opened(port, 0.0)
    nonce = next(
        data for name, data in core.take_output() if name == port and b",H," in data
    ).split(b",")[5].split(b"*")[0]  # fmt: skip
    hello = message(
        "01", "h", version="1", serial=serial, firmware="bench", capabilities="x",
        nonce=nonce.decode(),
    )  # fmt: skip
    core.received(port, hello + frame("01", "s", 0, 0, 0, 0, "A", 0, 0, 0), 0.1)
    core.take_output()
    return [make_record(serial, "R", n, result(line, n)).frame("01") for n in range(1, count + 1)]


def result(line: int, n: int) -> dict[str, object]:
    pair = n // 30 * 100 + line + 1
    play = {"contract": "3NT", "declarer": "E", "result": str(n % 4)}
    return {"event": "LOAD", "section": "A", "table": line + 1, "board": n % 30 + 1,
            "ns": pair, "ew": 5000 + pair, **play}  # fmt: skip


def many_boxes(db: Path, boxes: int, seconds: float) -> None:
    """A process of boxes against this process: host service, listener, store."""
    core = open_core(db, EVENT)
    service = HostService(core)
    address = service.listen("127.0.0.1", 0).address
    service.start()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load_boxes", *map(str, address)]
        + [str(boxes), str(seconds), "10"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    service.stop()
    figures = json.loads(done.stdout)
    steady, burst = figures["steady_ms"], figures["burst_ms"]
    assert len(core.lines()) == len(steady) + len(burst), "a result is missing or doubled"
    core.store.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{boxes} boxes, each a result every 10 s: {len(steady)} results, "
        f"median {steady[len(steady) // 2]:.1f} ms, 99th percentile "
        f"{steady[int(len(steady) * 0.99)]:.1f} ms to the acknowledgement (goal: 100 ms)"
    )
    print(f"a round's end, {len(burst)} at once: all after {burst[-1]:.0f} ms (goal: 1000 ms)")
    print(f"memory at its most: {memory:.0f} MB (goal: 300 MB)")


def decoding() -> None:
    """Whole frames as they come, and noise of any bytes."""
    frames = [make_record("BOX001", "R", n, result(1, n)).frame("01") for n in range(1, 1001)]
    clean = b"".join(frames) * 20
    noise = random.Random(1).randbytes(len(clean))
    for name, data in (("results", clean), ("noise", noise)):
        decoder = Decoder()
        began = time.process_time()
        for at in range(0, len(data), 4096):
            decoder.feed(data[at : at + 4096])
        rate = len(data) / (time.process_time() - began)
        print(f"decoder, {name}: {rate / 1e6:.1f} MB/s, {rate / LINE_BYTES_S:.0f} saturated lines")


def evening_on_the_wire() -> None:
    """Both directions of a real evening's results, against the bits that tell them apart."""
    lines = [
        line
        for line in read_results(
            str(ROOT / "tests/data/events/pairs_howell_matchpoints/results.csv")
        )
        if line.adjusted is None
    ]
    sent = 0
    for n, line in enumerate(lines, 1):
        contract = line.contract.text if line.contract else "PASS"
        over = "" if line.contract is None else str((line.tricks or 0) - line.contract.level - 6)
        values: dict[str, object] = {
            "event": "3XKA", "section": "A", "table": 1, "board": line.board, "ns": line.ns[0],
            "ew": line.ew[0], "contract": contract, "declarer": line.declarer, "result": over,
        }  # fmt: skip
        record = make_record("VBA01", "R", n, values)
        sent += len(record.frame("01")) + len(message("01", "A", n=n, check=record.check))
    # 27 boards, 12 x 11 seatings, 105 contracts and a pass, 4 declarers, 14 tricks; and a check of
    # 32 bits, without which nothing is believed.
    least = len(lines) * (math.log2(27 * 12 * 11 * (105 * 4 * 14 + 1)) + 32) / 8
    print(
        f"an evening of {len(lines)} results: {sent:,} bytes both ways, {sent / least:.1f} times "
        f"the {least:,.0f} that could carry it; {sent / LINE_BYTES_S:.1f} s of line time"
    )


if __name__ == "__main__":
    main()
