"""Edges, wedges and triangles of a graph whose pairs were all flipped independently.

Every pair of the true graph is a cell a in {0, 1}; the release gives y = (a' - q)/(p - q), which
has mean a and variance v(a) = v0 + (v1 - v0) a, independently of all other cells. Sums of products
of different cells are unbiased. Their deviation falls apart into uncorrelated parts by how many
cells' noise x = y - a they hold (Hoeffding). With the common neighbours C of a pair, and the other
edges D at its two ends, it is

    edges      sum x_e
    wedges     sum D_e x_e + sum over adjacent cells x_e x_f
    triangles  sum C_e x_e + sum over wedges of cells a_g x_e x_f + sum over triples x_e x_f x_g

so that all variances and covariances are sums over the true graph. Each such sum is in its turn
estimated without bias from the release: the estimates of C and D hold no noise of their own cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked, Groups
from graphdp_core.estimates.binomials import clopper_pearson, edge_limits, jumps_of_pairs, stretch
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    GRAPH,
    POPULATION,
    Estimate,
    judged,
    normal_quantile,
)
from graphdp_core.estimates.flip_structure import Structure, cell_variance
from graphdp_core.estimates.selection import reach_beside
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.graphs.statistics import node_triangles
from graphdp_core.kernels.common_neighbours import bit_triangles
from graphdp_core.params import Refused
from graphdp_core.spectra.debiasing import estimated_degrees, unbiased_counts
from graphdp_core.spectra.eigenpairs import signal_operator

SPARSE_STEPS = 40_000_000  # of the square of the adjacency matrix, by its entries
BITS_N, BITS_WORDS = 40_000, 4_000_000_000  # counted with words of bits: about 2 seconds
DENSE_N = 2_000  # nodes up to which the square is a product of full matrices
LEAST_QUANTILE, UNKNOWN, TRANSITIVITY = 0.67, 0.3, 0.03
"""The lowest level's quantile, and half widths above which nothing is printed: see `judged`."""
PROBES = 16  # columns at a time
ORDER_OF_PROBES = 0  # a public seed: the probes decide the last digits of a variance alone


@dataclass(frozen=True)
class FlipMoments:
    """Unbiased edges, wedges and triangles of the true graph, and their covariance.

    Parameters
    ----------
    values : ndarray, shape (3,)
        Triangles are nan where they would take too long.
    covariance : ndarray, shape (3, 3)
    structure : Structure
        From which the covariance at another noise follows.
    common : ndarray of float
        How many pairs have 0, 1, 2, ... released common neighbours; empty where noise hides the
        triangles, or counting would take too long.
    """

    values: Floats
    covariance: Floats
    structure: Structure
    common: Floats

    @cached_property
    def largest(self) -> Structure:
        """The sums if edges and wedges are as many as is likely: a width follows that is enough."""
        n, spread = self.structure.n, np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        edges, wedges = (np.maximum(self.values, 0.0) + LIKELY * spread)[:2].tolist()
        dd = 2.0 * (n - 6.0) * (wedges + edges) + 4.0 * edges * (edges + 1.0)
        return replace(self.structure, edges=edges, wedges=wedges, dd=dd).bounded()


def flip_moments(graph: Graph, *, bounded: bool = True) -> FlipMoments:
    """The unbiased counts of a release with its rates, and the estimate of their covariance.

    Parameters
    ----------
    graph : Graph
        With noise of a contrast above 0.
    bounded : bool
        Whether sums that no graph can have are moved to the nearest that one can; they are
        unbiased without, and less often wrong by much with it.

    Notes
    -----
    *Privacy*: post-processing of the release.
    """
    noise = graph.noise
    if noise is None or not noise.contrast > 0.0:
        raise Refused("graph must be a release whose public rates leave a signal: set its noise.")
    seen = _triangles(graph)
    cells = _Cells.of(graph, noise, seen)
    counts = unbiased_counts(graph.n, graph.degrees, seen, noise)
    values = np.array([counts["edges"], counts["wedges"], counts["triangles"]])
    structure, common = _structure(cells, values, bounded)
    structure = structure.bounded() if bounded else structure
    return FlipMoments(values, _covariance(cells, structure, bounded), structure, common)


