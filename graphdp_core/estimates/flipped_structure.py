"""Components and leading eigenvalues of a flipped graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import CLOSED_FORM, EXACT_LAW, Estimate, judged
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, Flipped, flip_variance
from graphdp_core.estimates.selection import reach_beside
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.adjacency_rows import part_count
from graphdp_core.spectra.debiasing import estimated_degrees
from graphdp_core.spectra.eigenpairs import leading_eigenpairs
from graphdp_core.spectra.lanczos import ritz_values
from graphdp_core.spectra.operators import signal_operator

__all__ = ["BY_STRUCTURE", "without_noise"]

ABOVE = 4.0
"""Times the root of n v that an eigenvalue must have: the noise's own reach up to twice it."""
APART = 12.0
"""Roots of v that neighbouring eigenvalues must lie apart."""
SHOWN = 3
LARGE = 500_000  # edges, from which on only eigenvalues near what may be printed are computed
RITZ_STEPS, NEARLY = 24, 0.7
ROOT = math.sqrt(2.0)  # both sides of a gap move


def _components(release: Flipped) -> Iterator[Estimate]:
    """One flip changes their number by one at most: the law of the number of flips bounds it."""
    from scipy.stats import binom

    graph, noise = release.graph, release.noise
    n, pairs, alpha = graph.n, pair_count(graph.n), (1.0 - release.asked.level) / 2.0
    seen = part_count(n, graph.edges)
    _, _, most = release.counted(graph.m, pairs)
    lost = int(binom.isf(alpha, int(most), 1.0 - noise.true_positive_rate))
    invented = int(binom.isf(alpha, pairs, noise.false_positive_rate))
    made = Estimate(
        "components", "Components", float(seen), float(max(seen - lost, min(n, 1))),
        float(min(seen + invented, n)), EXACT_LAW, level=release.asked.level, at_least=True,
    )  # fmt: skip

    def width_at(epsilon: float) -> float:
        false = pairs / (1.0 + math.exp(epsilon))
        return (false + release.z * math.sqrt(false)) / 2.0

    half = (invented + lost) / 2.0
    yield judged(made, floor=NARROW_COUNT, half=half, width_at=width_at)


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
    if math.isnan(bulk):
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
        half = release.z * deviation
        gap = min(
            float(values[place - 1] - values[place]) if place else math.inf,
            float(values[place] - values[place + 1]),
        )
        reach = ABOVE * math.sqrt(noise)
        apart = APART * math.sqrt(cell)
        if value > reach and gap > apart:
            below = float(values[place] - values[place + 1]) - apart
            above = float(values[place - 1] - values[place]) - apart if place else math.inf
            lifted = min(value - reach, below / ROOT) / deviation
            pressed = above / ROOT / deviation
            low, high = (reach_beside(away, release.asked.level) for away in (lifted, pressed))
            made = Estimate(
                "eigenvalues", "Eigenvalue", value, value - low * deviation,
                value + high * deviation, CLOSED_FORM, level=release.asked.level,
                about=f"no. {place + 1}", at_least=max(low, high) > release.z + 1e-6,
            )  # fmt: skip
            yield judged(made, floor=1.0, half=half)
            continue
        nothing, least = math.nan, value - half
        yield Estimate(
            "eigenvalues", "Eigenvalue", nothing, nothing, nothing, CLOSED_FORM,
            level=release.asked.level, about=f"no. {place + 1}",
            why=f"eigenvalues below {reach:.2g}, or nearer than "
            f"{apart:.2g} to another, are hidden by those of the noise.",
            from_epsilon=_visible(least, gap - ROOT * half, n) if 2.0 * least > reach else None,
        )  # fmt: skip


def _leading(graph: Graph, k: int, reach: float) -> tuple[Floats, Floats]:
    """The leading pairs; of a large release those within the noise roughly, without a vector."""
    if graph.m <= LARGE:
        return leading_eigenpairs(graph, k, debias=True, largest=True)
    rough = ritz_values(signal_operator(graph, debias=True), RITZ_STEPS)[:k]
    beyond = int(np.sum(rough > NEARLY * reach))
    vectors = np.zeros((graph.n, k))
    if beyond:
        found = leading_eigenpairs(graph, beyond, debias=True, largest=True)
        rough[:beyond], vectors[:, :beyond] = found
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
