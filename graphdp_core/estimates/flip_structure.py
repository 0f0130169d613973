"""The sums over a graph that decide how uncertain its counts are after a flip of all pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.pair_index import pair_count


@dataclass(frozen=True)
class Structure:
    """Sums over the pairs of the true graph, as far as the release tells them.

    Parameters
    ----------
    edges, wedges, triangles : float
        At least 0 but for triangles, which are as they come.
    dd, cd, cc : float
        The sums of D^2, CD and C^2.
    """

    n: int
    edges: float
    wedges: float
    triangles: float
    dd: float
    cd: float
    cc: float

    def bounded(self) -> Structure:
        """The nearest sums that a graph can have: C is whole, squares at least their means'.

        Examples
        --------
        >>> Structure(3, -1.0, 2.0, 0.0, 0.0, 0.0, -4.0).bounded().cc
        2.0
        """
        m, wedges, pairs = max(self.edges, 0.0), max(self.wedges, 0.0), max(pair_count(self.n), 1)
        return replace(
            self,
            edges=m,
            wedges=wedges,
            dd=max(self.dd, (2.0 * (self.n - 2.0) * m) ** 2 / pairs),
            cc=self.cc if np.isnan(self.cc) else max(self.cc, wedges, wedges**2 / pairs),
        )

    def covariance(self, v: float) -> Floats:
        """Of edges, wedges and triangles under a symmetric flip of variance v for every pair.

        Examples
        --------
        >>> Structure(3, 3.0, 3.0, 1.0, 12.0, 6.0, 3.0).covariance(1.0).tolist()
        [[3.0, 6.0, 3.0], [6.0, 15.0, 9.0], [3.0, 9.0, 7.0]]
        """
        n, one = self.n, (self.n - 2.0) * self.edges
        pairs, triples = float(pair_count(n)), n * (n - 1.0) * (n - 2.0) / 6.0
        mm, mw, mt = v * pairs, 2.0 * v * one, v * self.wedges
        ww = v * self.dd + 3.0 * v * v * triples
        wt = v * self.cd + v * v * one
        tt = v * self.cc + v * v * one + v**3 * triples
        return np.array([[mm, mw, mt], [mw, ww, wt], [mt, wt, tt]])


def cell_variance(noise: EdgeNoise) -> tuple[float, float]:
    """v0 and v1 - v0: the variance of a corrected pair, and what an edge adds to it.

    Examples
    --------
    >>> cell_variance(EdgeNoise(0.75, 0.25))
    (0.75, 0.0)
    """
    p, q, c = noise.true_positive_rate, noise.false_positive_rate, noise.contrast
    absent, present = q * (1.0 - q) / c**2, p * (1.0 - p) / c**2
    return absent, 0.0 if noise.is_symmetric else present - absent
