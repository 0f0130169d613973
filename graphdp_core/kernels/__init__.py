"""Compiled inner loops (numba): plain functions over arrays, no graph objects, no GIL.

Every kernel is decorated with `compiled` below, so that flags are the same everywhere, and takes
its randomness as a 64-bit key, never as a global state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

__all__ = ["compiled"]

HERE = Path(__file__).parent
Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile with numba on first call, without the GIL, and keep the machine code on disk.

    Numba's own cache looks at a kernel's file alone, and would go on using machine code that holds
    an old version of a kernel from another file: wrong numbers, or a crash, after an update. So
    the folder on disk is named by the source of all kernels.
    """
    settings: Any = numba.config
    usual = settings.CACHE_DIR
    settings.CACHE_DIR = str(Path(usual or HERE / "__pycache__") / _source_digest())
    try:
        kernel: Any = numba.njit(cache=True, nogil=True)(function)
    finally:
        settings.CACHE_DIR = usual
    return cast(Function, kernel)


@cache
def _source_digest() -> str:
    digest = blake2b(digest_size=8)
    for file in sorted(HERE.glob("*.py")):
        digest.update(file.read_bytes())
    return f"kernels-{digest.hexdigest()}"
