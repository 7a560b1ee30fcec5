"""`overtrick serve` in a real browser on two phones' screens, with fingers."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from device.panel.app import PanelApp
from device.table_box import TableBox

CHROMIUM = shutil.which("chromium")
CODE = "271828"
DEADLINE_S = 30.0
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.timeout(150),
]


class Served:
    """The command as a process of its own, and what it has said."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.folder = folder
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--db", str(self.folder / "event.db"), "--code", CODE]
        arguments += ["--listen", f"127.0.0.1:{self.port}", "--visitors", "3"]
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from host.cli import main; main({arguments!r})"],
            stdout=subprocess.PIPE,
            text=True,
        )
        Thread(target=self._read, daemon=True).start()
        until(lambda: any("join code" in line for line in self.said))
        until(self.answers)

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(self.process.stdout)

    def answers(self) -> bool:
        with socket.socket() as knock:
            return knock.connect_ex(("127.0.0.1", self.port)) == 0

    def status(self, **headers: str) -> int:
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, headers=headers)) as page:
                return int(page.status)
        except urllib.error.HTTPError as error:
            return error.code

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait(DEADLINE_S) in (0, 130, -15)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.02)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


def key_places(columns: int, rows: int) -> dict[str, tuple[float, float]]:
    """The middle of each key, in columns and rows of a terminal of that size."""

    async def look() -> dict[str, tuple[float, float]]:
        app = PanelApp(TableBox(), live=False)
        async with app.run_test(size=(columns, rows)):
            x, y = app.keypad.region.x, app.keypad.region.y
            keys = app._layout.keys
            return {k: (x + r.x + r.width / 2, y + r.y + r.height / 2) for k, r in keys.items()}

    result: list[dict[str, tuple[float, float]]] = []
    thread = Thread(target=lambda: result.append(asyncio.run(look())))
    thread.start()  # a loop of its own: playwright's runs in this thread
    thread.join()
    return result[0]


class Phone:
    """A browser with a touch screen, joined to a box."""

    def __init__(self, browser: Any, width: int, height: int) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
        )
        self.page = self.context.new_page()
        self.page.on("websocket", self._opened)
        self.received = ""
        self.failed: list[str] = []
        self.page.on("requestfailed", lambda request: self.failed.append(request.url))
        self.page.on("pageerror", lambda error: self.failed.append(str(error)))

    def _opened(self, socket: Any) -> None:
        found = re.search(r"width=(\d+)&height=(\d+)", socket.url)
        assert found is not None
        self.columns, self.rows = int(found[1]), int(found[2])
        self.received = ""  # what an earlier page was still being told does not count
        socket.on("framereceived", self._take)

    def _take(self, payload: Any) -> None:
        data = payload if isinstance(payload, bytes) else str(payload).encode()
        self.received += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode(errors="replace"))

    def join(self, url: str) -> None:
        self.page.goto(url)
        self.page.fill("#code", CODE)
        self.page.tap("button")
        self.arrive()

    def arrive(self) -> None:
        self.wait_for("OVERTRICK")
        self.places = key_places(self.columns, self.rows)
        self.screen = self.page.locator(".xterm-screen").bounding_box()

    def wait_for(self, text: str) -> None:
        """Until the box has drawn this since the last key."""
        deadline = time.monotonic() + DEADLINE_S
        while text not in self.received:
            assert time.monotonic() < deadline, f"no {text!r} in {self.received[-400:]!r}"
            self.page.wait_for_timeout(20)

    def tap(self, *keys: str) -> None:
        self.received = ""
        for key in keys:
            column, row = self.places[key]
            self.page.touchscreen.tap(
                self.screen["x"] + column * self.screen["width"] / self.columns,
                self.screen["y"] + row * self.screen["height"] / self.rows,
            )
            self.page.wait_for_timeout(45)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_result_is_tapped_in_on_a_phone_that_loses_its_page_midway(
    browser: Any, served: Served, width: int, height: int
) -> None:
    phone = Phone(browser, width, height)
    phone.join(served.url)
    assert (phone.columns, phone.rows) >= (37, 30)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
    assert phone.page.locator("textarea").get_attribute("inputmode") == "none"
    phone.wait_for("DUPLICATE")
    phone.tap("1")
    phone.wait_for("TABLE")
    phone.tap("4", "OK")
    phone.wait_for("NS")
    phone.tap("1", "1", "OK", "1", "2", "OK")
    phone.wait_for("BOARD")
    phone.tap("7", "OK")
    phone.tap("4", "S")
    phone.page.wait_for_timeout(1500)  # the draft is written once the fingers rest
    phone.received = ""
    phone.page.reload()
    phone.arrive()
    phone.wait_for("4♠")
    phone.tap("N/S", "+", "1", "OK", "E/W", "=")
    phone.wait_for("SENT")
    until(lambda: any("board 7, 11 against 12: 4S N 11 tricks" in line for line in served.said))
    assert phone.failed == []
    phone.context.close()


def test_two_phones_have_two_boxes_and_strangers_none(browser: Any, served: Served) -> None:
    phones = [Phone(browser, 390, 844) for _ in range(2)]
    for phone in phones:
        phone.join(served.url)
    assert len(list(served.folder.glob("event.db.boxes/*.mem"))) == 2
    stranger = Phone(browser, 390, 844)
    stranger.page.goto(served.url)
    stranger.page.fill("#code", "000000")
    stranger.page.tap("button")
    stranger.page.wait_for_selector("text=That code is not right")
    for phone in [*phones, stranger]:
        phone.context.close()


def test_other_pages_and_other_names_are_turned_away(served: Served) -> None:
    assert served.status() == 200
    assert served.status(Host="evil.example") == 421
    request = urllib.request.Request(served.url + "ws", headers={"Origin": "http://evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request)
