"""edgeFlip, then the most probable edges given the directions above the noise.

The most probable pairs under a low-rank matrix of probabilities, a strip of rows at a time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends, pair_numbers
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import EdgeMechanism
from graphdp_core.mechanisms.pair_coins import FlippedBits, HeldFlips, PairCoins, edge_count
from graphdp_core.params import Refused, param
from graphdp_core.privacy.accounting import count_budget
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.samplers import first_distinct
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.eigenpairs import (
    USUAL_TOLERANCE,
    largest_pairs,
    leading_eigenpairs,
    tolerance_for,
)
from graphdp_core.spectra.lanczos import watched

ROWS = 256  # of the matrix of probabilities computed at a time
FLOOR, CEILING = 0.02, 0.98
SLACK = 1e-4  # of a probability, well above the rounding of its log odds


@dataclass(frozen=True, eq=False)
class Listed:
    """Edges held as the list of a graph.

    Examples
    --------
    >>> Listed(Graph.from_edges(3, [(0, 1), (1, 2)])).drawn(np.array([1])).tolist()
    [2]
    """

    graph: Graph

    @property
    def n(self) -> int:
        """Nodes."""
        return self.graph.n

    @property
    def m(self) -> int:
        """Edges."""
        return self.graph.m

    def mask(self, first: int, stop: int) -> NDArray[np.bool_]:
        """Which pairs of these rows, with columns from `first` on, are listed; u < v alone."""
        is_listed = np.zeros((stop - first, self.n - first), dtype=np.bool_)
        start, end = np.searchsorted(self.graph.edges[:, 0], (first, stop))
        u, v = self.graph.edges[start:end].T - first
        is_listed[u, v] = True
        return is_listed

    def drawn(self, ranks: Ints) -> Ints:
        """Numbers of the pairs that are the edges of these rising ranks."""
        return pair_numbers(self.n, *self.graph.edges[ranks].T).astype(np.int64)


@dataclass
class Best:
    """The `count` largest scores of a sequence that comes in parts; equal ones are drawn evenly.

    Every candidate has a random number, which decides among equal scores. What is below the least
    of the best so far never comes back, so that no more than some candidates are held at a time.

    Examples
    --------
    >>> best = Best(2, np.random.default_rng(0))
    >>> best.offer(np.array([0, 1, 2]), np.array([1.0, 5.0, 2.0]))
    >>> best.offer(np.array([3, 4]), np.array([0.0, 3.0]))
    >>> best.places().tolist()
    [1, 4]
    """

    count: int
    rng: np.random.Generator
    least: tuple[float, float] = (-np.inf, -1.0)
    _held: list[tuple[Ints, Floats, Floats]] = field(default_factory=list)
    _waiting: int = 0

    def offer(self, places: Ints, scores: NDArray[np.floating]) -> None:
        """Take new candidates; those that cannot be among the best are dropped."""
        ties = self.rng.random(len(scores))
        good = (scores > self.least[0]) | ((scores == self.least[0]) & (ties > self.least[1]))
        self._held.append((places[good], scores[good].astype(np.float64), ties[good]))
        self._waiting += int(good.sum())
        if self._waiting > 2 * self.count:
            self._cut()

    def places(self) -> Ints:
        """Where the best stand, rising; fewer than `count` if no more were offered."""
        self._cut()
        return np.sort(self._held[0][0]) if self._held else np.empty(0, dtype=np.int64)

    def _cut(self) -> None:
        if not self._held:
            return
        places, scores, ties = (np.concatenate(part) for part in zip(*self._held, strict=True))
        if self.count == 0:
            places, scores, ties = places[:0], scores[:0], ties[:0]
        elif len(scores) > self.count:
            least = np.partition(scores, len(scores) - self.count)[len(scores) - self.count]
            above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
            wanted = self.count - len(above)
            order = equal[np.argsort(-ties[equal])[:wanted]]
            self.least = (float(least), float(ties[order[-1]]))
            kept = np.concatenate((above, order))
            places, scores, ties = places[kept], scores[kept], ties[kept]
        self._held, self._waiting = [(places, scores, ties)], len(places)


def most_probable(
    values: Floats,
    vectors: Floats,
    count: int,
    *,
    seen: Listed | FlippedBits,
    bonus: float,
    rng: np.random.Generator,
    progress: Progress = SILENT,
) -> Ints:
    """Numbers of the `count` most probable pairs, rising; of equal ones, random ones.

    Memory: some rows of the matrix and a few times `count`, never all pairs.

    Parameters
    ----------
    values, vectors : ndarrays of shape (k,) and (n, k)
        Eigenpairs of the matrix of probabilities. Without any, all reported edges are equal.
    count : int
        At most the number of pairs; its share of them gives the floor of a probability.
    seen : Listed or FlippedBits
        Its edges have log odds raised by `bonus`, which is at least 0.

    Examples
    --------
    >>> two = np.array([[0.5, 0.5, 0.5, 0.5]]).T
    >>> edge = Listed(Graph.from_edges(4, [(1, 2)]))
    >>> most_probable(np.array([2.0]), two, 1, seen=edge, bonus=1.0, rng=np.random.default_rng(0))
    array([3])
    """
    n, best = seen.n, Best(count, rng)
    if not len(values) and count <= seen.m:
        return seen.drawn(np.sort(first_distinct(rng, population=seen.m, count=count)))
    density = count / max(pair_count(n), 1)
    for first, block in _strips(values, vectors, density, progress):
        rows = len(block)
        block[np.tril_indices(rows, 0, block.shape[1])] = np.nan  # not a pair, or a pair below
        is_seen = seen.mask(first, first + rows)
        least = best.least[0]
        near = block >= _probability(least) * (1.0 - SLACK)
        near |= is_seen & (block >= _probability(least - bonus) * (1.0 - SLACK))
        row, column = np.nonzero(near)
        scores = _log_odds(block[row, column])
        scores[is_seen[row, column]] += np.float32(bonus)
        best.offer(pair_numbers(n, row + first, column + first).astype(np.int64), scores)
    return best.places()


def pair_log_odds(values: Floats, vectors: Floats, density: float) -> NDArray[np.float32]:
    """log(p/(1-p)) of every pair in row order, p cut to [0.02 density, 0.98], shape (N,)."""
    n, end = len(vectors), 0
    odds = np.empty(pair_count(n), dtype=np.float32)
    for _, block in _strips(values, vectors, density, SILENT):
        for row, line in enumerate(_log_odds(block)):
            rest = line[row + 1 :]
            odds[end : end + len(rest)] = rest
            end += len(rest)
    return odds


def _strips(
    values: Floats, vectors: Floats, density: float, progress: Progress
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Some rows of the matrix of probabilities at a time, from the diagonal on; the first row."""
    n = len(vectors)
    left, right = (vectors * values).astype(np.float32), vectors.T.astype(np.float32)
    floor = np.float32(max(FLOOR * density, 1e-12))
    for first in range(0, n, ROWS):
        block = np.clip(left[first : first + ROWS] @ right[:, first:], floor, np.float32(CEILING))
        yield first, block
        progress(0.6 + 0.35 * first / n, "weighing node pairs")


