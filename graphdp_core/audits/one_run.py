"""The audit by one release: every node pair of a random graph is a coin that it may betray."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import numpy as np

from graphdp_core.audits.planted import Louder
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_ends, pair_numbers
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import NeighbouringRelation

__all__ = ["OneRun", "least_epsilon", "one_run_audit"]

LARGEST = 60.0  # epsilon that is looked for


@dataclass(frozen=True)
class OneRun:
    """What one release gave away.

    Parameters
    ----------
    claimed_epsilon, delta : float
    certified_epsilon : float
        What the mechanism has at least, at the stated confidence.
    confidence : float
    guesses, right : int
        Pairs, and how many of them the release tells right.
    """

    claimed_epsilon: float
    delta: float
    certified_epsilon: float
    confidence: float
    guesses: int
    right: int

    @property
    def is_violation(self) -> bool:
        """Whether more is certified than claimed."""
        return self.certified_epsilon > self.claimed_epsilon

    def statement(self) -> str:
        """The finding in one or two plain sentences."""
        verdict = "VIOLATION" if self.is_violation else "Consistent so far"
        return (
            f"{verdict}: ε ≥ {self.certified_epsilon:.4g} at confidence {self.confidence:g} "
            f"(claimed {epsilon_label(self.claimed_epsilon)}). One release told {self.right:,} of "
            f"{self.guesses:,} coins right."
        )


def one_run_audit(
    mechanism: Mechanism | Louder,
    *,
    epsilon: float = 1.0,
    nodes: int = 300,
    confidence: float = 0.99,
    rng: np.random.Generator | None = None,
) -> OneRun:
    """Certify a lower bound on epsilon from a single release of a graph.

    Every node pair is an edge by a fair coin of its own. One release is drawn, and each of its bits
    is taken for the coin. Under (epsilon, delta)-DP for one edge few guesses can be right.

    Parameters
    ----------
    mechanism : Mechanism
        It protects one edge and releases a graph. The bound holds for any; it comes near the
        claim only where every pair gets noise of its own.
    epsilon : float
    nodes : int
        At least 2; 300 certify at least .95 of a claimed epsilon of 1 in 99 of 100 releases.
    confidence : float
        In (0, 1).
    rng : numpy.random.Generator, optional
        A fresh one if absent.

    Raises
    ------
    Refused
        If the mechanism releases no graph, protects something else, or a number is out of range.

    Notes
    -----
    *Privacy*: no private data is read.

    References
    ----------
    Steinke, Nasr and Jagielski, Privacy auditing with one (1) training run, NeurIPS 2023,
    theorem 5.2.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> found = one_run_audit(gdp.mechanism("edge_flip"), rng=np.random.default_rng(0))
    >>> found.is_violation, found.certified_epsilon > 0.9
    (False, True)
    """
    if mechanism.returns is not Graph or mechanism.relation is not NeighbouringRelation.EDGE:
        raise Refused(
            f"{mechanism.title} releases no graph that hides edges: the audit by one release needs "
            "one, such as edgeFlip. Use the audit of neighbours."
        )
    if nodes < 2 or not 0.0 < confidence < 1.0:
        raise Refused(f"nodes must be at least 2 and confidence in (0, 1), got {nodes}.")
    rng = np.random.default_rng() if rng is None else rng
    pairs = pair_count(nodes)
    coins = rng.random(pairs) < 0.5
    u, v = pair_ends(nodes, np.flatnonzero(coins))
    secret = Graph.from_edges(nodes, np.column_stack((u, v)))
    release = cast(Graph, mechanism.release(secret, epsilon=epsilon, rng=rng))
    guesses = np.zeros(pairs, dtype=bool)
    guesses[pair_numbers(nodes, *release.edges.T)] = True
    right = int((guesses == coins).sum())
    claim = mechanism.guarantee(epsilon)
    certified = least_epsilon(right, pairs, delta=claim.delta, confidence=confidence)
    return OneRun(claim.effective_epsilon, claim.delta, certified, confidence, pairs, right)


def least_epsilon(right: int, guesses: int, *, delta: float, confidence: float) -> float:
    """The largest epsilon that so many right guesses of fair coins contradict; 0 for none.

    Its p-value is P[B >= v] + 2 r delta max_i P[v > B >= v - i]/i, B binomial with r trials of
    probability 1/(1 + e^-epsilon).

    Parameters
    ----------
    right, guesses : int
        v of r.
    delta : float
    confidence : float

    Examples
    --------
    >>> round(least_epsilon(900, 1000, delta=0.0, confidence=0.99), 2)
    1.95
    """
    from scipy.optimize import brentq

    def excess(epsilon: float) -> float:
        return _p_value(right, guesses, epsilon, delta) - (1.0 - confidence)

    if excess(0.0) >= 0.0:
        return 0.0
    return float(brentq(excess, 0.0, LARGEST, xtol=1e-9)) if excess(LARGEST) > 0 else LARGEST


def _p_value(right: int, guesses: int, epsilon: float, delta: float) -> float:
    from scipy.stats import binom

    law = binom(guesses, 1.0 / (1.0 + math.exp(-epsilon)))
    p = float(law.sf(right - 1))
    if delta > 0.0:
        steps = np.arange(1, right + 1)
        between = law.cdf(right - 1) - law.cdf(right - 1 - steps)
        p += 2.0 * guesses * delta * float((between / steps).max(initial=0.0))
    return min(p, 1.0)
