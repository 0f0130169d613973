"""Estimates from releases of numbers, by the exact law of the integer noise on them.

The cost of a spanning tree behind noisy weights: how far its noise can have moved it.

The least tree T by the released weights takes what noise made light. Its true cost is at least the
least cost C, and its noise is at least that of the tree whose noise is least of all. So C is at
most the released cost less the least noise of a tree, whose law is public; and at least the
released cost less the noise of one tree, the one that is truly the least. Where all weights are
equal the first bound is reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked, Given
from graphdp_core.estimates.estimate import (
    CLOSED_FORM,
    EXACT_LAW,
    Estimate,
    judged,
    normal_quantile,
)
from graphdp_core.estimates.flipped_degrees import SURELY, degree_classes, top_members
from graphdp_core.estimates.flipped_graph import NARROW_COUNT, NARROW_SHARE
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.estimates.selection import UNSURE
from graphdp_core.estimates.statistics import STATISTICS
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import Counts, Degrees, Result, Scores, Spectrum

MOST_EDGES = 200_000
PUBLIC_SEED, RANK = 0, 5  # the draws are post-processing: anybody may draw the same


def least_cost(graph: Graph, weights: Floats) -> tuple[float, int]:
    """Of a spanning forest by these weights, and how many edges it has."""
    taken = minimum_spanning_forest(graph, weights)
    return math.fsum(weights[taken]), len(taken)


def least_noise(
    graph: Graph, noise: IntegerNoise, chance: float, *, progress: Progress = SILENT
) -> float:
    """What the noise of every spanning tree lacks of 0 at most, but for this chance.

    The fifth largest of so many draws that one more exceeds it with this chance.

    Parameters
    ----------
    graph : Graph
        Whose edges alone are read.
    noise : IntegerNoise
        On each weight, of many steps: drawn as Laplace's.
    progress : Progress
        May raise to stop.

    References
    ----------
    Dwass (1957), Modified randomization tests for nonparametric hypotheses (the rank).
    """
    draws = math.ceil(RANK / chance - 1e-9) - 1
    lacks = _lacks(_Topology(graph.edges.tobytes(), draws, graph, progress))
    return noise.scale * noise.step * float(np.sort(lacks)[-RANK])


@dataclass(frozen=True)
class _Topology:
    """Edges, by which what was drawn is kept, and how often it is drawn."""

    edges: bytes
    draws: int
    graph: Graph = field(compare=False)
    progress: Progress = field(compare=False)


@lru_cache(maxsize=4)
def _lacks(asked: _Topology) -> Floats:
    """Of the tree with the least noise, by Laplace's law of scale 1, shape (draws,)."""
    rng, lacks = np.random.default_rng(PUBLIC_SEED), np.empty(asked.draws)
    for draw in range(asked.draws):
        asked.progress(draw / asked.draws, "noise drawn anew")
        lacks[draw] = -least_cost(asked.graph, rng.laplace(size=asked.graph.m))[0]
    lacks.flags.writeable = False
    return lacks


COUNTED = {"edges": "edges", "triangles": "triangles", "2-stars": "wedges"}
"""The statistic that a released count is of, by its name; others are called count."""


@dataclass(frozen=True, eq=False)
class WithNoise:
    """Released numbers, the noise on each, and what is asked.

    Parameters
    ----------
    progress : Progress
        Of what is drawn many times; may raise to stop.
    """

    given: Given
    noise: IntegerNoise
    asked: Asked
    progress: Progress = SILENT

    @property
    def values(self) -> Floats:
        """The released numbers; how many nodes have each smoothed degree."""
        released: Graph | Result = self.given.released
        if isinstance(released, Degrees):
            return released.counts
        if isinstance(released, Graph):
            return np.ones(released.m) if released.weights is None else released.weights
        if isinstance(released, Counts | Scores | Spectrum):
            return released.values
        raise Refused(f"a {released.kind} holds no numbers with noise.")

    @property
    def cut(self) -> str:
        """What was done to the weights before the noise, in words."""
        return "weights cut to the public range" if getattr(self.given.mechanism, "clip", 0) else ""

    @property
    def miss(self) -> float:
        """The chance that an interval may miss."""
        return 1.0 - self.asked.level

    def noise_at(self, epsilon: float) -> IntegerNoise:
        """The same noise at another epsilon."""
        now = float(self.given.epsilon or 1)
        return IntegerNoise(self.noise.scale * now / epsilon, self.noise.step)

    def one(
        self, id: str, title: str, value: float, *, low: float = 0.0, high: float = math.inf,
        about: str = "", floor: float = 0.0, share: int = 1, count: int = 1, scale: float = 1.0,
    ) -> Estimate:  # fmt: skip
        """A number within what is possible, with `scale` times the noises of `count` numbers.

        It is one of `share` that are held at once.
        """
        miss = self.miss / share

        def width_at(epsilon: float) -> float:
            return scale * self.noise_at(epsilon).reach_of_sum(count, miss)

        half = scale * self.noise.reach_of_sum(count, miss)
        made = Estimate(
            id, title, min(max(value, low), high), min(max(value - half, low), high),
            max(min(value + half, high), low), EXACT_LAW, level=self.asked.level, about=about,
            at_least=True,
        )  # fmt: skip
        return judged(
            made, floor=floor, half=half, width_at=width_at, within=(low, high),
            deviation=scale * math.sqrt(count * self.noise.variance),
            more_beside=lambda away: self.noise.more_beside(count, away, miss),
        )  # fmt: skip


