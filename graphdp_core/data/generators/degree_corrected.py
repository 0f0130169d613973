"""Block models with hubs: the degree-corrected one up to millions of edges, and LFR graphs."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.generators.generator import Generator
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused, param

_LFR_ATTEMPTS = 10


@dataclass(frozen=True)
class DegreeCorrectedSBM(Generator):
    """Blocks of equal size whose nodes have degrees with a heavy tail; made for millions of edges.

    Node i has the weight d_i, drawn from a power law and scaled to the mean degree. Pairs are
    joined independently: i and j with probability 1 - exp(-lambda_ij), where lambda_ij =
    mixing d_i d_j / D, plus (1 - mixing) d_i d_j / D_b if both are in block b; D and D_b are the
    sums of the weights of all nodes and of the block's.

    Steps: a Poisson number of edges, each end drawn in proportion to weight; loops and repeats
    are dropped, which leaves exactly this distribution. Time and memory grow with the edges drawn.

    References
    ----------
    Karrer B., Newman M. E. J. (2011). Stochastic blockmodels and community structure in networks.
    Physical Review E 83, section III.
    """

    id = "degree_corrected_sbm"
    title = "Degree-corrected block model"
    summary = "Communities with hubs in them, as in real networks; also for millions of edges."
    source = "Karrer and Newman (2011), Physical Review E 83"
    label = "block"
    no_dot_products = "Nearly: the mean number of edges between two nodes is an inner product."
    at_most_n = ("blocks",)

    n: int = param(1_000, "Number of nodes", label="Nodes", low=1, high=1_200_000)
    blocks: int = param(4, "Number of blocks", low=1, high=10_000)
    degree: float = param(8.0, "Mean degree before repeats are dropped", low=0.1, high=100.0)
    mixing: float = param(0.2, "Share of edges that ignore the blocks", low=0.0, high=1.0)
    exponent: float = param(
        2.5, "Exponent of the degrees' power law: smaller means larger hubs", low=2.05, high=10.0
    )

    @property
    def latent_dimension(self) -> int:
        """One dimension per block."""
        return self.blocks

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; labels are the blocks."""
        block = self.block_of()
        weights = self.weights(rng=rng)
        total = float(weights.sum())
        anywhere = _ends_anywhere(weights, rng.poisson(self.mixing * total / 2), rng=rng)
        count = rng.poisson((1 - self.mixing) * total / 2)
        edges = np.concatenate((anywhere, _ends_inside(weights, block, count, rng=rng)))
        graph = Graph.from_edges(
            self.n,
            edges[edges[:, 0] != edges[:, 1]],
            labels=block,
            title=f"Degree-corrected SBM, {self.n:,} nodes, {self.blocks:,} blocks",
        )
        return replace(graph, label_names=tuple(f"block {k + 1}" for k in range(self.blocks)))

    def block_of(self) -> NDArray[np.int64]:
        """The block of every node, as equal as can be, sorted, shape (n,)."""
        return np.arange(self.n) * self.blocks // self.n

    def weights(self, *, rng: np.random.Generator) -> NDArray[np.float64]:
        """Power-law weights with the wanted mean, none over n / 4 times the mean, shape (n,)."""
        shape = 1 / (self.exponent - 1)
        raw = rng.uniform(max(self.n / 4, 1.0) ** (-1 / shape), 1, size=self.n) ** -shape
        return raw * (self.degree / raw.mean())

    def expected_edges(self) -> float:
        """n degree / 2: the edges drawn, before loops and repeats are dropped."""
        return self.n * self.degree / 2


