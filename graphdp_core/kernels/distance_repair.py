"""Sums of distances after one changed edge, repaired from the old distances of each source."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled

Rows = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


@compiled
def closeness_moves(  # noqa: PLR0917
    rows: Rows,
    distances: Floats,
    reach: Floats,
    ends: NDArray[np.int64],
    pairs: NDArray[np.int32],
    old: Floats,
    new: Floats,
    shortest: float,
    best: float,
) -> tuple[float, int]:
    """Largest l1 move of the sources' closeness over a list of changed edges, and its place.

    Parameters
    ----------
    distances : ndarray, shape (s, n)
        All finite; one row a source. Changed and restored.
    reach : ndarray, shape (r, n)
        Distances from the ends of the pairs.
    ends : ndarray, shape (c, 2)
        The rows of `reach` that belong to each pair.
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
    for i in range(s):
        farness[i] = distances[i].sum()
    marked = np.zeros(n, dtype=np.bool_)
    members = np.empty((2, n), dtype=np.int64)
    over = np.empty((2, n))
    place = -1
    for c in range(len(pairs)):
        if new[c] < old[c]:
            from_a, from_b = reach[ends[c, 0]], reach[ends[c, 1]]
            total = _closer(
                distances, farness, pairs[c], from_a, from_b, new[c], shortest, best, members, over
            )
        else:
            total = _farther(
                rows, distances, farness, pairs[c], old[c], new[c], marked, members[0], over[0]
            )
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
    distances = np.full((len(sources), n), np.inf)
    queue = np.empty(n, dtype=np.int64)
    for i in range(len(sources)):
        row = distances[i]
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
    return distances


@compiled
def _closer(  # noqa: PLR0917
    distances: Floats,
    farness: Floats,
    pair: NDArray[np.int32],
    from_a: Floats,
    from_b: Floats,
    length: float,
    shortest: float,
    best: float,
    members: NDArray[np.int64],
    over: Floats,
) -> float:
    """The move as the edge (a, b) gets shorter or appears; 0 if it cannot exceed `best`.

    A source nearer to a than to b gains something only to nodes to which a gains, to none of them
    more than to b itself, and in total no more than a does. What it gains to such a node is known
    from the old distances: the way over the new edge has one part before and one part behind it.
    """
    s, n = distances.shape
    a, b = pair[0], pair[1]
    by_a, of_a = _gainers(from_a, from_b, length, members[0], over[0])
    by_b, of_b = _gainers(from_b, from_a, length, members[1], over[1])
    ceiling = 0.0
    for i in range(s):
        ahead = distances[i, b] - distances[i, a]
        gain = abs(ahead) - length
        if gain > 0:
            gain = min(by_a * gain, of_a) if ahead > 0 else min(by_b * gain, of_b)
            left = max(farness[i] - gain, (n - 1) * shortest)
            if left <= 0:
                ceiling = np.inf
                break
            ceiling += 1.0 / left - 1.0 / farness[i]
    if ceiling * (1 + 1e-9) <= best:
        return 0.0
    total = 0.0
    for i in range(s):
        here = distances[i]
        if abs(here[b] - here[a]) > length:
            side = 0 if here[a] < here[b] else 1
            start = here[a] if side == 0 else here[b]
            gain = 0.0
            for k in range(by_a if side == 0 else by_b):
                gain += max(0.0, here[members[side, k]] - start - over[side, k])
            total += 1.0 / (farness[i] - gain) - 1.0 / farness[i]
    return total


@compiled
def _gainers(
    near: Floats, far: Floats, length: float, members: NDArray[np.int64], over: Floats
) -> tuple[int, float]:
    """Nodes nearer over the pair than before, seen from one end, and the sum of what it gains.

    `members` takes the nodes, `over` their distances over the pair.
    """
    count, total = 0, 0.0
    for v in range(len(near)):
        way = length + far[v]
        if way < near[v] * (1 - 1e-12):
            members[count], over[count] = v, way
            count += 1
            total += near[v] - way
    return count, total


@compiled
def _farther(  # noqa: PLR0917
    rows: Rows,
    distances: Floats,
    farness: Floats,
    pair: NDArray[np.int32],
    old: float,
    new: float,
    marked: NDArray[np.bool_],
    members: NDArray[np.int64],
    before: Floats,
) -> float:
    """The move as the edge gets longer or vanishes; the whole closeness if the graph splits."""
    total = 0.0
    for i in range(len(distances)):
        here = distances[i]
        ahead = here[pair[1]] - here[pair[0]]
        if abs(abs(ahead) - old) > 1e-9 * old:
            continue
        parent, child = (pair[0], pair[1]) if ahead > 0 else (pair[1], pair[0])
        if _explained(rows, here, child, parent, child, marked):
            continue
        lost = _lengthen(rows, here, parent, child, new, marked, members, before)
        if lost == np.inf:
            return float((1.0 / farness).sum())
        total += 1.0 / farness[i] - 1.0 / (farness[i] + lost)
    return total


@compiled
def _lengthen(  # noqa: PLR0917
    rows: Rows,
    row: Floats,
    parent: int,
    child: int,
    length: float,
    affected: NDArray[np.bool_],
    members: NDArray[np.int64],
    before: Floats,
) -> float:
    """By how much the distances grow in all as (parent, child) gets longer or vanishes.

    A node is affected if no neighbour that is not affected still explains its distance. Then the
    distances of the affected ones are found anew, from the others inwards (Ramalingam & Reps,
    1996). The row is restored.
    """
    indptr, indices, lengths = rows
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
        before[i] = row[members[i]]
        row[members[i]] = np.inf
    _found_anew(rows, row, parent, child, length, members[:count])
    lost = 0.0
    for i in range(count):
        lost += row[members[i]] - before[i]
        row[members[i]] = before[i]
        affected[members[i]] = False
    return lost


@compiled
def _found_anew(  # noqa: PLR0917
    rows: Rows,
    row: Floats,
    parent: int,
    child: int,
    length: float,
    members: NDArray[np.int64],
) -> None:
    """Distances of the members, set to inf, from those of all other nodes."""
    indptr, indices, lengths = rows
    count = len(members)
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
