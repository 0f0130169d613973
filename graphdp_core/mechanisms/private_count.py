"""A private count: edges, triangles, stars, triangles on one edge or cliques of four.

A whole number near a count, by its ladder: the law, a moving draw, and an exact one.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import count_name, count_param, size_param
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, IDEAL_SAMPLER, SignedTails, signed_tails
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.privacy.smooth_sensitivity import SmoothNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Counts
from graphdp_core.sensitivities.ladders import Ladder, check_ladder, ladder

LEFT_OUT = 40.0  # rungs of less than e^-40 of a chance are not followed on screen
MOST_LOOKED_AT = 100_000  # numbers on either side of a count
DIGITS = 30  # that the first comparison of an exact draw is made with


def rung_chances(ladder: Ladder, epsilon: float) -> Floats:
    """Chances of the rungs: of the count itself, then of each further rung; they add up to 1.

    Rung t >= 1 holds the whole numbers that are more than I_0 + ... + I_(t-2) and at most
    I_0 + ... + I_(t-1) away, and each number of it has a chance in proportion to e^(-epsilon t/2).

    Examples
    --------
    >>> rung_chances(Ladder(5, 1, lambda t: 1), 2.0)[:3].round(3).tolist()
    [0.462, 0.34, 0.125]
    """
    reach = (math.log(max(ladder.limit, 1)) + LEFT_OUT) * 2.0 / epsilon
    ladder.rung(math.ceil(reach))
    sizes = np.array([1.0, *(2.0 * ladder.rung(t) for t in range(math.ceil(reach)))])
    chances = sizes * np.exp(-0.5 * epsilon * np.arange(len(sizes)))
    normed: Floats = chances / chances.sum()
    return normed


def ladder_draw(ladder: Ladder, tails: SignedTails, *, epsilon: float) -> int:
    """A draw read from one uniform number: the same number gives more noise at a smaller epsilon.

    Parameters
    ----------
    tails : SignedTails
        One of them: its distance from the ends says how far, its side which way.
    """
    chances = rung_chances(ladder, epsilon)
    beyond = np.append(np.cumsum(chances[::-1])[::-1][1:], 0.0)  # of rungs farther out
    wanted = 2.0 * float(tails.tail[0])
    k = int(np.argmax(beyond < wanted))
    if k == 0:
        return ladder.count
    share = (wanted - beyond[k]) / chances[k]
    width = ladder.rung(k - 1)
    inner = min(int(share * width), width - 1)  # full rungs begin at their outer end
    away = sum(ladder.rung(t) for t in range(k)) - inner
    return ladder.count - away if tails.is_low[0] else ladder.count + away


def ladder_exactly(ladder: Ladder, coins: SecureRandom, *, epsilon: Fraction) -> int:
    """A draw with exactly its law.

    A uniform number, of which ever more digits are drawn, is compared with the cumulative chances,
    which are bounded from both sides, until its rung is certain. The time it takes depends on the
    graph.
    """
    k = _rung(ladder, coins, epsilon)
    if k == 0:
        return ladder.count
    away = sum(ladder.rung(t) for t in range(k - 1)) + 1 + coins.below(ladder.rung(k - 1))
    return ladder.count + (away if coins.bernoulli(1, 2) else -away)


def _rung(ladder: Ladder, coins: SecureRandom, epsilon: Fraction) -> int:
    digits, bits, uniform = DIGITS, 0, 0
    while True:
        more = 4 * digits - bits
        uniform, bits = (uniform << more) | coins.below(1 << more), bits + more
        rung = _certain(ladder, epsilon, digits, uniform, bits)
        if rung is not None:
            return rung
        digits *= 2


def _certain(ladder: Ladder, epsilon: Fraction, digits: int, uniform: int, bits: int) -> int | None:
    """The rung of every number in [uniform, uniform + 1)/2^bits, if so many digits tell."""
    reach = 2.0 / float(epsilon) * (math.log(max(ladder.limit, 1)) + 2.31 * digits + 10.0)
    rungs = math.ceil(reach)
    ladder.rung(rungs)
    with localcontext() as context:
        context.prec = digits + len(str(rungs)) + 10
        step = (-Decimal(epsilon.numerator) / Decimal(2 * epsilon.denominator)).exp()
        weights, factor = [Decimal(1)], Decimal(1)
        for t in range(rungs):
            factor *= step
            weights.append(2 * ladder.rung(t) * factor)
        sums = list(accumulate(weights))
        # Each sum is right but for far less than this; all farther rungs together hold no more
        # than as many of the largest size.
        error = Decimal(10) ** -digits
        rest = 2 * ladder.limit * factor * step / (1 - step)
        low, high = sums[-1] * (1 - error), (sums[-1] + rest) * (1 + error)
        first = bisect_right(sums, Decimal(uniform) / 2**bits * low / (1 + 2 * error))
        last = bisect_right(sums, Decimal(uniform + 1) / 2**bits * high * (1 + 2 * error))
    return first if first == last < len(sums) else None


@dataclass(frozen=True, eq=False)
class LadderChoice(Law):
    """A whole number near a count, by its rung."""

    ladder: Ladder

    def drawn(self, rng: np.random.Generator) -> Ints:
        """From one uniform number, shape (1,)."""
        return np.array(
            [ladder_draw(self.ladder, signed_tails(rng, 1), epsilon=float(self.epsilon))]
        )

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """With exactly its law, shape (1,)."""
        return np.array([ladder_exactly(self.ladder, coins, epsilon=Fraction(self.epsilon))])

    def loss(self, other: LadderChoice, outcome: Ints) -> Loss:
        """Of all numbers that more than e^-40 of the chance falls on."""
        rungs = [len(rung_chances(law.ladder, float(self.epsilon))) for law in (self, other)]
        here, there = self.ladder, other.ladder
        reach = sum(max(here.rung(t), there.rung(t)) for t in range(min(rungs) // 2))
        reach = min(reach, MOST_LOOKED_AT)
        numbers = np.arange(
            min(here.count, there.count) - reach, max(here.count, there.count) + reach
        )
        numbers = np.append(numbers, outcome)
        apart = self._log_chances(numbers) - other._log_chances(numbers)
        moved = abs(here.count - there.count)
        return Loss(float(apart[-1]), float(np.abs(apart).max()), float(moved))

    def _log_chances(self, numbers: Ints) -> Floats:
        chances = rung_chances(self.ladder, float(self.epsilon))
        ends = np.cumsum([0, *(self.ladder.rung(t) for t in range(len(chances)))])
        rung = np.searchsorted(ends, np.abs(numbers - self.ladder.count), side="left")
        logs = math.log(chances[0]) - 0.5 * float(self.epsilon) * rung
        return logs.astype(np.float64)

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The law's name."""
        return {"law": "ladder"}


