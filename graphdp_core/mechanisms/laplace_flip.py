"""LaplaceFlip: Laplace noise on every node pair, rounded; a randomised response that overpays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.mechanisms.randomised_response import RandomisedResponse
from graphdp_core.privacy.amounts import is_far
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.secure_random import DyadicRates, laplace_flip_rates


@dataclass(frozen=True)
class LaplaceFlip(RandomisedResponse):
    """Add Lap(1/epsilon) to every bit of the adjacency matrix and report whether it exceeds 1/2.

    Either value is then flipped with probability pi = exp(-epsilon/2)/2: the mechanism is a
    randomised response, and its exact privacy is ln((1 - pi)/pi) = ln(2 e^(epsilon/2) - 1).

    *Privacy*: pure DP for one edge at that exact epsilon, which is smaller than the nominal one;
    edgeFlip at the exact epsilon has the same distribution.

    References
    ----------
    Vishwanath and Hehir, "The Shape of Edge Differential Privacy" (poster), names the mechanism;
    the definition is that of the Julia package dp-rdpg, "Topological inference from
    differentially private random dot-product graphs".

    Examples
    --------
    >>> import numpy as np
    >>> from graphdp_core.graphs.graph import Graph
    >>> square = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> release = LaplaceFlip().release(square, epsilon=2.0, rng=np.random.default_rng(0))
    >>> round(release.noise.false_positive_rate, 3)
    0.184
    >>> round(LaplaceFlip().guarantee(2.0).exact_epsilon, 2)
    1.49
    """

    proof = "One independent bit differs; its likelihood ratio is (1 − π)/π = 2e^(ε/2) − 1."
    id = "laplace_flip"
    title = "LaplaceFlip"
    everyday = "noisy pairs, rounded"
    summary = (
        "Every pair of nodes gets Laplace noise of scale 1/ε on its 0 or 1, and the sum is "
        "rounded at one half. At the same nominal ε LaplaceFlip flips more than it must: its "
        "exact ε is ln(2e^(ε/2) − 1)."
    )
    source = (
        "Named in Vishwanath and Hehir, The Shape of Edge Differential Privacy (poster; in full: "
        "arXiv:2504.17274, 2025); defined in the Julia package dp-rdpg"
    )
    procedure = (
        "The bit of every pair i < j, 1 for an edge and 0 for none, gets Laplace noise of "
        "density (ε/2) e^(−ε|x|).",
        "What is above one half is reported as an edge: either bit is wrong with probability π "
        "= e^(−ε/2)/2.",
        "The reported pairs are the released graph: edgeFlip at ε = ln(2e^(ε/2) − 1).",
    )
    formula = (
        r"A'_{ij} = \mathbf{1}\!\left[A_{ij} + \mathrm{Lap}(1/\varepsilon) > \tfrac12\right],"
        r"\qquad \pi = \tfrac12 e^{-\varepsilon/2},"
        r"\qquad \varepsilon_{\text{exact}} = \ln\!\left(2e^{\varepsilon/2} - 1\right)"
    )

    @staticmethod
    def flip_probability(epsilon: float) -> float:
        """pi = P(Lap(1/epsilon) > 1/2) = exp(-epsilon/2)/2; 1/2 at epsilon = 0.

        Examples
        --------
        >>> LaplaceFlip.flip_probability(0.0)
        0.5
        """
        return 0.5 * math.exp(-0.5 * epsilon)

    @staticmethod
    def dyadic_rates(epsilon: Fraction) -> DyadicRates:
        """The flip probability rounded up to a multiple of 2**-64: towards privacy."""
        return laplace_flip_rates(epsilon)

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure DP for one edge at epsilon, and exactly at ln(2 e^(epsilon/2) - 1) <= epsilon."""
        caveat = "At the same nominal ε LaplaceFlip flips more than it must." if epsilon else ""
        exact = 0.5 * epsilon + math.log(2.0)  # an upper bound, where it is no double
        if not is_far(epsilon):
            exact = math.log1p(2.0 * math.expm1(0.5 * epsilon))
        return self._promise(epsilon, exact_epsilon=exact, caveat=caveat)
