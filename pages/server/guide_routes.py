"""What a browser asks once for the guide around the pages: what to try, and the glossary."""

from __future__ import annotations

import dataclasses
import json
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from graphdp_core.plots.theme import themes_by_name
from graphdp_core.web.pages import assets
from pages.ground.glossary import named_terms
from pages.server.snapshot_routes import folder
from pages.server.try_this import TRIES

__all__ = ["guide_routes"]

KEPT_S = 3600  # that a browser need not ask again


def guide_routes(pages: tuple[str, ...]) -> list[Route]:
    """The route of the guide: the same for everybody, and nothing of anybody's data.

    Parameters
    ----------
    pages : tuple of str
        Addresses of all pages: nothing is offered of another one.
    """

    async def answer(request: Request) -> Response:
        return Response(
            guide(pages), media_type="application/json",
            headers={"Cache-Control": f"private, max-age={KEPT_S}"},
        )  # fmt: skip

    return [Route(f"{folder()}/guide", answer, methods=["GET"])]


@cache
def guide(pages: tuple[str, ...]) -> str:
    """What to try on each page, the glossary with its pictures, and the themes, as JSON."""
    first = next(iter(TRIES))
    tries = {
        page: [dataclasses.asdict(t) for t in three if t.address.split("?")[0] in ("", *pages)]
        for page, three in TRIES.items() if page.split("?")[0] in pages
    }  # fmt: skip
    drawn = assets() / "guide" / "terms"
    words = [{"name": name, "text": text,
              "picture": (drawn / f"{name.lower().replace(' ', '-')}.svg").read_text("utf-8")}
             for name, text in named_terms().items()]  # fmt: skip
    told = {"tries": {"": tries[first], **tries}, "terms": words, "themes": themes_by_name()}
    return json.dumps(told, ensure_ascii=False)
