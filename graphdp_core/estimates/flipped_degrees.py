"""Degrees of a flipped graph: of one node, their spread, who is at the top, how they are spread.

Which nodes are surely among the k of the largest degrees, whatever the noise of all did.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.binomials import edge_limits
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    NO_PROMISE,
    Estimate,
    judged,
)
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, NARROW_SHARE, Flipped, flip_variance
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.spectra.debiasing import estimated_degrees

SURELY = 1e-4
"""The chance that a member is named wrongly: where there is none to name, one that is named is."""


def top_members(
    values: Floats,
    ends: tuple[Floats, Floats],
    asked: Asked,
    *,
    name: Callable[[int], str],
    how: str,
) -> Iterator[Estimate]:
    """How many members of the top are known, and which: one estimate.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Unbiased.
    ends : tuple of ndarray, shape (n,)
        The least and the largest that each can be if all are to be held.
    name : callable
        Of a node.
    """
    n, k = len(values), min(asked.top, len(values))
    if n == 0:
        return
    low, high = ends
    sure = sure_members(values, low, high, k)
    title, nothing = f"Surely in the top {k} by degree", math.nan
    if not len(sure):
        ordered = np.sort(values)[::-1]
        gap = min(max(float(ordered[0] - ordered[min(k, n - 1)]), 0.0), n - 1.0)
        yield Estimate(
            "top", title, nothing, nothing, nothing, how, level=asked.level,
            why=f"in this release the largest degree is only about {gap:.0f} above the one that is "
            f"out, and the noise of all nodes together reaches ±{float((high - low).mean()):.0f}. "
            f"{NO_PROMISE}",
        )  # fmt: skip
        return
    yield Estimate(
        "top", title, float(len(sure)), float(len(sure)), float(k), how, level=asked.level,
        at_least=True, names=tuple(name(int(node)) for node in sure),
    )  # fmt: skip


def sure_members(
    values: Floats, low: Floats, high: Floats, k: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Nodes above all but k - 1 others wherever in their intervals all values lie, best first.

    Examples
    --------
    >>> values = np.array([9.0, 1.0, 5.0, 4.5])
    >>> sure_members(values, values - 1.0, values + 1.0, 2).tolist()
    [0]
    """
    # Others whose interval reaches up to this one's lower end.
    reaching = len(values) - np.searchsorted(np.sort(high), low, side="left") - 1
    sure = np.flatnonzero(reaching <= k - 1)
    return sure[np.argsort(-values[sure], kind="stable")].astype(np.int64)


MOST_FALSE = 1.0
"""False edges of a node, on average: with more, shares of degrees drown in the noise."""
ONE_FLIP = 3.0
"""By how much a flip can change two degrees together, and more."""
LIKELY_STEPS = 20
MARGIN, STEP = 12, 64  # degrees beyond the largest that is released; in whole steps


def _degree(release: Flipped) -> Iterator[Estimate]:
    graph = release.graph
    for node in release.asked.nodes:
        value, low, high = release.counted(int(graph.degrees[node]), graph.n - 1)
        made = Estimate(
            "degree", "Degree", value, low, high, EXACT_LAW, level=release.asked.level,
            about=graph.name(node), at_least=True,
        )  # fmt: skip
        half = release.z * math.sqrt(release.variance(int(graph.degrees[node]), graph.n - 1))
        yield judged(
            made, floor=NARROW_COUNT, half=half, within=(0.0, graph.n - 1.0),
            width_at=release.edge_width(graph.n - 1),
            more_beside=release.more_beside(half / release.z),
        )  # fmt: skip


def _degree_deviation(release: Flipped) -> Iterator[Estimate]:
    """The root of (2 W + 2 m)/n - (2 m/n)^2, by the delta method."""
    n, moments = max(release.graph.n, 1), release.moments
    m, wedges = moments.values[:2]
    covariance = moments.covariance[:2, :2]
    # The square of an unbiased mean has its variance too much.
    square = _squared_deviation(m, wedges, n) + 4.0 * covariance[0, 0] / n**2
    slope = np.array([2.0 / n - 8.0 * m / n**2, 2.0 / n])
    spread = math.sqrt(max(float(slope @ covariance @ slope), 0.0))
    jumps, pairs = release.jumps_of_degrees
    # A flip adds 2/n (D + 1 - 4 m/n), or takes it off.
    more = (1.0 - 4.0 * max(m, 0.0) / n) * np.array([1.0, -1.0])[:, None, None]
    wider = release.stretch(jumps + more, pairs, ONE_FLIP)
    z = wider * release.z
    half = z * spread
    root = math.sqrt(max(square, 0.0))

    def width_at(epsilon: float) -> float:
        other = moments.largest.covariance(flip_variance(epsilon))[:2, :2]
        wide = release.stretch(jumps + more, pairs, ONE_FLIP, epsilon=epsilon)
        return wide * release.z * math.sqrt(max(float(slope @ other @ slope), 0.0)) / root

    low, high = (math.sqrt(max(square + side * half, 0.0)) for side in (-1.0, 1.0))
    made = Estimate(
        "degree_deviation", "Standard deviation of the degrees", root, low, high, CLOSED_FORM,
        level=release.asked.level, at_least=wider > 1.0,
    )  # fmt: skip

    def moved(t: float) -> tuple[float, float]:
        step = covariance @ slope * (t / spread)
        now = _squared_deviation(m + step[0], wedges + step[1], n) + 4.0 * covariance[0, 0] / n**2
        steep = np.array([2.0 / n - 8.0 * (m + step[0]) / n**2, 2.0 / n])
        return now, z * math.sqrt(max(float(steep @ covariance @ steep), 0.0))

    # It is the square that has about a normal law: judged by how wide that is.
    yield judged(
        made, within=(0.0, (n - 1) / 2.0), half=half / root if root else math.inf,
        width_at=release.from_here(width_at, half / root) if root > 0.0 else None,
        moved=lambda t: _root_of(*moved(t)), deviation=spread / (2.0 * root) if root else 0.0,
    )  # fmt: skip


