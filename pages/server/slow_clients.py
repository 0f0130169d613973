"""An end to connections that never finish asking: Streamlit's server sets none."""

from __future__ import annotations

import asyncio
from typing import Any

__all__ = ["end_slow_clients"]

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