def _count(release: WithNoise) -> Iterator[Estimate]:
    counts = release.given.released
    if not isinstance(counts, Counts):
        return
    for name, value in zip(counts.names, counts.values.tolist(), strict=True):
        id = COUNTED.get(name, "count")
        n = release.given.n  # 0 where it is not told
        most = {"edges": pair_count(n), "triangles": math.comb(n, 3), "wedges": 3 * math.comb(n, 3)}
        high = float(most.get(id, math.inf)) if n else math.inf
        yield release.one(id, name[0].upper() + name[1:], value, high=high, floor=NARROW_COUNT)


def _cost(release: WithNoise) -> Iterator[Estimate]:
    value = float(release.values[0])
    yield release.one(
        "tree_cost", "Cost of the spanning tree", value, low=-math.inf, about=release.cut
    )


def _eigenvalues(release: WithNoise) -> Iterator[Estimate]:
    """Sorting moves none of them by more than the largest noise."""
    values = release.values.tolist()
    for place, value in enumerate(values, start=1):
        yield release.one(
            "eigenvalues", "Eigenvalue", value, low=-math.inf, about=f"no. {place}", floor=1.0,
            share=len(values),
        )  # fmt: skip


def _mean_weight(release: WithNoise) -> Iterator[Estimate]:
    values = release.values
    if not len(values):
        raise Refused("the release has no edges, and so no weights.")
    yield release.one(
        "mean_weight", "Mean weight", float(values.mean()), low=-math.inf, about=release.cut,
        count=len(values), scale=1.0 / len(values),
    )  # fmt: skip


def _tree_cost(release: WithNoise) -> Iterator[Estimate]:
    """The least tree takes what noise made light: bounds that hold whatever the weights are."""
    graph, noise, title = release.given.released, release.noise, "Cost of the spanning tree"
    if not isinstance(graph, Graph) or graph.m > MOST_EDGES or graph.m == 0:
        nothing = math.nan
        yield Estimate(
            "tree_cost", title, nothing, nothing, nothing, EXACT_LAW,
            level=release.asked.level, about=release.cut,
            why=f"it is told of 1 to {MOST_EDGES:,} edges. Ask for the private tree cost.",
        )  # fmt: skip
        return
    seen, edges = least_cost(graph, release.values)
    over = noise.reach_of_sum(edges, release.miss)
    under = least_noise(graph, noise, release.miss / 2.0, progress=release.progress)
    half = (over + under) / 2.0
    made = Estimate(
        "tree_cost", title, seen + (under - over) / 2.0, seen - over, seen + under, EXACT_LAW,
        level=release.asked.level, about=release.cut, at_least=True,
    )  # fmt: skip
    epsilon = float(release.given.epsilon or 1)
    yield judged(
        made, half=half, width_at=lambda e: half * epsilon / e, within=(-math.inf, math.inf),
        deviation=math.sqrt(edges * noise.variance),
        more_beside=lambda away: noise.more_beside(edges, away, release.miss),
    )  # fmt: skip


def _degree(release: WithNoise) -> Iterator[Estimate]:
    values = release.values
    for node in release.asked.nodes:
        yield release.one(
            "degree", "Degree", float(values[node]), high=len(values) - 1.0,
            about=release.given.name(node), floor=NARROW_COUNT,
        )  # fmt: skip


def _edges(release: WithNoise) -> Iterator[Estimate]:
    yield _scaled(release, "edges", "Edges", 0.5)


def _density(release: WithNoise) -> Iterator[Estimate]:
    yield _scaled(release, "density", "Density", 0.5 / max(pair_count(len(release.values)), 1))


def _mean_degree(release: WithNoise) -> Iterator[Estimate]:
    yield _scaled(release, "mean_degree", "Mean degree", 1.0 / max(len(release.values), 1))


