"""Products of an adjacency matrix, which is never built, with a vector or with many."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.row_sums import LANES, add_rows

__all__ = ["filter_step", "neighbour_rows", "neighbour_sums", "short_indices"]


@compiled
def neighbour_sums(
    indptr: NDArray[np.int32],
    indices: NDArray[np.unsignedinteger[Any]],
    x: NDArray[np.floating[Any]],
    sums: NDArray[np.floating[Any]],
) -> None:
    """Set ``sums[i]`` to the sum of x over the neighbours of i, in the precision of x.

    Four partial sums, so that no addition waits for the one before.
    """
    for i in range(len(sums)):
        first = second = third = fourth = x.dtype.type(0)
        e, end = indptr[i], indptr[i + 1]
        while e + 4 <= end:
            first += x[indices[e]]
            second += x[indices[e + 1]]
            third += x[indices[e + 2]]
            fourth += x[indices[e + 3]]
            e += 4
        while e < end:
            first += x[indices[e]]
            e += 1
        sums[i] = (first + second) + (third + fourth)


def short_indices(indices: NDArray[np.int32], n: int) -> NDArray[np.unsignedinteger[Any]]:
    """Numbers of n nodes in as few bytes as hold them: memory is what the product waits for."""
    return indices.astype(np.uint16) if n <= 2**16 else indices.view(np.uint32)


@compiled
def neighbour_rows(
    indptr: NDArray[np.int32],
    indices: NDArray[np.unsignedinteger[Any]],
    rows: NDArray[np.floating[Any]],
    sums: NDArray[np.floating[Any]],
) -> None:
    """Set ``sums[i]`` to the sum of ``rows`` over the neighbours of i, in their precision.

    Both have shape (n, b), with b a multiple of 8: a neighbour is one stretch of memory, and
    eight columns take little longer than one.
    """
    part = np.empty(LANES, dtype=rows.dtype)
    for i in range(len(indptr) - 1):
        for column in range(0, rows.shape[1], LANES):
            add_rows(indices, indptr[i], indptr[i + 1], rows, column, part)
            for c in range(LANES):
                sums[i, column + c] = part[c]


@compiled
def filter_step(
    indptr: NDArray[np.int32],
    indices: NDArray[np.unsignedinteger[Any]],
    rows: NDArray[np.floating[Any]],
    before: NDArray[np.floating[Any]],
    factors: NDArray[np.floating[Any]],
) -> None:
    """Set ``before`` to ``f[0] A rows + f[1] rows - f[2] before``: one step of a recurrence.

    A is the adjacency matrix; `rows` and `before` are as for :func:`neighbour_rows`. All floats
    are of one type.
    """
    width = rows.shape[1]
    part = np.empty(width, dtype=rows.dtype)
    ahead, here, back = factors[0], factors[1], factors[2]
    for i in range(len(indptr) - 1):
        for column in range(0, width, LANES):
            eight = part[column : column + LANES]
            add_rows(indices, indptr[i], indptr[i + 1], rows, column, eight)
        for c in range(width):
            before[i, c] = ahead * part[c] + here * rows[i, c] - back * before[i, c]
