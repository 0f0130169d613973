"""A demo takes no file: what a browser sends to Streamlit's address for uploads is not read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import PlainTextResponse

from graphdp_core.serving import is_demo

__all__ = ["NoUploads"]

UPLOADS = "/_stcore/upload_file/"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class NoUploads:
    """ASGI middleware that refuses uploads in a demo, whatever page or program sends them."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass everything else on."""
        answer: Any = self.app
        if scope["type"] == "http" and UPLOADS in scope["path"] and is_demo():
            answer = PlainTextResponse("This demo takes no files.", status_code=403)
        await answer(scope, receive, send)
