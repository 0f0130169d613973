"""Reads graph6, digraph6 and sparse6: a whole graph in one line of printable letters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_HEADERS = (b">>graph6<<", b">>sparse6<<", b">>digraph6<<")
_FIRST, _LAST = 63, 126
_PIECE = 1 << 14
_STEPS = 6 * 1024  # of sparse6 at once: their bits fill whole letters


def read_graph6(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the one graph of a .g6, .d6 or .s6 file; nodes are numbered from 0.

    Every letter holds six bits. In graph6 they are the upper triangle of the adjacency matrix,
    column by column; in digraph6 the whole matrix; in sparse6 a list of edges.

    References
    ----------
    B. McKay: *Description of graph6, sparse6 and digraph6 encodings*.
    """
    data = file.data.strip()
    for header in _HEADERS:
        data = data.removeprefix(header)
    data = data.strip()
    if b"\n" in data:
        raise file.refuse("it holds more than one graph; keep one line in the file.")
    kind = data[:1]
    letters = np.frombuffer(data[kind in (b":", b"&") :], dtype=np.uint8)
    if not len(letters) or letters.min() < _FIRST or letters.max() > _LAST:
        raise file.refuse("it holds a letter that is not of the format; export it again.")
    marks = int((letters[:2] == _LAST).cumprod().sum())  # the number of nodes has 1, 3 or 6 letters
    start, end = ((0, 1), (1, 4), (2, 8))[marks]
    if len(letters) < end:
        raise file.refuse("it ends too early; the file is not complete, export it again.")
    n = int("".join(f"{value - _FIRST:06b}" for value in letters[start:end].tolist()), 2)
    file.check_size(nodes=n)
    if n == 0:
        raise file.refuse("it holds no nodes; choose a file with a graph in it.")
    if kind == b":":
        return RawGraph(n, _sparse(file, letters[end:], n))
    return _dense(file, letters[end:], n, directed=kind == b"&")


def _dense(file: GraphFile, body: NDArray[np.uint8], n: int, *, directed: bool) -> RawGraph:
    pairs = n * n if directed else n * (n - 1) // 2
    if len(body) != -(-pairs // 6):
        raise file.refuse(
            f"its length does not fit {n:,} nodes; the file is not complete, export it again."
        )
    first = np.arange(n, dtype=np.int64) * (np.arange(n, dtype=np.int64) - 1) // 2  # of column j
    ends, edges = [np.empty((0, 2), dtype=np.int32)], 0
    for start in range(0, len(body), _PIECE):
        ones = np.flatnonzero(_bits(body[start : start + _PIECE])) + 6 * start
        ones = ones[ones < pairs]
        edges += len(ones)
        file.check_size(edges=edges)
        column = ones % n if directed else np.searchsorted(first, ones, side="right") - 1
        row = ones // n if directed else ones - first[column]
        ends.append(np.column_stack((row, column)).astype(np.int32))
    return RawGraph(n, np.concatenate(ends), directed=directed)


def _sparse(file: GraphFile, body: NDArray[np.uint8], n: int) -> NDArray[np.int32]:
    """Steps of 1 + k bits: whether to move to the next node, and a neighbour x or a jump to x.

    With B the number of moves so far, the node at step t is B + max(x - B) over the steps up to
    t; where x lies beyond the node it is a jump, else an edge.
    """
    k = max(1, (n - 1).bit_length())
    file.check_size(edges=6 * len(body) // (k + 1) // 2)
    values = 1 << np.arange(k - 1, -1, -1, dtype=np.int64)
    ends, moved, lead = [np.empty((0, 2), dtype=np.int32)], 0, 0
    letters = _STEPS * (k + 1) // 6
    for start in range(0, len(body), letters):
        bits = _bits(body[start : start + letters])
        steps = len(bits) // (k + 1)
        rows = bits[: steps * (k + 1)].reshape(steps, k + 1)
        moves = moved + rows[:, 0].cumsum(dtype=np.int64)
        neighbour = rows[:, 1:] @ values
        leads = np.maximum.accumulate(np.concatenate(([lead], neighbour - moves)))
        node = leads[:-1] + moves
        good = ((neighbour < n) & (node < n)).cumprod(dtype=bool)  # padding ends it
        pairs = np.column_stack((neighbour, node))[good & (neighbour <= node)]
        ends.append(pairs.astype(np.int32))
        if not good.all() or not steps:
            break
        moved, lead = int(moves[-1]), int(leads[-1])
    return np.concatenate(ends)


def _bits(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The six bits of every letter, one after the other."""
    return np.unpackbits(values[:, None] - np.uint8(_FIRST), axis=1)[:, 2:].ravel()
