"""How good one partition is on a graph, and how two partitions are laid side by side.

How alike two partitions are: Rand index, mutual information and F1 from one table of overlaps.

The table is sparse and the chance correction works on community sizes, so all scores stay fast
with thousands of communities, where the usual adjusted mutual information takes minutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph

PAIR = 2
"""Largest size of a community that counts as a crumb."""

MATCHED = 1000
"""Communities of each side, largest first, that are matched exactly."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """Nodes by community of the baseline (rows) and of the private partition (columns).

    `rows` and `columns` hold the community numbers; -1 stands for all other communities together.
    """

    counts: Ints
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def modularity(graph: Graph, labels: ArrayLike, *, resolution: float = 1.0) -> float:
    r"""Modularity of a partition, :math:`\sum_C (W_C / M - \gamma (D_C / 2M)^2)`.

    Weights count as :func:`community_weights` says; nan if there is no weight at all.

    Parameters
    ----------
    labels : array_like of int, shape (n,)
        Communities, numbered from 0.

    References
    ----------
    Newman & Girvan (2004), Finding and evaluating community structure in networks, PRE 69.

    Examples
    --------
    >>> two_edges = Graph.from_edges(4, [(0, 1), (2, 3)])
    >>> modularity(two_edges, [0, 0, 1, 1])
    0.5
    """
    community = np.asarray(labels)
    if community.shape != (graph.n,):
        raise ValueError(f"labels must have shape ({graph.n},), got {community.shape}.")
    weights = community_weights(graph)
    weights = np.ones(graph.m) if weights is None else weights
    total = float(weights.sum())
    if total == 0.0:
        return float("nan")
    u, v = graph.edges.T
    inside = float(weights[community[u] == community[v]].sum())
    degrees = np.bincount(community[u], weights=weights, minlength=int(community.max()) + 1)
    degrees = degrees + np.bincount(community[v], weights=weights, minlength=len(degrees))
    return inside / total - resolution * float(np.sum((degrees / (2 * total)) ** 2))


def community_weights(graph: Graph) -> Floats | None:
    """The weights that communities are judged by: the graph's own if none is negative.

    None means that every edge counts as one.
    """
    if graph.weights is None or (graph.weights < 0).any():
        return None
    return graph.weights


def share_in_singletons_and_pairs(labels: ArrayLike) -> float:
    """Share of the nodes in communities of at most two nodes; nan without nodes.

    Examples
    --------
    >>> share_in_singletons_and_pairs([0, 0, 0, 1])
    0.25
    """
    sizes = np.bincount(labels)
    return float(sizes[sizes <= PAIR].sum() / sizes.sum()) if len(sizes) else float("nan")


def is_degenerate(labels: ArrayLike) -> bool:
    """Whether more than half of the nodes are in communities of at most two nodes.

    Then normalised mutual information is large whatever the partition is worth.
    """
    return share_in_singletons_and_pairs(labels) > 0.5


def match_labels(baseline: ArrayLike, private: ArrayLike) -> NDArray[np.int32]:
    """Rename private communities to the baseline's numbers, so that colours agree.

    The pairing has the largest total overlap (Hungarian method, among the 1,000 largest
    communities of each side). Communities without a partner get new numbers after the
    baseline's, by falling size.

    Parameters
    ----------
    baseline, private : array_like of int, shape (n,)
        Communities, numbered from 0.

    Returns
    -------
    ndarray of int32, shape (n,)

    Notes
    -----
    *Privacy*: reads the baseline, so the colours are not private.

    Examples
    --------
    >>> match_labels([0, 0, 1, 1, 1], [1, 1, 0, 0, 2]).tolist()
    [0, 0, 1, 1, 2]
    """
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import coo_array

    base, own = np.asarray(baseline), np.asarray(private)
    if len(own) == 0:
        return np.empty(0, dtype=np.int32)
    sizes = np.bincount(own)
    rows, columns = _largest(np.bincount(base), MATCHED), _largest(sizes, MATCHED)
    shape = (int(base.max()) + 1, len(sizes))
    table = coo_array((np.ones(len(own), dtype=np.int64), (base, own)), shape=shape).tocsr()
    overlap = table[rows][:, columns].toarray()
    i, j = linear_sum_assignment(overlap, maximize=True)
    paired = overlap[i, j] > 0
    number = np.full(len(sizes), -1, dtype=np.int32)
    number[columns[j[paired]]] = rows[i[paired]]
    left = np.flatnonzero((number < 0) & (sizes > 0))
    left = left[np.argsort(-sizes[left], kind="stable")]
    number[left] = shape[0] + np.arange(len(left))
    return number[own]


def confusion_matrix(baseline: ArrayLike, private: ArrayLike, *, largest: int = 12) -> Confusion:
    """Count the nodes by baseline community and private community.

    Parameters
    ----------
    baseline, private : array_like of int, shape (n,)
        Communities, numbered from 0; pass private ones through :func:`match_labels` first to
        have partners on the diagonal.
    largest : int
        Communities of each side shown by themselves; the rest is one row or column, -1.

    Examples
    --------
    >>> table = confusion_matrix([0, 0, 1, 2], [0, 0, 0, 1], largest=2)
    >>> table.counts.tolist(), table.rows, table.columns
    ([[2, 0], [1, 0], [0, 1]], (0, 1, -1), (0, 1))
    """
    if largest < 1:
        raise ValueError(f"largest must be at least 1, got {largest}.")
    row, rows = shown_communities(np.asarray(baseline), largest)
    column, columns = shown_communities(np.asarray(private), largest)
    cells = np.bincount(row * len(columns) + column, minlength=len(rows) * len(columns))
    return Confusion(cells.reshape(len(rows), len(columns)), rows, columns)


def shown_communities(
    labels: NDArray[Any], largest: int
) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """The place of each node's community among the largest ones, and these by number.

    All other communities share the last place, with the number -1.

    Examples
    --------
    >>> place, numbers = shown_communities(np.array([0, 1, 1, 2, 2]), 2)
    >>> place.tolist(), numbers
    ([2, 0, 0, 1, 1], (1, 2, -1))
    """
    sizes = np.bincount(labels)
    shown = np.sort(_largest(sizes, largest))
    position = np.full(len(sizes), len(shown))
    position[shown] = np.arange(len(shown))
    rest = (-1,) if np.count_nonzero(sizes) > len(shown) else ()
    return position[labels], tuple(shown.tolist()) + rest


def _largest(sizes: NDArray[np.integer], count: int) -> NDArray[np.intp]:
    """The communities with members, by falling size, at most `count`."""
    order = np.argsort(-sizes, kind="stable")
    return order[sizes[order] > 0][:count]


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
        """Count the overlaps of two label arrays of shape (n,); any labels will do."""
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
