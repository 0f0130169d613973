"""How the app is served, as who runs it says in three variables: a demo, its frames, its memory."""

from __future__ import annotations

import os
import re
import shutil

from graphdp_core.params import Refused

DEMO = "GRAPHDP_DEMO"
FRAMES = "GRAPHDP_FRAME_ANCESTORS"
MEMORY = "GRAPHDP_MEMORY"
LEAST_MEMORY = 50_000_000  # bytes
DEMO_MEMORY = "800MB"
SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?(MB|GB)", re.IGNORECASE)
BYTES = {"MB": 1e6, "GB": 1e9}
HOST = re.compile(r"(https?://)?(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?", re.IGNORECASE)


def command() -> str:
    """How a shell calls the program in this install: in a checkout it has no name of its own."""
    return "graphdp" if shutil.which("graphdp") else "python -m graphdp_core"


def is_demo() -> bool:
    """Whether the app shows what comes with it alone: it takes no file and keeps nothing on disk.

    Raises
    ------
    Refused
        If GRAPHDP_DEMO says neither yes nor no.
    """
    said = os.environ.get(DEMO, "")
    if said not in ("", "0", "1"):
        raise Refused(f"{DEMO} must be 1 for a demo, or 0, got {said!r}: set it to one of them.")
    return said == "1"


def frame_ancestors() -> tuple[str, ...]:
    """The hosts whose pages may frame the app, beside its own.

    Examples
    --------
    >>> os.environ[FRAMES] = "https://example.org *.example.net"
    >>> frame_ancestors()
    ('https://example.org', '*.example.net')
    >>> del os.environ[FRAMES]
    """
    hosts = tuple(os.environ.get(FRAMES, "").split())
    for host in hosts:
        if not HOST.fullmatch(host):
            raise Refused(
                f"{FRAMES} must name hosts with spaces between them, as in 'https://example.org "
                f"*.example.net', got {host!r}: correct it, or leave it out."
            )
    return hosts


def memory_limit() -> int | None:
    """The bytes that all caches may hold together; None where they are bounded by number alone.

    A demo has a limit in any case.

    Examples
    --------
    >>> os.environ[MEMORY] = "1.5 GB"
    >>> memory_limit()
    1500000000
    >>> del os.environ[MEMORY]
    """
    said = os.environ.get(MEMORY, "").strip() or (DEMO_MEMORY if is_demo() else "")
    if not said:
        return None
    match = SIZE.fullmatch(said)
    size = int(float(match[1]) * BYTES[match[2].upper()]) if match else 0
    if size < LEAST_MEMORY:
        raise Refused(
            f"{MEMORY} must be a size from {LEAST_MEMORY // 1_000_000} MB, as in '800MB' or "
            f"'1.5 GB', got {said!r}: correct it, or leave it out."
        )
    return size


def check() -> None:
    """Read all of it once, so that nonsense ends the start and not a page."""
    is_demo()
    frame_ancestors()
    memory_limit()
