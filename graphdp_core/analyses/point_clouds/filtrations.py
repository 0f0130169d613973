"""Persistence pairs of a point cloud under the alpha and the Vietoris–Rips filtration."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["alpha_pairs", "rips_pairs"]

Floats = NDArray[np.float64]

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
    from gudhi import AlphaComplex

    AlphaComplex.set_float_relative_precision(ALPHA_PRECISION)
    tree = AlphaComplex(points=points, precision="safe").create_simplex_tree()
    tree.compute_persistence(persistence_dim_max=True)
    squared = [tree.persistence_intervals_in_dimension(k) for k in range(max_homology + 1)]
    shortest = COORDINATE_PRECISION * float(np.abs(points).max())
    return tuple(
        _tidy(np.sqrt(np.maximum(pairs, 0.0)), shortest, ALPHA_PRECISION) for pairs in squared
    )


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
    from gudhi.sklearn.rips_persistence import RipsPersistence

    filtration = RipsPersistence(homology_dimensions=list(range(max_homology + 1)))
    found = filtration.fit_transform([points])[0]
    shortest = COORDINATE_PRECISION * float(np.abs(points).max())
    return tuple(_tidy(np.asarray(pairs), shortest, RIPS_PRECISION) for pairs in found)


def _is_one_place(points: Floats) -> bool:
    """No two points differ (also if there are none): no library is needed."""
    return len(points) == 0 or points.shape[1] == 0 or bool((points == points[0]).all())


def _one_place(points: Floats, max_homology: int) -> tuple[Floats, ...]:
    component = np.array([[0.0, np.inf]])[: len(points)]
    return (component, *(np.empty((0, 2)) for _ in range(max_homology)))


def _tidy(pairs: Floats, shortest: float, precision: float) -> Floats:
    """Drop bars that are rounding, sort the rest by birth, then death."""
    birth, death = pairs[:, 0], pairs[:, 1]
    finite = np.where(np.isinf(death), 0.0, death)
    kept = pairs[death - birth > np.maximum(shortest, precision * finite)]
    return np.ascontiguousarray(kept[np.lexsort((kept[:, 1], kept[:, 0]))], dtype=np.float64)