def _root_of(square: float, half: float) -> tuple[float, float]:
    """A root, and what stands for half its width: twice it, for the square is judged."""
    root = math.sqrt(max(square, 0.0))
    return root, half / root if root else math.inf


def _squared_deviation(m: float, wedges: float, n: int) -> float:
    return (2.0 * wedges + 2.0 * m) / n - (2.0 * m / n) ** 2


def _top(release: Flipped) -> Iterator[Estimate]:
    """Members of the top by degree that no noise of all nodes together could have put there."""
    graph, miss = release.graph, min(1.0 - release.asked.level, SURELY)
    if graph.n == 0:
        return
    degrees, places = np.unique(graph.degrees, return_inverse=True)
    limits = [
        edge_limits(
            int(seen), graph.n - 1, keep=release.noise.true_positive_rate,
            invent=release.noise.false_positive_rate, level=1.0 - miss / graph.n,
        )
        for seen in degrees
    ]  # fmt: skip
    low, high = np.array(limits, dtype=np.float64)[places].T
    yield from top_members(
        estimated_degrees(graph), (low, high), release.asked, name=graph.name, how=EXACT_LAW
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
    is summed over the nodes. Its variance is that of a node of each degree, times how many there
    are by the likeliest distribution of the degrees; the pair of two nodes adds what it does to
    both.
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
            level=release.asked.level,
            why=f"of false edges a node has about {false:,.0f}. {NO_PROMISE}",
        )  # fmt: skip
        return
    reached = int(graph.degrees.max()) + MARGIN
    largest = min(-(-reached // STEP) * STEP, n - 1)
    seen = np.bincount(graph.degrees, minlength=largest + 1).astype(np.float64)
    classes = [ends for ends in degree_classes(n) if ends[0] <= min(reached, n - 1)]
    laws, readings, spreads, each = _readings(n, largest, noise.true_positive_rate, q)
    likely = _likely(laws, seen)
    for place, (first, last) in enumerate(classes):
        g = readings[:, place]
        value = float(seen @ g) / n
        step = np.append(np.diff(g), 0.0)
        pull = float(seen @ step)
        both = q * (1.0 - q) * max(pull**2 - float(seen @ step**2), 0.0)
        variance = float(likely @ spreads[:, place]) + both
        score = _Score(release.z, n, variance, each[place])
        middle, half = score.moved(0.0)
        about = f"{first}" if first == last else f"{first} to {last}"
        made = Estimate(
            "degree_shares", "Share of nodes by degree", min(max(value, 0.0), 1.0),
            min(max(value + middle - half, 0.0), 1.0), max(min(value + middle + half, 1.0), 0.0),
            CLOSED_FORM, level=release.asked.level, about=f"degree {about}", at_least=True,
        )  # fmt: skip

        def moved(t: float, value: float = value, score: _Score = score) -> tuple[float, float]:
            return value + t * score.deviation, score.moved(t)[1]

        yield judged(
            made, floor=NARROW_SHARE, half=half, moved=moved, within=(0.0, 1.0),
            deviation=UNSURE * score.deviation,
        )  # fmt: skip


@dataclass(frozen=True)
class _Score:
    """The interval of a share by the variance that each share in question would have.

    Of few nodes all may have left their class, and then show no noise: (x - value)^2 is at most
    z^2 (variance + each (x - value)), in nodes, and a node more on both sides: where few can
    cross, their number has no normal law.
    """

    z: float
    n: int
    variance: float
    each: float

    @property
    def deviation(self) -> float:
        """Of the share."""
        return math.sqrt(self.variance + 1.0) / self.n

    def moved(self, t: float) -> tuple[float, float]:
        """The middle less the value, and half the width, had noise moved it by t deviations."""
        wide = max(self.variance + t * self.each * math.sqrt(self.variance + 1.0), 0.0)
        middle = self.z**2 * self.each / 2.0
        return middle / self.n, (math.hypot(middle, self.z * math.sqrt(wide + 1.0)) + 1.0) / self.n


@lru_cache(maxsize=16)
def _readings(
    n: int, largest: int, keep: float, invent: float
) -> tuple[Floats, Floats, Floats, list[float]]:
    """The laws of the released degrees, and what follows for each class.

    g of each released degree, with E g = 1 in the class and else 0; its variance at each true
    degree; and the average of that over the class.
    """
    classes = [ends for ends in degree_classes(n) if ends[0] <= largest]
    laws, wanted = _released_laws(n, largest, keep, invent), np.zeros((largest + 1, len(classes)))
    for place, (first, last) in enumerate(classes):
        wanted[first : last + 1, place] = 1.0
    g = np.asarray(np.linalg.solve(laws, wanted), dtype=np.float64)
    spreads: Floats = np.clip(laws @ (g * g) - wanted, 0.0, None)
    each = (wanted * spreads).sum(axis=0) / wanted.sum(axis=0)
    return laws, g, spreads, [float(x) for x in each]


def _likely(laws: Floats, seen: Floats) -> Floats:
    """Nodes of each true degree, near the likeliest: some steps of expectation maximisation."""
    likely: Floats = np.convolve(seen + 1.0 / len(seen), np.full(3, 1.0 / 3.0))[1:-1]
    for _ in range(LIKELY_STEPS):
        likely = likely * (laws @ (seen / np.maximum(likely @ laws, 1e-12)))
    return likely


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
