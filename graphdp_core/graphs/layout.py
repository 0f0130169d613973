"""Where to draw each node: one layout of the true graph, used for both pictures of a pair."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Progress, Report

Points = NDArray[np.float64]

EIGENVECTORS_ONLY = 200_000
FEW = 400  # nodes up to which all pairs repel each other and every step is nearly free
STEPS = 50  # beyond: eight times as many change the length of edges by less than a hundredth
GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def layout_positions(graph: Graph, *, progress: Report = SILENT) -> NDArray[np.float32]:
    """Positions in the plane that bring neighbours together and keep communities apart.

    Graphs that came with two coordinates keep them. Otherwise every connected component starts
    from eigenvectors 2 and 3 of the normalised adjacency matrix and is relaxed by forces
    (attraction d^2, repulsion by the root of the degrees, light gravity); the components are
    packed in rings around the largest one, so that isolated nodes neither fly away nor squash
    the rest.
    The same graph always gets the same layout.

    Parameters
    ----------
    progress : callable, optional
        Called as progress(fraction, text); may raise to stop.

    Returns
    -------
    ndarray of float32, shape (n, 2)
        Centred on 0, within [-1, 1] on the longer side, one scale on both axes.

    Notes
    -----
    *Privacy*: a layout of the true graph reveals its edges; it is for study, not for release.

    References
    ----------
    T. Fruchterman, E. Reingold (1991), Graph drawing by force-directed placement, SPE 21(11).
    M. Jacomy et al. (2014), ForceAtlas2, PLoS ONE 9(6): repulsion by degree.

    Examples
    --------
    >>> layout_positions(Graph.from_edges(2, [(0, 1)])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    if graph.positions is not None and graph.positions.shape[1] == 2:
        return _fit_box(graph.positions)
    if graph.n == 0:
        return np.zeros((0, 2), dtype=np.float32)
    component = graph.components
    order = np.argsort(component, kind="stable")
    sizes = np.bincount(component)
    groups = np.split(order, np.cumsum(sizes)[:-1])
    edge_group = np.argsort(component[graph.edges[:, 0]], kind="stable")
    edge_counts = np.bincount(component[graph.edges[:, 0]], minlength=len(sizes))
    ends = np.split(graph.edges[edge_group], np.cumsum(edge_counts)[:-1])
    local = np.empty(graph.n, dtype=np.int32)
    local[order] = np.arange(graph.n) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    positions = np.empty((graph.n, 2))
    discs = []
    whole = Progress.of(progress)
    for nodes, edges in zip(groups, ends, strict=True):
        share = (nodes[0] / graph.n, min((nodes[0] + len(nodes)) / graph.n, 1.0))
        disc = _component(len(nodes), local[edges], whole.between(*share))
        discs.append(disc)
    for nodes, disc, centre in zip(groups, discs, _pack_discs(sizes), strict=True):
        positions[nodes] = disc + centre
    return _fit_box(positions)


def _component(n: int, edges: NDArray[np.int32], progress: Progress) -> Points:
    """One connected component, in a disc of area proportional to its number of nodes."""
    if n == 1:
        return np.zeros((1, 2))
    points = _eigenvector_start(n, edges)
    if n > 2:
        points = _relax(points, edges, progress)
    points = _turn_wide(points - points.mean(axis=0))
    reach = np.hypot(*points.T)
    # A few long tails must not shrink everything else: squeeze what lies beyond the bulk.
    bulk = max(float(np.quantile(reach, 0.97)), 1e-12)
    beyond = np.maximum(reach / bulk, 1.0)
    points *= ((1 + np.log(beyond)) / beyond)[:, None]
    return points * (_radius(n) / max(float(np.hypot(*points.T).max()), 1e-12))


def _eigenvector_start(n: int, edges: NDArray[np.int32]) -> Points:
    """Eigenvectors 2 and 3 of D^-1/2 A D^-1/2, plus a small spiral that parts equal nodes."""
    turn = GOLDEN_ANGLE * np.arange(n)
    spiral = np.sqrt((np.arange(n) + 0.5) / n)[:, None] * np.column_stack(
        (np.cos(turn), np.sin(turn))
    )
    if n == 2:
        return np.array([[-1.0, 0.0], [1.0, 0.0]])
    vectors = _leading_vectors(n, edges)
    vectors /= np.maximum(np.abs(vectors).max(axis=0), 1e-12)
    # Half ranks, half values: eigenvectors alone pile most nodes onto a few spots.
    ranks = np.argsort(np.argsort(vectors, axis=0, kind="stable"), axis=0, kind="stable")
    return vectors + (2 * ranks / max(n - 1, 1) - 1) + 0.05 * spiral


def _leading_vectors(n: int, edges: NDArray[np.int32]) -> Points:
    scale = 1 / np.sqrt(np.bincount(edges.ravel(), minlength=n))
    u, v = edges.T
    if n <= 64:
        dense = np.zeros((n, n))
        dense[u, v] = dense[v, u] = scale[u] * scale[v]
        _, vectors = np.linalg.eigh(dense)
        vectors = vectors[:, [-2, -3]]
    else:
        from scipy.sparse import coo_array
        from scipy.sparse.linalg import eigsh

        half = coo_array((scale[u] * scale[v], (u, v)), shape=(n, n)).tocsr()
        start = np.cos(GOLDEN_ANGLE * np.arange(n)) + 1.5
        values, vectors = eigsh(
            half + half.T, k=3, which="LA", tol=1e-3, v0=start, ncv=32, maxiter=1000
        )
        vectors = vectors[:, np.argsort(-values)[1:]]
    vectors = np.round(vectors * scale[:, None], 9)
    sign = np.sign(vectors[np.abs(vectors).argmax(axis=0), [0, 1]])
    return vectors * np.where(sign == 0, 1.0, sign)


def _relax(points: Points, edges: NDArray[np.int32], progress: Progress) -> Points:
    """Force steps with falling temperature; their number falls as the graph grows."""
    from graphdp_core.kernels.layout import force_steps

    n, m = len(points), len(edges)
    if n > EIGENVECTORS_ONLY:
        return points
    mass = np.sqrt(np.bincount(edges.ravel(), minlength=n) + 1.0)
    # At equilibrium the root mean square edge length is about 1.
    stiffness = 2 * m / float(mass.sum()) ** 2
    span = points[edges[:, 0]] - points[edges[:, 1]]
    points = np.ascontiguousarray(points / max(math.sqrt((span**2).sum() / m), 1e-9))
    # Gravity alone would hold the nodes in a disc of about sqrt(n / mean degree) edge lengths:
    # it only acts on parts that few edges tie to the rest.
    gravity = stiffness * float(mass.sum()) / (0.5 * n * n / (2 * m))
    steps = int(np.clip(1_000_000 / (n + m / 8), 25, 400 if n <= FEW else STEPS))
    radius = float(np.abs(points).max())
    heat = radius * np.geomspace(0.12, 0.002, steps)
    levels, near_cap = (1, n) if n <= FEW else (math.ceil(math.log(n / 2, 4)), 48)
    chunk = max(1, int(400_000 / (n * levels + m / 8)))
    for first in range(0, steps, chunk):
        progress(first / steps, "laying out the graph")
        constants = (stiffness, gravity, levels, near_cap)
        force_steps(points, edges, mass, heat[first : first + chunk], constants)
    return points


def _turn_wide(points: Points) -> Points:
    """Turn the longest direction to the horizontal axis (screens are wide); first node left."""
    _, axes = np.linalg.eigh(points.T @ points)
    turned: Points = points @ axes[:, ::-1]
    first = turned[0] / np.maximum(np.abs(turned).max(axis=0), 1e-12)
    return turned * np.where(first > 1e-6, -1.0, 1.0)


def _radius(size: int) -> float:
    return 0.35 if size == 1 else 0.8 * math.sqrt(size)


def _pack_discs(sizes: NDArray[np.int64]) -> Points:
    """Centres of discs: the largest in the middle, the others in rings by falling size."""
    order = np.argsort(-sizes, kind="stable")
    centres = np.zeros((len(sizes), 2))
    gap = 0.4 + 0.03 * _radius(int(sizes[order[0]]))
    outer = _radius(int(sizes[order[0]]))
    turn, widest, ring = 2 * math.pi, 0.0, 0.0
    for place in order[1:]:
        radius = _radius(int(sizes[place])) + gap / 2
        step = 2 * math.asin(min(1.0, radius / (outer + gap / 2 + radius)))
        if turn + step > 2 * math.pi + 1e-9:
            outer = max(outer, ring + widest)
            ring, widest = outer + gap / 2 + radius, radius
            step = 2 * math.asin(min(1.0, radius / ring))
            turn = 0.0
        angle = turn + step / 2 - math.pi / 4
        centres[place] = ring * math.cos(angle), ring * math.sin(angle)
        turn += step
    return centres


def _fit_box(positions: Points) -> NDArray[np.float32]:
    if len(positions) == 0:
        return np.zeros((0, 2), dtype=np.float32)
    low, high = positions.min(axis=0), positions.max(axis=0)
    half = max(float((high - low).max()) / 2, 1e-12)
    fitted: NDArray[np.float32] = ((positions - (low + high) / 2) / half).astype(np.float32)
    return fitted + np.float32(0)  # no negative zeros
