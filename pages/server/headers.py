"""What the browser may do with our pages: the headers of every answer of the server.

Scripts come from this server alone, or are one of the few that stand in the page itself, each
named by its hash; none is made from text (`unsafe-eval`). Streamlit's widgets are modules that it
hands over as blobs, and its styles stand in the page: these two cannot be forbidden.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphdp_core.serving import frame_ancestors

__all__ = ["SecurityHeaders", "page_policy", "policy"]

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
