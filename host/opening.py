"""Opening an event's file: the store, the host's own name in it, and the core on top."""

from __future__ import annotations

import secrets
import time
from datetime import datetime
from pathlib import Path

from host.core import HostCore, open_event
from host.event.settings import EventSettings, event_code, session_of
from host.store.store import Store


def open_core(path: Path, event: EventSettings | None = None) -> HostCore:
    """Open or make an event's file; UserError when it is none.

    ``event`` is taken when the file is new; an existing file keeps its own. The host's id stays
    with the file, so that boxes know it again; each opening is a new run, to which every box
    offers all it has.
    """
    store = Store.open(path)
    host_id = store.setting("host_id")
    if not host_id:
        host_id = _hex(4)
        store.set("host_id", host_id)
    now = datetime.now()
    new = event or EventSettings(event_code(now.date(), session_of(now)))
    settings = open_event(store, new)
    run, began = _hex(4), time.monotonic()
    return HostCore(store, settings, host_id, run, lambda: _hex(8), time.time, began)


def _hex(size: int) -> str:
    """That many bytes from the system's generator, as upper-case hex digits."""
    return secrets.token_hex(size).upper()