def _ends_anywhere(
    weights: NDArray[np.float64], count: int, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Pairs of nodes, each end in proportion to weight, shape (count, 2)."""
    sums = np.cumsum(weights)
    # Sorted, the searches run through memory in order; the pairs stay independent.
    first = _at(sums, np.sort(rng.random(count)) * sums[-1])
    return np.column_stack((first, _at(sums, rng.random(count) * sums[-1])))


def _ends_inside(
    weights: NDArray[np.float64], block: NDArray[np.int64], count: int, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """A node in proportion to weight and another of its block, shape (count, 2)."""
    sums = np.cumsum(weights)
    last = np.cumsum(np.bincount(block)) - 1
    upper = sums[last]
    lower = np.concatenate(([0.0], upper[:-1]))
    first = _at(sums, np.sort(rng.random(count)) * sums[-1])
    low, high = lower[block[first]], upper[block[first]]
    second = _at(sums, low + rng.random(count) * (high - low))
    # Rounding may step over the edge of a block by one node.
    second = np.clip(second, np.concatenate(([0], last[:-1] + 1))[block[first]], last[block[first]])
    return np.column_stack((first, second))


def _at(sums: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The nodes in whose share of the cumulated weights the values lie."""
    return np.minimum(np.searchsorted(sums, values, side="right"), len(sums) - 1)


@dataclass(frozen=True)
class LFR(Generator):
    """Degrees and community sizes with power laws, and one share of edges between communities.

    networkx draws it: edges are added until every node has enough, so that degrees and mixing
    come out somewhat higher than asked. A draw that does not come out at all (some degrees fit
    into no community) is tried again a few times.

    References
    ----------
    Lancichinetti A., Fortunato S., Radicchi F. (2008). Benchmark graphs for testing community
    detection algorithms. Physical Review E 78.
    """

    id = "lfr"
    title = "LFR benchmark"
    summary = "Communities of very unequal sizes: the standard test of community detection."
    source = "Lancichinetti, Fortunato and Radicchi (2008), Physical Review E 78"
    label = "community"
    no_dot_products = "Edges are led away until degrees and mixing fit."

    n: int = param(250, "Number of nodes", label="Nodes", low=20, high=5_000)
    degree: float = param(8.0, "Mean degree wanted; what comes out is near it", low=2.0, high=50.0)
    mixing: float = param(
        0.15, "Share of every node's edges that leave its community", low=0.0, high=0.9
    )
    exponent: float = param(2.5, "Exponent of the degrees' power law", low=2.05, high=5.0)
    smallest: int = param(15, "Size of the smallest community", low=5, high=500)

    def check(self) -> None:
        """Raise Refused if the degrees do not fit into the nodes or communities."""
        for name, part, most in (("degree", 4, self.n / 4), ("smallest", 2, self.n // 2)):
            if (value := getattr(self, name)) > self.n / part:
                bound = f"at most n / {part} = {most:g} for n = {self.n}"
                raise Refused(f"{name} must be {bound}, got {value:g}.")

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; labels are the communities, the largest first."""
        import networkx as nx

        graph = self._draw(rng)
        sets = {frozenset(graph.nodes[v]["community"]) for v in graph}
        order = sorted(sets, key=lambda nodes: (-len(nodes), min(nodes)))
        community = {v: k for k, nodes in enumerate(order) for v in nodes}
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
        made = Graph.from_edges(
            self.n,
            np.array(sorted(graph.edges)).reshape(-1, 2),
            labels=[community[v] for v in range(self.n)],
            title=f"LFR, {self.n:,} nodes, mixing {self.mixing:g}",
        )
        return replace(made, label_names=tuple(f"community {k + 1}" for k in range(len(order))))

    def expected_edges(self) -> float:
        """n degree / 2, about."""
        return self.n * self.degree / 2

    def _draw(self, rng: np.random.Generator) -> Any:
        import networkx as nx

        wanted: dict[str, Any] = {
            "average_degree": self.degree,
            "max_degree": max(math.ceil(self.degree) + 1, min(self.n // 4, self.n - 1)),
            "min_community": self.smallest,
            "max_community": min(self.n // 2, max(2 * self.smallest, self.n // 3)),
            "max_iters": 200,
        }
        laws = (self.n, self.exponent, 1.5, self.mixing)
        for _ in range(_LFR_ATTEMPTS):
            with suppress(nx.ExceededMaxIterations):
                return nx.LFR_benchmark_graph(*laws, seed=int(rng.integers(2**31)), **wanted)
        raise Refused(
            f"no LFR graph came out in {_LFR_ATTEMPTS} attempts; use a smaller degree, a larger "
            "mixing, or larger communities."
        )
