"""Compiled inner loops (numba): plain functions over arrays, no graph objects, no GIL.

Every kernel is decorated with `compiled` below, so that flags are the same everywhere, and takes
its randomness as a 64-bit key, never as a global state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

__all__ = ["compiled"]

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile with numba on first call, without the GIL, and keep the machine code on disk."""
    kernel: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(Function, kernel)
