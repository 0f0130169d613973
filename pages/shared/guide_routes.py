"""What a browser asks once for the guide around the pages: what to try, and the words."""

from __future__ import annotations

import dataclasses
import json
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from graphdp_core.plots.theme import themes_by_name
from pages.shared.snapshot_routes import folder
from pages.shared.try_this import TRIES

__all__ = ["guide", "guide_routes"]

KEPT_S = 3600  # that a browser need not ask again


def guide_routes() -> list[Route]:
    """The route of the guide: the same for everybody, and nothing of anybody's data."""

    async def answer(request: Request) -> Response:
        return Response(
            guide(), media_type="application/json",
            headers={"Cache-Control": f"private, max-age={KEPT_S}"},
        )  # fmt: skip

    return [Route(f"{folder()}/guide", answer, methods=["GET"])]


@cache
def guide() -> str:
    """What to try on each page, and the themes' colours, as JSON."""
    first = next(iter(TRIES))
    tries = {page: [dataclasses.asdict(one) for one in three] for page, three in TRIES.items()}
    return json.dumps(
        {"tries": {"": tries[first], **tries}, "themes": themes_by_name()}, ensure_ascii=False
    )
