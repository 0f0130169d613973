"""Persistence pairs of a point cloud: alpha, Vietoris–Rips and weighted Rips filtrations.

The package that computes persistent homology: it is an extra, and whoever lacks it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.params import Refused

__all__ = ["dtm_rips_pairs"]


def need_gudhi() -> None:
    """Refuse in one sentence where gudhi is not installed.

    Raises
    ------
    Refused
        If it is not: the sentence names the extra that brings it.

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
