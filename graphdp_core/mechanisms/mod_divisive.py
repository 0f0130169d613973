"""ModDivisive: communities by splitting the nodes level by level, exponential mechanism."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.division_tree import SENSITIVITY, best_cut, grow
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.randomised_response import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import Progress
from graphdp_core.results import NestedPartition, Partition

__all__ = ["ModDivisive"]

MOST_PROPOSALS = 300_000_000
"""Of all chains together, at 20 to 50 ns each: below fifteen seconds of processor time."""


@dataclass(frozen=True)
class ModDivisive(Mechanism[NestedPartition]):
    r"""Split all nodes in k groups, each group again, and so on; then keep the best cut.

    1. The budget :math:`\varepsilon_1 = \varepsilon - L\varepsilon_m` goes to the L levels in
       shares that fall by the factor :math:`\lambda` from one level to the next.
    2. Each set of a level is split by a Metropolis chain over its partitions P in k groups, whose
       limit distribution has weights :math:`\exp(\varepsilon_i S(P)/4)` with
       :math:`S = mQ = \sum_c (l_c - d_c^2/4m)`. It starts from uniform groups and makes a fixed
       number of proposals, K a node.
    3. From the leaves up, a set stays whole unless the best cuts of its children sum to a larger
       S; every set's S has Laplace noise of scale :math:`2/\varepsilon_m` (the root's is 0 for
       every graph and needs none).

    The tree of all sets and their noisy scores are released with the cut.

    *Privacy*: one edge more or less changes S of any partition, and the vector of S over all sets
    of one level, by less than 2 in total. So a level costs :math:`\varepsilon_i +
    \varepsilon_m`, the sum is epsilon, and the private m inside S does no harm - if the chains
    drew from their limit distributions. After a finite number of steps they do not, and how far off
    they are is not known.

    References
    ----------
    Nguyen, Imine & Rusinowitch (2016), Detecting communities under differential privacy, WPES,
    Algorithms 3-5. Published with a larger sensitivity of Q (3/m); 2/m is enough.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> sbm = gdp.generate("sbm", n=200, blocks=2, within=0.5, between=0.02, seed=1)
    >>> release = ModDivisive(k=2, max_level=1).release(sbm, epsilon=4.0, rng=gdp.noise_stream(0))
    >>> release.sizes.tolist()
    [100, 100]
    >>> [round(e, 3) for e in ModDivisive(max_level=5, cut_share=0.0625).level_budgets(4.0)]
    [1.935, 0.968, 0.484, 0.242, 0.121]
    """

    id = "mod_divisive"
    title = "ModDivisive"
    everyday = "groups by splitting"
    summary = (
        "Splits the nodes in k groups, each group again, level by level: splits of larger "
        "modularity are exponentially more likely. A noisy comparison then decides which sets "
        "stay whole."
    )
    source = (
        "Nguyen, Imine and Rusinowitch, Detecting Communities under Differential Privacy, "
        "WPES, 2016, Algorithms 3-5"
    )
    procedure = (
        "The budget is split over L levels, in shares that fall from level to level.",
        "Every set of a level is split in k groups by a Metropolis chain of fixed length, whose"
        " limit has P(P) ∝ e^(εᵢ S(P)/4), S = mQ.",
        "Every set's S gets Laplace noise of scale 2/εₘ; from the leaves up a set stays whole "
        "unless its children sum to more.",
        "The tree of all sets, their noisy scores and the cut are released.",
    )
    formula = (
        r"\Pr[P] \propto \exp\!\Big(\tfrac{\varepsilon_i}{4}\, m\,Q(P)\Big), \qquad "
        r"m\,Q(P) = \sum_{c \in P} \Big(l_c - \frac{d_c^2}{4m}\Big)"
    )
    relation = NeighbouringRelation.EDGE
    returns = Partition

    max_level: int = param(
        2, "Times a set is split again at most: the depth of the tree.", low=1, high=10,
        label="Levels",
    )  # fmt: skip
    k: int = param(4, "Groups that a set is split in.", low=2, high=50, label="Groups per split")
    ratio: float = param(
        2.0,
        "Budget of a level over that of the level below (λ): above 1, the first splits, "
        "which matter most, get more.",
        low=0.2,
        high=10.0,
        label="Budget ratio λ",
    )
    cut_share: float = param(
        0.1,
        "Share of ε that pays for the noisy comparison of sets with their parts.",
        low=0.001,
        high=0.9,
        label="Share for the cut",
    )
    burn_in: int = param(
        50, "Steps of the Markov chain per node and level (K).", low=1, high=1000,
        label="Steps per node K",
    )  # fmt: skip
    smallest: int = param(
        20, "Sets of fewer nodes are not split.", low=2, high=100_000, label="Smallest set"
    )
    cut: str = param(
        "noisy",
        "Noisy: Algorithm 5. Without noise: as the published figures were made, not private.",
        choices=("noisy", "noise_free"),
        choice_labels=("Noisy", "Without noise (not private)"),
    )

    def level_budgets(self, epsilon: float) -> tuple[float, ...]:
        """Budget of the chains of each level, the root's first; they sum to (1 - share) epsilon."""
        shares = np.power(float(self.ratio), -np.arange(self.max_level, dtype=np.float64))
        return tuple((epsilon * (1.0 - self.cut_share) * shares / shares.sum()).tolist())

    def cut_budget(self, epsilon: float) -> float:
        """Budget of the cut at each level, eps_m; max_level of it are spent."""
        return epsilon * self.cut_share / self.max_level

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> NestedPartition:
        """Draw one partition with the tree it is a cut through; every edge counts as one."""
        tree = grow(
            graph,
            budgets=self.level_budgets(epsilon),
            k=self.k,
            burn_in=self.burn_in,
            smallest=self.smallest,
            key=int(rng.integers(2**63)),
            progress=progress,
        )
        scores = tree.score
        if self.cut == "noisy":
            noise = rng.laplace(size=len(scores)) * SENSITIVITY / self.cut_budget(epsilon)
            noise[0] = 0.0  # the root scores 0 for every graph
            scores = scores + noise
        return NestedPartition.from_cut(
            best_cut(tree, scores), parents=tree.parent, set_sizes=tree.size, scores=scores
        )

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if epsilon is not in (0, 20] or the chains would take too long.

        The limit looks at the number of nodes only, which is public.
        """
        if epsilon == 0.0:
            raise Refused(
                "epsilon must be above 0 for ModDivisive, got 0: without a budget the noise of "
                "the cut has no size; raise epsilon."
            )
        proposals = graph.n * self.max_level * self.burn_in
        if proposals > MOST_PROPOSALS:
            raise Refused(
                f"ModDivisive on n = {graph.n:,} nodes with {self.max_level} levels and "
                f"{self.burn_in} steps per node would take {proposals:,} steps; at most "
                f"{MOST_PROPOSALS:,} are allowed: lower burn_in or max_level, or take a smaller "
                "graph."
            )

    def guarantee(self, epsilon: float) -> Guarantee:
        """Epsilon-DP for one edge in the limit of the chains; for a finite run, nothing proved."""
        steps = f"{self.burn_in} steps per node and level"
        if self.cut == "noisy":
            status = Status.ASYMPTOTIC
            caveat = (
                "It would be ε-differentially private had the Markov chains converged. "
                f"This run makes a fixed number of steps ({steps}), for which nothing is proved: "
                "ε is idealised, and how much larger it is, or what δ it needs, is not known."
            )
        else:
            status = Status.AS_PUBLISHED_NOT_DP
            caveat = (
                "As in the published figures, the cut compares true modularities without noise, "
                "so one edge can decide it; use the noisy cut for a release."
            )
        return self._promise(
            epsilon,
            status=status,
            assumptions=(
                *PUBLIC_BY_ASSUMPTION,
                "The number of levels, groups and steps are public; none depends on the edges.",
                "Laplace noise and chances are those of ideal real numbers.",
            ),
            sampler=f"Metropolis chains, {steps}",
            caveat=caveat,
            proof=(
                "None: the cut has no noise."
                if self.cut == "noise_free"
                else "In the limit: one edge changes mQ of all sets of a level by less than 2 in "
                "total, so level i costs ε_i for the splits and ε_m for the cut, in sum ε."
            ),
        )
