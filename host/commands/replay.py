"""``overtrick replay``: a results file keyed in through virtual boxes, and ranked by the host."""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import date
from pathlib import Path

from host.commands.ranking_options import add_ranking_options, ranking_settings, scored
from host.evening import plan
from host.event.settings import EventSettings, event_code
from host.exchange.results_csv import read_results
from host.replay import replay
from host.scoring.conventions import FIELDS
from host.scoring.ranking import format_ranking
from host.scoring.settings import RankingSettings
from host.tables import add_format_option

EXAMPLES = """\
  overtrick replay results.csv
  overtrick replay results.csv --boxes 4 --method butler --winners 2
  overtrick replay results.csv --db evening.db --format csv > ranking.csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("results", metavar="RESULTS.csv", help="'-' is standard input")
    parser.add_argument("--boxes", type=int, metavar="N", help="default: one for each table")
    parser.add_argument("--db", type=Path, metavar="FILE", help="keep the event in this new file")
    add_format_option(parser)
    add_ranking_options(parser)


def run(args: argparse.Namespace) -> int:
    """Print the ranking; progress goes to standard error."""
    settings = ranking_settings(args)
    results = read_results(args.results, settings.winners, settings.rules)
    scored(settings, results, args.results)
    evening = plan(results, args.boxes)
    event = event_of(settings, evening.letters)
    with tempfile.TemporaryDirectory() as folder:
        lines = replay(evening, event, args.db or Path(folder) / "replay.db", ShownProgress())
    sys.stdout.write(format_ranking(settings.score(lines).ranking, args.format))
    return 0


def event_of(
    settings: RankingSettings, sections: tuple[str, ...], name: str = "Replay"
) -> EventSettings:
    """The open event that a host keeps while the file is keyed."""
    fields = ((name, getattr(settings.convention, name)) for name in FIELDS)
    texts = tuple(
        (name, getattr(value, "text", str(value))) for name, value in fields if value is not None
    )
    return EventSettings(
        event_code(date.today()),
        name=name,
        method=settings.method,
        winners=settings.winners,
        rules=settings.rules,
        scheduled=settings.scheduled,
        sections=sections,
        scoring=texts,
    )


class ShownProgress:
    """A counter in place on a terminal, a line at every tenth elsewhere; on standard error."""

    def __init__(self) -> None:
        self._tenths = 0

    def __call__(self, done: int, of: int) -> None:
        """Tell that so many results of so many are keyed."""
        text = f"{done} of {of} results keyed"
        if sys.stderr.isatty():
            print(f"\r{text}", end="\n" if done == of else "", file=sys.stderr, flush=True)
        elif done * 10 // of > self._tenths:
            self._tenths = done * 10 // of
            print(text, file=sys.stderr, flush=True)
