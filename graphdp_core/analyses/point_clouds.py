"""Persistence pairs of a point cloud: alpha, Vietoris–Rips and weighted Rips filtrations.

The package that computes persistent homology: it is an extra, and whoever lacks it is told.

A few points that stand for a large cloud, chosen by the farthest-point rule.

Which nodes a feature of a persistence diagram is made of: the clump that joins, the loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels.neighbours import extend_landmarks
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report
from graphdp_core.results import Diagram


def need_gudhi() -> None:
    """Refuse in one sentence where gudhi is not installed.

    Examples
    --------
    >>> need_gudhi()
    """
    if find_spec("gudhi") is None:
        raise Refused('shapes and their clusters need gudhi: pip install "graphdp[shape]".')


ALPHA_PRECISION = 1e-9  # relative, of squared radii; gudhi's own 1e-5 is no faster
RIPS_PRECISION = 1e-12
COORDINATE_PRECISION = 1e-10  # of an embedding, relative to its largest coordinate


def alpha_pairs(points: Floats, *, max_homology: int) -> tuple[Floats, ...]:
    """Persistence pairs of the alpha complex, as radii.

    The alpha complex at r has the homology of the union of the balls of radius r (the Čech
    scale), so two points at distance s merge at s / 2, and a loop dies at the radius of the
    largest empty ball that fills it.

    Parameters
    ----------
    points : ndarray of float64, shape (n, d)
        Repeated points, n = 0, 1, 2 and clouds that lie in a line or a plane are all fine.
    max_homology : int
        Largest homology dimension.

    Returns
    -------
    tuple of ndarray of float64, shape (., 2)
        (birth, death) for dimension 0, ..., max_homology, sorted by birth, then death. The death
        of a component that never merges is inf. Bars no longer than rounding are left out: 1e-9
        of their own death, or 1e-10 of the largest coordinate.

    References
    ----------
    Edelsbrunner & Mücke, ACM Transactions on Graphics 1994. Rouvreau, GUDHI user manual 2024.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> alpha_pairs(square, max_homology=1)[1].round(6).tolist()
    [[1.0, 1.414214]]
    """
    if _is_one_place(points):
        return _one_place(points, max_homology)
    need_gudhi()
    from gudhi import AlphaComplex

    AlphaComplex.set_float_relative_precision(ALPHA_PRECISION)
    tree = AlphaComplex(points=points, precision="safe").create_simplex_tree()
    tree.compute_persistence(persistence_dim_max=True)
    squared = [tree.persistence_intervals_in_dimension(k) for k in range(max_homology + 1)]
    return _tidy([np.sqrt(np.maximum(pairs, 0.0)) for pairs in squared], points, ALPHA_PRECISION)


def rips_pairs(points: Floats, *, max_homology: int) -> tuple[Floats, ...]:
    """Persistence pairs of the Vietoris–Rips complex, as diameters.

    A simplex enters at its longest edge: two points at distance s merge at s. The numbers are
    not those of the alpha complex: components merge at twice its scale, and a round hole of
    radius r closes at sqrt(3) r rather than at r.

    Parameters
    ----------
    points : ndarray of float64, shape (n, d)
    max_homology : int
        Largest homology dimension.

    Returns
    -------
    tuple of ndarray of float64, shape (., 2)
        As :func:`alpha_pairs`; bars no longer than 1e-12 of their death, or 1e-10 of the largest
        coordinate, are left out.

    References
    ----------
    Bauer, Journal of Applied and Computational Topology 2021 (Ripser). Rouvreau, GUDHI user
    manual 2024.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> rips_pairs(square, max_homology=1)[1].round(6).tolist()
    [[2.0, 2.828427]]
    """
    if _is_one_place(points):
        return _one_place(points, max_homology)
    need_gudhi()
    from gudhi.sklearn.rips_persistence import RipsPersistence

    filtration = RipsPersistence(homology_dimensions=list(range(max_homology + 1)))
    diagram = filtration.fit_transform([points])[0]
    return _tidy([np.asarray(pairs) for pairs in diagram], points, RIPS_PRECISION)


def dtm_rips_pairs(points: Floats, *, max_homology: int, mass: float) -> tuple[Floats, ...]:
    """Persistence pairs of the Rips complex weighted by the distance to measure, as diameters.

    A point x enters at 2 w(x), w its :func:`distance_to_measure`, and the edge xy at
    |x - y| + w(x) + w(y): points that the noise threw into a hole enter late and do not fill it.

    Parameters
    ----------
    points : ndarray of float64, shape (n, d)
    max_homology : int
        Largest homology dimension.
    mass : float
        Share of the points, in (0, 1]. So little that it stands for one point gives the plain
        Rips complex.

    Returns
    -------
    tuple of ndarray of float64, shape (., 2)
        As :func:`rips_pairs`; components are born at 2 w.

    References
    ----------
    Anai, Chazal, Glisse, Ike, Inakoshi, Tinarrage & Umeda, DTM-based filtrations, SoCG 2019
    (p = 1). Chazal, Cohen-Steiner & Mérigot, Foundations of Computational Mathematics 2011.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> dtm_rips_pairs(square, max_homology=1, mass=0.5)[1].round(4).tolist()
    [[4.8284, 5.6569]]
    """
    if _is_one_place(points):
        return _one_place(points, max_homology)
    need_gudhi()
    from gudhi.sklearn.rips_persistence import RipsPersistence
    from scipy.spatial.distance import cdist

    weights = distance_to_measure(points, mass=mass)
    values = cdist(points, points) + weights[:, None] + weights[None]
    wanted = list(range(1, max_homology + 1))
    diagram = []
    if wanted:
        np.fill_diagonal(values, 0.0)
        filtration = RipsPersistence(homology_dimensions=wanted, input_type="lower distance matrix")
        diagram = filtration.fit_transform([values])[0]
    pairs = [_weighted_components(values, 2.0 * weights), *map(np.asarray, diagram)]
    return _tidy(pairs, points, RIPS_PRECISION)


def distance_to_measure(points: Floats, *, mass: float) -> Floats:
    """Root mean square distance to the nearest points that make up a share of all, shape (n,).

    The point itself counts as its own nearest.

    Examples
    --------
    >>> distance_to_measure(np.array([[0.0], [1.0], [5.0]]), mass=0.7).round(3)
    array([0.707, 0.707, 2.828])
    """
    from scipy.spatial import cKDTree

    k = min(max(round(mass * len(points)), 1), len(points))
    distances, _ = cKDTree(points).query(points, k=k)
    return np.asarray(np.sqrt(np.square(distances.reshape(len(points), k)).mean(axis=1)))


def _weighted_components(values: Floats, born: Floats) -> Floats:
    """Births and deaths of components by the elder rule, along a minimum spanning tree.

    No edge is below the births of its ends, because the distance to measure is 1-Lipschitz.
    """
    from scipy.cluster.hierarchy import DisjointSet
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import minimum_spanning_tree

    # A dense matrix would lose edges of length 0 and nearly 0.
    rows, columns = (ends.astype(np.int32) for ends in np.tril_indices(len(born), -1))
    lengths = np.maximum(values[rows, columns], np.finfo(np.float64).tiny)
    tree = minimum_spanning_tree(csr_array((lengths, (rows, columns)), shape=values.shape)).tocoo()
    order = np.argsort(tree.data, kind="stable")
    merged = DisjointSet(range(len(born)))
    oldest = born.copy()  # by the set's root
    pairs = [(float(born.min()), np.inf)]
    for e in order:
        a, b = merged[tree.row[e]], merged[tree.col[e]]
        merged.merge(a, b)
        elder, younger = sorted((oldest[a], oldest[b]))
        oldest[merged[a]] = elder
        pairs.append((float(younger), float(tree.data[e])))
    return np.array(pairs)


def _is_one_place(points: Floats) -> bool:
    """No two points differ (also if there are none): no library is needed."""
    return len(points) == 0 or points.shape[1] == 0 or bool((points == points[0]).all())


def _one_place(points: Floats, max_homology: int) -> tuple[Floats, ...]:
    component = np.array([[0.0, np.inf]])[: len(points)]
    return (component, *(np.empty((0, 2)) for _ in range(max_homology)))


def _tidy(diagrams: Sequence[Floats], points: Floats, precision: float) -> tuple[Floats, ...]:
    """Drop bars that are rounding, sort the rest by birth, then death."""
    shortest, tidied = COORDINATE_PRECISION * float(np.abs(points).max()), []
    for pairs in diagrams:
        birth, death = pairs[:, 0], pairs[:, 1]
        finite = np.where(np.isinf(death), 0.0, death)
        kept = pairs[death - birth > np.maximum(shortest, precision * finite)]
        order = np.lexsort((kept[:, 1], kept[:, 0]))
        tidied.append(np.ascontiguousarray(kept[order], dtype=np.float64))
    return tuple(tidied)


CHUNK = 2_000_000  # distances between two progress reports


def landmarks(
    points: NDArray[np.float64], *, count: int, progress: Report = SILENT
) -> tuple[NDArray[np.int64], float]:
    """Choose landmarks: point 0 first, then again and again the point farthest from all chosen.

    By the stability theorem the bottleneck distance between the diagrams of the cloud and of its
    landmarks is at most the covering radius (Čech scale; at most twice that for Rips).

    Parameters
    ----------
    points : ndarray of float64, shape (n, d)
    count : int
        How many, at least 1.

    Returns
    -------
    chosen : ndarray of int64, shape (min(count, number of distinct points),)
        Indices in the order of choice; all of 0..n-1, in order, if count >= n.
    radius : float
        Largest distance from a point to its nearest landmark.

    Notes
    -----
    *Privacy*: the start does not depend on the data, so on a release this is post-processing.

    References
    ----------
    Gonzalez, Theoretical Computer Science 1985. de Silva & Carlsson, Eurographics 2004 (maxmin).
    Cohen-Steiner, Edelsbrunner & Harer, Discrete & Computational Geometry 2007 (stability).

    Examples
    --------
    >>> landmarks(np.array([[0.0], [1.0], [4.0], [5.0]]), count=2)
    (array([0, 3]), 1.0)
    """
    if count < 1:
        raise Refused(f"count must be an integer from 1, got {count}.")
    n = len(points)
    if count >= n:
        return np.arange(n, dtype=np.int64), 0.0
    cloud = np.ascontiguousarray(points)
    squared = np.full(n, np.inf)
    chosen = np.zeros(count + 1, dtype=np.int64)  # one more, so that `squared` covers the last
    step = max(1, CHUNK // n)
    placed = 1
    while placed <= count:
        goal = min(placed + step, count + 1)
        progress(placed / count, f"landmark {placed:,} of {count:,}")
        placed = extend_landmarks(cloud, squared, chosen, placed, goal)
        if placed < goal:
            break
    return chosen[: min(placed, count)], math.sqrt(squared.max())


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
      that are older. Of several edges of that length, the one with the longest way around. Its
      nodes come in the order of that way.

    Told of the 60 components and 12 loops that live longest, in clouds of up to 1,000 points.

    Parameters
    ----------
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
    >>> [sorted(group.tolist()) for group in nodes[1]]
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
                told[k][place] = names[nodes] if k else np.sort(names[nodes])
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
