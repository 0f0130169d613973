"""Sums of distances after one changed edge, repaired from the old distances of each source."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

__all__ = ["closeness_moves", "hop_distances"]

Rows = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]
Floats = NDArray[np.float64]


@compiled
def closeness_moves(  # noqa: PLR0917
    rows: Rows,
    distances: Floats,
    pairs: NDArray[np.int32],
    old: Floats,
    new: Floats,
    shortest: float,
    best: float,
) -> tuple[float, int]:
    """Largest l1 move of the sources' closeness over a list of changed edges, and its place.

    Parameters
    ----------
    rows : compressed rows with lengths
    distances : ndarray, shape (s, n)
        All finite; one row a source.
    pairs : ndarray, shape (c, 2)
    old, new : ndarrays, shape (c,)
        Length before and after; inf where there is no edge. A change that disconnects the graph
        moves every closeness to 0.
    shortest : float
        No edge is shorter, before or after.
    best : float
        Changes that cannot exceed it are skipped; if none does, the answer is (best, -1).
    """
    s, n = distances.shape
    farness = np.empty(s)
    everything = 0.0
    for i in range(s):
        farness[i] = distances[i].sum()
        everything += 1.0 / farness[i]
    row = np.empty(n)
    marked = np.zeros(n, dtype=np.bool_)
    queue = np.empty(n + 1, dtype=np.int64)
    place = -1
    for c in range(len(pairs)):
        a, b = pairs[c, 0], pairs[c, 1]
        if new[c] < old[c] and _ceiling(distances, farness, a, b, new[c], shortest) <= best:
            continue
        total = 0.0
        for i in range(s):
            here = distances[i]
            if new[c] < old[c]:
                if abs(here[a] - here[b]) <= new[c]:
                    continue
                row[:] = here
                _shorten(rows, row, a, b, new[c], marked, queue)
            else:
                if abs(abs(here[a] - here[b]) - old[c]) > 1e-9 * old[c]:
                    continue
                row[:] = here
                if here[a] < here[b]:
                    _lengthen(rows, row, a, b, new[c], marked, queue)
                else:
                    _lengthen(rows, row, b, a, new[c], marked, queue)
            after = row.sum()
            if after == np.inf:
                total = everything
                break
            total += abs(1.0 / after - 1.0 / farness[i])
        if total > best:
            best, place = total, c
    return best, place


@compiled
def hop_distances(
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32]], sources: NDArray[np.intp]
) -> Floats:
    """Hops from every source to all nodes, inf where there is no path, shape (s, n)."""
    indptr, indices = neighbours
    n = len(indptr) - 1
    found = np.full((len(sources), n), np.inf)
    queue = np.empty(n, dtype=np.int64)
    for i in range(len(sources)):
        row = found[i]
        row[sources[i]] = 0.0
        queue[0] = sources[i]
        head, tail = 0, 1
        while head < tail:
            u = queue[head]
            head += 1
            for e in range(indptr[u], indptr[u + 1]):
                if row[indices[e]] == np.inf:
                    row[indices[e]] = row[u] + 1.0
                    queue[tail] = indices[e]
                    tail += 1
    return found


@compiled
def _ceiling(  # noqa: PLR0917
    distances: Floats, farness: Floats, a: int, b: int, length: float, shortest: float
) -> float:
    """At least the move as the pair gets closer.

    A source nearer to a than to b gains, to no node, more than to b itself; and in total no more
    than a would.
    """
    s, n = distances.shape
    of_a, of_b = np.inf, np.inf
    if s == n:  # all distances are known
        of_a, of_b = 0.0, 0.0
        for v in range(n):
            of_a += max(0.0, distances[a, v] - length - distances[b, v])
            of_b += max(0.0, distances[b, v] - length - distances[a, v])
    total = 0.0
    for i in range(s):
        ahead = distances[i, b] - distances[i, a]
        gain = abs(ahead) - length
        if gain > 0:
            gain = min((n - 1) * gain, of_a if ahead > 0 else of_b)
            left = max(farness[i] - gain, (n - 1) * shortest)
            if left <= 0:
                return np.inf
            total += 1.0 / left - 1.0 / farness[i]
    return total * (1 + 1e-9)


@compiled
def _shorten(  # noqa: PLR0917
    rows: Rows,
    row: Floats,
    a: int,
    b: int,
    length: float,
    waiting: NDArray[np.bool_],
    queue: NDArray[np.int64],
) -> None:
    """Distances after the edge (a, b) got shorter or appeared: pass the gain on from its end."""
    indptr, indices, lengths = rows
    room = len(queue)
    near, far = (a, b) if row[a] < row[b] else (b, a)
    row[far] = row[near] + length
    queue[0] = far
    waiting[far] = True
    head, tail = 0, 1
    while head != tail:
        u = queue[head]
        head = (head + 1) % room
        waiting[u] = False
        for e in range(indptr[u], indptr[u + 1]):
            v = indices[e]
            through = row[u] + lengths[e]
            if through < row[v] * (1 - 1e-12):
                row[v] = through
                if not waiting[v]:
                    waiting[v] = True
                    queue[tail] = v
                    tail = (tail + 1) % room


@compiled
def _lengthen(  # noqa: PLR0917
    rows: Rows,
    row: Floats,
    parent: int,
    child: int,
    length: float,
    affected: NDArray[np.bool_],
    members: NDArray[np.int64],
) -> None:
    """Distances after the edge (parent, child) got longer or vanished (Ramalingam & Reps, 1996).

    A node is affected if no neighbour that is not affected still explains its distance. Then the
    distances of the affected ones are found anew, from the others inwards.
    """
    indptr, indices, lengths = rows
    if _explained(rows, row, child, parent, child, affected):
        return
    affected[child] = True
    members[0] = child
    count, done = 1, 0
    while done < count:
        u = members[done]
        done += 1
        for e in range(indptr[u], indptr[u + 1]):
            v = indices[e]
            if affected[v] or row[u] + lengths[e] > row[v] * (1 + 1e-9):
                continue
            if not _explained(rows, row, v, parent, child, affected):
                affected[v] = True
                members[count] = v
                count += 1
    for i in range(count):
        row[members[i]] = np.inf
    changed, forward = True, True
    while changed:
        changed = False
        for i in range(count):
            v = members[i] if forward else members[count - 1 - i]
            for e in range(indptr[v], indptr[v + 1]):
                x = indices[e]
                step = lengths[e]
                if (v == child and x == parent) or (v == parent and x == child):
                    step = length
                if row[x] + step < row[v] * (1 - 1e-12) or (row[v] == np.inf and row[x] < np.inf):
                    if row[x] + step < row[v]:
                        row[v] = row[x] + step
                        changed = True
        forward = not forward
    for i in range(count):
        affected[members[i]] = False


@compiled
def _explained(  # noqa: PLR0917
    rows: Rows,
    row: Floats,
    v: int,
    parent: int,
    child: int,
    affected: NDArray[np.bool_],
) -> bool:
    """Whether a neighbour outside the affected set still gives v its distance."""
    indptr, indices, lengths = rows
    for e in range(indptr[v], indptr[v + 1]):
        x = indices[e]
        if affected[x] or (v == child and x == parent):
            continue
        if row[x] + lengths[e] <= row[v] * (1 + 1e-9) and row[x] < row[v]:
            return True
    return row[v] == 0.0
