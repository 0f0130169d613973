"""The neighbours of every node in rows, from sorted edges.

For every node the positions of its edges, as compressed rows.

Products of an adjacency matrix, which is never built, with a vector or with many.

Sums of rows of a table, eight columns in one register: one number of a row serves eight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from graphdp_core.kernels import compiled
from graphdp_core.kernels.spanning_forest import root_of

LANES = 8
AHEAD = 64  # edges between a word about a place and the number written there


def _by_numba(instead: Callable[..., Any]) -> Any:
    """An intrinsic of numba's; where nothing is compiled, what stands in for it."""
    settings: Any = numba.config
    return (lambda _: instead) if settings.DISABLE_JIT else intrinsic


def _add_rows_in_python(*given: Any) -> None:
    indices, first, last, rows, column, sums = given
    np.sum(rows[indices[first:last], column : column + LANES], axis=0, out=sums)


@_by_numba(_add_rows_in_python)
def add_rows(  # noqa: PLR0917 (numba's intrinsics have no keywords)
    typingctx: Any, indices: Any, first: Any, last: Any, rows: Any, column: Any, sums: Any
) -> Any:
    """Set ``sums`` to the sum of ``rows[indices[e], column:column + 8]`` over first <= e < last.

    Only from compiled code: add_rows(indices, first, last, rows, column, sums). Numba's loops
    keep such sums in memory, and its option to merge scalars into registers has been wrong
    before; so the sum is written as LLVM's own vector of eight. `indices` are unsigned, `rows` of
    shape (n, a multiple of 8) and `sums` of shape (8,) hold floats of one type; all are
    contiguous. Every column is added up in the order of the indices: as one by one, bit for bit.
    """
    signature = types.void(indices, types.intp, types.intp, rows, types.intp, sums)

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        numbers, table, out = (
            context.make_array(signature.args[place])(context, builder, given[place])
            for place in (0, 3, 5)
        )
        vector = ir.VectorType(context.get_data_type(signature.args[3].dtype), LANES)
        align = signature.args[3].dtype.bitwidth // 8
        start, stop, whole = given[1], given[2], given[1].type
        begin = builder.gep(table.data, [given[4]])
        zeros = ir.Constant(vector, [0.0] * LANES)
        total = cgutils.alloca_once_value(builder, zeros)
        width = builder.extract_value(table.shape, 1)
        with cgutils.for_range_slice(builder, start, stop, whole(1), whole) as (e, _):
            number = builder.zext(builder.load(builder.gep(numbers.data, [e])), whole)
            place = builder.gep(begin, [builder.mul(number, width)])
            row = builder.load(builder.bitcast(place, vector.as_pointer()), align=align)
            builder.store(builder.fadd(builder.load(total), row), total)
        to = builder.bitcast(out.data, vector.as_pointer())
        builder.store(builder.load(total), to, align=align)
        return context.get_dummy_value()

    return signature, build


@_by_numba(lambda array, place: None)
def _touch(typingctx: Any, array: Any, place: Any) -> Any:
    """Tell the processor that a place is written soon: rows wait for memory half of their time."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, given[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        told = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], told)
        at = builder.gep(data, [builder.zext(given[1], ir.IntType(64))])
        builder.call(prefetch, [builder.bitcast(at, byte), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, place), build


def adjacency_rows(n: int, edges: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Compressed rows (indptr, indices), both directions of every edge, rows sorted.

    Edges sorted by (u, v), u < v, fill each row in order: all smaller neighbours, and behind them
    all larger ones.
    """
    # numpy asks for large pages, which spares a fourth of the time; compiled code does not
    indices = np.empty(2 * len(edges), dtype=np.int32)
    return fill_rows(n, edges, indices), indices


@compiled
def fill_rows(n: int, edges: NDArray[np.int32], indices: NDArray[np.int32]) -> NDArray[np.int32]:
    """Write the rows in their place; where each begins."""
    pairs = edges.view(np.uint32)  # numbers without a sign are no places from the end
    place, first = np.zeros(n + 1, dtype=np.uint32), np.zeros(n + 1, dtype=np.int64)
    e = 0
    for u in range(n):
        first[u] = e
        while e < len(pairs) and pairs[e, 0] == u:
            place[pairs[e, 1]] += np.uint32(1)
            e += 1
    if e < len(pairs):
        raise ValueError("edges must be sorted by their smaller end: use Graph.from_edges")
    first[n] = e
    indptr = np.zeros(n + 1, dtype=np.int32)
    for i in range(n):
        indptr[i + 1] = indptr[i] + place[i] + (first[i + 1] - first[i])
        place[i] = indptr[i]
    for u in range(n):
        behind = place[u]  # all smaller ones are there
        for e in range(first[u], first[u + 1]):
            v = pairs[np.uint64(e), 1]
            indices[behind] = v
            behind += np.uint32(1)
            _touch(indices, place[pairs[np.uint64(min(e + AHEAD, len(pairs) - 1)), 1]])
            indices[place[v]] = u
            place[v] += np.uint32(1)
    return indptr


@compiled
def part_count(n: int, edges: NDArray[np.int32]) -> int:
    """Number of connected components; edges are read until all nodes are joined."""
    parent, parts = np.arange(n), n
    for e in range(len(edges)):
        if parts == 1:
            break
        u, v = root_of(parent, edges[e, 0]), root_of(parent, edges[e, 1])
        if u != v:
            parent[v] = u
            parts -= 1
    return parts


@compiled
def incident_edges(
    n: int, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """(indptr, other end, edge position) with both directions of every edge, shapes (n+1,), (2m,).

    Entries of a row stand in the order of the edges.
    """
    m = edges.shape[0]
    indptr = np.zeros(n + 1, dtype=np.int64)
    for e in range(m):
        indptr[edges[e, 0] + 1] += 1
        indptr[edges[e, 1] + 1] += 1
    for i in range(n):
        indptr[i + 1] += indptr[i]
    place = indptr[:-1].copy()
    ends = np.empty(2 * m, dtype=np.int32)
    positions = np.empty(2 * m, dtype=np.int32)
    for e in range(m):
        for side in range(2):
            v = edges[e, side]
            ends[place[v]] = edges[e, 1 - side]
            positions[place[v]] = e
            place[v] += 1
    return indptr, ends, positions


@compiled
def backward_edges(
    n: int, edges: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """(first, indptr, smaller end, edge position), shapes (n+1,), (n+1,), (m,), (m,).

    Edges sorted by (u, v) hold those from u to larger nodes at first[u]..first[u+1]-1 as they
    are; those of v with smaller nodes are listed here.
    """
    m = edges.shape[0]
    first = np.zeros(n + 1, dtype=np.int64)
    indptr = np.zeros(n + 1, dtype=np.int64)
    for e in range(m):
        first[edges[e, 0] + 1] += 1
        indptr[edges[e, 1] + 1] += 1
    for i in range(n):
        first[i + 1] += first[i]
        indptr[i + 1] += indptr[i]
    place = indptr[:-1].copy()
    ends = np.empty(m, dtype=np.int32)
    positions = np.empty(m, dtype=np.int32)
    for e in range(m):
        spot = place[edges[e, 1]]
        place[edges[e, 1]] += 1
        ends[spot] = edges[e, 0]
        positions[spot] = e
    return first, indptr, ends, positions


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