def _scaled(release: WithNoise, id: str, title: str, scale: float) -> Estimate:
    values = release.values
    return release.one(
        id, title, scale * float(values.sum()), floor=scale * NARROW_COUNT, count=len(values),
        scale=scale, high=scale * len(values) * (len(values) - 1.0),
    )  # fmt: skip


def _wedges(release: WithNoise) -> Iterator[Estimate]:
    """The sum of (d^2 - d)/2, less what the noise adds to the squares."""
    values, noise = release.values, release.noise.variance
    value = float(np.sum(values * values - values - noise)) / 2.0
    half = _reach_of_squares(release, values - 0.5, 0.5)
    made = Estimate(
        "wedges", "Paths of two ties", max(value, 0.0), max(value - half, 0.0),
        max(value + half, 0.0), CLOSED_FORM, level=release.asked.level, at_least=True,
    )  # fmt: skip
    most = 3.0 * math.comb(len(values), 3)
    yield judged(made, within=(0.0, most), floor=NARROW_COUNT, half=half)


def _reach_of_squares(release: WithNoise, lever: Floats, scale: float) -> float:
    """Of the noise in `scale` times a sum of squares of which these are the roots, as released.

    A noise that decides the sum alone has moved its own root as well, on which its weight rests.
    """
    weights = 2.0 * scale * lever[:, None]
    reach = float(release.noise.reaches(weights, release.asked.level, square=scale)[0])
    most = float(np.abs(lever).max(initial=0.0))
    return reach * (1.0 + min(release.noise.reach(release.miss) / max(most, 1e-9), 1.0))


def _degree_deviation(release: WithNoise) -> Iterator[Estimate]:
    values, noise = release.values, release.noise.variance
    n = len(values)
    if n == 0:
        return
    away = values - values.mean()
    square = float(away @ away) / n - noise * (1.0 - 1.0 / n)
    half = _reach_of_squares(release, away, 1.0 / n)

    def deviation(square: float) -> float:
        own = release.noise.fourth - noise**2
        return math.sqrt((4.0 * noise * max(square, 0.0) + own) / n)

    def moved(t: float) -> tuple[float, float]:
        other = square + t * deviation(square)
        return max(other, 0.0), half * deviation(other) / deviation(square)

    made = Estimate(
        "degree_deviation", "Standard deviation of the degrees", square, square - half,
        square + half, CLOSED_FORM, level=release.asked.level, at_least=True,
    )  # fmt: skip
    # It is the square that has about a normal law, and is judged.
    within = (0.0, ((n - 1) / 2.0) ** 2)
    total = judged(made, within=within, half=half, moved=moved, deviation=deviation(square))
    value, low, high = (math.sqrt(max(x, 0.0)) for x in (total.value, total.low, total.high))
    yield replace(total, value=value, low=low, high=high) if total.is_known else total


def _degree_shares(release: WithNoise) -> Iterator[Estimate]:
    """A share is read by f(x) - b (f(x + 1) - 2 f(x) + f(x - 1)), b = a/(1 - a)^2: unbiased."""
    values, noise = release.values, release.noise
    n = len(values)
    if n == 0:
        return
    b = noise.variance / 2.0
    for first, last in degree_classes(n):
        if first > values.max(initial=0.0) + noise.reach(release.miss):
            return
        inside = [(values + d >= first) & (values + d <= last) for d in (-1, 0, 1)]
        below, at, above = (part.astype(np.float64) for part in inside)
        g = at - b * (above - 2.0 * at + below)
        about = f"degree {first}" if first == last else f"degree {first} to {last}"
        # One node more at an end of the class than was seen: where few are, chance hides them.
        largest = 1.0 + (2.0 if first == last else 1.0) * b
        variance = max(float(np.sum(g * g - g)), 0.0) + largest**2
        value, z = float(g.mean()), normal_quantile(release.asked.level)
        half = z * math.sqrt(variance) / n + 1.0 / n
        made = Estimate(
            "degree_shares", "Share of nodes by degree", max(value, 0.0), max(value - half, 0.0),
            max(value + half, 0.0), CLOSED_FORM, level=release.asked.level, about=about,
            at_least=True,
        )  # fmt: skip
        yield judged(
            made, within=(0.0, 1.0), floor=NARROW_SHARE, half=half, deviation=UNSURE * half / z
        )


def _top(release: WithNoise) -> Iterator[Estimate]:
    values = release.values
    reach = release.noise.reach(min(release.miss, SURELY) / max(len(values), 1))
    yield from top_members(
        values, (values - reach, values + reach), release.asked, name=release.given.name,
        how=EXACT_LAW,
    )  # fmt: skip


