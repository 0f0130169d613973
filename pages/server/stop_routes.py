"""What a page's script computes can be stopped here, while it computes.

A press of a button below the slider waits for the script to end: Streamlit lets a part of a page
finish before the part is drawn again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.snapshot_routes import folder

__all__ = ["stop_routes", "stoppable"]

_running: dict[str, Event] = {}


@contextmanager
def stoppable() -> Iterator[tuple[str, Event]]:
    """The address that stops what is computed meanwhile, which only its page knows; and whether."""
    name, stopped = secrets.token_urlsafe(16), Event()
    _running[name] = stopped
    try:
        yield f"{folder()}/stop/{name}", stopped
    finally:
        del _running[name]


def stop_routes() -> list[Route]:
    """The one route: what runs under a name is to stop."""

    async def stop(request: Request) -> Response:
        stopped = _running.get(request.path_params["name"])
        if stopped is None:
            return Response(status_code=404)
        stopped.set()
        return Response(status_code=204)

    return [Route(f"{folder()}/stop/{{name}}", stop, methods=["POST"])]
