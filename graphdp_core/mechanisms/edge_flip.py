"""edgeFlip: randomised response on every node pair, the tight pure mechanism for one edge."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.mechanisms.randomised_response import RandomisedResponse
from graphdp_core.privacy.amounts import growth
from graphdp_core.privacy.secure_random import DyadicRates, symmetric_rates


@dataclass(frozen=True)
class EdgeFlip(RandomisedResponse):
    """Flip every node pair with probability pi = 1/(1 + e^epsilon), independently.

    *Privacy*: pure epsilon-DP for one edge, and tight. Graphs that differ in one edge differ in
    one independent bit, whose likelihood ratio is (1 - pi)/pi = e^epsilon or its inverse.

    References
    ----------
    Vishwanath and Hehir, "The Shape of Edge Differential Privacy" (poster), box 1B; in full in
    "Signal Recovery from Random Dot-Product Graphs under Local Differential Privacy",
    arXiv:2504.17274, 2025.
    Warner, "Randomized response", Journal of the American Statistical Association, 1965.

    Examples
    --------
    >>> import numpy as np
    >>> from graphdp_core.graphs.graph import Graph
    >>> square = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> EdgeFlip().release(square, epsilon=20.0, rng=np.random.default_rng(0)).edges.tolist()
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    >>> EdgeFlip().guarantee(1.0).effective_epsilon
    1.0
    """

    proof = "One independent bit differs; its likelihood ratio is (1 − π)/π = e^ε."
    id = "edge_flip"
    stands_in_for = (
        "analyze_gauss", "noisy_power_iteration", "noisy_subspace_iteration", "personal_nearness",
        "stable_eigenvector", "vector_bingham",
    )  # fmt: skip
    title = "edgeFlip"
    everyday = "coin for every pair"
    summary = (
        "Every pair of nodes tosses its own coin, and some are reported the wrong way round: an "
        "edge disappears or a false one appears. The probability is 1/(1 + e^ε): no rule that "
        "treats edges and non-edges alike flips less at the same ε."
    )
    source = (
        "Vishwanath and Hehir, The Shape of Edge Differential Privacy (poster; in full: Signal "
        "Recovery from Random Dot-Product Graphs under Local Differential Privacy, "
        "arXiv:2504.17274, 2025)"
    )
    procedure = (
        "Every pair of nodes i < j tosses one coin of its own, once.",
        "With probability π = 1/(1 + e^ε) the pair is reported the wrong way round, else as it is.",
        "The reported pairs are the released graph. What reads it may correct for π, which is "
        "public.",
    )
    formula = (
        r"A'_{ij} = \begin{cases} 1 - A_{ij} & \text{with probability } "
        r"\pi = \dfrac{1}{1 + e^{\varepsilon}} \\ A_{ij} & \text{otherwise} \end{cases}"
        r"\qquad i < j"
    )

    @staticmethod
    def flip_probability(epsilon: float) -> float:
        """pi = 1/(1 + e^epsilon); 1/2 at epsilon = 0.

        Examples
        --------
        >>> EdgeFlip.flip_probability(0.0)
        0.5
        """
        return 1.0 / (1.0 + growth(epsilon))

    @staticmethod
    def dyadic_rates(epsilon: Fraction) -> DyadicRates:
        """The flip probability rounded up to a multiple of 2**-64: towards privacy."""
        return symmetric_rates(epsilon)
