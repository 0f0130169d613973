"""Compiled inner loops (numba): plain functions over arrays, no graph objects, no GIL.

Every kernel is decorated with `compiled` below, so that flags are the same everywhere, and takes
its randomness as a 64-bit key, never as a global state. None assigns an array to a slice or a row
of another: numba then compiles its error text as well, three seconds of each first start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

import numba

from graphdp_core.user_folder import user_folder

__all__ = ["are_compiled", "compiled"]

HERE = Path(__file__).parent
Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile with numba on first call, without the GIL, and keep the machine code on disk.

    Numba's own cache looks at a kernel's file alone, and would go on using machine code that holds
    an old version of a kernel from another file: wrong numbers, or a crash, after an update. So
    the folder on disk is named by the source of all kernels. Where no folder may be written to,
    every process compiles into its memory. Only kernels may call one whose name begins with "_".
    """
    settings: Any = numba.config
    usual, folder = settings.CACHE_DIR, _folder()
    settings.CACHE_DIR = str(folder or "")
    try:
        # A wrapper costs as much as a small kernel: none for C, for Python where it is called
        wrappers: Any = {
            "no_cfunc_wrapper": True,
            "no_cpython_wrapper": function.__name__.startswith("_"),
        }
        kernel: Any = numba.njit(cache=folder is not None, nogil=True, **wrappers)(function)
    finally:
        settings.CACHE_DIR = usual
    return cast(Function, kernel)


def are_compiled() -> bool:
    """Whether machine code of some kernel is on disk; the first start has none."""
    folder = _folder()
    return folder is not None and any(folder.rglob("*.nbi"))


@cache
def _folder() -> Path | None:
    """The first that may be written to: NUMBA_CACHE_DIR or beside the kernels, or the user's."""
    settings: Any = numba.config
    for place in (Path(settings.CACHE_DIR or HERE / "__pycache__"), user_folder()):
        if place is not None and _may_write(place / _source_digest()):
            return place / _source_digest()
    logging.getLogger("graphdp").warning(
        "No folder for machine code may be written to: each process compiles its inner loops "
        "anew, in about a minute. Name a folder in NUMBA_CACHE_DIR."
    )
    return None


def _may_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _source_digest() -> str:
    digest = blake2b(digest_size=8)
    for file in sorted(HERE.glob("*.py")):
        digest.update(file.read_bytes())
    return f"kernels-{digest.hexdigest()}"
