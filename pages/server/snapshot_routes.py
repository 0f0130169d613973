"""What a browser asks the server about its snapshots: a file to read, two of them to compare.

The snapshots live in the browser. Both questions are answered from what is sent with them alone:
no session, nothing kept, nothing logged.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from graphdp_core.params import Refused
from graphdp_core.snapshots.workspace import MOST_BYTES, Snapshot, Workspace
from pages.ground.old_addresses import snapshot_of_today
from pages.server.own_messages import body_of

__all__ = ["snapshot_routes"]

FOLDER = "_graphdp"  # below the server's own address
USUAL = {"epsilon": "3", "draw": "0", "mechanism": "edge_flip"}


def snapshot_routes(pages: Mapping[str, str]) -> list[Route]:
    """The two routes; `pages` are their titles by address, the first page's "" among them."""

    def two_in_words(workspace: Workspace) -> dict[str, Any]:
        from graphdp_core.snapshots.differences import differences
        from pages.ground.graph_lines import FIRST, graph_lines

        if len(workspace.snapshots) != 2:
            raise Refused("Two snapshots can be compared: choose two.")
        usual = {**USUAL, "graph": FIRST}
        words = differences(*_of_today(workspace), pages=pages, usual=usual, graphs=graph_lines())
        return {"words": words}

    return [
        Route(f"{folder()}/workspace", _answering(_rows), methods=["POST"]),
        Route(f"{folder()}/differences", _answering(two_in_words), methods=["POST"]),
    ]


def folder() -> str:
    """Below which the server answers beside the pages."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/{FOLDER}" if base else f"/{FOLDER}"


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
