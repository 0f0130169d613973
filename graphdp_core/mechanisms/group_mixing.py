"""Group mixing: edges within and between public groups, with integer noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import group_edges, public_groups
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import Progress
from graphdp_core.results import Mixing

GROUPS_ARE_PUBLIC = (
    "The group of every node is public: not protected by this release, which names the groups and "
    "how many nodes each has."
)


@dataclass(frozen=True)
class GroupMixing(EdgeMechanism[Mixing]):
    """Count the edges within every public group and between every two, with noise 1/epsilon.

    An edge lies in one place of the table, so all of it costs what one count costs. Homophily,
    segregation and connectedness follow from it at no further cost.

    *Privacy*: pure epsilon-DP for one edge. Of a node with d edges all that it protects is d
    epsilon. Weights are not read; whose group is which is public.

    References
    ----------
    Dwork, McSherry, Nissim & Smith (2006), TCC (histograms). Ghosh, Roughgarden & Sundararajan
    (2009), STOC (geometric noise). Newman (2003), Physical Review E 67, 026126 (mixing).

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], labels=["a", "a", "b", "b"])
    >>> made = GroupMixing().release(path, epsilon=20.0, rng=np.random.default_rng(0))
    >>> made.groups, made.sizes, made.values.tolist()
    (('a', 'b'), (2, 2), [1.0, 1.0, 1.0])
    """

    id = "group_mixing"
    title = "Group mixing"
    everyday = "edges between groups"
    summary = (
        "Counts the edges within every public group and between every two, all with the budget of "
        "one edge: whether like meets like, and nothing of single people."
    )
    source = (
        "Dwork, McSherry, Nissim and Smith, Calibrating Noise to Sensitivity in Private Data "
        "Analysis, TCC 2006"
    )
    procedure = (
        "The edges within each public group and between each two are counted.",
        "Every count, also one that is 0, gets two-sided geometric noise of its own, "
        "P(x) ∝ e^(−ε|x|), and all are released with the sizes of the groups.",
    )
    formula = r"\tilde m_{ab} = m_{ab} + \mathrm{Geom}(e^{-\varepsilon})"
    assumptions = (GROUPS_ARE_PUBLIC, *ONE_EDGE_ASSUMPTIONS)
    sampler = DISCRETE_SAMPLER
    proof = (
        "Geometric mechanism: an edge lies in one place of the table, which one edge "
        "therefore changes by 1 in l1."
    )
    exact_sampler = INTEGER_NOISE
    reads_groups = True

    def _check(self, graph: Graph, epsilon: float) -> None:
        public_groups(graph)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Mixing:
        groups, names = public_groups(graph)
        k = len(names)
        true = group_edges(graph, groups, k)[np.triu_indices(k)]
        sizes = tuple(np.bincount(groups, minlength=k).tolist())
        return _noisy(Aggregates({}, names, sizes, true), epsilon, draws)

    @property
    def too_large(self) -> str:
        """Sums by group are all that it reads."""
        return ""

    def _of_aggregates(self, sums: Aggregates, *, epsilon: Fraction, draws: Draws) -> Mixing:
        return _noisy(sums, epsilon, draws)


def _noisy(sums: Aggregates, epsilon: Budget, draws: Draws) -> Mixing:
    table = np.zeros((len(sums.groups), len(sums.groups)))
    law = IntegerNoise("edges between groups", epsilon, sums.between, fact="scale")
    table[np.triu_indices(len(table))] = draws.draw(law)
    return Mixing.of(table, sums.groups, sums.sizes)
