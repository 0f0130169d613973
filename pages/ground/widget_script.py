"""The app's own widgets as Streamlit mounts them: their files under `assets`, joined.

Streamlit sends a widget's script and style with every answer of a page. What it sends here is two
lines, which fetch both from an address of their own: the browser asks once, and keeps them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from graphdp_core.plots.theme import themes_by_name
from graphdp_core.web.pages import assets, script, style
from pages.ground.own_routes import FOR_ALL, folder, packed_answer

SOURCES = assets()
NAME = re.compile(r"[a-z0-9_]+(?:/[a-z0-9_]+)*")

# Streamlit looks for tables in each value of a mapping, for which it loads pandas: half a second
# before the first picture. It does not look into a list.
MOUNTED = """
export default (page) => {
  const { parentElement } = page;
  if (SHEET && ![...parentElement.children].some((part) => part.matches("style.graphdp"))) {
    const sheet = document.createElement("style");
    sheet.className = "graphdp";
    sheet.textContent = SHEET;
    parentElement.prepend(sheet);
  }
  const data = page.data?.[0];
  return withData({ ...page, data: data && { themes: THEMES, ...data } });
};
"""


@cache
def component(name: str, entry: str, *, css: str = "") -> Any:
    """A part of a widget as Streamlit mounts it, registered once.

    Parameters
    ----------
    name : str
        Of the part, among all of the app.
    entry, css : str
        Files below `assets`, without their endings; several styles with blanks between them, ""
        for none.
    """
    address = f"{folder()}/widget/{_version(entry, css)}/{entry}.js?css={css.replace(' ', '+')}"
    js = (
        f"const widget = await import(location.origin + {json.dumps(address)});\n"
        "export default (page) => widget.default(page);\n"
    )
    mount = st.components.v2.component(f"graphdp.{name}", js=js)

    def with_data(*, data: dict[str, Any] | None = None, **others: Any) -> Any:
        return mount(data=None if data is None else [data], **others)

    return with_data


def widget_routes() -> list[Route]:
    """The one route: a version, then the entry of a widget; its styles are asked for by name."""

    async def answer(request: Request) -> Response:
        entry, css = request.path_params["entry"], request.query_params.get("css", "")
        files = [SOURCES / f"{entry}.js", *(SOURCES / f"{name}.css" for name in css.split())]
        if not all(map(NAME.fullmatch, (entry, *css.split()))) or not all(
            file.is_file() for file in files
        ):
            return Response(status_code=404)
        is_asked = request.path_params["version"] == _version(entry, css)
        return packed_answer(
            request, _packed(entry, css), media_type="text/javascript",
            keep=FOR_ALL if is_asked else "no-store",
        )  # fmt: skip

    return [Route(f"{folder()}/widget/{{version}}/{{entry:path}}.js", answer, methods=["GET"])]


@cache
def _text(entry: str, css: str) -> str:
    """One module: styles and themes as constants, the script, and what mounts them."""
    sheet = json.dumps("".join(map(style, css.split())))
    widget = script(entry).replace("export default ", "const withData = ", 1)
    themes = json.dumps(themes_by_name())
    return f"const SHEET = {sheet};\nconst THEMES = {themes};\n{widget}{MOUNTED}"


@cache
def _packed(entry: str, css: str) -> bytes:
    return gzip.compress(_text(entry, css).encode(), mtime=0)


@cache
def _version(entry: str, css: str) -> str:
    return hashlib.sha256(_text(entry, css).encode()).hexdigest()[:16]
