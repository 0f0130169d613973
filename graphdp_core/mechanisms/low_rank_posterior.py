"""edgeFlip, then the most probable edges given the directions above the noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends, pair_numbers
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.exact_draw import (
    FLIPS,
    INTEGER_NOISE,
    ExactDraw,
    flipped_exactly,
)
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.randomised_response import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused, param
from graphdp_core.privacy.accounting import count_budget, exact_count_budget
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.dyadic import symmetric_rates
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.samplers import two_sided_geometric
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.eigenpairs import leading_eigenpairs

__all__ = ["LowRankPosterior", "pair_log_odds", "standing_out"]


LARGEST_N = 6_000
ROWS = 256  # of the matrix of probabilities computed at a time
ABOVE_THE_NOISE = 2.01  # times sd sqrt(n), where the spectrum of the noise ends
FLOOR, CEILING = 0.02, 0.98


@dataclass(frozen=True)
class LowRankPosterior(Mechanism[Graph]):
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
    >>> from graphdp_core.datasets import load_graph
    >>> karate = load_graph("karate")
    >>> release = LowRankPosterior().release(karate, epsilon=6.0, rng=np.random.default_rng(0))
    >>> abs(release.m - karate.m) < 60
    True
    """

    id = "low_rank_posterior"
    title = "edgeFlip, denoised"
    summary = (
        "Flips node pairs as edgeFlip does, then releases as many edges as there were: those "
        "that the few directions standing out of the noise make most probable. For graphs of at "
        "most 6,000 nodes."
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
    relation = NeighbouringRelation.EDGE
    returns = Graph
    epsilon_range = (0.01, 20.0)
    exact_sampler = f"the number of edges: {INTEGER_NOISE}; the pairs: {FLIPS}"

    dimensions: int = param(
        64,
        "Largest number of directions that are kept, if so many are above the noise.",
        low=1,
        high=128,
    )

    @staticmethod
    def budget(epsilon: float) -> tuple[float, float]:
        """What is spent on the flips and on the number of edges.

        Examples
        --------
        >>> LowRankPosterior.budget(2.0)
        (1.9, 0.1)
        """
        return count_budget(epsilon)

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        """Draw one denoised graph in O(n^2 k) time, k being the directions above the noise."""
        counting, flipping, ties = rng.spawn(3)
        flip_epsilon, count_epsilon = self.budget(epsilon)
        count = graph.m + int(two_sided_geometric(counting, epsilon=count_epsilon))
        flipped = EdgeFlip().release(graph, epsilon=flip_epsilon, rng=flipping)
        return replace(
            self._denoised(flipped, count, flip_epsilon, ties, progress),
            title=f"{graph.title} by {self.title}, ε = {epsilon:g}".strip(),
        )

    def _draw_exactly(self, graph: Graph, *, epsilon: Fraction, coins: Coins) -> ExactDraw[Graph]:
        """The flips and the count with integers; the rest follows from them."""
        flips, share = exact_count_budget(epsilon)
        count = graph.m + coins.laplace(1 / share)
        rates = symmetric_rates(flips)
        flipped = flipped_exactly(graph, rates, coins)
        released = self._denoised(flipped, count, float(flips), coins.generator(), SILENT)
        exact = min(rates.exact_epsilon + float(share), float(epsilon))
        facts = {"noisy edges": str(count), "scale of their noise": str(1 / share)}
        flipping = {f"flips, {name}": fact for name, fact in rates.facts().items()}
        return ExactDraw(released, exact, {**facts, **flipping})

    def _denoised(
        self,
        flipped: Graph,
        count: int,
        epsilon: float,
        ties: np.random.Generator,
        progress: Progress,
    ) -> Graph:
        """What follows from the flips and the noisy number of edges, without a title."""
        pairs = pair_count(flipped.n)
        count = min(max(count, 0), pairs)
        progress(0.1, "finding what is above the noise")
        values, vectors = standing_out(
            flipped,
            self.dimensions,
            progress=progress.between(0.1, 0.6),
        )
        odds = pair_log_odds(values, vectors, count / pairs, progress)
        odds[pair_numbers(flipped.n, *flipped.edges.T)] += 2.0 * epsilon
        best = _largest(odds, count, ties)
        progress(1.0, "done")
        ends = np.column_stack(pair_ends(flipped.n, best)).astype(np.int32)
        return Graph(n=flipped.n, edges=ends, names=flipped.names)

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=PUBLIC_BY_ASSUMPTION,
            proof=(
                "The flips cost ε − εₘ and the noisy number of edges εₘ; the rest is "
                "post-processing of the two."
            ),
        )

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused unless there are 2 to 6,000 nodes and epsilon is large enough."""
        if not 2 <= graph.n <= LARGEST_N:
            raise Refused(
                f"{self.title} needs a graph of 2 to {LARGEST_N:,} nodes, got n = {graph.n:,}: "
                "take another graph, or the top-m filter or LouvainDP for a larger one."
            )


def standing_out(
    release: Graph, most: int, *, progress: Progress = SILENT
) -> tuple[Floats, Floats]:
    """The eigenpairs of a debiased edgeFlip release that the noise alone would not show.

    Returns
    -------
    values, vectors : ndarrays of shape (k,) and (n, k)
        k is at most `most`, and may be 0.

    Raises
    ------
    Refused
        If the graph is not a release.
    """
    if release.noise is None:
        raise Refused("release must be a graph with known noise, got one without: flip it.")
    noise = release.noise
    deviation = (
        math.sqrt(noise.false_positive_rate * (1.0 - noise.false_positive_rate)) / noise.contrast
    )
    values, vectors = leading_eigenpairs(release, most, debias=True, progress=progress)
    strong = np.abs(values) > ABOVE_THE_NOISE * deviation * math.sqrt(release.n)
    return values[strong], vectors[:, strong]


def pair_log_odds(
    values: Floats, vectors: Floats, density: float, progress: Progress = SILENT
) -> NDArray[np.float32]:
    """log(p/(1-p)) of every pair in row order, p cut to [0.02 density, 0.98], shape (N,)."""
    n = len(vectors)
    left, right = (vectors * values).astype(np.float32), vectors.T.astype(np.float32)
    odds = np.empty(pair_count(n), dtype=np.float32)
    floor = np.float32(max(FLOOR * density, 1e-12))
    end = 0
    for first in range(0, n, ROWS):
        block = np.clip(left[first : first + ROWS] @ right, floor, np.float32(CEILING))
        block = np.log(block) - np.log1p(-block)
        for row, line in enumerate(block, start=first):
            odds[end : end + n - 1 - row] = line[row + 1 :]
            end += n - 1 - row
        progress(0.6 + 0.35 * first / n, "weighing node pairs")
    return odds


def _largest(scores: NDArray[np.float32], count: int, rng: np.random.Generator) -> Ints:
    """Places of the `count` largest scores, rising; equal ones are drawn at random."""
    if count == 0:
        return np.empty(0, dtype=np.int64)
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
    drawn = rng.choice(equal, size=count - len(above), replace=False)
    return np.sort(np.concatenate((above, drawn)))
