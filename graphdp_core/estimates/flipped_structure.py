"""Components and leading eigenvalues of a flipped graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.binomials import edge_limits, jumps_of_pairs
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    NO_PROMISE,
    Estimate,
    judged,
)
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import (
    NARROW_COUNT,
    Flipped,
    flip_variance,
)
from graphdp_core.estimates.selection import reach_beside
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.kernels.adjacency_rows import part_count
from graphdp_core.spectra.debiasing import estimated_degrees
from graphdp_core.spectra.eigenpairs import leading_eigenpairs, signal_operator
from graphdp_core.spectra.lanczos import ritz_values

ABOVE = 4.0
"""Times the root of n v that an eigenvalue must have: the noise's own reach up to twice it."""
APART = 12.0
"""Roots of v that neighbouring eigenvalues must lie apart."""
SHOWN = 3
FORESTS, SHARPER = 8, 3
"""Taken from a release, and rounds in which their bound is made sharper."""
LARGE = 500_000  # edges, from which on only eigenvalues near what may be printed are computed
RITZ_STEPS, NEARLY = 24, 0.7
ROOT = math.sqrt(2.0)  # both sides of a gap move


def _components(release: Flipped) -> Iterator[Estimate]:
    """Between what lost edges may have split and what invented ones may have joined.

    Invented edges alone run between the true parts. Of forests in the release that share no edge,
    each joins as many as it can: one with c parts of its own has at least C - c edges between C
    true ones. All these together are at most what the law of the invented ones allows, and the
    edges of the graph bound its parts, which are at least n - m.
    """
    from scipy.stats import binom

    graph, noise = release.graph, release.noise
    n, pairs, alpha = graph.n, pair_count(graph.n), (1.0 - release.asked.level) / 2.0
    p, q = noise.true_positive_rate, noise.false_positive_rate
    _, most = edge_limits(graph.m, pairs, keep=p, invent=q, level=1.0 - alpha)
    parts = _parts_of_forests(graph, int(binom.isf(alpha, pairs, q)))
    seen, lost = parts[0], int(binom.isf(alpha / 2.0, most, 1.0 - p))
    high = n
    for _ in range(SHARPER):  # C true parts leave at most n^2 (1 - 1/C)/2 pairs between them
        between = min(pairs, math.floor(n * n * (1.0 - 1.0 / max(high, 1)) / 2.0))
        high = _most_parts(parts, int(binom.isf(alpha, between, q)), n)
    low = max(seen - lost, n - most, min(n, 1))
    value = max(float(seen), n - release.unbiased(graph.m, pairs))
    made = Estimate(
        "components", "Components", min(value, high), low, high, EXACT_LAW,
        level=release.asked.level, at_least=True,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        """Of one forest, whatever the graph is: as far as flips may join and split."""
        rate = 1.0 / (1.0 + math.exp(epsilon))
        return float(binom.isf(alpha, pairs, rate) + binom.isf(alpha / 2.0, most, rate)) / 2.0

    yield judged(
        made, within=(min(n, 1.0), n), floor=NARROW_COUNT, width_at=width_at, least=float(low)
    )  # fmt: skip


def _parts_of_forests(graph: Graph, invented: int) -> list[int]:
    """Parts of the graph, of what a spanning forest leaves of it, and so on: at most eight times.

    Once alone, where so many edges were invented that no number of forests makes it narrow.

    Examples
    --------
    >>> _parts_of_forests(Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)]), 2)
    [1, 2, 3]
    """
    parts = [part_count(graph.n, graph.edges)]
    if invented > FORESTS * (2.0 * NARROW_COUNT + parts[0]):
        return parts
    left = graph
    while left.m and len(parts) < FORESTS:
        forest = minimum_spanning_forest(left, np.zeros(left.m))
        left = Graph(graph.n, np.delete(left.edges, forest, axis=0))
        parts.append(part_count(graph.n, left.edges))
    return parts


def _most_parts(parts: list[int], invented: int, n: int) -> int:
    """The largest number that forests of so many parts allow, if so many edges were invented.

    Examples
    --------
    >>> [_most_parts([1, 2, 3], invented, 9) for invented in (0, 1, 3)]
    [1, 2, 3]
    """
    sure = [(invented + sum(parts[: i + 1])) // (i + 1) for i in range(len(parts))]
    return min(*sure, n)


def without_noise(value: float, variance: float, others: Floats, rest: int, spread: float) -> float:
    """The true eigenvalue behind one that noise on all pairs has pushed up; nan within the noise.

    The noise, of this variance a cell, repels it from every other one: by v/(value - other) for
    those that are known, and by those of a semicircle of the given mean square for the rest.

    Examples
    --------
    >>> round(without_noise(10.0 + 9.0 / 10.0, 0.09, np.empty(0), 100, 9.0), 6)
    10.0
    """
    bulk = stieltjes(value, spread)
    if math.isnan(bulk) or np.any(others == value):
        return math.nan
    return value - variance * (rest * bulk + float(np.sum(1.0 / (value - others))))


def stieltjes(value: float, spread: float) -> float:
    """The mean of 1/(value - x) for x by a semicircle of this mean square; nan within it.

    Examples
    --------
    >>> stieltjes(5.0, 4.0)
    0.25
    """
    inside = value * value - 4.0 * spread
    return 2.0 / (value + math.sqrt(inside)) if value > 0.0 and inside > 0.0 else math.nan


def _pull(u: Floats, value: float, bend: float, noise: EdgeNoise) -> float:
    """The sum over pairs of the square of what a cell's noise adds to an eigenvalue.

    To first order 2 u_i u_j; to second the square of the noise adds (u_i^2 + u_j^2) `bend`. A
    flip has a square that goes with itself: its third moment is its variance times
    (1 - 2 q)/(p - q) where there is no edge, and (1 - 2 p)/(p - q) where there is one.
    """
    p, q, c = noise.true_positive_rate, noise.false_positive_rate, noise.contrast
    absent, present = bend * (1.0 - 2.0 * q) / c, bend * (1.0 - 2.0 * p) / c
    four, n = float(np.sum(u**4)), len(u)
    both = float(np.sum(u**3) * np.sum(u)) - four
    first = 2.0 * (1.0 - four)
    mixed = 4.0 * (absent * both + (present - absent) * value * four)
    second = absent**2 * ((n - 2.0) * four + 1.0)
    return max(first + mixed + second, second)


def _eigenvalues(release: Flipped) -> Iterator[Estimate]:
    """By perturbation: without what pushes it, u' X u is about normal; see `_pull`.

    References
    ----------
    Capitaine, Donati-Martin & Féral (2009), The largest eigenvalues of finite rank deformation of
    large Wigner matrices, Annals of Probability. Biane (1997), On the free convolution with a
    semi-circular distribution (what noise does beside a bulk).
    """
    graph = release.graph
    n, k = graph.n, min(SHOWN + 1, graph.n)
    if k < 2:
        return
    v0, more = cell_variance(release.noise)
    values, vectors = _leading(graph, k, ABOVE * math.sqrt(n * v0))
    rows = (n - 1.0) * v0 + more * np.clip(estimated_degrees(graph), 0.0, n - 1.0)
    q, c = release.noise.false_positive_rate, release.noise.contrast
    few = _norm_of_flips(release)
    squares = 2.0 * (graph.m * (1.0 - q) ** 2 + (pair_count(n) - graph.m) * q * q) / c**2
    spread = max(squares - float(values @ values), 0.0) / max(n - k, 1)
    for place in range(k - 1):
        weights = vectors[:, place] ** 2
        noise = float(weights @ rows)
        cell = noise / max(n - 1.0, 1.0)
        value = without_noise(float(values[place]), cell, np.delete(values, place), n - k, spread)
        left = 1.0 - noise / value**2 if value**2 > noise else math.nan
        bend = stieltjes(float(values[place]), spread)
        deviation = math.sqrt(cell * _pull(vectors[:, place], value, bend, release.noise) / left)
        jumps, pairs = jumps_of_pairs(np.abs(vectors[:, place]), np.multiply, graph.edges)
        wider = release.stretch(jumps, pairs, 2.0 * float(weights @ weights) / max(value, 1.0))
        half = wider * release.z * deviation
        gap = min(
            float(values[place - 1] - values[place]) if place else math.inf,
            float(values[place] - values[place + 1]),
        )
        reach = max(ABOVE * math.sqrt(noise), few)
        apart = APART * math.sqrt(cell)
        if value > reach and gap > apart:
            below = float(values[place] - values[place + 1]) - apart
            above = float(values[place - 1] - values[place]) - apart if place else math.inf
            lifted = min(value - reach, below / ROOT) / deviation
            pressed = above / ROOT / deviation
            low, high = (reach_beside(away, release.asked.level) for away in (lifted, pressed))
            made = Estimate(
                "eigenvalues", "Eigenvalue", value, value - wider * low * deviation,
                value + wider * high * deviation, CLOSED_FORM, level=release.asked.level,
                about=f"no. {place + 1}", at_least=wider * max(low, high) > release.z + 1e-6,
            )  # fmt: skip
            yield judged(made, within=(0.0, n - 1.0), floor=1.0, half=half)
            continue
        nothing, least = math.nan, value - half
        later = _visible(least, gap - ROOT * half, n) if 2.0 * least > reach else None
        yield Estimate(
            "eigenvalues", "Eigenvalue", nothing, nothing, nothing, CLOSED_FORM,
            level=release.asked.level, about=f"no. {place + 1}",
            why=f"eigenvalues below {reach:.2g}, or nearer than "
            f"{apart:.2g} to another, are hidden by those of the noise."
            f"{'' if later else f' {NO_PROMISE}'}",
            from_epsilon=later,
        )  # fmt: skip


def _norm_of_flips(release: Flipped) -> float:
    """What flips alone have as an eigenvalue where they are too few for a semicircle.

    With at most d of them at each node, by their law, a forest has less than twice the root of
    d - 1: at least a path is reckoned with, unless most releases have no flip at all.
    """
    from scipy.stats import binom

    n, q = release.graph.n, release.noise.false_positive_rate
    if release.hardly_flips:
        return 0.0
    d = int(binom.isf((1.0 - release.asked.level) / n, n - 1, q))
    return 2.0 * math.sqrt(max(d - 1.0, 1.0)) / release.noise.contrast


def _leading(graph: Graph, k: int, reach: float) -> tuple[Floats, Floats]:
    """The leading pairs; of a large release those within the noise roughly, without a vector."""
    if graph.m <= LARGE:
        return leading_eigenpairs(graph, k, debias=True, largest=True)
    rough = ritz_values(signal_operator(graph, debias=True), RITZ_STEPS)[:k]
    beyond = int(np.sum(rough > NEARLY * reach))
    vectors = np.zeros((graph.n, k))
    if beyond:
        pairs = leading_eigenpairs(graph, beyond, debias=True, largest=True)
        rough[:beyond], vectors[:, :beyond] = pairs
    vectors[:, beyond:] = 1.0 / math.sqrt(graph.n)
    return rough, vectors


def _visible(value: float, gap: float, n: int) -> float | None:
    """The epsilon from which on one of this size and gap or more stands out; None if unknown.

    Examples
    --------
    >>> _visible(10.0, 5.0, 100), _visible(10.0, 0.5, 100)
    (2.9, 6.4)
    """
    if not value > 0.0:
        return None
    for tenth in range(1, 201):
        v = flip_variance(tenth / 10.0)
        if value > ABOVE * math.sqrt(n * v) and gap > APART * math.sqrt(v):
            return tenth / 10.0
    return None


BY_STRUCTURE: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "components": _components,
    "eigenvalues": _eigenvalues,
}
"""What is estimated of the graph as a whole, by its id."""
