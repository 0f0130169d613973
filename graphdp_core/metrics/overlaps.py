"""How alike two partitions are: Rand index, mutual information and F1 from one table of overlaps.

The table is sparse and the chance correction works on community sizes, so all scores stay fast
with thousands of communities, where the usual adjusted mutual information takes minutes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats, Ints

__all__ = ["Overlaps"]


BLOCK = 2_000_000
"""Terms of the expected mutual information computed at a time."""


@dataclass(frozen=True, eq=False)
class Overlaps:
    """The non-empty overlaps between the communities of two partitions of the same nodes.

    Build one with :meth:`of`. The scores below are symmetric in the two partitions.

    Parameters
    ----------
    rows, columns, counts : ndarrays of int64, shape (c,)
        Community of the first, community of the second, nodes in both.
    first, second : ndarrays of int64, shapes (k1,) and (k2,)
        Sizes of the communities.

    Examples
    --------
    >>> overlaps = Overlaps.of([0, 0, 1, 1], [0, 0, 1, 2])
    >>> overlaps.counts.tolist(), round(overlaps.adjusted_rand(), 3)
    ([2, 1, 1], 0.571)
    """

    rows: Ints
    columns: Ints
    counts: Ints
    first: Ints
    second: Ints

    @classmethod
    def of(cls, first: ArrayLike, second: ArrayLike) -> Overlaps:
        """Count the overlaps of two label arrays of shape (n,); any labels will do.

        Raises
        ------
        ValueError
            If the arrays do not have the same one-dimensional shape.
        """
        a, b = np.asarray(first), np.asarray(second)
        if a.ndim != 1 or a.shape != b.shape:
            raise ValueError(
                "first and second must be label arrays of one length, "
                f"got shapes {a.shape} and {b.shape}."
            )
        _, a, sizes_a = np.unique(a, return_inverse=True, return_counts=True)
        _, b, sizes_b = np.unique(b, return_inverse=True, return_counts=True)
        cells, counts = np.unique(a * max(len(sizes_b), 1) + b, return_counts=True)
        rows, columns = np.divmod(cells, max(len(sizes_b), 1))
        return cls(rows, columns, counts, sizes_a, sizes_b)

    @property
    def n(self) -> int:
        """Number of nodes."""
        return int(self.counts.sum())

    @property
    def identical(self) -> bool:
        """Whether the two partitions are the same up to names."""
        return len(self.counts) == len(self.first) == len(self.second)

    def adjusted_rand(self) -> float:
        """Adjusted Rand index: 1 for equal partitions, 0 on average for random ones.

        References
        ----------
        Hubert & Arabie (1985), Comparing partitions, J. Classification 2.
        """
        if self.n < 2:
            return float("nan")
        if self.identical:
            return 1.0
        both, one, other = (_pairs(c) for c in (self.counts, self.first, self.second))
        expected = one * other / _pairs(np.array([self.n]))
        return float((both - expected) / ((one + other) / 2 - expected))

    def normalised_mutual_information(self) -> float:
        """Mutual information over the mean of the entropies, in [0, 1].

        It is large for any two partitions into many small communities, alike or not: read it
        beside the adjusted one, and see :func:`is_degenerate`.
        """
        if self.n < 2:
            return float("nan")
        if self.identical:
            return 1.0
        return self._information() / self._mean_entropy()

    def adjusted_mutual_information(self) -> float:
        """Mutual information above that of random partitions with the same sizes, scaled to 1.

        Where random partitions of these sizes already share everything, and these two are not
        equal, it is 0.

        References
        ----------
        Vinh, Epps & Bailey (2010), Information theoretic measures for clusterings comparison,
        JMLR 11, arithmetic mean.
        """
        if self.n < 2:
            return float("nan")
        if self.identical:
            return 1.0
        expected = _expected_information(self.first, self.second)
        room = self._mean_entropy() - expected
        return (self._information() - expected) / room if room > 1e-12 else 0.0

    def average_f1(self) -> float:
        """Mean F1 of every community with its best match, averaged over the two directions.

        References
        ----------
        Yang & Leskovec (2013), Overlapping community detection at scale, WSDM.
        """
        if self.n < 1:
            return float("nan")
        f1 = 2 * self.counts / (self.first[self.rows] + self.second[self.columns])
        best_of_first, best_of_second = np.zeros(len(self.first)), np.zeros(len(self.second))
        np.maximum.at(best_of_first, self.rows, f1)
        np.maximum.at(best_of_second, self.columns, f1)
        return float((best_of_first.mean() + best_of_second.mean()) / 2)

    def _information(self) -> float:
        share = self.counts / self.n
        chance = self.first[self.rows] / self.n * self.second[self.columns] / self.n
        return max(float(np.sum(share * np.log(share / chance))), 0.0)

    def _mean_entropy(self) -> float:
        return (_entropy(self.first) + _entropy(self.second)) / 2


def _pairs(sizes: Ints) -> float:
    values = sizes.astype(np.float64)
    return float(np.sum(values * (values - 1)) / 2)


def _entropy(sizes: Ints) -> float:
    share = sizes / sizes.sum()
    return float(-np.sum(share * np.log(share)))


def _expected_information(first: Ints, second: Ints) -> float:
    """Expected mutual information of random partitions with these sizes (Vinh et al., eq. 24a).

    It depends on the sizes only, and n nodes allow less than sqrt(2n) different ones. The
    overlap of two communities is hypergeometric: terms more than 12 deviations + 60 from its
    mean have a probability below exp(-60) by Bernstein's inequality and are left out.
    """
    from scipy.special import gammaln

    n = int(first.sum())
    log_factorial = gammaln(np.arange(n + 1) + 1.0)
    a, times_a = np.unique(first, return_counts=True)
    b, times_b = np.unique(second, return_counts=True)
    i, j = (index.ravel() for index in np.indices((len(a), len(b))))
    a, b, times = a[i], b[j], times_a[i] * times_b[j]
    mean = a * (b / n)
    reach = 12 * np.sqrt(mean) + 60
    low = np.maximum(np.maximum(1, a + b - n), np.floor(mean - reach)).astype(np.int64)
    high = np.minimum(np.minimum(a, b), np.ceil(mean + reach)).astype(np.int64)
    ends = np.cumsum(high - low + 1)
    total, start = 0.0, 0
    while start < len(a):
        done = ends[start - 1] if start else 0
        stop = max(int(np.searchsorted(ends, done + BLOCK, side="right")), start + 1)
        part = slice(start, stop)
        terms = _information_terms(a[part], b[part], low[part], high[part], log_factorial)
        total += float(times[part] @ terms)
        start = stop
    return total


def _information_terms(a: Ints, b: Ints, low: Ints, high: Ints, log_factorial: Floats) -> Floats:
    """For each pair of sizes, the sum over overlaps x of information times probability."""
    n = len(log_factorial) - 1
    lengths = high - low + 1
    begins = np.cumsum(lengths) - lengths
    pair = np.repeat(np.arange(len(a)), lengths)
    x = np.arange(len(pair)) - (begins - low)[pair]
    fixed = log_factorial[a] + log_factorial[b] + log_factorial[n - a] + log_factorial[n - b]
    a, b = a[pair], b[pair]
    log_probability = (
        (fixed - log_factorial[n])[pair]
        - log_factorial[x]
        - log_factorial[a - x]
        - log_factorial[b - x]
        - log_factorial[n - a - b + x]
    )
    information = x / n * (np.log(x) + np.log(n) - np.log(a) - np.log(b))
    return np.add.reduceat(information * np.exp(log_probability), begins)
