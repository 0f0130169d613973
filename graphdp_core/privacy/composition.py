"""What several releases cost together, and one release for several edges of one person."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import epsilon_from_rho, pure_rho
from graphdp_core.privacy.guarantee import at_most

MOST_SUMS = 20_000  # different privacy losses that are followed
GRAIN = 1e-9  # losses nearer than this are one; rounded up
ROUNDS = 200  # of a bisection, at most


@dataclass(frozen=True)
class Total:
    """An (epsilon, delta) that several releases have together, and the rule that gives it."""

    epsilon: float
    delta: float
    rule: str

    def if_planned(self) -> str:
        """What it is, and when it holds; rounded up.

        Examples
        --------
        >>> Total(4.7746, 1e-6, "exact").if_planned()
        'ε = 4.78 with δ = 1e-06, if number and ε of all releases were fixed beforehand'
        """
        return (
            f"ε = {at_most(self.epsilon)} with δ = {at_most(self.delta)}, if number and ε of all "
            "releases were fixed beforehand"
        )


def least_epsilon(epsilons: Sequence[float], delta: float, *, spent_delta: float = 0.0) -> Total:
    """The least of all rules for releases of one relation; the sum needs no further delta.

    Who sees the first release may choose the mechanism of the second by it, under every rule. To
    choose its epsilon too, or whether there is one, is covered by the sum alone: for pure epsilons
    it holds at any stop (Rogers et al., 2016, section 3). The other rules are for epsilons that
    were all fixed beforehand (Kairouz et al., 2015; Bun and Steinke, 2016). With a budget of rho
    and a delta fixed beforehand, zCDP would hold up to the stop at that budget, as a filter
    (Feldman and Zrnic, 2021; Whitehouse et al., 2023); what was spent at a stop of one's choice
    needs an odometer, whose bounds are wider.

    Parameters
    ----------
    delta : float
        What the other rules may use, in [0, 1).
    spent_delta : float
        The sum of the releases' own, which every rule adds.

    References
    ----------
    R. Rogers, A. Roth, J. Ullman, S. Vadhan, Privacy odometers and filters: pay-as-you-go
    composition, NeurIPS 2016. V. Feldman, T. Zrnic, Individual privacy accounting via a Rényi
    filter, NeurIPS 2021. J. Whitehouse, A. Ramdas, R. Rogers, Z. S. Wu, Fully-adaptive composition
    in differential privacy, ICML 2023.

    Examples
    --------
    >>> least_epsilon([1.0, 0.5], 1e-6)
    Total(epsilon=1.5, delta=0.0, rule='sum')
    >>> least = least_epsilon([0.1] * 100, 1e-6)
    >>> round(least.epsilon, 3), least.rule
    (4.775, 'exact')
    """
    total = Total(math.fsum(epsilons), spent_delta, "sum")
    if delta <= 0.0 or len(epsilons) < 2:
        return total
    rules = {
        "exact": exact_epsilon(epsilons, delta),
        "zCDP": zcdp_epsilon(epsilons, delta),
        "advanced": advanced_epsilon(epsilons, delta),
    }
    others = [Total(e, delta + spent_delta, rule) for rule, e in rules.items() if e is not None]
    best = min(others, key=lambda other: other.epsilon)
    return best if best.epsilon < total.epsilon * (1.0 - 1e-3) else total


def zcdp_epsilon(epsilons: Sequence[float], delta: float) -> float:
    """Through zero-concentrated privacy: rho = sum of epsilon tanh(epsilon/2), then to epsilon.

    Examples
    --------
    >>> round(zcdp_epsilon([0.1] * 100, 1e-6), 2)
    5.22
    """
    return epsilon_from_rho(math.fsum(map(pure_rho, epsilons)), delta)


def advanced_epsilon(epsilons: Sequence[float], delta: float) -> float:
    """sum of epsilon tanh(epsilon/2) + sqrt(2 ln(1/delta) sum of epsilon^2).

    References
    ----------
    Kairouz, Oh and Viswanath, The composition theorem for differential privacy, ICML 2015,
    theorem 3.5; sharper than Dwork, Rothblum and Vadhan (2010), which has epsilon (e^epsilon - 1).

    Examples
    --------
    >>> round(advanced_epsilon([0.1] * 100, 1e-6), 3)
    5.756
    """
    squares = math.fsum(epsilon * epsilon for epsilon in epsilons)
    drift = math.fsum(map(pure_rho, epsilons))
    return drift + math.sqrt(2.0 * math.log(1.0 / delta) * squares)


def exact_epsilon(epsilons: Sequence[float], delta: float) -> float | None:
    """The least epsilon that any such releases have together at this delta; None if too many.

    Of all pure mechanisms randomised response tells most, so that the losses of their composition
    are sums of +-epsilon with chances e^epsilon/(1+e^epsilon) and 1/(1+e^epsilon):
    delta(E) = sum of P(loss) (1 - e^(E - loss))_+. Losses are merged upwards to a grain of 1e-9.

    References
    ----------
    Kairouz, Oh and Viswanath (2015), theorem 3.3; for unlike epsilons Murtagh and Vadhan, The
    complexity of computing the optimal composition of differential privacy, TCC 2016.

    Examples
    --------
    >>> round(exact_epsilon([1.0, 1.0], 1e-9), 6)
    2.0
    """
    losses = {0: 1.0}
    for epsilon in epsilons:
        step = math.ceil(epsilon / GRAIN)
        likely = 1.0 / (1.0 + math.exp(-epsilon))
        grown: dict[int, float] = {}
        for loss, chance in losses.items():
            grown[loss + step] = grown.get(loss + step, 0.0) + chance * likely
            down = loss - math.floor(epsilon / GRAIN)
            grown[down] = grown.get(down, 0.0) + chance * (1.0 - likely)
        if len(grown) > MOST_SUMS:
            return None
        losses = grown
    spread = sorted(((loss * GRAIN, chance) for loss, chance in losses.items()), reverse=True)
    low, high = 0.0, spread[0][0]
    if _delta(spread, low) <= delta:
        return 0.0
    for _ in range(ROUNDS):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (low, middle) if _delta(spread, middle) <= delta else (middle, high)
    return high


def group_privacy(epsilon: float, delta: float, size: int) -> tuple[float, float]:
    """The (epsilon, delta) of `size` units together: k epsilon, delta (e^(k e)-1)/(e^e-1).

    Parameters
    ----------
    epsilon, delta : float
        Of one unit, such as one edge.
    size : int
        k, such as the edges of one person; at least 1.

    References
    ----------
    Vadhan, The complexity of differential privacy, 2017, lemma 2.2.

    Examples
    --------
    >>> group_privacy(1.0, 0.0, 43)
    (43.0, 0.0)
    >>> [float(f"{x:.2g}") for x in group_privacy(1.0, 1e-6, 5)]
    [5.0, 8.6e-05]
    """
    if size < 1:
        raise Refused(f"size must be an integer from 1, got {size}.")
    if delta == 0.0:
        return size * epsilon, 0.0
    try:
        factor = size if epsilon == 0.0 else math.expm1(size * epsilon) / math.expm1(epsilon)
    except OverflowError:
        factor = math.inf
    return size * epsilon, min(delta * factor, 1.0)


def _delta(spread: Sequence[tuple[float, float]], epsilon: float) -> float:
    """Of a distribution of losses, the largest first."""
    terms = []
    for loss, chance in spread:
        if loss <= epsilon:
            break
        terms.append(-chance * math.expm1(epsilon - loss))
    return math.fsum(terms)
