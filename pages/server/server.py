"""What surrounds the pages on the server: its own page, and warming up in the background.

A demo takes no file: what a browser sends to Streamlit's address for uploads is not read.

What is served around every page: shortcuts, snapshots, a line when the server is gone.

What the browser may do with our pages: the headers of every answer of the server.

Scripts come from this server alone, or are one of the few that stand in the page itself, each
named by its hash; none is made from text (`unsafe-eval`). Streamlit's widgets are modules that it
hands over as blobs, and its styles stand in the page: these two cannot be forbidden.

An end to connections that never finish asking: Streamlit's server sets none.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import json
import logging
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import cache, cached_property
from html import escape
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphdp_core.serving import frame_ancestors, is_demo
from graphdp_core.web.pages import script
from pages.ground import first_import
from pages.ground.background import put_out_of_sight
from pages.ground.old_addresses import OLD
from pages.ground.visitor_cookie import VisitorCookie
from pages.ground.widget_script import SOURCES
from pages.server.first_still import still_of

HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
POLICY = b"content-security-policy"
INLINE = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?")  # a policy knows no address of IPv6


def policy(scripts: Iterable[bytes] = (), host: str = "") -> str:
    """The content security policy of an answer; GRAPHDP_FRAME_ANCESTORS says who may frame it.

    Parameters
    ----------
    scripts : iterable of bytes
        The text of every script that stands in the page itself.
    host : str
        Of the server, as the browser names it: for browsers whose 'self' leaves out WebSockets.

    Examples
    --------
    >>> policy([b"1"]).split("; ")[1]
    "script-src 'self' blob: 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    """
    hashes = [base64.b64encode(hashlib.sha256(text).digest()).decode() for text in scripts]
    named = "".join(f" 'sha256-{text}'" for text in dict.fromkeys(hashes))
    frames = " ".join(("'self'", *frame_ancestors()))
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; script-src 'self' blob:{named}; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        f"connect-src 'self'{sockets} data: blob:; worker-src 'self' blob:; object-src 'none'; "
        f"base-uri 'self'; form-action 'self'; frame-ancestors {frames}"
    )


def page_policy(body: bytes, host: str) -> tuple[bytes, bytes]:
    """The header for an HTML page: its own scripts may run, and no others."""
    return POLICY, policy(INLINE.findall(body), host).encode()


