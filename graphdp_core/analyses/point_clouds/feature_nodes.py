"""Which nodes a feature of a persistence diagram is made of: the clump that joins, the loop."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.point_clouds.filtrations import distance_to_measure
from graphdp_core.arrays import Floats
from graphdp_core.results import Diagram

__all__ = ["feature_nodes"]

Nodes = NDArray[np.int64]

MOST_POINTS = 1_000  # of a cloud; the distances of all pairs are looked at
MOST_CLUMPS = 60
MOST_LOOPS = 12
TIED = 1e-9  # relative difference of lengths that count as one
MOST_TIED = 6  # edges of one length that are tried
NONE = np.empty(0, dtype=np.int64)


def feature_nodes(diagram: Diagram, *, mass: float) -> tuple[list[Nodes], ...]:
    """The nodes of each feature, in the order of ``diagram.pairs``; none where they are not told.

    - Of a component that dies: the clump that joins an older one, or the smaller of two equally
      old ones, as it is just before.
    - Of a loop: the edge at whose length it is born, and the shortest way between its ends along
      edges that were there before. Every loop through that edge differs from this one by loops
      that are older. Of several edges of that length, the one with the longest way around.

    Told of the 60 components and 12 loops that live longest, in clouds of up to 1,000 points.

    Parameters
    ----------
    diagram : Diagram
    mass : float
        Of the distance to measure, for the weighted Rips complex.

    Notes
    -----
    *Privacy*: of a released graph, post-processing.

    Examples
    --------
    >>> from graphdp_core.analyses.persistence import Persistence
    >>> square = np.array([[9.0, 0.0], [0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> nodes = feature_nodes(Persistence().diagram(square), mass=0.05)
    >>> [found.tolist() for found in nodes[1]]
    [[1, 2, 3, 4]]
    """
    if diagram not in _TOLD:
        _TOLD[diagram] = _found(diagram, mass)
    return _TOLD[diagram]


_TOLD: WeakKeyDictionary[Diagram, tuple[list[Nodes], ...]] = WeakKeyDictionary()


def _found(diagram: Diagram, mass: float) -> tuple[list[Nodes], ...]:
    told = tuple([NONE] * len(pairs) for pairs in diagram.pairs)
    points = diagram.points
    if points is None or not 1 < len(points) <= MOST_POINTS:
        return told
    from scipy.spatial.distance import pdist, squareform

    lengths, born = pdist(points), np.zeros(len(points))
    enters = squareform(lengths)
    if diagram.filtration == "alpha":
        enters /= 2.0
    elif diagram.filtration == "dtm":
        weights = distance_to_measure(points, mass=mass)
        enters += weights[:, None] + weights[None]
        born = 2.0 * weights
    names = np.arange(len(points)) if diagram.nodes is None else diagram.nodes
    for k, (find, most) in enumerate(((_clumps, MOST_CLUMPS), (_loops, MOST_LOOPS))):
        if k < len(diagram.pairs):
            pairs = diagram.pairs[k]
            finite = np.flatnonzero(np.isfinite(pairs[:, 1])) if k == 0 else np.arange(len(pairs))
            life = pairs[finite, 1] - pairs[finite, 0]
            chosen = finite[np.argsort(-life, kind="stable")[:most]]
            for place, nodes in zip(chosen, find(pairs[chosen], enters, born), strict=True):
                told[k][place] = np.sort(names[nodes])
    return told


def _clumps(pairs: Floats, enters: Floats, born: Floats) -> list[Nodes]:
    """For each component, who was in it when it joined another one: single linkage's merges."""
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    merges = linkage(squareform(enters, checks=False), "single")
    n = len(born)
    members: list[Nodes] = [np.array([point]) for point in range(n)]
    dying: list[Nodes] = []
    for a, b in merges[:, :2].astype(int):
        both = sorted((members[a], members[b]), key=lambda m: (-born[m].min(), len(m)))
        dying.append(both[0])
        members.append(np.concatenate(both))
    deaths = merges[:, 2]
    births = np.array([born[nodes].min() for nodes in dying])
    free = np.ones(len(dying), dtype=bool)
    clumps = []
    for birth, death in pairs:
        off = np.where(free, np.abs(deaths - death) + np.abs(births - birth), np.inf)
        place = int(off.argmin())
        free[place] = False
        clumps.append(dying[place])
    return clumps


def _loops(pairs: Floats, enters: Floats, born: Floats) -> list[Nodes]:
    """For each loop, the edge that closes it and the shortest way around."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    rows, columns = np.triu_indices(len(born), k=1)
    values = enters[rows, columns]
    soon = np.flatnonzero(values <= pairs[:, 0].max(initial=0.0) * (1.0 + TIED))
    order = soon[np.argsort(values[soon], kind="stable")]
    rows, columns, values = rows[order], columns[order], values[order]
    cycles = []
    for birth in pairs[:, 0]:
        first, last = np.searchsorted(values, (birth * (1.0 - TIED), birth * (1.0 + TIED)))
        ways = []
        for edge in range(max(first, last - MOST_TIED), last):
            ends = int(rows[edge]), int(columns[edge])
            others = np.delete(np.arange(last), edge)
            lengths = np.maximum(values[others], np.finfo(np.float64).tiny)
            graph = csr_array((lengths, (rows[others], columns[others])), shape=enters.shape)
            away, previous = dijkstra(
                graph, directed=False, indices=ends[0], return_predecessors=True
            )
            if np.isfinite(away[ends[1]]):
                ways.append((float(away[ends[1]]), _way(previous, ends)))
        cycles.append(max(ways, key=lambda way: way[0])[1] if ways else NONE)
    return cycles


def _way(previous: NDArray[np.integer], ends: tuple[int, int]) -> Nodes:
    """All points from the second end back to the first."""
    way = [ends[1]]
    while way[-1] != ends[0]:
        way.append(int(previous[way[-1]]))
    return np.array(way)
