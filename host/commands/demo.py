"""``overtrick demo``: a real evening keyed in at six virtual boxes before your eyes."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from host.commands.replay import ShownProgress, event_of
from host.crew import Crew, working_beside
from host.evening import Evening, plan
from host.exchange.results_csv import read_results
from host.replay import staged
from host.scoring.ranking import format_ranking
from host.scoring.settings import RankingSettings
from host.service import HostService

EXAMPLES = """\
  overtrick demo               the director's console, six boxes, 160 results in half a minute
  overtrick demo --headless    the same without a screen: progress and the final ranking
"""
SECONDS = 30.0
"""How long the demo takes on a screen; without one it goes as fast as it can."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--headless", action="store_true", help="without a screen (as when there is no terminal)"
    )


def run(args: argparse.Namespace) -> int:
    """Show the demo; exit status 0."""
    with demo_stage() as (service, crew, evening):
        if args.headless or not (sys.stdout.isatty() and sys.stdin.isatty()):
            return _headless(service, crew, evening)
        return _on_screen(service, crew, evening)


@contextmanager
def demo_stage() -> Iterator[tuple[HostService, Crew, Evening]]:
    """The packaged evening, a host on a throw-away file, and its six boxes."""
    settings = RankingSettings()
    with (
        resources.as_file(resources.files("host.data") / "pairs_howell.csv") as file,
        tempfile.TemporaryDirectory(prefix="overtrick-demo-") as folder,
    ):
        evening = plan(read_results(str(file)))
        event = event_of(settings, evening.letters, "Twelve pairs")
        with staged(evening, event, Path(folder) / "demo.db") as (service, crew):
            yield service, crew, evening


def _headless(service: HostService, crew: Crew, evening: Evening) -> int:
    print(
        f"{len(evening.seats)} virtual boxes on pseudo terminals; {evening.results} results go\n"
        "key contact -> matrix -> firmware -> journal -> TL/1 -> pty -> host -> SQLite",
        flush=True,
    )
    started = time.monotonic()
    progress = ShownProgress()
    crew.work(lambda: progress(crew.keyed, evening.results))
    with service.lock:
        text = format_ranking(service.core.ranking(), "table")
    took = time.monotonic() - started
    print(f"\nAll of them are stored and acknowledged, after {took:.1f} s. The ranking:\n\n{text}")
    return 0


def _on_screen(service: HostService, crew: Crew, evening: Evening) -> int:
    from host.console.app import ConsoleApp  # Textual takes a fifth of a second to import

    app = ConsoleApp(service)
    pause = SECONDS / max(1, max(len(s.lines) for s in evening.seats) * 14)
    with working_beside(crew, pause):
        app.run()
    return int(app.return_code or 0)