STUDENT_SLOPE = 2.0 / math.sqrt(3.0)  # (nu + 1)/(2 sqrt nu) at nu = 3
WIDE_SHARE = 0.3  # of epsilon that pays for the scale, where ladders rise steeply
NARROW_SHARE = 0.1

PROOFS = {
    "global": "Geometric mechanism: one edge changes the count of any graph by at most GS.",
    "ladder": "A whole number's rung changes by at most 1 between neighbours, as their ladders "
    "interlock; exponential mechanism on it.",
    "smooth": "Student's t with 3 degrees of freedom on a smooth bound: 2/√3 of the shift and 3 "
    "times the change of the scale add up to ε; their shares are public.",
}


@dataclass(frozen=True)
class PrivateCount(EdgeMechanism[Counts]):
    """Release one count with noise that fits how much one edge can change it.

    - global: two-sided geometric noise for GS, the most that one edge changes any graph's count.
    - ladder: the exponential mechanism over all whole numbers, by their rung on the ladder of the
      graph (:func:`graphdp_core.sensitivities.ladders.ladder`).
    - smooth: Student's t with 3 degrees of freedom, of scale S/alpha, rounded. S is the largest
      e^(-beta t) I_t of the ladder. beta is public: 3 beta is a tenth of epsilon for triangles
      and stars, 3 tenths for the others.

    The number of edges needs noise 1/epsilon only, and has it whatever is chosen.

    *Privacy*: pure epsilon-DP for one edge. How much an edge matters in this graph is hidden as
    well.

    References
    ----------
    Zhang, Cormode, Procopiuc, Srivastava & Xiao (2015), SIGMOD (ladder; proved anew, with one
    more term for k-triangles). Nissim, Raskhodnikova & Smith (2007), STOC (smooth sensitivity).
    Bun & Steinke (2019), NeurIPS (Student's t).

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> released = PrivateCount().release(kite, epsilon=20.0, rng=np.random.default_rng(0))
    >>> released.names, released.values.tolist()
    (('triangles',), [2.0])
    """

    id = "private_count"
    title = "Private count"
    everyday = "one number"
    summary = (
        "Releases one number: how many edges, triangles, stars or cliques there are. Its noise "
        "fits how much one edge can matter in this graph, and hides that as well."
    )
    source = (
        "Zhang, Cormode, Procopiuc, Srivastava and Xiao, Private Release of Graph Statistics Using "
        "Ladder Functions, SIGMOD 2015"
    )
    procedure = (
        "What is asked for is counted, and how much one edge can change it: Iₜ bounds that for "
        "all graphs t edges away.",
        "Every whole number y has a rung t(y): how many edges must change at least, by these "
        "bounds, before the count could be y.",
        "y is released with probability proportional to e^(−ε t(y)/2). The number of edges has "
        "P(x) ∝ e^(−ε|x|) instead; the other settings of the noise scale it by a global or a "
        "smooth bound.",
    )
    formula = (
        r"P(y) \propto e^{-\varepsilon t(y)/2}, \quad "
        r"I_0 + \dots + I_{t-2} < |y - f(G)| \le I_0 + \dots + I_{t-1}"
    )
    assumptions = ONE_EDGE_ASSUMPTIONS
    exact_sampler = f"{INTEGER_NOISE}; of a ladder by comparison with bounds of its exact chances"

    count: str = count_param()
    k: int = size_param()
    noise: str = param(
        "ladder",
        "Ladder: by how an edge can change this graph's count, with ε alone, and publishable. "
        "Smooth: a little less noise, for exploring. Global: by what an edge can do to any graph.",
        choices={
            "ladder": "Ladder",
            "smooth": "Smooth sensitivity",
            "global": "Global sensitivity",
        },
        used=lambda values: bool(values["count"] != "edges"),
    )

    def scale(self, found: Ladder, epsilon: float) -> float:
        """S/alpha, the scale of smooth noise; it is as private as the graph.

        Examples
        --------
        >>> round(PrivateCount(noise="smooth").scale(Ladder(0, 4, lambda t: 4), 1.0), 2)
        5.13
        """
        alpha, beta = student_constants(self.count, epsilon)
        return found.smooth(beta) / alpha

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        law = self._law
        samplers = {
            "global": DISCRETE_SAMPLER,
            "ladder": "whole numbers, proved with ideal uniform numbers and drawn with ones of 106 "
            "bits",
            "smooth": IDEAL_SAMPLER,
        }
        return self._promise(epsilon, sampler=samplers[law], proof=PROOFS[law])

    @property
    def unpublished(self) -> str:
        """Smooth noise is drawn in floating point."""
        if self._law != "smooth":
            return ""
        return (
            "A count with smooth noise cannot be published: its noise is drawn in floating point. "
            "Set noise to 'ladder' or 'global'."
        )

    @property
    def _law(self) -> str:
        return "global" if self.count == "edges" else self.noise

    def _check(self, graph: Graph, epsilon: float) -> None:
        check_ladder(graph.n, self.count, self.k)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Counts:
        rungs = ladder(graph, self.count, self.k)
        law: Law
        match self._law:
            case _ if rungs.limit == 0:
                return self._released(rungs.count)
            case "global":
                law = IntegerNoise(
                    "count", epsilon, np.array([rungs.count]), sensitivity=rungs.limit, fact="scale"
                )
            case "ladder":
                law = LadderChoice("count", epsilon, rungs)
            case _:
                scale = self.scale(rungs, float(epsilon))
                law = SmoothNoise(
                    "count", epsilon, np.array([float(rungs.count)]), "student", scale
                )
        return self._released(round(float(draws.draw(law)[0])))

    @property
    def too_large(self) -> str:
        """Without its edges only they themselves are counted."""
        if self.count == "edges":
            return ""
        return (
            f"{count_name(self.count, self.k)} of so large a graph are not counted: set count to "
            "'edges'."
        )

    def _of_aggregates(self, sums: Aggregates, *, epsilon: Fraction, draws: Draws) -> Counts:
        law = IntegerNoise("count", epsilon, np.array([sums.m]), fact="scale")
        return self._released(round(float(draws.draw(law)[0])))

    def _released(self, drawn: int) -> Counts:
        return Counts(np.array([float(drawn)]), (count_name(self.count, self.k),))


def student_constants(count: str, epsilon: float) -> tuple[float, float]:
    """(alpha, beta) of the noise on a smooth bound: 2/sqrt(3) alpha + 3 beta = epsilon.

    Examples
    --------
    >>> alpha, beta = student_constants("triangles", 1.0)
    >>> round(1.1547 * alpha + 3 * beta, 4)
    1.0
    """
    steep = count in ("k_triangles", "four_cliques")
    share = WIDE_SHARE if steep else NARROW_SHARE
    return (1.0 - share) * epsilon / STUDENT_SLOPE, share * epsilon / 3.0
