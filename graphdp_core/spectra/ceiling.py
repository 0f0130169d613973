"""A proved bound from above for all eigenvalues of a graph."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels.neighbour_sums import neighbour_sums

__all__ = ["Ceiling"]

ROUNDING = 1.0 + 1e-12  # sums of positive numbers: no digits are lost


class Ceiling:
    """No eigenvalue exceeds the largest (A x)_i / x_i of any vector x positive where A has edges.

    The first x is constant, so that the bound is the largest degree. Each round applies A + shift
    to x: that keeps it positive, and the bound never rises. It comes down to the largest
    eigenvalue, at once on a ring, in some ten rounds where all nodes see much the same around
    them.

    Parameters
    ----------
    indptr, indices : ndarray
        Neighbours of each node, as :attr:`Graph.neighbours` holds them.

    References
    ----------
    H. Wielandt, Unzerlegbare, nicht negative Matrizen, Mathematische Zeitschrift, 1950.

    Examples
    --------
    >>> path = Ceiling(np.array([0, 1, 3, 4], np.int32), np.array([1, 0, 2, 1], np.uint32))
    >>> round(path.value, 3)
    2.0
    >>> path.lower(20)
    >>> round(path.value, 3)
    1.414
    """

    def __init__(self, indptr: NDArray[np.int32], indices: NDArray[np.unsignedinteger[Any]]):
        self.indptr, self.indices = indptr, indices
        self.vector: Floats = (np.diff(indptr) > 0).astype(np.float64)
        self.value = math.inf
        self.lower(1)

    def lower(self, rounds: int) -> None:
        """Lower the bound by so many rounds, each one product with the matrix."""
        image, some = np.empty_like(self.vector), self.vector > 0.0
        for _ in range(rounds):
            neighbour_sums(self.indptr, self.indices, self.vector, image)
            quotients = image[some] / self.vector[some]
            self.value = min(self.value, float(quotients.max(initial=0.0)) * ROUNDING)
            self.vector = image + 0.5 * self.value * self.vector
            self.vector /= self.vector.max() or 1.0
