"""Orthogonal alignment of two point clouds: as drawn beside each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats

__all__ = ["procrustes"]


def procrustes(source: ArrayLike, target: ArrayLike) -> Floats:
    """Turn and reflect the source points so that they lie as near as possible to the target.

    The orthogonal W that minimises ||source W - target||, without shift or scaling. The side
    with fewer dimensions is filled with zeros. W may mix dimensions of positive and of negative
    eigenvalues: it compares the point clouds as they are drawn. *Privacy*: what is aligned to
    the true embedding is a comparison and not a release.

    Parameters
    ----------
    source, target : array_like, shape (n, d1) and (n, d2)
        Shape (n,) counts as one dimension.

    Returns
    -------
    ndarray, shape (n, max(d1, d2))

    Raises
    ------
    ValueError
        If the numbers of points differ.

    References
    ----------
    P. H. Schönemann, A generalized solution of the orthogonal Procrustes problem,
    Psychometrika, 1966.

    Examples
    --------
    >>> procrustes([[0.0, 1.0], [2.0, 0.0]], [[1.0, 0.0], [0.0, 2.0]]).round(6).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    moved, fixed = _columns(source), _columns(target)
    if len(moved) != len(fixed):
        raise ValueError(
            f"source and target must have the same number of points, "
            f"got {len(moved)} and {len(fixed)}: embed the same nodes."
        )
    d = max(moved.shape[1], fixed.shape[1])
    moved, fixed = (np.pad(x, ((0, 0), (0, d - x.shape[1]))) for x in (moved, fixed))
    left, _, right = np.linalg.svd(moved.T @ fixed)
    aligned: Floats = moved @ (left @ right)
    return aligned


def _columns(points: ArrayLike) -> Floats:
    array = np.asarray(points, dtype=np.float64)
    return array[:, None] if array.ndim == 1 else array
