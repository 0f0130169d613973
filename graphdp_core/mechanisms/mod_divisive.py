"""ModDivisive: communities by splitting the nodes level by level, exponential mechanism.

The tree of ModDivisive: sets of nodes split again and again, and the best cut through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.divisive import Sets, children_of, metropolis, stream_of, whole_graph
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION, Mechanism
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import NestedPartition, Partition

SENSITIVITY = 2.0
"""Of S = mQ, and of the vector of S over all sets of one level, for one edge more or less."""

VISITS_PER_CALL = 1_500_000
"""Edge visits between two reports of progress: less than 100 ms."""


@dataclass(frozen=True, eq=False)
class DivisionTree:
    """A tree of node sets; node 0 is the root (all nodes), parents come before children.

    Parameters
    ----------
    parent : ndarray of int64, shape (t,)
        -1 for the root.
    level : ndarray of int64, shape (t,)
        0 for the root.
    size : ndarray of int64, shape (t,)
        Nodes in each set, at least 1.
    score : ndarray of float64, shape (t,)
        S = l - d^2/(4m) of each set, with l edges inside and degrees d: m times what the set
        would add to the modularity. 0 for the root, whatever the graph. Reads the graph.
    deepest : ndarray of int64, shape (n,)
        The lowest tree node of each graph node.
    accepted : float
        Share of the proposals that were accepted. Reads the graph.
    """

    parent: NDArray[np.int64]
    level: NDArray[np.int64]
    size: NDArray[np.int64]
    score: NDArray[np.float64]
    deepest: NDArray[np.int64]
    accepted: float


def grow(
    graph: Graph,
    *,
    budgets: Sequence[float],
    k: int,
    burn_in: int,
    smallest: int,
    key: int,
    progress: Progress = SILENT,
) -> DivisionTree:
    """Algorithm 3 without its last line: split every set by Algorithm 4, level by level.

    Parameters
    ----------
    graph : Graph
        Every edge counts as one.
    budgets : sequence of float
        Privacy budget of the chains of each level; as many levels.
    k : int
        Groups per set, 2 to 255.
    burn_in : int
        Proposals per node of a set: a fixed number, whatever the graph.
    smallest : int
        Sets of fewer nodes are not split.
    key : int
        64-bit key of all draws; the proposals do not depend on the budgets.
    progress : callable, optional
        ``progress(fraction, text)`` about every 100 ms; may raise to stop.
    """
    bounds, rows, indices = whole_graph(*graph.neighbours)
    keys = np.array([key], dtype=np.uint64)
    node = np.arange(graph.n)
    ids = np.zeros(min(1, graph.n), dtype=np.int64)  # tree nodes of the current sets
    if graph.n < smallest:
        bounds, ids, keys = bounds[:1], ids[:0], keys[:0]
    penalty = 0.5 / graph.m if graph.m else 0.0
    layers = [(np.array([-1]), np.array([graph.n]), np.zeros(1))]
    deepest = np.zeros(graph.n, dtype=np.int64)
    total = 1
    made = accepted = 0
    for level, budget in enumerate(budgets):
        sets = Sets(
            bounds, rows, indices,
            np.zeros(len(node), dtype=np.uint8), np.zeros((len(ids), k)), keys,
        )  # fmt: skip
        exponent = budget / (2.0 * SENSITIVITY)
        stage = progress.part(level, len(budgets)).named(f"level {level + 1} of {len(budgets)}")
        accepted += _run(sets, exponent, penalty, burn_in=burn_in, progress=stage)
        made += burn_in * int(bounds[-1])
        last = level == len(budgets) - 1
        children = children_of(sets, k, graph.n + 1 if last else smallest)
        real = np.flatnonzero(children.size)  # an empty group scores 0 for sure: it is left out
        number = np.full(len(children.size), -1, dtype=np.int64)
        number[real] = total + np.arange(len(real))
        score = children.inside[real] - children.degree[real] ** 2 * (penalty / 2.0)
        layers.append((ids[real // k], children.size[real], score))
        place = np.repeat(np.arange(len(ids)), np.diff(bounds)) * k + sets.group[: bounds[-1]]
        deepest[node[: bounds[-1]]] = number[place]
        total += len(real)
        keys = stream_of(keys[children.child // k], children.child % k)
        ids, node = number[children.child], node[children.order]
        bounds, rows, indices = children.bounds, children.rows, children.indices
    parent, size, score = (np.concatenate(column) for column in zip(*layers, strict=True))
    level_of = np.repeat(np.arange(len(layers)), [len(part[0]) for part in layers])
    return DivisionTree(parent, level_of, size, score, deepest, accepted / made if made else 0.0)


def best_cut(tree: DivisionTree, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Algorithm 5: keep a set whole unless the best cuts of its children sum to more.

    Parameters
    ----------
    scores : ndarray of float64, shape (t,)
        The tree's scores, with noise.

    Returns
    -------
    ndarray of int64, shape (n,)
        The tree node of the cut that each graph node belongs to.

    Notes
    -----
    The slides' line 13 sums the children's own noisy scores; the sum of their best values is
    what the algorithm needs, and what is summed here.
    """
    value = scores.astype(np.float64)
    split = np.zeros(len(value), dtype=np.bool_)
    for level in range(int(tree.level[-1]), 0, -1):
        here = np.flatnonzero(tree.level == level)
        below = np.bincount(tree.parent[here], weights=value[here], minlength=len(value))
        better = np.bincount(tree.parent[here], minlength=len(value)) > 0
        better &= value < below
        value[better] = below[better]
        split |= better
    chosen = np.arange(len(value))
    for level in range(1, int(tree.level[-1]) + 1):
        here = np.flatnonzero(tree.level == level)
        above = chosen[tree.parent[here]]
        chosen[here] = np.where(split[above], here, above)
    return chosen[tree.deepest]


def _run(sets: Sets, exponent: float, penalty: float, *, burn_in: int, progress: Progress) -> int:
    """All chains of one level; the number of accepted proposals."""
    cursor = np.zeros(4, dtype=np.int64)
    nodes, k = int(sets.bounds[-1]), sets.degrees.shape[1]
    count = len(sets.bounds) - 1
    words = f"splitting {count:,} {'set' if count == 1 else 'sets'} of nodes"
    while cursor[0] < count:
        metropolis(sets, k, exponent, penalty, burn_in, cursor, VISITS_PER_CALL)
        done = sets.bounds[cursor[0]] + cursor[1] / burn_in
        progress(float(done) / nodes, words)
    return int(cursor[2])


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
        "Splits the nodes into k groups, each group again, level by level: splits of larger "
        "modularity are exponentially more likely. A noisy comparison then decides which sets "
        "stay whole."
    )
    source = (
        "Nguyen, Imine and Rusinowitch, Detecting Communities under Differential Privacy, "
        "WPES, 2016, Algorithms 3-5"
    )
    procedure = (
        "The budget is split over L levels, in shares that fall from level to level.",
        "Every set of a level is split into k groups by a Metropolis chain of fixed length, whose"
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
        2, "How often a set is split again, at most: the tree's depth.", low=1, high=10,
        label="Levels",
    )  # fmt: skip
    k: int = param(4, "Groups that a set is split into.", low=2, high=50, label="Groups per split")
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
        choices={"noisy": "Noisy", "noise_free": "Without noise (not private)"},
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

    def _guarantee(self, epsilon: float) -> Guarantee:
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
