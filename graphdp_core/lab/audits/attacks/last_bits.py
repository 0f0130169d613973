"""The last bits of a noisy double, which give away what the noise should hide."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, largest_hit_rate
from graphdp_core.privacy.samplers import two_sided_geometric

ROUNDS = 20_000
GRID = np.linspace(0.0, 1.0, 201)
PLACES = 120  # of a drawn ROC


@dataclass(frozen=True)
class LastBits(Attack):
    """Tell a count of 0 from a count of 1 by doubles that cannot be the sum of 1 and a double.

    1 + z, rounded to a double, lies on the grid of doubles around 1 or z; z alone can have finer
    last bits. So some releases of the count 0 are impossible for the count 1: each of them is
    certain, at a false positive rate of exactly 0, whatever epsilon is. All others are ranked by
    the likelihood ratio. Integer noise has no such bits.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), 1.0)
    >>> found = LastBits().run(victim).numbers
    >>> found["certain, doubles"] > 0.2, found["wrongly certain"], found["certain, integers"]
    (True, 0.0, 0.0)
    """

    id = "last_bits"

    def run(self, victim: Victim) -> Finding:
        """The ROC against raw doubles and against integers, and the bound."""
        epsilon = victim.epsilon
        rng = victim.stream()
        zero, one = (rng.laplace(0.0, 1.0 / epsilon, ROUNDS) + count for count in (0.0, 1.0))
        sure = ~can_be(zero, 1.0)
        wrong = float((~can_be(one, 1.0)).mean())
        whole = [
            (two_sided_geometric(rng, epsilon=epsilon, size=ROUNDS) + count).astype(np.float64)
            for count in (0, 1)
        ]
        integers = float((~can_be(whole[0], 1.0)).mean())
        raw = roc(_scores(zero, sure), _scores(one, ~can_be(one, 1.0)))
        cured = roc(_scores(whole[0]), _scores(whole[1]))
        certain = float(sure.mean())
        return Finding(
            sentence=(
                f"The last bits alone give away {percent(certain, whole=True)} of the zeros for "
                "certain; integer noise gives away none."
            ),
            detail=(
                f"{ROUNDS:,} noisy counts of 0 and of 1 at {epsilon_label(epsilon)}. With "
                "doubles the curve starts above the bound: hits without a single false alarm. "
                f"Wrongly certain: {percent(wrong, whole=True)}."
            ),
            lines=(
                Line("bound", "most that ε allows", GRID, largest_hit_rate(GRID, epsilon)),
                Line("beyond", "doubles", *raw),
                Line("measured", "integers", *cured),
                Line("chance", "guessing", GRID, GRID),
            ),
            x_title="share of ones taken for zeros",
            y_title="share of zeros recognised",
            percent_x=True,
            numbers={
                "certain, doubles": certain,
                "wrongly certain": wrong,
                "certain, integers": integers,
            },
        )


def can_be(values: Floats, count: float) -> NDArray[np.bool_]:
    """Whether each double is the rounded sum of the count and some double.

    If there is such a noise z, then value - count or one of its two neighbours is one.

    Examples
    --------
    >>> can_be(np.array([0.5, 1e-17, 3.25]), 1.0).tolist()
    [True, False, True]
    """
    middle = values - count
    tried = (middle, np.nextafter(middle, np.inf), np.nextafter(middle, -np.inf))
    fits: NDArray[np.bool_] = np.any([count + z == values for z in tried], axis=0)
    return fits


def roc(positive: Floats, negative: Floats) -> tuple[Floats, Floats]:
    """False and true positive rates of the rule "score at least s", for all s, thinned out.

    Examples
    --------
    >>> [rates.tolist() for rates in roc(np.array([3.0, 2.0]), np.array([2.0, 1.0]))]
    [[0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0]]
    """
    levels = np.unique(np.concatenate((positive, negative)))
    if len(levels) > PLACES:
        levels = np.unique(np.quantile(levels, np.linspace(0, 1, PLACES), method="nearest"))
    rates = [
        1.0 - np.searchsorted(np.sort(scores), levels[::-1], side="left") / len(scores)
        for scores in (negative, positive)
    ]
    false, true = (np.concatenate(([0.0], rate)) for rate in rates)
    return false, true


def _scores(values: Floats, sure: NDArray[np.bool_] | None = None) -> Floats:
    """How much more likely a count of 0 is than 1, on any scale; certain ones come first."""
    likely = np.abs(values - 1.0) - np.abs(values)
    return likely if sure is None else np.where(sure, 2.0, likely)
