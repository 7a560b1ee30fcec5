"""The web server: textual-serve's, with a door in front of it.

What textual-serve leaves open is closed here: a join code, a check of Origin and Host, a bound on
visitors and on messages, one box a visitor; addresses in the page are relative, and nothing is
fetched from anywhere else.
"""

from __future__ import annotations

import asyncio
import secrets
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from host.serve.visitors import (
    MOST_BOXES,
    Gate,
    VisitorsBox,
    box_of,
    is_expected_host,
    is_same_origin,
    is_token,
)

COOKIE = "overtrick_box"
COOKIE_S = 36 * 3600
TEMPLATES = Path(__file__).parent / "templates"
MOST_MESSAGE = 4096
STOP_S = 5.0
LEAST_SIZE, MOST_SIZE = 10, 300

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class BoxServer(Server):
    """Serves front panels to those who know the join code."""

    def __init__(
        self,
        address: tuple[str, int],
        gate: Gate | None,
        folder: Path,
        desk: tuple[str, int],
        *,
        names: frozenset[str],
        most_visitors: int,
        face: str = "full",
    ) -> None:
        """``gate`` None lets everybody in; ``names``: host names by which browsers may call us."""
        super().__init__(
            "overtrick box", *address, title="Overtrick", templates_path=str(TEMPLATES)
        )
        self._gate = gate
        self._folder = folder
        self._desk = desk
        self._names = names
        self._most_visitors = most_visitors
        self._face = face
        self._visits: dict[str, Visit] = {}
        self._coming: set[str] = set()

    def initialize_logging(self) -> None:
        """Warnings only: a visitor's every step is nobody's business."""

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: the command has said where it serves."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Let every box's process go at once."""
        await asyncio.gather(*(visit.end() for visit in self._visits.values()))

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.router.add_post("/join", self.handle_join)
        app.middlewares.append(self._door)
        return app

    @web.middleware
    async def _door(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse strange host names; give every page its headers."""
        if not is_expected_host(request.host, self._names):
            return web.Response(status=421, text="this server is not called that\n")
        response: web.StreamResponse = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    async def handle_index(self, request: web.Request) -> web.Response:
        """The panel's page for a visitor, the join form for anybody else."""
        if self._token(request) is not None:
            return _page("panel.html")
        if self._gate is None:
            return self._welcome(new_token())
        code = request.query.get("code", "")
        return await self._try(request, code) if code else _page("join.html")

    async def handle_join(self, request: web.Request) -> web.Response:
        """The form's answer."""
        form = await request.post()
        return await self._try(request, str(form.get("code", ""))[:64])

    async def handle_download(self, request: web.Request) -> web.StreamResponse:
        """There is nothing to download."""
        raise web.HTTPNotFound

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A visitor's box, until the browser goes or comes again."""
        token = self._token(request)
        if token is None or not is_same_origin(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden(text="join first\n")
        if len({*self._visits, *self._coming} - {token}) >= self._most_visitors:
            raise web.HTTPServiceUnavailable(text="all boxes are taken\n")
        self._coming.add(token)
        try:
            if (earlier := self._visits.pop(token, None)) is not None:
                await earlier.end()
            socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MOST_MESSAGE)
            await socket.prepare(request)
            visit = Visit(self._command(box_of(token, self._folder)), socket, self)
            self._visits[token] = visit
        finally:
            self._coming.discard(token)
        try:
            await visit.run(*_size(request))
        finally:
            await visit.end()
            if self._visits.get(token) is visit:
                del self._visits[token]
        return socket

    async def _try(self, request: web.Request, code: str) -> web.Response:
        assert self._gate is not None
        address, now = request.remote or "", time.monotonic()
        if (token := self._gate.join(code, address, now)) is not None:
            return self._welcome(token)
        wait = self._gate.wait_s(address, now)
        text = f"That code is not right. Try again in {max(1, round(wait))} s."
        return _page("join.html", text, status=403)

    def _welcome(self, token: str) -> web.Response:
        if len(list(self._folder.glob("*.mem"))) >= MOST_BOXES:
            return _page("join.html", f"There are {MOST_BOXES} boxes already.", status=503)
        response = web.Response(status=303, headers={"Location": "./"})
        response.set_cookie(COOKIE, token, max_age=COOKIE_S, httponly=True, samesite="Strict")
        return response

    def _token(self, request: web.Request) -> str | None:
        token = request.cookies.get(COOKIE, "")
        if not is_token(token):
            return None
        if self._gate is None or token in self._gate.joined or self._remembers(token):
            return token
        return None

    def _remembers(self, token: str) -> bool:
        """A phone that joined before we were started again still has its box."""
        return box_of(token, self._folder).memory.exists()

    def _command(self, box: VisitorsBox) -> str:
        program = [sys.executable, "-P", "-m", "host.serve.box_process"]
        desk = [self._desk[0], str(self._desk[1])]
        return shlex.join([*program, str(box.memory), box.serial, *desk, self._face])


class Visit:
    """One browser's connection and the process of its box."""

    def __init__(self, command: str, socket: web.WebSocketResponse, server: BoxServer) -> None:
        self._socket = socket
        self._server = server
        self._service = AppService(
            "exec " + command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._hang_up,
            download_manager=server.download_manager,
        )
        self._ended: asyncio.Task[None] | None = None

    async def run(self, width: int, height: int) -> None:
        """Carry keys and pictures until the browser goes."""
        await self._service.start(width, height)
        async for message in self._socket:
            if message.type is WSMsgType.TEXT and not await self._take(message):
                break

    async def end(self) -> None:
        """Let the box's process save and go; may be called twice, by two tasks."""
        if self._ended is None:
            self._ended = asyncio.create_task(self._end())
        await asyncio.shield(self._ended)

    async def _hang_up(self) -> None:
        await self._socket.close()

    async def _end(self) -> None:
        try:
            await asyncio.wait_for(self._service.stop(), STOP_S)
        except (TimeoutError, OSError):
            if (process := self._service._process) is not None and process.returncode is None:
                process.kill()
        if (process := self._service._process) is not None:
            await process.wait()  # its memory must be free before the same box comes again
        await self._socket.close()

    async def _take(self, message: Any) -> bool:
        """One message of the browser's; False for what no page of ours sends."""
        try:
            kind, value = [*message.json(), None][:2]
            match kind:
                case "stdin":
                    await self._service.send_bytes(str(value).encode())
                case "resize":
                    size = (_within(value["width"]), _within(value["height"]))
                    await self._service.set_terminal_size(*size)
                case "ping":
                    await self._socket.send_json(["pong", value])
        except (ValueError, TypeError, KeyError):
            return False
        return True


def _size(request: web.Request) -> tuple[int, int]:
    """The terminal's columns and rows as the page asks for them."""
    query = request.query
    return _within(to_int(query.get("width", ""), 37)), _within(to_int(query.get("height", ""), 30))


def _within(number: int) -> int:
    return min(max(int(number), LEAST_SIZE), MOST_SIZE)


def _page(name: str, said: str = "", status: int = 200) -> web.Response:
    text = (TEMPLATES / name).read_text(encoding="utf-8").replace("{{said}}", said)
    return web.Response(status=status, text=text, content_type="text/html")


def new_token() -> str:
    """A visitor's token, from the system's generator."""
    return secrets.token_urlsafe(24)
