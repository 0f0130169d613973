"""What a browser asks once for the guide around the pages: what to try, and the glossary.

What a browser asks the server about its snapshots: a file to read, two of them to compare.

The snapshots live in the browser. Both questions are answered from what is sent with them alone:
no session, nothing kept, nothing logged.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from graphdp_core.params import Refused
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.snapshots.workspace import MOST_BYTES, Snapshot, Workspace
from graphdp_core.web.pages import assets
from pages.ground.glossary import named_terms, what
from pages.ground.old_addresses import snapshot_of_today
from pages.ground.own_routes import folder
from pages.server.own_messages import body_of
from pages.server.try_this import TRIES

USUAL = {"epsilon": "3", "draw": "0", "mechanism": "edge_flip"}


def snapshot_routes(pages: Mapping[str, str]) -> list[Route]:
    """The two routes; `pages` are their titles by address, the first page's "" among them."""

    def two_in_words(workspace: Workspace) -> dict[str, Any]:
        from graphdp_core.snapshots.differences import differences
        from pages.ground.records import FIRST, graph_lines

        if len(workspace.snapshots) != 2:
            raise Refused("Two snapshots can be compared: choose two.")
        usual = {**USUAL, "graph": FIRST}
        words = differences(*_of_today(workspace), pages=pages, usual=usual, graphs=graph_lines())
        return {"words": words}

    return [
        Route(f"{folder()}/workspace", _answering(_rows), methods=["POST"]),
        Route(f"{folder()}/differences", _answering(two_in_words), methods=["POST"]),
    ]


def _rows(workspace: Workspace) -> dict[str, Any]:
    """The snapshots of a file as the browser keeps them: all that is checked, and nothing else."""
    rows: dict[str, Any] = json.loads(Workspace(_of_today(workspace)).to_json())
    return rows


def _of_today(workspace: Workspace) -> tuple[Snapshot, ...]:
    """Its snapshots, each with the address of today."""
    return tuple(snapshot_of_today(one) for one in workspace.snapshots)


def _answering(answer: Callable[[Workspace], dict[str, Any]]) -> Any:
    """A route that reads a workspace from the request; a refusal is its answer, in a sentence."""

    async def ask(request: Request) -> JSONResponse:
        try:
            text = await body_of(request, most=MOST_BYTES, what="a workspace")
            said = await asyncio.to_thread(lambda: answer(Workspace.from_json(text)))
        except Refused as error:
            return JSONResponse({"refused": str(error)}, status_code=400)
        except ClientDisconnect:
            return JSONResponse({}, status_code=400)
        return JSONResponse(said, headers={"Cache-Control": "no-store"})

    return ask


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
    told = {
        "tries": {"": tries[first], **tries}, "terms": words, "what": what(),
        "themes": themes_by_name(),
    }  # fmt: skip
    return json.dumps(told, ensure_ascii=False)
