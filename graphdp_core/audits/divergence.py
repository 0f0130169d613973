"""The loss of every outcome: how much more likely it is from one input than from its neighbour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.audits.distributions import enumerated_distribution
from graphdp_core.audits.neighbours import Pair
from graphdp_core.audits.outcomes import Table, draw, tabulate
from graphdp_core.audits.trial import quietly
from graphdp_core.estimates.binomials import clopper_pearson
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee

__all__ = ["Divergence", "divergence"]

WHOLE = ("the set of edges", "the partition")
"""What names an outcome as a whole; other columns see a part of it."""


@dataclass(frozen=True)
class Divergence:
    """ln P/P' of the outcomes of two neighbours, the likelier outcomes first.

    Parameters
    ----------
    claim : Guarantee
    pair : Pair
    outcomes : tuple of str
    chances : ndarray, shape (k,)
        Of each outcome, the mean of both neighbours.
    low, high : ndarrays, shape (k,)
        Bounds of ln P/P', the same number where the distributions are known; -inf or inf where an
        outcome was seen, or is possible, from one neighbour alone.
    runs : int
        Releases of either neighbour that were counted; 0 if the distributions are known.
    confidence : float
        Of all bounds together.
    """

    claim: Guarantee
    pair: Pair
    outcomes: tuple[str, ...]
    chances: Floats
    low: Floats
    high: Floats
    runs: int
    confidence: float

    @property
    def is_exact(self) -> bool:
        """Whether the stated distributions were enumerated."""
        return self.runs == 0

    @property
    def certified(self) -> float:
        """The loss that the worst outcome has at least."""
        least = np.maximum(self.low, -self.high)
        return max(float(least.max(initial=0.0)), 0.0)

    @property
    def is_violation(self) -> bool:
        """Whether a pure claim is refuted: at delta > 0 a rare outcome may lose more."""
        return not self.claim.delta and (
            self.certified > self.claim.effective_epsilon * (1.0 + 1e-9)
        )


def divergence(
    mechanism: Any,
    pair: Pair,
    *,
    epsilon: float = 1.0,
    runs: int = 4000,
    most: int = 32,
    confidence: float = 0.99,
    rng: np.random.Generator | None = None,
) -> Divergence | None:
    """Compare two neighbours outcome by outcome: exactly where possible, else by counting.

    The maximum of |ln P/P'| over all outcomes is the epsilon that the pair needs. Where it is
    counted, both probabilities of every outcome have Clopper-Pearson bounds that hold together.

    Parameters
    ----------
    mechanism : Mechanism
    pair : Pair
    epsilon : float
    runs : int
        Releases of either neighbour, where they are counted.
    most : int
        Outcomes, the likeliest: of those that are counted a quarter as many releases choose them.
    confidence : float
        In (0, 1).
    rng : numpy.random.Generator, optional

    Returns
    -------
    Divergence or None
        None where the pair is refused, or a release is no one thing out of few, such as scores.

    Notes
    -----
    *Privacy*: no private data is read.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> from graphdp_core.audits.neighbours import neighbouring_pairs
    >>> flip = gdp.mechanism("edge_flip")
    >>> pair = neighbouring_pairs(flip, flip.guarantee(1.0))[1]
    >>> found = divergence(flip, pair, epsilon=1.0)
    >>> found.is_exact, round(found.certified, 9)
    (True, 1.0)
    """
    rng = np.random.default_rng() if rng is None else rng
    claim = mechanism.guarantee(epsilon)
    graphs = (pair.left, pair.right)
    try:
        with quietly():
            one, other = (enumerated_distribution(mechanism, g, epsilon, rng) for g in graphs)
            if one is not None and other is not None:
                return _exact(claim, pair, one, other, most)
            chosen = _counts(mechanism, pair, epsilon, runs // 4, rng)
            counts = chosen and _counts(mechanism, pair, epsilon, runs, rng)
    except Refused:
        return None
    if not chosen or not counts:
        return None
    names = [name for name, _ in (chosen[0] + chosen[1]).most_common(most)]
    return _counted(claim, pair, names, counts, runs=runs, confidence=confidence)


def _counts(
    mechanism: Any, pair: Pair, epsilon: float, runs: int, rng: np.random.Generator
) -> tuple[Counter[Hashable], Counter[Hashable]] | None:
    """How often either neighbour shows each outcome; None where an outcome has no name."""
    left, right = (
        _whole(tabulate(draw(mechanism, graph, epsilon=epsilon, runs=runs, rng=rng), pair))
        for graph in (pair.left, pair.right)
    )
    return None if left is None or right is None else (Counter(left), Counter(right))


def _whole(table: Table) -> list[Hashable] | None:
    return next((table.kinds[name] for name in WHOLE if name in table.kinds), None)


def _exact(
    claim: Guarantee,
    pair: Pair,
    one: Mapping[Hashable, float],
    other: Mapping[Hashable, float],
    most: int,
) -> Divergence:
    names = list({**one, **other})
    p, q = (np.array([law.get(name, 0.0) for name in names]) for law in (one, other))
    first = np.argsort(-(p + q), kind="stable")[:most]
    with np.errstate(divide="ignore"):
        loss = np.log(p[first]) - np.log(q[first])
    told = tuple(str(names[i]) for i in first)
    return Divergence(claim, pair, told, (p + q)[first] / 2.0, loss, loss, 0, 1.0)


def _counted(
    claim: Guarantee,
    pair: Pair,
    names: list[Hashable],
    counts: tuple[Counter[Hashable], Counter[Hashable]],
    *,
    runs: int,
    confidence: float,
) -> Divergence:
    """Bounds of the outcomes that earlier releases chose; all of them share the error."""
    alpha = (1.0 - confidence) / (2 * len(names))
    hits, others = (np.array([count[name] for name in names]) for count in counts)
    (low, high), (low2, high2) = (
        clopper_pearson(count, runs, alpha=alpha) for count in (hits, others)
    )
    with np.errstate(divide="ignore"):
        least, largest = np.log(low) - np.log(high2), np.log(high) - np.log(low2)
    chances = (hits + others) / (2.0 * runs)
    return Divergence(
        claim, pair, tuple(map(str, names)), chances, least, largest, runs, confidence
    )
