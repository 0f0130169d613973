"""What phones and the teacher's screen ask of the rooms of a class, beside the app's sessions.

A phone needs no session: it asks for the room's state again and again, and most answers are "as
before". Everything but the room's own answers lives in the browsers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any

import streamlit as st
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from graphdp_core.params import Refused
from pages.ground import first_import
from pages.server.own_messages import body_of

CLASS = "class"
"""Address of the phones' page."""

FOLDER = "_graphdp/class"
MOST_BYTES = 2000

Answer = dict[str, Any]
_threads = ThreadPoolExecutor(2, "rooms")  # their own: a busy app must not keep a class waiting


def class_routes() -> list[Route]:
    """The phones' page, its script and lessons, and what is asked of rooms."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    top = f"/{base}" if base else ""
    return [
        Route(f"{top}/{CLASS}", _page, methods=["GET"]),
        Route(f"{top}/{FOLDER}/phone.js", _script, methods=["GET"]),
        Route(f"{top}/{FOLDER}/lesson/{{id}}", _lesson, methods=["GET"]),
        Route(f"{top}/{FOLDER}/state/{{code}}", _state, methods=["GET"]),
        Route(f"{top}/{FOLDER}/{{ask}}", _ask, methods=["POST"]),
    ]


async def _state(request: Request) -> Response:
    """The room as a phone sees it; nothing but "as before" if it has seen it so."""
    code = request.path_params["code"]
    try:
        room = await _aside(lambda: _answers().state(code))
    except Refused as error:
        return _refusal(error, _who(request))
    return _stable(request, json.dumps(room), "application/json", "no-cache")


async def _ask(request: Request) -> Response:
    """An answer to a message; a refusal is one too, in a sentence."""
    who, name = _who(request), request.path_params["ask"]
    try:
        said = await _body(request)
        content = await _aside(lambda: _answers().answer_to(name, said, who))
    except Refused as error:
        return _refusal(error, who)
    except ClientDisconnect:
        return JSONResponse({}, status_code=400)
    return JSONResponse(content, headers={"Cache-Control": "no-store"})


def _answers() -> Any:
    """Loaded when a class is there: the server's first page must not wait for it."""
    return first_import.load("pages.server.class_answers")


def _refusal(error: Refused, who: str) -> Response:
    """One clear sentence; who tries many codes waits."""
    wrong = _answers().wrong_code(error, who)
    status = 400 if wrong is None else 404 if wrong is error else 429
    said = {"refused": str(wrong or error)}
    return JSONResponse(said, status_code=status, headers={"Cache-Control": "no-store"})


async def _aside(work: Callable[[], Any]) -> Any:
    """Off the server's loop: the file may have to wait for another server."""
    return await asyncio.get_running_loop().run_in_executor(_threads, work)


async def _body(request: Request) -> Answer:
    data = await body_of(request, most=MOST_BYTES, what="a class")
    if len(data) > MOST_BYTES:
        raise Refused(f"A message to a class has at most {MOST_BYTES} bytes.")
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Refused("A message to a class is one JSON object.")
    return said


def _who(request: Request) -> str:
    return request.client.host if request.client else ""


def _files() -> Any:
    return first_import.load("pages.server.class_answers")


async def _page(request: Request) -> Response:
    text = await _aside(lambda: _files().class_page())
    return _stable(request, text, "text/html", "no-cache")


async def _script(request: Request) -> Response:
    text = await _aside(lambda: _files().class_script())
    return _stable(request, text, "text/javascript", "no-cache")


async def _lesson(request: Request) -> Response:
    id = request.path_params["id"]
    try:
        text = await _aside(lambda: _files().lesson_text(id))
    except Refused as error:
        return JSONResponse({"refused": str(error)}, status_code=404)
    return _stable(request, text, "application/json", "max-age=3600")


def _stable(request: Request, text: str, media: str, cached: str) -> Response:
    """An answer that a browser which has it already need not load again."""
    tag = f'"{blake2b(text.encode(), digest_size=8).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": cached}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=media, headers=headers)
