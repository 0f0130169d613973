"""An address that no page has: its visitor lands on the first page and is told which there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any
from urllib.parse import quote, urlencode

import streamlit as st
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.ground.old_addresses import OLD, as_of_today
from pages.ui.widgets import plain

NO_PAGE = "no-page"  # in the address
LONGEST = 60


class UnknownPage:
    """ASGI middleware that leads a request for a page that there is not to the first page.

    Streamlit would show that page under the false address, below a box of its own that names no
    other page. The rest of the address is kept, so that a link loses no choice. The first page has
    the server's own address, and its name leads there too. An address that a page had before leads
    to where its choices stand now.

    Parameters
    ----------
    addresses : sequence of str
        Of all pages, the first page first.
    """

    def __init__(self, app: ASGIApp, addresses: Sequence[str]) -> None:
        self.app, self.first, self.addresses = app, addresses[0], frozenset(addresses[1:])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on whatever is no page in a browser, and every page that there is."""
        app: Any = self.app
        if scope["type"] == "http" and (asked := self._asked_in_vain(scope)):
            words = "" if asked == self.first else urlencode({NO_PAGE: asked[:LONGEST]})
            query, page = scope["query_string"].decode("latin-1"), ""
            if asked in OLD:
                page, query = as_of_today(asked, query)
            else:
                query = "&".join(filter(None, [words, query]))
            to = f"{_base()}/{page}?{query}".rstrip("?")
            if asked.startswith("class/"):  # as a room's name is read off a wall
                to = f"{_base()}/class#{quote(asked[6:][:LONGEST])}"
            app = RedirectResponse(to, status_code=302)
        await app(scope, receive, send)

    def _asked_in_vain(self, scope: Scope) -> str:
        if b"text/html" not in dict(scope["headers"]).get(b"accept", b""):
            return ""
        asked: str = scope["path"].removeprefix(_base()).strip("/")
        first = asked.partition("/")[0]
        is_file = "." in asked.rpartition("/")[2] or first in ("_stcore", "media", "component")
        return "" if is_file or asked in self.addresses else asked


def _base() -> str:
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def say_unknown_page(titles: dict[str, str]) -> None:
    """Say that the address asked for an unknown page, if it did, and which pages there are.

    Parameters
    ----------
    titles : dict
        Of the pages by address, the first page first.
    """
    asked = st.query_params.get(NO_PAGE, "")[:LONGEST]
    if not asked:
        return
    names = list(titles.values())
    near = get_close_matches(asked.lower(), titles, n=1)
    meant = f" Perhaps you mean {titles[near[0]]}." if near else ""
    st.warning(
        f"There is no page “{plain(asked)}”; you see {names[0]}.{meant} The pages are "
        f"{', '.join(names[:-1])} and {names[-1]}, in the menu.",
        icon=":material/link_off:",
    )
