"""A counterexample that no count of releases can show: chances by integration."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.audits.neighbours import Pair
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph

__all__ = ["Integral", "integral_about"]

STRENGTH, CUT, REACH = 12.0, 6.0, 12
TURNS = 20_001  # places of the direction that are summed over


@dataclass(frozen=True)
class Integral:
    """A claim that an exact law refutes.

    Parameters
    ----------
    title, claimed, wrong, instead : str
        As of a false claim.
    epsilon : float
        What the claim says for this pair.
    pair : Pair
    of, event : str
        The number that is looked at, and the event in words.
    middles : tuple of float
        Of the bins of this number.
    inside : tuple of bool
        Which bins make up the event.
    chances : tuple of two tuples of float
        Of each bin, with either of the pair.
    """

    title: str
    claimed: str
    wrong: str
    instead: str
    epsilon: float
    pair: Pair
    of: str
    event: str
    middles: tuple[float, ...]
    inside: tuple[bool, ...]
    chances: tuple[tuple[float, ...], tuple[float, ...]]

    @property
    def shares(self) -> tuple[float, float]:
        """The chance of the event with either of the pair."""
        one, other = (
            math.fsum(p for p, inside in zip(row, self.inside, strict=True) if inside)
            for row in self.chances
        )
        return one, other

    @property
    def loss(self) -> float:
        """ln of the ratio of the two."""
        one, other = self.shares
        return abs(math.log(one / other))

    def in_words(self) -> str:
        """The event, its two chances and what is lost.

        Examples
        --------
        >>> integral_about("sbmf").in_words()
        'An eigenvalue beyond ±6: with probability 0.466 and 1.97e-09, a loss of 19.3 where ε = 13.'
        """
        one, other = self.shares
        return (
            f"{self.event[0].upper()}{self.event[1:]}: with probability {one:.3g} and {other:.3g}, "
            f"a loss of {self.loss:.3g} where {epsilon_label(self.epsilon)}."
        )


def integral_about(mechanism: str) -> Integral | None:
    """The counterexample to a mechanism's claim, by its id; None if there is none of this kind."""
    return _eigenvalue_far_out() if mechanism == "sbmf" else None


@cache
def _eigenvalue_far_out() -> Integral:
    """SBMF on two nodes with k = 1 and tau^2 = 2: normal around alpha sin(2 phi)/2, variance 1."""
    ends = np.arange(-REACH, REACH + 1.0)
    mean = 0.5 * STRENGTH * np.sin(2.0 * np.linspace(0.0, math.pi, TURNS))
    weight = np.exp(0.5 * mean**2 - 0.5 * mean.max() ** 2)  # of each direction, with the edge
    joined = (weight[:, None] * _between(ends, mean)).sum(axis=0) / weight.sum()
    apart = _between(ends, np.zeros(1))[0]
    edge, none = Graph.from_edges(2, [(0, 1)]), Graph.from_edges(2, [])
    return Integral(
        "A normal distribution is called pure",
        "ε = k(2τ²/(2 + τ²))^(3/2) + αk²λ₁ for one edge (Wang, Wu and Wu, PAKDD 2013, Algorithm "
        "2): 13 for two nodes, k = 1, τ² = n and α = 12.",
        "With the edge the eigenvalue is normal around 6 sin 2φ, φ being the drawn direction, and "
        "without it around 0. Far out the one is likelier than the other without limit.",
        "Noisy eigenvalues, and vector Bingham for eigenvectors.",
        1.0 + STRENGTH,
        Pair("two nodes, joined or not", edge, none, ((0, 1),)),
        "the eigenvalue",
        f"an eigenvalue beyond ±{CUT:g}",
        tuple((0.5 * (ends[1:] + ends[:-1])).tolist()),
        tuple((np.abs(ends[1:] + ends[:-1]) > 2.0 * CUT).tolist()),
        (tuple(joined.tolist()), tuple(apart.tolist())),
    )


def _between(ends: Floats, mean: Floats) -> Floats:
    """Chances of the bins between the ends, the outer ones open, shape (means, bins)."""
    from scipy.stats import norm

    inner = ends[1:-1] - mean[:, None]
    low = np.column_stack([np.zeros(len(mean)), norm.cdf(inner), np.ones(len(mean))])
    high = np.column_stack([np.ones(len(mean)), norm.sf(inner), np.zeros(len(mean))])
    left = ends[1:] <= 0.0  # tails by the side on which they are small
    found: Floats = np.where(left, np.diff(low, axis=1), -np.diff(high, axis=1))
    return found
