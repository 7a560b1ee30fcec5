"""Makes the pictures of panel and console in docs/pictures/, from the running programs.

    .venv/bin/python docs/pictures.py [--png]

The panel's box runs the real firmware, plugged into a real host by an in-memory cable, and its
keys are struck through the key matrix; the console looks on the demo's evening, keyed through six
virtual boxes. ``--png`` adds bitmaps, by a headless Chromium with Fira Code.
"""

from __future__ import annotations

import asyncio
import itertools
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from device.faults import Cable
from device.keying import keys_for, keys_towards_pairs
from device.panel.app import PanelApp
from device.panel.picture import crisp
from device.table_box import TableBox
from firmware_sim.firmware import Firmware
from host.commands.demo import demo_stage
from host.console.app import ConsoleApp
from host.core import HostCore
from host.event.settings import EventSettings
from host.store.store import Store

FOLDER = Path(__file__).parent / "pictures"
SIZES = ((80, 40), (80, 24), (37, 30), (40, 12))
THEMES = ("dark", "light", "mono")


class Table:
    """A box on a host, on one clock, and its panel."""

    def __init__(self, theme: str, face: str = "full", glass: tuple[int, int] = (20, 4)) -> None:
        self.now = 0.0
        numbers = itertools.count(1)
        event = EventSettings("E1", name="Tuesday Pairs")
        self.core = HostCore(
            Store.open(":memory:"),
            event,
            "C0FFEE00",
            "0000000A",
            lambda: f"{next(numbers):016X}",
            lambda: 1_790_000_000.0 + self.now,
        )
        self.cable = Cable()
        self.box = TableBox(keymap=face, glass=glass)
        self.app = PanelApp(
            self.box,
            self.cable.near,
            path="/dev/pts/7",
            face=face,
            theme=theme,
            clock=lambda: self.now,
            live=False,
        )

    def wait(self, seconds: float) -> None:
        """Let box and host live."""
        for _ in range(round(seconds * 60)):
            self.now += 1 / 60
            self.app.pump()
            self.core.received("port", self.cable.far.read(), self.now)
            self.core.tick(self.now)
            self.core.flush(self.now)
            for _, data in self.core.take_output():
                self.cable.far.write(data)

    @property
    def screen(self) -> str:
        firmware = self.box.firmware
        assert isinstance(firmware, Firmware)
        return firmware.screen.NAME

    def strike(self, *keys: str) -> None:
        """Strike keys one after the other."""
        for key in keys:
            self.app.model.fingers.tap(key, self.now)
            self.wait(0.12)

    def sit_down(self) -> None:
        """From power on to the first pair number."""
        self.core.port_opened("port", self.now)
        for _ in range(400):
            if self.screen == "PAIRS":
                return
            if self.screen != "WAIT":
                self.strike(*keys_towards_pairs(self.screen, "A", 1))
            self.wait(0.25)
        raise SystemExit(f"the box stays at {self.screen}")


async def panel(size: tuple[int, int], theme: str) -> None:
    """A board keyed as far as the verification, a finger on a key."""
    table = Table(theme)
    async with table.app.run_test(size=size) as pilot:
        await pilot.pause()
        table.sit_down()
        table.strike(*keys_for("3", "12", 7, "4SX", "N", 11)[:-1])
        table.wait(0.5)
        table.app.model.fingers.press("S" if size[1] > 12 else "OK", table.now)
        table.wait(0.05)
        await pilot.pause()
        save(f"panel-{size[0]}x{size[1]}-{theme}", table.app.export_screenshot(title="Overtrick"))


async def keyboard_map() -> None:
    """The keyboard map over the panel."""
    table = Table("dark")
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.sit_down()
        await pilot.press("f2")
        await pilot.pause()
        save("panel-keyboard", table.app.export_screenshot(title="Overtrick"))


async def membrane() -> None:
    """The 16-key face with its two lines."""
    table = Table("dark", "membrane", (16, 2))
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table.wait(4)
        await pilot.pause()
        save("panel-membrane", table.app.export_screenshot(title="Overtrick"))


VIEWS = (
    ("tables", (80, 24), "dark", "1"),
    ("results", (80, 24), "dark", "2"),
    ("ranking", (80, 24), "dark", "3"),
    ("ports", (80, 24), "dark", "5"),
    ("results-light", (80, 24), "light", "2"),
    ("tables-small", (40, 12), "mono", "1"),
)


async def consoles() -> None:
    """The demo's evening, two thirds through, with a decision and an alarm."""
    with demo_stage() as (service, crew, _):
        deadline = time.monotonic() + 60
        while (late := [p for p in crew.players if p.keyed < 17]) and time.monotonic() < deadline:
            for player in late:
                player.act()
        while any(p.waiting for p in crew.players) and time.monotonic() < deadline:
            for player in crew.players:
                player.live.pump(time.monotonic())
        for name, size, theme, key in VIEWS:
            app = ConsoleApp(service, theme=theme, live=False)
            async with app.run_test(size=size) as pilot:
                await pilot.press(key)
                await pilot.pause()
                await pilot.press("down", "down")
                await pilot.pause()
                save(f"console-{name}", app.export_screenshot(title="Overtrick"))
                if name == "results":
                    await pilot.press("c")
                    await pilot.pause()
                    save("console-correct", app.export_screenshot(title="Overtrick"))


def save(name: str, svg: str) -> None:
    """Write one picture."""
    (FOLDER / f"{name}.svg").write_text(crisp(svg), encoding="utf-8")
    print(name)


def bitmaps() -> None:
    """A PNG beside every SVG."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("pictures: no chromium here; the SVG files are made")
    with tempfile.TemporaryDirectory() as folder:
        for svg in sorted(FOLDER.glob("*.svg")):
            box = svg.read_text().split('viewBox="0 0 ', 1)[1].split('"')[0]
            width, height = (float(side) for side in box.split())
            page = Path(folder) / "page.html"
            page.write_text(
                f'<body style="margin:0;background:#0000"><img src="{svg.as_uri()}" '
                f'width="{width:.0f}" height="{height:.0f}">'
            )
            subprocess.run(
                [
                    chromium,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--hide-scrollbars",
                    "--default-background-color=00000000",
                    f"--screenshot={svg.with_suffix('.png')}",
                    f"--window-size={width:.0f},{height:.0f}",
                    page.as_uri(),
                ],
                check=True,
                capture_output=True,
            )


async def main() -> None:
    """All of them."""
    FOLDER.mkdir(exist_ok=True)
    for size in SIZES:
        for theme in THEMES:
            await panel(size, theme)
    await keyboard_map()
    await membrane()
    await consoles()


if __name__ == "__main__":
    asyncio.run(main())
    if "--png" in sys.argv[1:]:
        bitmaps()
