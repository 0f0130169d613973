"""edgeFlip, then the most probable edges given the directions above the noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE
from graphdp_core.mechanisms.flipped_bits import FlippedBits
from graphdp_core.mechanisms.mechanism import EdgeMechanism
from graphdp_core.mechanisms.pair_coins import HeldFlips, PairCoins, edge_count
from graphdp_core.mechanisms.probable_pairs import Listed, most_probable
from graphdp_core.params import Refused, param
from graphdp_core.privacy.accounting import count_budget
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.secure_random import DyadicRates, symmetric_rates
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.eigenpairs import (
    USUAL_TOLERANCE,
    largest_pairs,
    leading_eigenpairs,
    tolerance_for,
)
from graphdp_core.spectra.lanczos import watched

__all__ = ["LowRankPosterior", "standing_out"]


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
        "Flips node pairs as edgeFlip does, then releases as many edges as there were: those "
        "that the few directions standing out of the noise make most probable. For graphs of at "
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
        rates: EdgeNoise | DyadicRates
        if isinstance(flips, Fraction):
            rates = symmetric_rates(flips)
        else:
            chance = EdgeFlip.flip_probability(flips)
            rates = EdgeNoise(1.0 - chance, chance)
        coins = PairCoins("coins of all pairs", flips, graph, rates, progress.between(0.0, 0.1))
        if _is_dense(graph.n, coins.noise.false_positive_rate):
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


def _is_dense(n: int, probability: float) -> bool:
    """Whether the flips are so many that bits hold them better than a list: public facts alone."""
    return probability > DENSE and pair_count(n) * probability > MANY
