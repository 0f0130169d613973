"""What surrounds the pages on the server: its own page, and warming up in the background."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.ground import first_import
from pages.ground.out_of_sight import put_out_of_sight
from pages.ground.visitor_cookie import VisitorCookie
from pages.server.first_still import still_of
from pages.server.headers import SecurityHeaders, page_policy
from pages.server.no_uploads import NoUploads

__all__ = ["MIDDLEWARE", "OwnAddress", "on_script_error", "warm_up"]

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
        app : callable
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
        from pages.server.presenter import presenter_script

        base = (st.get_option("server.baseUrlPath") or "").strip("/")
        first = streamlit_internals.address_script(base)
        return (first + presenter_script(self.questions, base)).encode()

    def _still(self, scope: Scope) -> bytes:
        """What stands on a page meanwhile; nothing before somebody has asked for it."""
        page = scope["path"].removeprefix(scope.get("root_path", "")).strip("/")
        query = scope["query_string"].decode("latin-1")
        found = still_of(page, query)
        if not (found or page or query) and self.first in sys.modules:
            found = str(_own(sys.modules[self.first], "first_picture")() or "")
        return found.encode()

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
    from pages.server.presenter import presenter_style

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
    from graphdp_core.experiment.workers import shared_pool

    for name in first:
        if name in sys.modules:
            _own(sys.modules[name], "finish")()
    shared_pool().shutdown()


def _import_early(*first: str) -> None:
    """What the first page needs, while its visitor's browser still loads the scripts."""
    for name in first:
        _own(first_import.load(name), "prepare")()


def _own(module: ModuleType, name: str) -> Callable[[], object]:
    """A function of the module's own, none that it has imported; else one that does nothing."""
    found: Any = getattr(module, name, None)
    return found if getattr(found, "__module__", "") == module.__name__ else _nothing


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

    run_everything_once()
