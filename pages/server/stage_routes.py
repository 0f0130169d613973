"""What moves with epsilon is asked for here, a stop at a time: no script runs for it.

What a page's script computes can be stopped here, while it computes.

A press of a button below the slider waits for the script to end: Streamlit lets a part of a page
finish before the part is drawn again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.ground.own_routes import FOR_ALL, folder, packed_answer
from pages.ground.visitor_cookie import secret_in
from pages.server.stages import BEHIND, SHARED, STAGES, STILLS, Busy, Staged, Stages, Work, name_of

PATIENCE_S = 1.0  # before a stop that takes longer is answered with how far it is
AGAIN_MS = 400
LOOK_MS = 1500  # between two looks at what is measured behind a stage
FOR_ONE = "private, no-store"


def stage_folder() -> str:
    """Below which stages are asked for."""
    return f"{folder()}/stage"


def stage_routes(stages: Stages = STAGES) -> list[Route]:
    """The one route: a stage's key, then ``shared``, ``behind``, a stop, or its still picture."""

    async def answer(request: Request) -> Response:
        visitor, part = secret_in(request.headers.get("cookie", "")), request.path_params["part"]
        staged = stages.find(request.path_params["key"], visitor=visitor)
        if staged is not None and part == BEHIND and staged.behind is not None:
            return await _behind(request, staged)
        if staged is None or not staged.has(part):
            return JSONResponse({}, status_code=404, headers={"Cache-Control": "no-store"})
        # What all stops share is read off any of them.
        asked = name_of(staged.stage.epsilons[-1]) if part == SHARED else part
        work = None
        if part not in staged.parts:
            try:
                work = stages.ask(staged, asked, visitor=visitor)
            except Busy:
                return _later()
        if work is not None:
            done, _ = await asyncio.wait([asyncio.wrap_future(work.done)], timeout=PATIENCE_S)
            for ready in done:
                ready.result()  # what went wrong is said in the log
        if part not in staged.parts:
            has = request.query_params.get("has", "")
            seen = staged.so_far(part, int(has)) if has.removeprefix("-").isdecimal() else {}
            return _later(work, seen)
        return _found(request, staged, part)

    return [Route(f"{stage_folder()}/{{key}}/{{part}}", answer, methods=["GET"])]


def _found(request: Request, staged: Staged, part: str) -> Response:
    packed, is_still = staged.parts[part], part.endswith(tuple(STILLS))
    kind = "image/svg+xml" if is_still else "application/octet-stream"
    keep = FOR_ALL if staged.is_public else FOR_ONE
    answer = packed_answer(request, packed, media_type=kind, keep=keep)
    if cost := staged.costs.pop(part, 0.0):  # told to whoever it was computed for
        answer.headers["Server-Timing"] = f"compute;dur={1000 * cost:.0f}"
    return answer


async def _behind(request: Request, staged: Staged) -> Response:
    """What is measured behind the stage: whole, or as far as it is."""
    if BEHIND not in staged.parts:
        behind = await asyncio.to_thread(staged.look_behind)
        if not behind.is_lasting:
            is_whole = behind.share >= 1.0
            how_far = {} if is_whole else {"share": behind.share, "words": behind.words}
            return JSONResponse(
                {**behind.content, **how_far, "again": LOOK_MS},
                status_code=200 if is_whole else 202,
                headers={"Cache-Control": "no-store"},
            )
    return _found(request, staged, BEHIND)


def _later(work: Work | None = None, seen: Mapping[str, object] | None = None) -> Response:
    """It is not there yet: how far it is, what can be seen, and when to ask again."""
    said = {} if work is None else {"share": work.share, "words": work.words}
    return JSONResponse(
        {**said, **(seen or {}), "again": AGAIN_MS},
        status_code=202,
        headers={"Cache-Control": "no-store"},
    )


_running: dict[str, Event] = {}


@contextmanager
def stoppable() -> Iterator[tuple[str, Event]]:
    """The address that stops what is computed meanwhile, which only its page knows; and whether."""
    # In hexadecimal: the address is a widget's key, and no key may hold two underscores
    name, stopped = secrets.token_hex(16), Event()
    _running[name] = stopped
    try:
        yield f"{folder()}/stop/{name}", stopped
    finally:
        del _running[name]


def stop_routes() -> list[Route]:
    """The one route: what runs under a name is to stop."""

    async def stop(request: Request) -> Response:
        stopped = _running.get(request.path_params["name"])
        if stopped is None:
            return Response(status_code=404)
        stopped.set()
        return Response(status_code=204)

    return [Route(f"{folder()}/stop/{{name}}", stop, methods=["POST"])]
