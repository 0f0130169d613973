"""HRG: a synthetic graph from a private dendrogram of the nodes and its noisy edge counts.

The law of a dendrogram that is grown leaf by leaf.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.dendrogram import insert_leaf, leaf_scores, node_below
from graphdp_core.mechanisms.block_graph import consistent_counts
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.exact_hierarchy import PLACES, STEPS, grown_exactly
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.node_hierarchy import NodeHierarchy
from graphdp_core.mechanisms.randomised_response import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss, part_of
from graphdp_core.privacy.guarantee import IDEAL_CHANCES, Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.laws import IntegerNoise, selection_loss
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.clustering import leaf_sensitivity

__all__ = ["HierarchicalRandomGraph"]


@dataclass(frozen=True, eq=False)
class Growing(Law):
    """Nodes in random order hung in, each by the exponential mechanism on its own edges so far."""

    graph: Graph
    progress: Progress = SILENT

    def drawn(self, rng: np.random.Generator) -> NodeHierarchy:
        """A dendrogram."""
        return NodeHierarchy.grown(
            self.graph, epsilon=float(self.epsilon), rng=rng, progress=self.progress
        )

    def drawn_exactly(self, coins: SecureRandom) -> NodeHierarchy:
        """A dendrogram, on whole steps of the log-likelihood."""
        return grown_exactly(self.graph, epsilon=Fraction(self.epsilon), coins=coins)

    def loss(self, other: Growing, outcome: NodeHierarchy) -> Loss:
        """Of every leaf that has another edge to those before it."""
        drawn = spent = moved = 0.0
        hung = _hung(outcome)
        tree, n = NodeHierarchy.empty(self.graph.n), self.graph.n
        root = hung[0][0]
        tree.size[root] = 1
        for t, (leaf, beside) in enumerate(hung[1:], start=1):
            here, there = (law._logs(leaf, root, t, tree) for law in (self, other))
            if (here != there).any():
                is_there = tree.size > 0
                place = int(np.count_nonzero(is_there[:beside]))
                step = selection_loss(here[is_there], there[is_there], place)
                drawn, spent, moved = drawn + step.outcome, spent + step.spent, moved + 1.0
            root = insert_leaf(leaf, beside, n + t - 1, root, *tree.arrays)
        return Loss(drawn, spent, moved)

    def _logs(self, leaf: int, root: int, t: int, tree: NodeHierarchy) -> Floats:
        """Of the weights of all nodes to hang a leaf beside; 0 for those that are not there."""
        n = self.graph.n
        room, worth = np.zeros((4, 2 * n), dtype=np.int64), np.zeros((2, 2 * n))
        count = leaf_scores(leaf, root, *self.graph.neighbours, *tree.arrays, room, worth)
        scores, unit = worth[1, :count], leaf_sensitivity(t)
        if isinstance(self.epsilon, Fraction):
            rate = float(self.epsilon) / (STEPS + 2)
            scores = np.floor(scores / (unit / STEPS or 1.0))
        else:
            rate = float(self.epsilon) / unit if t > 1 else 0.0
        logs = np.zeros(2 * n - 1)
        for i in range(count):
            for rank in range(int(room[3, i])):
                logs[node_below(room[2, i], rank, tree.left, tree.right, tree.size)] = (
                    rate * scores[i]
                )
        return logs

    def facts(self, outcome: NodeHierarchy) -> dict[str, str]:
        """The share."""
        return {"epsilon of the dendrogram": str(self.epsilon)}


def _hung(tree: NodeHierarchy) -> list[tuple[int, int]]:
    """The leaves in the order in which they came, each with the node it was hung beside."""
    n = tree.n
    if n == 1:
        return [(0, -1)]
    left, right, parent = (side.copy() for side in (tree.left, tree.right, tree.parent))
    steps = []
    for inner in range(2 * n - 2, n - 1, -1):
        beside, leaf, above = int(left[inner]), int(right[inner]), int(parent[inner])
        steps.append((leaf, beside))
        parent[beside] = above
        for side in (left, right) if above >= 0 else ():
            if side[above] == inner:
                side[above] = beside
    return [(steps[-1][1], -1), *reversed(steps)]


LARGEST_N = 50_000
MOST_STEPS = 20_000_000
"""Of the Markov chain, at 1 to 4 microseconds each."""


def _is_published(values: Any) -> bool:
    return bool(values["dendrogram"] == "as_published")


COUNTED = "An edge counts at one inner node, which costs ε_c"


@dataclass(frozen=True)
class HierarchicalRandomGraph(Mechanism[Graph]):
    r"""Release a graph drawn anew from a dendrogram of the nodes, each part with its own density.

    1. A dendrogram is drawn at :math:`\varepsilon_t`: a binary tree whose leaves are the nodes.
    2. Every pair of nodes is parted by one inner node. The edges that each of these parts, at most
       :math:`N_r` pairs, get two-sided geometric noise at :math:`\varepsilon_c`.
    3. Post-processing: every pair is joined with the noisy share of its inner node.

    "leaf_by_leaf" hangs the nodes in one after the other, in random order. Node v comes beside a
    node s of the dendrogram with probability proportional to
    :math:`\exp(\varepsilon_t S_v(s) / h(t-1))`, :math:`h(x) = (x+1)\ln(x+1) - x \ln x`: S is the
    log-likelihood of v's own edges to the t leaves that are there. The noisy counts are made
    consistent with their sum.

    "as_published" draws the whole dendrogram T by a Markov chain that swaps subtrees, whose limit
    is :math:`\exp(\varepsilon_t \ln L(T) / 2\Delta)`, :math:`\Delta = \ln N + (N-1)\ln(N/(N-1))`,
    :math:`N = \lfloor n^2/4 \rfloor`; noisy shares are cut to [0, 1].

    *Privacy*: "leaf_by_leaf" is pure epsilon-DP for one edge. "as_published" is so in the limit of
    the chain, and nothing is proved for a finite one: on four nodes, where it can be computed,
    one step tells everything.

    References
    ----------
    Xiao, Chen & Tan (2014), Differentially private network data release via structural inference,
    KDD. Clauset, Moore & Newman (2008), Hierarchical structure and the prediction of missing
    links in networks, Nature 453 (the model).

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> made = HierarchicalRandomGraph()
    >>> release = made.release(karate, epsilon=8.0, rng=np.random.default_rng(0))
    >>> release.n == karate.n, abs(release.m - karate.m) < 30
    (True, True)
    """

    id = "hierarchical_random_graph"
    title = "HRG"
    everyday = "redrawn from a family tree"
    summary = (
        "Draws a synthetic graph from a dendrogram of the nodes: where two nodes part says how "
        "likely they are joined. The dendrogram is grown leaf by leaf, which is proved, or by a "
        "Markov chain, as published, which is not."
    )
    source = (
        "Xiao, Chen and Tan, Differentially Private Network Data Release via Structural "
        "Inference, KDD, 2014; grown leaf by leaf as proved here"
    )
    procedure = (
        "Leaf by leaf: nodes in random order; each comes beside a node s of the dendrogram so far "
        "with probability proportional to e^(ε_t S/h(t − 1)), S being the log-likelihood of its "
        "own edges there, t the leaves so far, h(x) = (x + 1) ln(x + 1) − x ln x.",
        "As published: a Markov chain of fixed length swaps subtrees; its limit has "
        "P(T) ∝ e^(ε_t ln L(T)/2Δ), Δ = ln N + (N − 1) ln(N/(N − 1)), N = ⌊n²/4⌋.",
        "The number of edges that each inner node parts gets two-sided geometric noise, "
        "P(x) ∝ e^(−ε_c|x|).",
        "Every pair of nodes is joined with the noisy share of edges of the inner node that parts "
        "it; leaf by leaf, the noisy numbers are first made consistent with their sum.",
    )
    formula = (
        r"\Pr[s] \propto \exp\!\Big(\frac{\varepsilon_t\, S_v(s)}{h(t-1)}\Big),\qquad "
        r"\ln L(T) = \sum_r e_r \ln p_r + (N_r - e_r) \ln(1 - p_r),\quad "
        r"\tilde e_r = e_r + \mathrm{Geom}(e^{-\varepsilon_c})"
    )
    assumptions = (*PUBLIC_BY_ASSUMPTION, IDEAL_CHANCES)
    proof = (
        "An edge is read once, when its later node is hung in; there it changes the "
        "log-likelihoods of any two places by amounts that differ by at most h(t − 1), which costs "
        f"ε_t. {COUNTED}; the two add up to ε."
    )
    nodes = (2, LARGEST_N)
    otherwise = "take another graph, or the 1K series for up to 500,000"
    relation = NeighbouringRelation.EDGE
    returns = Graph
    epsilon_range = (0.01, 20.0)
    exact_sampler = f"{PLACES}; counts: {INTEGER_NOISE}; the graph is drawn from these alone"

    dendrogram: str = param(
        "leaf_by_leaf",
        "How the dendrogram is drawn. As published, by a Markov chain, nothing is proved.",
        choices=("leaf_by_leaf", "as_published"),
        choice_labels=("Leaf by leaf", "By a Markov chain, as published"),
        term="dendrogram",
    )
    share: float = param(
        0.5,
        "Share of ε for the dendrogram; the rest is for the edges that its inner nodes part.",
        label="Share of the dendrogram",
        low=0.05,
        high=0.95,
    )
    steps: int = param(
        100,
        "Steps of the Markov chain per node.",
        label="Steps per node",
        low=1,
        high=10_000,
        used=_is_published,
    )

    @property
    def is_published(self) -> bool:
        """Whether a Markov chain draws the dendrogram."""
        return _is_published(vars(self))

    def budget(self, epsilon: float) -> tuple[float, float]:
        """What is spent on the dendrogram and on the counts.

        Examples
        --------
        >>> HierarchicalRandomGraph().budget(2.0)
        (1.0, 1.0)
        """
        first = self.share * epsilon
        return first, epsilon - first

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        searching, noise, joining = draws.spawn(3)
        first = part_of(epsilon, self.share)
        stage = progress.between(0.0, 0.9)
        if self.is_published:
            tree = NodeHierarchy.walked(
                graph, epsilon=float(first), steps=self.steps * graph.n,
                rng=searching.unlawful(), progress=stage,
            )  # fmt: skip
        else:
            tree = searching.draw(Growing("dendrogram", first, graph, stage))
        counts = tree.counts(graph)
        noisy = noise.draw(
            IntegerNoise("edges of branches", epsilon - first, counts, fact="scale of the counts")
        )
        progress(0.9, "drawing edges")
        edges = tree.drawn(self._chances(tree, noisy.astype(np.float64)), joining.generator())
        return Graph(
            n=graph.n, edges=edges, names=graph.names, title=self.title_of(graph, float(epsilon))
        )

    def _chances(self, tree: NodeHierarchy, noisy: Floats) -> Floats:
        """The chance of a pair of each inner node, from noisy numbers alone."""
        fitted = (
            np.clip(noisy, 0, tree.pairs)
            if self.is_published
            else consistent_counts(noisy, tree.pairs, float(noisy.sum()))
        )
        return fitted / tree.pairs

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for one edge; as published, in the limit of the chain alone."""
        if not self.is_published:
            return self._promise(epsilon)
        steps = f"{self.steps:,} {'step' if self.steps == 1 else 'steps'} per node"
        public = "The number of steps is public and does not depend on the edges."
        return self._promise(
            epsilon, status=Status.ASYMPTOTIC, sampler=f"a Metropolis chain, {steps}",
            assumptions=(*PUBLIC_BY_ASSUMPTION, public, IDEAL_CHANCES),
            caveat="It would be ε-differentially private had the Markov chain converged. This run "
            f"makes a fixed number of steps ({steps}), for which nothing is proved: ε is "
            "idealised, and how much larger it is, or what δ it needs, is not known.",
            proof="In the limit: one edge changes the log-likelihood of a dendrogram by at most "
            f"Δ, so the draw costs ε_t. {COUNTED}; the two add up to ε.",
        )  # fmt: skip

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if the chain is too long."""
        if self.is_published and graph.n * self.steps > MOST_STEPS:
            raise Refused(
                f"{self.title} as published on n = {graph.n:,} nodes takes at most "
                f"{MOST_STEPS // graph.n:,} steps per node, got {self.steps:,}: lower steps, or "
                "grow the dendrogram leaf by leaf."
            )