def _ends(id: str, scale: Callable[[int], float]) -> Callable[[WithNoise], Iterator[Estimate]]:
    """What the sum of smoothed degrees tells: regression keeps it; rounding moves each by < 1."""

    def read(release: WithNoise) -> Iterator[Estimate]:
        counts = release.values
        n, times, miss = int(counts.sum()), scale(int(counts.sum())), release.miss / 2.0

        def half(noise: IntegerNoise) -> float:
            return times * (noise.reach_of_sum(n, miss) + _reach_of_rounding(n, miss))

        value, reach = times * float(counts @ np.arange(len(counts))), half(release.noise)
        made = Estimate(
            id, STATISTICS[id].title, value, value - reach, value + reach, EXACT_LAW,
            level=release.asked.level, at_least=True,
        )  # fmt: skip
        yield judged(
            made, within=(0.0, times * n * (n - 1.0)), floor=times * NARROW_COUNT,
            width_at=lambda epsilon: half(release.noise_at(epsilon)),
        )  # fmt: skip

    return read


def _reach_of_rounding(n: int, chance: float) -> float:
    """The least distance that a sum of n errors of rounding at random exceeds so seldom."""
    return math.sqrt(n * math.log(2.0 / chance) / 2.0)


def _smoothed_shares(release: WithNoise) -> Iterator[Estimate]:
    """By T(t), all ends beyond the first t of their node: T(t - 1) - T(t) nodes have t or more.

    Sums of the first and of the last sorted degrees have noise of at most z, all of them at once.
    So have those of a convex minorant, which isotonic regression is; cutting at 0 and n - 1 with
    the sum kept moves them by z more; rounding moves each T by r. As fewer nodes have each larger
    degree, means over some degrees are bounds as well, and have less noise.

    References
    ----------
    Levy (the largest of symmetric sums exceeds t at most twice as often as the last), Hoeffding.
    Marshall (1970), discussion of Barlow and van Zwet (minorants), Nonparametric Techniques.
    """
    counts = release.values
    n, miss = int(counts.sum()), release.miss
    above = np.append(np.cumsum(counts[::-1])[::-1], 0.0)  # nodes with each degree or more
    beyond = np.append(np.cumsum(above[:0:-1])[::-1], 0.0)
    rounding = _reach_of_rounding(n, miss / 2.0 / max(len(counts), 1))
    error = 3.0 * release.noise.reach_of_sum(n, miss / 8.0) + 2.0 * rounding
    steps, end = 2 ** np.arange(len(counts).bit_length() + 1), len(beyond) - 1

    def between(t: int) -> tuple[float, float]:
        if t == 0:
            return n, n
        back = steps[steps <= t]
        below, at = beyond[np.minimum((t - 1, t), end)]
        low = (below - beyond[np.minimum(t - 1 + steps, end)] - error) / steps
        high = (beyond[np.minimum(t - back, end)] - at + error) / back
        return max(float(low.max()), 0.0), min(float(high.min()), n)

    for first, last in degree_classes(n):
        if first >= len(counts):
            return
        value = float(counts[first : last + 1].sum()) / n
        (low, high), (less, more) = between(first), between(last + 1)
        about = f"degree {first}" if first == last else f"degree {first} to {last}"
        made = Estimate(
            "degree_shares", "Share of nodes by degree", value, (low - more) / n, (high - less) / n,
            CLOSED_FORM, level=release.asked.level, about=about, at_least=True,
        )  # fmt: skip
        yield judged(made, within=(0.0, 1.0), floor=NARROW_SHARE)


Readers = dict[str, Callable[[WithNoise], Iterator[Estimate]]]
COUNTS: Readers = dict.fromkeys((*COUNTED.values(), "count"), _count)
"""A released count, under the id of what it counts."""
COSTS: Readers = {"tree_cost": _cost}
SPECTRA: Readers = {"eigenvalues": _eigenvalues}
WEIGHTS: Readers = {"mean_weight": _mean_weight, "tree_cost": _tree_cost}
DEGREES: Readers = {
    "edges": _edges,
    "density": _density,
    "mean_degree": _mean_degree,
    "degree_deviation": _degree_deviation,
    "degree_shares": _degree_shares,
    "degree": _degree,
    "top": _top,
    "wedges": _wedges,
}
"""What is estimated from noisy degrees, by its id."""
SMOOTHED: Readers = {
    "edges": _ends("edges", lambda n: 0.5),
    "density": _ends("density", lambda n: 0.5 / max(pair_count(n), 1)),
    "mean_degree": _ends("mean_degree", lambda n: 1.0 / max(n, 1)),
    "degree_shares": _smoothed_shares,
}
"""What is estimated from noisy degrees that were put in order, and smoothed."""
