"""A dendrogram over the nodes of a graph: how it is found, counted below, and drawn from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.dendrogram import count_edges, draw_pairs, grow, halve, swap
from graphdp_core.kernels.random_streams import stream
from graphdp_core.progress import SILENT, Progress
from graphdp_core.sensitivities.clustering import likelihood_sensitivity

LEAVES_PER_CALL = 1000
STEPS_PER_CALL = 100_000


@dataclass(frozen=True, eq=False)
class NodeHierarchy:
    """A binary tree whose leaves are nodes 0, ..., n - 1; n, ..., 2n - 2 are inner nodes.

    Parameters
    ----------
    parent, left, right : ndarray of int64, shape (2n - 1,)
        -1 where there is none.
    size : ndarray of int64, shape (2n - 1,)
        Leaves below.
    """

    parent: Ints
    left: Ints
    right: Ints
    size: Ints

    @classmethod
    def grown(
        cls,
        graph: Graph,
        *,
        epsilon: float,
        rng: np.random.Generator,
        progress: Progress = SILENT,
    ) -> NodeHierarchy:
        """Hang the nodes in one after the other, in random order, each by its edges so far.

        Notes
        -----
        *Privacy*: epsilon-DP for one edge, which is read when the later of its nodes comes.

        Examples
        --------
        >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
        >>> NodeHierarchy.grown(path, epsilon=1.0, rng=np.random.default_rng(0)).pairs.tolist()
        [1, 2]
        """
        tree, n = cls.empty(graph.n), graph.n
        order, state = rng.permutation(n), stream(int(rng.integers(2**63)))
        step = max(n, 1) if progress.is_silent else LEAVES_PER_CALL
        for first in range(0, n, step):
            stop = min(first + step, n)
            grow(order, *graph.neighbours, epsilon, state, *tree.arrays, first, stop)
            progress(stop / n, "hanging nodes into the dendrogram")
        return tree

    @classmethod
    def walked(
        cls,
        graph: Graph,
        *,
        epsilon: float,
        steps: int,
        rng: np.random.Generator,
        progress: Progress = SILENT,
    ) -> NodeHierarchy:
        """Start from halves of halves of a random order, and make a fixed number of steps.

        A Metropolis step swaps a child of an inner node with the node's sibling. The limit has
        probabilities ~ exp(epsilon log-likelihood / (2 sensitivity)).

        Notes
        -----
        *Privacy*: epsilon-DP for one edge in the limit alone.
        """
        tree, n = cls.empty(graph.n), graph.n
        order, state = rng.permutation(n), stream(int(rng.integers(2**63)))
        halve(order, *tree.arrays)
        counts = count_edges(graph.edges, tree.parent, tree.size)
        rate = epsilon / (2.0 * likelihood_sensitivity(n)) if n > 2 else 0.0
        total = steps if n > 2 else 0
        for first in range(0, total, STEPS_PER_CALL):
            stop = min(first + STEPS_PER_CALL, total)
            swap(*graph.neighbours, rate, stop - first, state, *tree.arrays, counts)
            progress(stop / total, "walking over dendrograms")
        return tree

    @classmethod
    def empty(cls, n: int) -> NodeHierarchy:
        """Room for n leaves, none of which is there."""
        parent, left, right = (np.full(2 * n - 1, -1, dtype=np.int64) for _ in range(3))
        return cls(parent, left, right, np.zeros(2 * n - 1, dtype=np.int64))

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Parent, left, right and size, as the kernels take them."""
        return self.parent, self.left, self.right, self.size

    @property
    def n(self) -> int:
        """Number of leaves."""
        return (len(self.parent) + 1) // 2

    @property
    def pairs(self) -> Ints:
        """Node pairs that each inner node parts, shape (n - 1,); their sum is n(n - 1)/2."""
        inner = slice(self.n, None)
        sizes: Ints = self.size[self.left[inner]] * self.size[self.right[inner]]
        return sizes

    def counts(self, graph: Graph) -> Ints:
        """Edges that each inner node parts, shape (n - 1,): one edge counts in exactly one."""
        return count_edges(graph.edges, self.parent, self.size)[self.n :]

    def drawn(self, chances: Floats, rng: np.random.Generator) -> NDArray[np.int32]:
        """Edges, each pair by itself with the chance of its inner node, shape (m, 2), sorted."""
        state = stream(int(rng.integers(2**63)))
        root = int(np.flatnonzero(self.parent < 0)[0])
        pairs = draw_pairs(root, np.append(np.zeros(self.n), chances), *self.arrays[1:3], state)
        pairs.sort(axis=1)
        return pairs[np.lexsort(pairs.T[::-1])].astype(np.int32)
