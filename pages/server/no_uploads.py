"""A demo takes no file: what a browser sends to Streamlit's address for uploads is not read."""

from __future__ import annotations

from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from graphdp_core.serving import is_demo

__all__ = ["NoUploads"]

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