def _log_odds(p: NDArray[np.float32]) -> NDArray[np.float32]:
    odds: NDArray[np.float32] = np.log(p) - np.log1p(-p)
    return odds


def _probability(odds: float) -> float:
    """The inverse of the log odds."""
    return 1.0 / (1.0 + math.exp(min(-odds, 700.0)))


LARGEST_N = 20_000
DENSE, MANY = 1 / 16, 1_000_000  # flips of a pair and of all, from which bits hold them
FEW = (1, 4, 16)  # directions that are asked for before all
COARSE = 1e-2  # relative residual at which directions are counted, not yet used
ABOVE_THE_NOISE = 2.01  # times sd sqrt(n), where the spectrum of the noise ends


@dataclass(frozen=True)
class LowRankPosterior(EdgeMechanism[Graph]):
    r"""Flip edges, weigh every pair by the leading eigenvectors, release the most probable pairs.

    1. The number of edges, with two-sided geometric noise at
       :math:`\varepsilon_m = \min(0.1, \varepsilon/10)`, gives :math:`\tilde m`.
    2. edgeFlip at :math:`e = \varepsilon - \varepsilon_m` gives B. Its debiased matrix has noise
       of spectral norm about :math:`2\,sd\sqrt n`, :math:`sd = 1/(2 \sinh(e/2))`; the eigenpairs
       beyond :math:`2.01\,sd\sqrt n` give :math:`\hat P = V \Lambda V'`, cut to
       [0.02 m/N, 0.98].
    3. The posterior odds of a pair are :math:`\hat p/(1-\hat p)\,e^{\pm e}`, plus if B has it.
       The :math:`\tilde m` most probable pairs are released.

    The result is a graph for any analysis, not only for communities: which method runs on it
    costs nothing. Its pairs hang together, so it carries no distribution of noise to correct for.
    Below the epsilon at which no eigenvalue is above the noise it falls back on the pairs of B.

    *Privacy*: epsilon-DP for one edge; steps 1 and 2 alone read the graph. It is also an attack:
    it shows what anybody can infer from an edgeFlip release.

    References
    ----------
    The denoising follows Chatterjee (2015), Matrix estimation by universal singular value
    thresholding, Ann. Statist. 43. The threshold: Benaych-Georges & Nadakuditi (2011), The
    eigenvalues and eigenvectors of finite, low rank perturbations of large random matrices.

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = LowRankPosterior().release(karate, epsilon=6.0, rng=np.random.default_rng(0))
    >>> abs(release.m - karate.m) < 60
    True
    """

    id = "low_rank_posterior"
    title = "edgeFlip, denoised"
    everyday = "coins, then cleaned"
    summary = (
        "Flips node pairs as edgeFlip does, then releases as many edges as there were: the "
        "most probable ones by the few directions that stand out of the noise. For graphs of at "
        "most 20,000 nodes."
    )
    source = (
        "After Chatterjee, Matrix estimation by universal singular value thresholding, "
        "Ann. Statist., 2015"
    )
    procedure = (
        "The number of edges gets two-sided geometric noise at εₘ = min(0.1, ε/10).",
        "edgeFlip at ε − εₘ flips the pairs.",
        "The flipped matrix is corrected for the flips; eigenpairs beyond the norm of its noise"
        " give a chance for every pair.",
        "With these chances and the reported bit every pair has odds; as many of the most "
        "probable pairs as the noisy number says are released.",
    )
    formula = (
        r"\frac{P(a_{ij} = 1 \mid B)}{P(a_{ij} = 0 \mid B)} \approx "
        r"\frac{\hat p_{ij}}{1 - \hat p_{ij}}\; e^{\pm\varepsilon_e},\qquad "
        r"\hat P = \sum_{|\lambda_k| > 2.01\,sd\sqrt n} \lambda_k v_k v_k'"
    )
    proof = (
        "The flips cost ε − εₘ and the noisy number of edges εₘ; the rest is "
        "post-processing of the two."
    )
    nodes = (2, LARGEST_N)
    otherwise = "take another graph, or the top-m filter or LouvainDP for a larger one"
    flips_pairs = True
    exact_sampler = f"the number of edges: {INTEGER_NOISE}; the pairs: {FLIPS}"

    dimensions: int = param(
        64,
        "Largest number of directions that are kept, if so many are above the noise.",
        low=1,
        high=128,
    )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        counting, flipping, ties = draws.spawn(3)
        flips, share = count_budget(epsilon)
        noisy = counting.draw(edge_count(graph, share))
        rates = EdgeFlip.rates(flips)
        coins = PairCoins("coins of all pairs", flips, graph, rates, progress.between(0.0, 0.1))
        chance = coins.noise.false_positive_rate
        if chance > DENSE and pair_count(graph.n) * chance > MANY:  # public facts alone
            coins = HeldFlips(coins.of, flips, graph, rates, coins.progress)
        flipped = flipping.named("flips").draw(coins)
        edges = self._denoised(flipped, int(noisy[0]), float(flips), ties.generator(), progress)
        return self._graph(graph, edges, epsilon)

    def _denoised(
        self,
        flipped: Graph | FlippedBits,
        count: int,
        epsilon: float,
        ties: np.random.Generator,
        progress: Progress,
    ) -> NDArray[np.int32]:
        """The edges that follow from the flips and the noisy number of edges, shape (m, 2)."""
        count = min(max(count, 0), pair_count(flipped.n))
        progress(0.1, "finding what is above the noise")
        values, vectors = standing_out(
            flipped, self.dimensions, progress=progress.between(0.1, 0.6)
        )
        seen = Listed(flipped) if isinstance(flipped, Graph) else flipped
        best = most_probable(
            values, vectors, count, seen=seen, bonus=2.0 * epsilon, rng=ties, progress=progress
        )
        progress(1.0, "done")
        return np.column_stack(pair_ends(flipped.n, best)).astype(np.int32)


