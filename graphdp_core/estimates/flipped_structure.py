"""Components and leading eigenvalues of a flipped graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import CLOSED_FORM, EXACT_LAW, Estimate, judged
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, Flipped, flip_variance
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.spectra.debiasing import estimated_degrees
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

__all__ = ["BY_STRUCTURE", "without_noise"]

ABOVE = 4.0
"""Times the root of n v that an eigenvalue must have: the noise's own reach up to twice it."""
APART = 12.0
"""Roots of v that neighbouring eigenvalues must lie apart."""
SHOWN = 3


def _components(release: Flipped) -> Iterator[Estimate]:
    """One flip changes their number by one at most: the law of the number of flips bounds it."""
    from scipy.stats import binom

    graph, noise = release.graph, release.noise
    n, pairs, alpha = graph.n, pair_count(graph.n), (1.0 - release.asked.level) / 2.0
    seen = int(graph.components.max(initial=-1)) + 1
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
    inside = value * value - 4.0 * spread
    if not (value > 0.0 and inside > 0.0):
        return math.nan
    bulk = 2.0 / (value + math.sqrt(inside))  # of the Stieltjes transform of a semicircle
    return value - variance * (rest * bulk + float(np.sum(1.0 / (value - others))))


def _eigenvalues(release: Flipped) -> Iterator[Estimate]:
    """By perturbation: without what pushes it, u' X u is normal with variance 2 v (1 - sum u^4).

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
    values, vectors = leading_eigenpairs(graph, k, debias=True, largest=True)
    v0, more = cell_variance(release.noise)
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
        deviation = math.sqrt(2.0 * cell * max(1.0 - float(weights @ weights), 0.0) / left)
        half = release.z * deviation
        gap = min(
            float(values[place - 1] - values[place]) if place else math.inf,
            float(values[place] - values[place + 1]),
        )
        reach = ABOVE * math.sqrt(noise)
        hidden = not (value > reach and gap > APART * math.sqrt(cell))
        made = Estimate(
            "eigenvalues", "Eigenvalue", value, value - half, value + half, CLOSED_FORM,
            level=release.asked.level, about=f"no. {place + 1}",
        )  # fmt: skip
        if not hidden:
            yield judged(made, floor=1.0)
            continue
        nothing = math.nan
        yield Estimate(
            "eigenvalues", "Eigenvalue", nothing, nothing, nothing, CLOSED_FORM,
            level=release.asked.level, about=f"no. {place + 1}",
            why=f"eigenvalues below {reach:.2g}, or nearer than "
            f"{APART * math.sqrt(cell):.2g} to another, are hidden by those of the noise.",
            from_epsilon=_visible(value, gap, n),
        )  # fmt: skip


def _visible(value: float, gap: float, n: int) -> float | None:
    """The epsilon from which on it stands out and apart; None if it is unknown.

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