class SecurityHeaders:
    """ASGI middleware that adds the headers above to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
        self.headers.append((POLICY, policy().encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; touch only the start of an HTTP response."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                names = {name for name, _ in given}
                missing = [header for header in self.headers if header[0] not in names]
                message["headers"] = [*given, *missing]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


UPLOADS = "/_stcore/upload_file/"


class NoUploads:
    """ASGI middleware that refuses uploads in a demo, whatever page or program sends them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything else on."""
        answer: Any = self.app
        if scope["type"] == "http" and UPLOADS in scope["path"] and is_demo():
            answer = PlainTextResponse("This demo takes no files.", status_code=403)
        await answer(scope, receive, send)


FIRST_PAGE_DONE_S = 15.0  # seconds after the start: warming up must not slow down the first page
ENCODINGS = (b"accept-encoding", b"if-none-match", b"if-modified-since")

STYLE = Path(__file__).parents[2] / "assets" / "page.css"


class OwnAddress:
    """ASGI middleware that tells the page in the browser where its server is.

    Left to itself the page guesses: after a deep link such as /clusters it first asks for the
    server below that path, which costs a round trip and two 404 errors in the console.
    """

    def __init__(
        self, app: ASGIApp, questions: Mapping[str, str], apart: str, first: str = ""
    ) -> None:
        """Wrap an app.

        Parameters
        ----------
        questions : mapping
            By page, as :func:`presenter_script` takes them.
        apart : str
            Address of an HTML page that is none of Streamlit's.
        first : str
            Module of the first page, by full name. What its function `first_picture` gives stands
            on a page that is opened without a word in its address, until the script has run.
        """
        self.first = first
        self.app = app
        self.questions = questions
        self.apart = f"/{apart}"

    @cached_property
    def _scripts(self) -> bytes:
        import streamlit as st

        from pages.ground import streamlit_internals

        base = (st.get_option("server.baseUrlPath") or "").strip("/")
        first = streamlit_internals.address_script(base)
        return (first + presenter_script(self.questions, base)).encode()

    def _still(self, scope: Scope) -> bytes:
        """What stands on a page meanwhile; nothing before somebody has asked for it."""
        page = scope["path"].removeprefix(scope.get("root_path", "")).strip("/")
        query = scope["query_string"].decode("latin-1")
        picture = still_of(page, query)
        if not (picture or page or query) and self.first in sys.modules:
            picture = str(_own(sys.modules[self.first], "first_picture")() or "")
        return picture.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the scripts and the pages' style into every HTML page."""
        if (
            scope["type"] != "http"
            or b"text/html" not in dict(scope["headers"]).get(b"accept", b"")
            or scope["path"].rstrip("/").endswith(self.apart)
        ):
            await self.app(scope, receive, send)
            return
        plain = [h for h in scope["headers"] if h[0] not in ENCODINGS]
        start: Message = {}
        parts: list[bytes] = []

        async def hold(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                body = b"".join(parts)
                if dict(start["headers"]).get(b"content-type", b"").startswith(b"text/html"):
                    body = body.replace(b"<head>", b"<head>" + self._scripts, 1)
                    end = _style() + self._still(scope)
                    body = body.replace(b"</body>", end + b"</body>", 1)
                    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
                    start["headers"] = [*start["headers"], page_policy(body, host)]
                kept = [h for h in start["headers"] if h[0] not in (b"content-length", b"etag")]
                length = (b"content-length", str(len(body)).encode())
                await send({**start, "headers": [*kept, length]})
                await send({"type": "http.response.body", "body": body})

        await self.app({**scope, "headers": plain}, receive, hold)


@cache
def _style() -> bytes:
    """The pages' style: there before the first paint, and after Streamlit's, which it overrules."""
    sheets = STYLE.read_text(encoding="utf-8") + presenter_style()
    return f"<style>{sheets}</style>".encode()


MIDDLEWARE = [Middleware(SecurityHeaders), Middleware(VisitorCookie), Middleware(NoUploads)]


def on_script_error(error: Exception) -> bool:
    """Log what no page expected and tell the user what to do, without a traceback."""
    import streamlit as st

    logging.getLogger("graphdp").error("A page failed", exc_info=error)
    st.error(
        "This page could not be finished; the fault is ours, and the details are in the server's "
        "log. Your choices are kept: try another setting, graph or noise draw.",
        icon=":material/error:",
    )
    return True


def warm_up(*first: str) -> Callable[[Any], AbstractAsyncContextManager[dict[str, Any]]]:
    """A lifespan that imports what the first page needs at once, and all else after it.

    Parameters
    ----------
    *first : str
        Modules of the first page, by full name; those that have a function `prepare` begin with
        what its visitor will see, those with `finish` end what goes on when the server does.
    """

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[dict[str, Any]]:
        threading.Thread(target=_import_early, args=first, daemon=True).start()
        later = threading.Timer(FIRST_PAGE_DONE_S, _prepare_for_many)
        later.daemon = True
        later.start()
        yield {}
        later.cancel()
        await asyncio.to_thread(_end, *first)

    return lifespan


def _end(*first: str) -> None:
    """Leave no process and no semaphore behind: a server that is told to end runs no exit hooks."""
    from multiprocessing import util

    from graphdp_core.experiment.workers import shared_pool

    for name in filter(sys.modules.__contains__, first):
        _own(sys.modules[name], "finish")()
    shared_pool().shutdown(for_good=True)
    util._exit_function()  # type: ignore[attr-defined]  # its hook, which frees semaphores


def _import_early(*first: str) -> None:
    """What the first page needs, while its visitor's browser still loads the scripts."""
    for name in first:
        _own(first_import.load(name), "prepare")()


def _own(module: ModuleType, name: str) -> Callable[[], object]:
    """A function of the module's own, none that it has imported; else one that does nothing."""
    member: Any = getattr(module, name, None)
    return member if getattr(member, "__module__", "") == module.__name__ else _nothing


def _nothing() -> None:
    """Prepare and finish nothing."""


def _prepare_for_many() -> None:
    """Load what the other pages need, and take it all out of the garbage collector's sight."""
    from graphdp_core.experiment.workers import shared_pool
    from pages.ground import streamlit_internals
    from pages.server.run_once import run_everything_once

    streamlit_internals.missing_names()  # said in the log
    run_everything_once()
    shared_pool().warm()
    put_out_of_sight()


if __name__ == "__main__":
    from pages.server.run_once import run_everything_once

    # The compiler's objects live on: to look for garbage among them took a seventh of its time
    gc.set_threshold(1_000_000, 1_000_000, 1_000_000)
    run_everything_once()


def presenter_script(questions: Mapping[str, str], base: str = "") -> str:
    """A script for the head of the page: it runs before the app, so that a link opens as it says.

    It keeps `present=1` and `hide=1` in the address whatever the app writes there, and hears keys
    before the app does; the server is not asked.

    Parameters
    ----------
    questions : mapping of str to str
        By a page's address, what a class is asked while the private side is hidden; "" for a page
        without one. The first page also lies at the server's own address.
    base : str
        Below which the server's pages lie, without slashes around it.
    """
    first = next(iter(questions.values()), "")
    table = escape(json.dumps({"": first, **questions}, ensure_ascii=False))
    moved = {page: [now.address, now.choice] for page, now in OLD.items()}
    told = {"questions": table, "moved": escape(json.dumps(moved)), "base": escape(base)}
    attributes = " ".join(f'data-{name}="{words}"' for name, words in told.items())
    return f"<script {attributes}>(() => {{\n{script('present/main')}}})();</script>"


def presenter_style() -> str:
    """What both modes change on a page, and what lies beside it."""
    files = (
        "present/present.css", "snapshots/snapshots.css", "connection/lost.css", "guide/guide.css",
    )  # fmt: skip
    return "".join((SOURCES / file).read_text(encoding="utf-8") for file in files)


HEADERS_S = 20.0


def end_slow_clients(seconds: float = HEADERS_S) -> None:
    """Let the server close a connection whose request's head is not there after so long.

    It reaches into uvicorn's protocol, as Streamlit offers no setting. Where uvicorn has moved what
    it needs, slow clients are held as long as they like: a proxy in front should end them.
    """
    try:
        from h11 import IDLE
        from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
    except ImportError:
        return
    made, received = Protocol.connection_made, Protocol.data_received
    waiting: dict[Any, asyncio.TimerHandle] = {}

    def wait(self: Any) -> None:
        if self not in waiting:
            loop = asyncio.get_running_loop()
            waiting[self] = loop.call_later(seconds, end, self)

    def end(self: Any) -> None:
        waiting.pop(self, None)
        if self.conn.their_state is IDLE:
            self.timeout_keep_alive_handler()

    def connection_made(self: Any, transport: Any) -> None:
        made(self, transport)
        wait(self)

    def data_received(self: Any, data: bytes) -> None:
        received(self, data)
        if self.conn.their_state is IDLE:
            wait(self)
        elif timer := waiting.pop(self, None):
            timer.cancel()

    Protocol.connection_made = connection_made  # type: ignore[method-assign]
    Protocol.data_received = data_received  # type: ignore[method-assign]


def look_far_back() -> None:
    """Let the websocket's compression see the last 32 kB of what it sent, in place of 4.

    A change of the view repeats much of the one before. It costs 130 kB of memory a connection.
    It reaches into uvicorn, as Streamlit offers no setting: elsewhere messages are as long again.
    """
    with suppress(ImportError, AttributeError):
        protocol: Any = import_module("uvicorn.protocols.websockets.websockets_sansio_impl")
        usual = protocol.ServerPerMessageDeflateFactory
        far = {"server_max_window_bits": 15}
        protocol.ServerPerMessageDeflateFactory = lambda **given: usual(**{**given, **far})
