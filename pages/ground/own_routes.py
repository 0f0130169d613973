"""What the server's own routes share: the folder they lie in, and answers that are packed."""

from __future__ import annotations

import gzip

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response

FOLDER = "_graphdp"  # below the server's own address
FOR_ALL = "public, max-age=31536000, immutable"
"""For what never changes under its address, and is nobody's own."""


def folder() -> str:
    """Below which the server answers beside the pages."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/{FOLDER}" if base else f"/{FOLDER}"


def packed_answer(request: Request, packed: bytes, *, media_type: str, keep: str) -> Response:
    """Bytes that are kept by gzip, as they are for a browser that takes them so.

    Parameters
    ----------
    keep : str
        How long, and by whom, the answer may be kept: its Cache-Control.
    """
    headers, body = {"Cache-Control": keep, "Vary": "Accept-Encoding"}, packed
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(packed)
    return Response(body, media_type=media_type, headers=headers)