def _triangles(graph: Graph) -> float:
    """Of the release; nan where counting them would take longer than a few seconds."""
    if graph.n <= BITS_N and graph.m * (graph.n // 192) <= BITS_WORDS:
        return float(bit_triangles(graph.n, graph.edges))
    counted, _ = node_triangles(graph)
    return float("nan") if counted is None else float(counted.sum()) / 3.0


@dataclass(frozen=True, eq=False)
class _Cells:
    """The corrected cells of a release by their sums."""

    graph: Graph
    noise: EdgeNoise
    sums: Floats  # (n,) of the cells of a node
    squares: Floats  # (n,) of their squares
    seen_triangles: float  # of the release

    @property
    def n(self) -> int:
        return self.graph.n

    @classmethod
    def of(cls, graph: Graph, noise: EdgeNoise, seen_triangles: float) -> _Cells:
        q, c, degrees = noise.false_positive_rate, noise.contrast, graph.degrees
        others = graph.n - 1.0 - degrees
        sums = (degrees - (graph.n - 1.0) * q) / c
        squares = (degrees * (1.0 - q) ** 2 + others * q**2) / c**2
        return cls(graph, noise, sums.astype(np.float64), squares, seen_triangles)

    @property
    def all_d(self) -> float:
        """The sum over all pairs of D."""
        return (self.n - 2.0) * float(self.sums.sum())

    @property
    def all_d2(self) -> float:
        """Of D^2."""
        square, own = float(self.sums @ self.sums), float(self.squares.sum()) / 2.0
        return (self.n - 6.0) * square + float(self.sums.sum()) ** 2 + 4.0 * own

    def all_cd(self, triangles: float) -> float:
        """Of C D."""
        return float(self.sums @ self.common) - 6.0 * triangles

    @cached_property
    def common(self) -> Floats:
        """Of C over the pairs of each node, shape (n,)."""
        return self.product(self.sums) - self.squares

    def product(self, x: Floats) -> Floats:
        """The corrected matrix times a vector."""
        u, v = self.graph.edges.T
        n, q = self.graph.n, self.noise.false_positive_rate
        seen = np.bincount(u, weights=x[v], minlength=n) + np.bincount(v, weights=x[u], minlength=n)
        result: Floats = (seen - q * (x.sum() - x)) / self.noise.contrast
        return result


def _structure(cells: _Cells, values: Floats, bounded: bool) -> tuple[Structure, Floats]:
    """The sums over the true graph that the covariances are made of, without bias."""
    n, (m, wedges, triangles) = cells.n, values
    pairs, triples = float(pair_count(n)), n * (n - 1.0) * (n - 2.0) / 6.0
    v0, more = cell_variance(cells.noise)
    one = (n - 2.0) * m
    dd = cells.all_d2 - 2.0 * (n - 2.0) * (pairs * v0 + more * m)
    cd = cells.all_cd(triangles) - 2.0 * (v0 * one + more * wedges)
    noise = 2.0 * v0 * one + 2.0 * more * wedges + 3.0 * v0**2 * triples
    noise += 2.0 * v0 * more * one + more**2 * wedges
    cc, counted = float("nan"), np.zeros(0)
    if bounded and _is_lost(triangles, wedges, v0**3 * triples, more):
        cc = 0.0  # what the noise of triples does is enough
    elif np.isfinite(triangles):
        squares, counted = _squared_common(cells)
        cc = squares - noise
    return Structure(n, m, wedges, triangles, dd, cd, cc), counted


def _is_lost(triangles: float, wedges: float, least: float, more: float) -> bool:
    """Whether triangles and transitivity are unknown by the noise of triples of cells alone."""
    if more:
        return False
    half = LEAST_QUANTILE * np.sqrt(least)
    return bool(half > UNKNOWN * abs(triangles) and 3.0 * half > wedges * TRANSITIVITY)


def _covariance(cells: _Cells, structure: Structure, bounded: bool) -> Floats:
    v0, more = cell_variance(cells.noise)
    if not more:
        return structure.covariance(v0)
    n, m, wedges, triangles = structure.n, structure.edges, structure.wedges, structure.triangles
    pairs, triples = float(pair_count(n)), n * (n - 1.0) * (n - 2.0) / 6.0
    one = (n - 2.0) * m
    everywhere = (pairs, cells.all_d, wedges, cells.all_d2, cells.all_cd(triangles))
    sums = v0 * np.array([*everywhere, _squared_common(cells)[0]])
    sums += more * np.array([m, *_over_cells(cells, triangles)])
    # Sums over wedges and triples of cells of products of variances.
    two = 3.0 * v0**2 * triples + 2.0 * v0 * more * one + more**2 * wedges
    two_and_edge = v0**2 * one + 2.0 * v0 * more * wedges + 3.0 * more**2 * triangles
    three = v0**3 * triples + v0**2 * more * one + v0 * more**2 * wedges + more**3 * triangles
    mm, mw, mt, ww, wt, tt = sums
    ww, wt, tt = ww - two, wt - two_and_edge, tt - two_and_edge - 2.0 * three
    matrix = np.array([[mm, mw, mt], [mw, ww, wt], [mt, wt, tt]])
    if bounded:  # by a flip of all pairs of the smaller variance
        least = np.diag(structure.covariance(min(v0, v0 + more)))
        np.fill_diagonal(matrix, np.fmax(np.diag(matrix), least))
    return matrix


def _over_cells(cells: _Cells, triangles: float) -> tuple[float, ...]:
    """The sums of D, C, D^2, CD and C^2 over all cells, each times its own corrected value."""
    from graphdp_core.kernels.common_neighbours import common_neighbours

    graph, q, c = cells.graph, cells.noise.false_positive_rate, cells.noise.contrast
    s, degrees, (u, v) = cells.sums, graph.degrees, graph.edges.T
    d = s[u] + s[v] - 2.0 * (1.0 - q) / c
    shared = common_neighbours(*graph.neighbours, graph.edges)
    common = (shared - q * (degrees[u] + degrees[v] - 2.0) + q**2 * (cells.n - 2.0)) / c**2

    def weighed(at_edges: float, everywhere: float) -> float:
        return (at_edges - q * everywhere) / c

    return (
        weighed(float(d.sum()), cells.all_d),
        weighed(float(common.sum()), float(cells.common.sum()) / 2.0),
        weighed(float(d @ d), cells.all_d2),
        weighed(float(common @ d), cells.all_cd(triangles)),
        weighed(float(common @ common), _squared_common(cells)[0]),
    )


def _squared_common(cells: _Cells) -> tuple[float, Floats]:
    """The sum over all pairs of the square of their estimated common neighbours; see `common`.

    c^2 C = C' - q E + q^2 (n - 2), with E = d_i + d_j - 2 a'_ij: all its sums but that of C'^2
    follow from the degrees and the triangles.
    """
    graph, q, c, n = cells.graph, cells.noise.false_positive_rate, cells.noise.contrast, cells.n
    if n < 3:
        return 0.0, np.zeros(0)
    d, flat, m = graph.degrees.astype(np.float64), q * q * (n - 2.0), graph.m
    square = float(d @ d)
    if n <= DENSE_N:
        full = graph.adjacency(dtype=np.float32).toarray()
        common = full @ full
        np.fill_diagonal(common, 0.0)
        both = float(np.square(common, dtype=np.float64).sum()) / 2.0
        counted = np.bincount(common.astype(np.int32).ravel()) / 2.0
    elif square <= SPARSE_STEPS:
        adjacent = graph.adjacency(dtype=np.float32)
        entries = (adjacent @ adjacent).data.astype(np.float64)
        both = (float(entries @ entries) - square) / 2.0
        counted = np.bincount(entries.astype(np.int64)) / 2.0
        counted -= np.bincount(graph.degrees, minlength=len(counted)) / 2.0  # of nodes with itself
    else:
        return _by_probes(cells), np.zeros(0)
    u, v = graph.edges.T
    rows = np.bincount(u, weights=d[v], minlength=n) + np.bincount(v, weights=d[u], minlength=n) - d
    with_e = float(d @ rows) - 6.0 * cells.seen_triangles
    e = 2.0 * m * (n - 2.0)
    e2 = (n - 6.0) * square + 4.0 * m * m + 4.0 * m
    single = (square - 2.0 * m) / 2.0
    raw = (
        both - 2.0 * q * with_e + 2.0 * flat * single
        + q * q * e2 - 2.0 * q * flat * e + pair_count(n) * flat * flat
    )  # fmt: skip
    return raw / c**4, counted


def _by_probes(cells: _Cells) -> float:
    """The same from products with the corrected matrix: a sketch of its range, and random vectors.

    References
    ----------
    Meyer, Musco, Musco & Woodruff (2021), Hutch++: optimal stochastic trace estimation, SOSA.
    """
    rng, n = np.random.default_rng(ORDER_OF_PROBES), cells.n
    matrix = signal_operator(cells.graph, debias=True)

    def squared(x: NDArray[np.float32]) -> NDArray[np.float32]:
        twice: NDArray[np.float32] = matrix @ np.ascontiguousarray(matrix @ x)
        return twice

    def probes() -> NDArray[np.float32]:
        return rng.choice(np.array([-1.0, 1.0], dtype=np.float32), size=(n, PROBES))

    basis = np.linalg.qr(squared(probes()))[0]
    rest = probes()
    rest -= basis @ (basis.T @ rest)
    inside, outside = squared(np.ascontiguousarray(basis)), squared(np.ascontiguousarray(rest))
    whole = (
        np.square(inside, dtype=np.float64).sum()
        + np.square(outside, dtype=np.float64).sum() / PROBES
    )
    return float(whole - cells.squares @ cells.squares) / 2.0


NARROW_COUNT, NARROW_SHARE = 2.0, 0.02
"""Half a width that is narrow for any count, and for any share."""
LIKELY, SURELY = 2.0, 4.0
"""Deviations within which a number lies in most releases, and in all but one in 15,000."""
NEAR = 4.0
"""Deviations from a border within which draws that are printed may be those of a tail."""


def flip_variance(epsilon: float) -> float:
    """Of a corrected pair under edgeFlip: e^epsilon/(e^epsilon - 1)^2.

    Examples
    --------
    >>> round(flip_variance(1.0), 4)
    0.9207
    """
    return 0.25 / math.sinh(epsilon / 2.0) ** 2


@dataclass(frozen=True, eq=False)
class Flipped:
    """A release and what is read off it once, however many statistics are asked for.

    Parameters
    ----------
    graph : Graph
        With noise of a contrast above 0.
    """

    graph: Graph
    asked: Asked

    def check(self) -> None:
        """Refuse a release of which nothing is left."""
        _ = self.noise

    @property
    def noise(self) -> EdgeNoise:
        """The public rates."""
        if self.graph.noise is None or not self.graph.noise.contrast > 0.0:
            raise Refused("the rates of this release leave no signal: at ε = 0 nothing is told.")
        return self.graph.noise

    @property
    def z(self) -> float:
        """The quantile that goes with the level."""
        return normal_quantile(self.asked.level)

    @property
    def hardly_flips(self) -> bool:
        """Whether all pairs are released as they are more often than an interval must hold."""
        rate = max(self.noise.false_positive_rate, 1.0 - self.noise.true_positive_rate)
        return pair_count(self.graph.n) * rate < (1.0 - self.asked.level) / 2.0

    @cached_property
    def _tables(self) -> dict[int, Floats]:
        return {}

    def counted_in(self, groups: Groups) -> Floats:
        """Released edges between every two groups and within each, shape (k, k), counted once."""
        table = self._tables.get(id(groups))
        if table is None:
            table = self._tables[id(groups)] = groups.counted(self.graph.edges)
        return table

    def table(self, groups: Groups) -> tuple[Floats, Floats]:
        """Edges between every two groups and within each, and their variances, shape (k, k)."""
        edges = self.unbiased(self.counted_in(groups), groups.pairs)
        v0, more = cell_variance(self.noise)
        return edges, groups.pairs * v0 + more * np.clip(edges, 0.0, groups.pairs)

    def sides(self, groups: Groups) -> tuple[int, int]:
        """Pairs of nodes of one group, and how many of them were released as edges."""
        return int(np.trace(groups.pairs)), int(np.trace(self.counted_in(groups)))

    @cached_property
    def moments(self) -> FlipMoments:
        """Edges, wedges and triangles with their covariance."""
        return flip_moments(self.graph)

    def unbiased(self, seen: Any, pairs: Any) -> Any:
        """Edges among some pairs of which so many were released."""
        return (seen - pairs * self.noise.false_positive_rate) / self.noise.contrast

    def variance(self, seen: float, pairs: float) -> float:
        """Of that estimate, if its pairs are fixed."""
        v0, more = cell_variance(self.noise)
        return pairs * v0 + more * min(max(self.unbiased(seen, pairs), 0.0), pairs)

    def population_variance(self, seen: float, pairs: float) -> float:
        """Of that estimate, if every pair is an edge by chance; at most, if chances differ."""
        share = seen / pairs if pairs else 0.0
        return pairs * share * (1.0 - share) / self.noise.contrast**2

    def counted(self, seen: int, pairs: int) -> tuple[float, float, float]:
        """Estimate, least and largest number of edges among pairs, by the exact law."""
        low, high = edge_limits(
            seen, pairs, keep=self.noise.true_positive_rate,
            invent=self.noise.false_positive_rate, level=self.asked.level,
        )  # fmt: skip
        return min(max(self.unbiased(seen, pairs), low), high), float(low), float(high)

    @cached_property
    def jumps_of_degrees(self) -> tuple[Floats, Floats]:
        """What flips of all pairs add to the wedges, and how many pairs add so much."""
        degrees = np.clip(estimated_degrees(self.graph), 0.0, None)
        return jumps_of_pairs(degrees, np.add, self.graph.edges)

    def stretch(
        self, jumps: Floats, counts: Floats, change: float = 0.0, *, epsilon: float | None = None
    ) -> float:
        """Times a normal interval, where few flips decide it: see `binomials.stretch`.

        Of this release, or of one by edgeFlip at an epsilon.
        """
        rate = max(self.noise.false_positive_rate, 1.0 - self.noise.true_positive_rate)
        rate = rate if epsilon is None else 1.0 / (1.0 + math.exp(epsilon))
        return stretch(jumps, counts, rate=rate, level=self.asked.level, change=change)

    def more_beside(self, deviation: float) -> Callable[[float], float]:
        """How many deviations further an end reaches to a border; near it by a flip more.

        Of what is printed there a tail decides, and that of flips is heavier than a normal one.

        Parameters
        ----------
        deviation : float
            Of the number, over what a pair adds to it.
        """
        one_flip = 1.0 / (deviation * self.noise.contrast) if deviation > 0.0 else 0.0

        def more(distance: float) -> float:
            usual = reach_beside(distance, self.asked.level) - self.z
            return usual + (one_flip if distance < NEAR else 0.0)

        return more

    def expected(self, seen: int, pairs: int) -> tuple[float, float, float]:
        """The same for the mean of the population."""
        value = min(max(self.unbiased(seen, pairs), 0.0), float(pairs))
        # No population lies beyond the rates: there the bounds are those of the nearest.
        least, most = (math.floor(pairs * self.noise.false_positive_rate),
                       math.ceil(pairs * self.noise.true_positive_rate))  # fmt: skip
        seen = min(max(seen, least), most)
        ends = clopper_pearson(seen, max(pairs, 1), alpha=1.0 - self.asked.level)
        low, high = (min(max(self.unbiased(float(end) * pairs, pairs), 0.0), pairs) for end in ends)
        return value, low, high

    def edge_width(self, pairs: float) -> Callable[[float], float]:
        """Half the width of a number of edges among pairs, by epsilon."""
        return lambda epsilon: self.z * math.sqrt(pairs * flip_variance(epsilon))

    def from_here(
        self, width_at: Callable[[float], float], half: float
    ) -> Callable[[float], float]:
        """The same by epsilon, and at this noise no narrower than this release is."""
        now = 2.0 * math.asinh(0.5 / math.sqrt(cell_variance(self.noise)[0]))
        return lambda epsilon: max(half / max(width_at(now), 1e-12), 1.0) * width_at(epsilon)

    def of_both(
        self, id: str, title: str, seen: int, pairs: int, *, about: str = "", scale: float = 1.0
    ) -> Iterator[Estimate]:
        """Edges among some pairs, in any unit: of this graph, and of the population."""
        width = self.edge_width(pairs)
        for of, interval, how, variance in (
            (GRAPH, self.counted, EXACT_LAW, self.variance),
            (POPULATION, self.expected, CLOSED_FORM, self.population_variance),
        ):
            value, low, high = (scale * x for x in interval(seen, pairs))
            made = Estimate(
                id, title, value, low, high, how, of=of, level=self.asked.level, about=about,
                at_least=True,
            )  # fmt: skip
            half = scale * self.z * math.sqrt(variance(seen, pairs))
            if of == POPULATION:  # that shows no edge, or all, has a variance of 0
                half = max(half, (high - low) / 2.0)
            yield judged(
                made, floor=scale * NARROW_COUNT if of == GRAPH else 0.0, half=half,
                width_at=lambda e: scale * width(e), within=(0.0, scale * pairs),
                more_beside=self.more_beside(half / (scale * self.z)),
            )  # fmt: skip


def share(value: float) -> float:
    """Within 0 to 1; nan stays."""
    return value if math.isnan(value) else min(max(value, 0.0), 1.0)
