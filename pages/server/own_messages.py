"""Messages that our own pages send to our routes: JSON, from this host, in good time."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.requests import Request

from graphdp_core.params import Refused

PATIENCE_S = 20.0  # for a whole message


async def body_of(request: Request, *, most: int, what: str) -> bytes:
    """The bytes of a message, read no further than just beyond what it may be long.

    Parameters
    ----------
    most : int
        Bytes of a message that is not too long.
    what : str
        Where it goes, for the refusal.

    Raises
    ------
    Refused
        If it is no JSON, comes from a page of another host, or does not arrive.
    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":  # which no page of another site may send unasked
        raise Refused(f"A message to {what} is JSON.")
    if not _is_from_here(request):
        raise Refused(f"A message to {what} comes from a page of this server.")
    parts = bytearray()
    try:
        async with asyncio.timeout(PATIENCE_S):
            async for part in request.stream():
                parts += part
                if len(parts) > most:
                    break
    except TimeoutError:
        raise Refused(f"The message to {what} did not arrive: send it again.") from None
    return bytes(parts)


def _is_from_here(request: Request) -> bool:
    """Whether the page that sends it, where the browser names it, is of the host that is asked."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    names = (request.headers.get(name) for name in ("host", "x-forwarded-host"))
    page = _host(origin)
    return page is not None and page in {_host(f"//{name}") for name in names if name}


def _host(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
