"""Degrees of a flipped graph: of one node, their spread, who is at the top, how they are spread."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    Estimate,
    judged,
    normal_quantile,
)
from graphdp_core.estimates.flip_structure import cell_variance
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, NARROW_SHARE, Flipped, flip_variance
from graphdp_core.estimates.tops import top_members
from graphdp_core.spectra.debiasing import estimated_degrees

__all__ = ["BY_DEGREES", "degree_classes"]

MOST_FALSE = 1.5
"""False edges of a node, on average: with more, shares of degrees drown in the noise."""
MARGIN = 12  # degrees beyond the largest that is released


def _degree(release: Flipped) -> Iterator[Estimate]:
    graph = release.graph
    for node in release.asked.nodes:
        value, low, high = release.counted(int(graph.degrees[node]), graph.n - 1)
        made = Estimate(
            "degree", "Degree", value, low, high, EXACT_LAW, level=release.asked.level,
            about=graph.name(node), at_least=True,
        )  # fmt: skip
        half = release.z * math.sqrt(release.variance(int(graph.degrees[node]), graph.n - 1))
        yield judged(made, floor=NARROW_COUNT, half=half, width_at=release.edge_width(graph.n - 1))


def _degree_deviation(release: Flipped) -> Iterator[Estimate]:
    """The root of (2 W + 2 m)/n - (2 m/n)^2, by the delta method."""
    n, found = max(release.graph.n, 1), release.moments
    m, wedges = found.values[:2]
    covariance = found.covariance[:2, :2]
    # The square of an unbiased mean has its variance too much.
    square = (2.0 * wedges + 2.0 * m) / n - (2.0 * m / n) ** 2 + 4.0 * covariance[0, 0] / n**2
    slope = np.array([2.0 / n - 8.0 * m / n**2, 2.0 / n])
    half = release.z * math.sqrt(max(float(slope @ covariance @ slope), 0.0))
    root = math.sqrt(max(square, 0.0))

    def width_at(epsilon: float) -> float:
        other = found.structure.covariance(flip_variance(epsilon))[:2, :2]
        return release.z * math.sqrt(max(float(slope @ other @ slope), 0.0)) / (2.0 * root)

    low, high = (math.sqrt(max(square + side * half, 0.0)) for side in (-1.0, 1.0))
    made = Estimate(
        "degree_deviation", "Standard deviation of the degrees", root, low, high, CLOSED_FORM,
        level=release.asked.level,
    )  # fmt: skip
    yield judged(made, width_at=width_at if root > 0.0 else None)


def _top(release: Flipped) -> Iterator[Estimate]:
    """Members of the top by degree that no noise of all nodes together could have put there."""
    graph, v0_more = release.graph, cell_variance(release.noise)
    degrees = estimated_degrees(graph)
    inside = np.clip(degrees, 0.0, max(graph.n - 1.0, 0.0))
    deviations = np.sqrt((graph.n - 1.0) * v0_more[0] + v0_more[1] * inside)
    far = normal_quantile(1.0 - (1.0 - release.asked.level) / max(graph.n, 1))
    yield from top_members(
        degrees, far * deviations, release.asked, name=graph.name, how=CLOSED_FORM
    )


def degree_classes(n: int) -> list[tuple[int, int]]:
    """Degrees 0, 1, 2 to 3, 4 to 7, ... up to n - 1, each with its first and last.

    Examples
    --------
    >>> degree_classes(6)
    [(0, 0), (1, 1), (2, 3), (4, 5)]
    """
    classes, first = [(0, 0)], 1
    while first < n:
        classes.append((first, min(2 * first - 1, n - 1)))
        first *= 2
    return classes


def _degree_shares(release: Flipped) -> Iterator[Estimate]:
    """The share of nodes in each class of degrees.

    A function g of the released degree with E g(d') = 1 where d lies in the class, and else 0,
    is summed over the nodes. As 1 is its own square, g^2 - g is an unbiased estimate of its
    variance; the pair of two nodes adds what it does to both.
    """
    graph, noise = release.graph, release.noise
    n, q = graph.n, noise.false_positive_rate
    false = (n - 1.0) * q
    if n < 2:
        return
    if false > MOST_FALSE:
        nothing = math.nan
        yield Estimate(
            "degree_shares", "Share of nodes by degree", nothing, nothing, nothing, CLOSED_FORM,
            level=release.asked.level, why=f"every node has about {false:,.0f} false edges.",
            from_epsilon=math.ceil(10.0 * math.log((n - 1.0) / MOST_FALSE)) / 10.0,
        )  # fmt: skip
        return
    largest = min(int(graph.degrees.max()) + MARGIN, n - 1)
    laws = _released_laws(n, largest, noise.true_positive_rate, q)
    seen = np.bincount(graph.degrees, minlength=largest + 1).astype(np.float64)
    classes = [found for found in degree_classes(n) if found[0] <= largest]
    wanted = np.zeros((laws.shape[0], len(classes)))
    for place, (first, last) in enumerate(classes):
        wanted[first : last + 1, place] = 1.0
    readings = np.linalg.solve(laws, wanted)
    for place, (first, last) in enumerate(classes):
        g = readings[:, place]
        value = float(seen @ g) / n
        step = np.append(np.diff(g), 0.0)
        pull = float(seen @ step)
        both = q * (1.0 - q) * max(pull**2 - float(seen @ step**2), 0.0)
        variance = max(float(seen @ (g * g - g)), 0.0) + both
        # A node more in both: where few nodes can cross, their number has no normal law.
        half = (release.z * math.sqrt(variance + 1.0) + 1.0) / n
        about = f"{first}" if first == last else f"{first} to {last}"
        made = Estimate(
            "degree_shares", "Share of nodes by degree", min(max(value, 0.0), 1.0),
            min(max(value - half, 0.0), 1.0), max(min(value + half, 1.0), 0.0), CLOSED_FORM,
            level=release.asked.level, about=f"degree {about}", at_least=True,
        )  # fmt: skip
        yield judged(made, floor=NARROW_SHARE, half=half)


def _released_laws(n: int, largest: int, keep: float, invent: float) -> Floats:
    """Chances of the released degrees 0 to `largest` of every such true degree, (d, d')."""
    from scipy.stats import binom

    laws = np.zeros((largest + 1, largest + 1))
    few = np.arange(min(MARGIN * 4, n))
    for d in range(largest + 1):
        lost = binom.pmf(few[: d + 1], d, 1.0 - keep)[::-1]  # of d - few, ..., d kept
        law = np.convolve(lost, binom.pmf(few, n - 1 - d, invent))
        first = d - len(lost) + 1
        stop = min(first + len(law), largest + 1)
        laws[d, first:stop] = law[: stop - first]
    return laws


BY_DEGREES: dict[str, Callable[[Flipped], Iterator[Estimate]]] = {
    "degree": _degree,
    "degree_deviation": _degree_deviation,
    "degree_shares": _degree_shares,
    "top": _top,
}
"""What is estimated of degrees, by its id."""
