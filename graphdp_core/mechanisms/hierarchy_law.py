"""The law of a dendrogram that is grown leaf by leaf."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.dendrogram_growth import hang, node_below, weigh
from graphdp_core.mechanisms.exact_hierarchy import STEPS, grown_exactly
from graphdp_core.mechanisms.node_hierarchy import NodeHierarchy
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.draws import Law, Loss
from graphdp_core.privacy.laws import selection_loss
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.likelihood import leaf_sensitivity

__all__ = ["Growing"]


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

    def drawn_exactly(self, coins: Coins) -> NodeHierarchy:
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
                found = selection_loss(here[is_there], there[is_there], place)
                drawn, spent, moved = drawn + found.outcome, spent + found.spent, moved + 1.0
            root = hang(leaf, beside, n + t - 1, root, *tree.arrays)
        return Loss(drawn, spent, moved)

    def _logs(self, leaf: int, root: int, t: int, tree: NodeHierarchy) -> Floats:
        """Of the weights of all nodes to hang a leaf beside; 0 for those that are not there."""
        n = self.graph.n
        room, worth = np.zeros((4, 2 * n), dtype=np.int64), np.zeros((2, 2 * n))
        count = weigh(leaf, root, *self.graph.neighbours, *tree.arrays, room, worth)
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
    found = []
    for inner in range(2 * n - 2, n - 1, -1):
        beside, leaf, above = int(left[inner]), int(right[inner]), int(parent[inner])
        found.append((leaf, beside))
        parent[beside] = above
        for side in (left, right) if above >= 0 else ():
            if side[above] == inner:
                side[above] = beside
    return [(found[-1][1], -1), *reversed(found)]
