"""A secret for every browser: with it, and only with it, a reloaded page finds its files again.

It is a cookie that scripts in the page cannot read, so that it never stands in an address and no
shared link hands a file to somebody else.
"""

from __future__ import annotations

import re
import secrets

from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "graphdp-visitor"
BYTES = 32
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


class VisitorCookie:
    """ASGI middleware that gives every browser without a secret one, with the first page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; touch only the start of an HTML page's response."""
        headers = dict(scope.get("headers", ()))
        is_page = scope["type"] == "http" and b"text/html" in headers.get(b"accept", b"")
        if not is_page or secret_in(headers.get(b"cookie", b"").decode("latin-1")):
            await self.app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = (b"set-cookie", _cookie(secure=scope.get("scheme") == "https"))
                message["headers"] = [*message.get("headers", []), cookie]
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def is_secret(value: object) -> bool:
    """Whether a cookie's value has the form of one that was given here."""
    return isinstance(value, str) and SECRET.fullmatch(value) is not None


def secret_in(header: str) -> str:
    """The secret in a Cookie header, whatever else other programs have put there; "" if none.

    Examples
    --------
    >>> secret_in(f'theme={{"a":1}}; é=1; {COOKIE}={"s" * 43}; user@x=1')[:3]
    'sss'
    """
    value = cookie_parser(header).get(COOKIE, "")
    return value if is_secret(value) else ""


def _cookie(*, secure: bool) -> bytes:
    words = f"{COOKIE}={secrets.token_urlsafe(BYTES)}; Path=/; HttpOnly; SameSite=Lax"
    return (words + "; Secure" * secure).encode()
