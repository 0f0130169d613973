"""Small products of dense matrices on one thread: more of them wait for each other."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

__all__ = ["one_thread"]


def one_thread() -> AbstractContextManager[Any]:
    """Within it, linear algebra that this thread calls uses one thread.

    On a busy machine, threads that share a product of milliseconds spin while they wait for each
    other: ten times the processor's time and more, on two cores at a load of 20.

    Examples
    --------
    >>> import numpy as np
    >>> with one_thread():
    ...     np.ones((2, 3)) @ np.ones((3, 2))
    array([[3., 3.],
           [3., 3.]])
    """
    limit: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _controller() -> Any:
    import scipy.linalg  # noqa: F401 (brings a library of its own, to be found)
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