def standing_out(
    release: Graph | FlippedBits, most: int, *, progress: Progress = SILENT
) -> tuple[Floats, Floats]:
    """The eigenpairs of a debiased edgeFlip release that the noise alone would not show.

    They are counted first, a few at a time, by a coarse iteration: most of the time would go into
    telling directions of the noise apart.

    Returns
    -------
    values, vectors : ndarrays of shape (k,) and (n, k)
        k is at most `most`, and may be 0.
    """
    if release.noise is None:
        raise Refused("release must be a graph with known noise, got one without: flip it.")
    noise = release.noise
    deviation = (
        math.sqrt(noise.false_positive_rate * (1.0 - noise.false_positive_rate)) / noise.contrast
    )
    least = ABOVE_THE_NOISE * deviation * math.sqrt(release.n)
    for asked in (few for few in FEW if few < most):
        sizes = np.abs(_leading(release, asked, progress, tolerance=COARSE)[0])
        if (sizes > least).sum() < asked:
            most = int((sizes > least).sum())
            break
    if most == 0:
        return np.empty(0), np.empty((release.n, 0))
    values, vectors = _leading(release, most, progress)
    strong = np.abs(values) > least
    return values[strong], vectors[:, strong]


def _leading(
    release: Graph | FlippedBits, k: int, progress: Progress, tolerance: float = USUAL_TOLERANCE
) -> tuple[Floats, Floats]:
    """The k leading eigenpairs of the debiased release."""
    if isinstance(release, Graph):
        return leading_eigenpairs(release, k, debias=True, tolerance=tolerance, progress=progress)
    tolerance = max(tolerance, tolerance_for(release.m))
    return largest_pairs(watched(release.signal, release.m, progress), k, tolerance)
