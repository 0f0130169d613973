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
from graphdp_core.kernels.common_neighbours import count_ones, lowest_bit
from graphdp_core.kernels.spanning_forest import root_of

Ints = NDArray[np.int32]
Places = NDArray[np.uint32]
LANES = 8
AHEAD = 64  # edges between a word about a place and the number written there
FAR = 512  # numbers between a word about edges and their reading
AT_ONCE = 10  # bits that are read from a word before asking whether any are left
MANY = 800_000  # edges, whose rows are no longer near memory
MOST_ENDS = 1 << 14  # ends of rows in near memory
NEAR = 1 << 16  # edges whose rows are in near memory
UNSORTED = "edges must be sorted by their smaller end: use Graph.from_edges"


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
    """Tell the processor that a place is needed soon: rows wait for memory half of their time."""

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
    all larger ones. There are three ways to the same rows: in one go, for many rows by ranges, and
    for dense graphs by bits, which then take two bytes an edge or less.
    """
    # numpy asks for large pages, which spares a fourth of the time; compiled code does not
    if len(edges) > max(MANY, n * n >> 5):
        indices = np.empty(2 * len(edges) + AT_ONCE, dtype=np.int32)
        return fill_dense_rows(n, edges, indices), indices[: 2 * len(edges)]
    indices = np.empty(2 * len(edges), dtype=np.int32)
    return fill_rows(n, edges, indices), indices


@compiled
def fill_rows(n: int, edges: Ints, indices: Ints) -> Ints:
    """Write the rows in their place; where each begins."""
    pairs, numbers = edges.view(np.uint32), indices.view(np.uint32)  # no places from the end
    place, ahead = np.zeros(n, dtype=np.uint32), np.zeros(n, dtype=np.uint32)
    before = np.uint32(0)
    for e in range(len(pairs)):
        u = pairs[np.uint64(e), 0]
        if u < before:
            raise ValueError(UNSORTED)
        before = u
        ahead[u] = e + 1
        _touch(pairs, np.uint32(2 * e + FAR))
        place[pairs[np.uint64(e), 1]] += np.uint32(1)
    indptr, e = np.zeros(n + 1, dtype=np.int32), 0
    for i in range(n):
        behind, last = indptr[i] + place[i], max(e, ahead[i])
        place[i], ahead[i] = indptr[i], behind - e  # number e of all edges is at ahead + e
        indptr[i + 1], e = behind + last - e, last
    if n > MOST_ENDS and len(pairs) > 2 * MANY:
        _fill_by_ranges(pairs, numbers, indptr, place, ahead)
        return indptr
    for e in range(len(pairs)):
        u, v = pairs[np.uint64(e), 0], pairs[np.uint64(e), 1]
        numbers[ahead[u] + np.uint32(e)] = v
        _touch(numbers, place[pairs[np.uint64(min(e + AHEAD, len(pairs) - 1)), 1]])
        numbers[place[v]] = u
        place[v] += np.uint32(1)
    return indptr


@compiled
def _fill_by_ranges(
    pairs: Places, numbers: Places, indptr: Ints, place: Places, ahead: Places
) -> None:
    """Fill so many rows at a time that all of them stay in near memory.

    Before that every pair waits where these rows will be, as one number.
    """
    enough, rows_near = int(np.log2(len(place))) + 1, NEAR / len(pairs) * len(place)
    bits, width = np.uint32(enough), np.uint32(max(0, min(np.log2(rows_near), 32 - enough)))
    spot = indptr[: -1 : 1 << width].astype(np.uint32)
    within, smaller = np.uint32((1 << width) - 1), np.uint32((1 << bits) - 1)
    for e in range(len(pairs)):
        u, v = pairs[np.uint64(e), 0], pairs[np.uint64(e), 1]
        at = spot[v >> width]
        spot[v >> width] = at + np.uint32(1)
        numbers[at] = (v & within) << bits | u
        _touch(numbers, np.uint32(at + 16))
        _touch(pairs, np.uint32(2 * e + FAR))
    for r in range(len(spot)):
        first = r << width
        rows = place[first : first + (1 << width)]
        waiting = numbers[indptr[first] : spot[r]].copy()
        for i in range(len(waiting)):
            pair = waiting[np.uint64(i)]
            _touch(numbers, rows[waiting[np.uint64(min(i + AHEAD, len(waiting) - 1))] >> bits])
            at = rows[pair >> bits]
            rows[pair >> bits] = at + np.uint32(1)
            numbers[at] = pair & smaller
        for i in range(len(rows)):
            larger = np.uint64(rows[i] - ahead[first + i])
            for behind in range(rows[i], indptr[first + i + 1]):
                numbers[np.uint64(behind)] = pairs[larger, 1]
                larger += np.uint64(1)


@compiled
def fill_dense_rows(n: int, edges: Ints, indices: Ints) -> Ints:
    """The same by bits; `indices` have room for AT_ONCE more.

    Edges of 64 nodes become 64 rows of bits, and each square of 64 x 64 bits is transposed. The
    squares of these 64 nodes with all smaller ones are then complete: they are read row by row.
    """
    pairs, one, bands = edges.view(np.uint32), np.uint64(1), (n + 63) >> 6
    bits = np.zeros((64, bands), dtype=np.uint64)
    turned = np.empty((bands * (bands + 1) >> 1, 64), dtype=np.uint64)
    first, indptr = np.zeros(65, dtype=np.int64), np.zeros(n + 1, dtype=np.int32)
    at, e, m = np.uint64(0), np.uint64(0), np.uint64(len(pairs))
    for band in range(bands):
        start, rows, squares = band << 6, min(64, n - (band << 6)), band * (band + 1) >> 1
        for k in range(rows):
            row, word, before = bits[k], np.uint64(0), np.uint64(0)
            while e < m and pairs[e, 0] == start + k:
                column = np.uint64(pairs[e, 1]) >> np.uint64(6)
                word = word if column == before else np.uint64(0)
                word |= one << np.uint64(pairs[e, 1] & np.uint32(63))
                row[column], before = word, column
                e += one
                _touch(pairs, np.uint32(e + e + np.uint64(FAR)))
            first[k + 1] = e
        for w in range(band, bands):
            square = turned[(w * (w + 1) >> 1) + band]
            for k in range(64):
                square[k] = bits[k, w]
            _transpose(square)
        bits[:] = 0
        for k in range(rows):
            for w in range(band + 1):
                word = turned[squares + w, k]
                while word:  # places past its last bit are written again by what comes next
                    ones = count_ones(word)
                    for i in range(AT_ONCE):
                        indices[at + np.uint64(i)] = (w << 6) + lowest_bit(word)
                        word &= word - one
                    at += np.uint64(min(AT_ONCE, ones))
            for larger in range(first[k], first[k + 1]):
                indices[at] = pairs[np.uint64(larger), 1]
                at += one
            indptr[start + k + 1] = at
        first[0] = e
    if e < m:
        raise ValueError(UNSORTED)
    return indptr


@compiled
def _transpose(square: NDArray[np.uint64]) -> None:
    """Transpose a square of bits: two quarters change places, then theirs, down to single bits."""
    half, mask = 32, np.uint64(0xFFFFFFFF)
    while half:
        by = np.uint64(half)
        for first in range(0, 64, 2 * half):
            for k in range(first, first + half):
                other = ((square[k] >> by) ^ square[k + half]) & mask
                square[k] ^= other << by
                square[k + half] ^= other
        half >>= 1
        mask ^= mask << np.uint64(half)


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
