"""A synthetic graph from private blocks, their noisy edge counts and noisy degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.block_graph import (
    block_edges,
    cell_capacities,
    consistent_counts,
    draw_edges,
)
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION, EdgeMechanism
from graphdp_core.mechanisms.one_pass_labelling import MOST_DRAWS, OnePassLabelling
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.guarantee import IDEAL_CHANCES, Guarantee
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.progress import SILENT, Progress

MOST_BLOCKS = 500
LEAST_DEGREE = 0.5


@dataclass(frozen=True)
class PrivateBlockModel(EdgeMechanism[Graph]):
    r"""Release a graph drawn anew from a block model that was fitted with noise.

    1. A private partition at :math:`\varepsilon_p` gives the blocks: the one-pass labelling,
       or one block of all nodes, which costs nothing. The 499 largest communities are kept, the
       others together are one block.
    2. The edges of each pair of blocks, and inside each block, are counted with two-sided
       geometric noise at :math:`\varepsilon_b`.
    3. Every degree gets two-sided geometric noise at :math:`\varepsilon_d/2`.
    4. Post-processing: the counts are made consistent with their noisy sum; the degrees are
       shrunk to their mean as far as their spread is noise. In each cell as many pairs as it
       counts are drawn, in proportion to the product of the degrees, each pair at most once.

    The released graph is synthetic. A pair of nodes is in it because of its blocks and degrees,
    never because the edge was there: it has no distribution of noise that could be corrected for.
    With one block it is a Chung-Lu graph.

    *Privacy*: :math:`\varepsilon_p + \varepsilon_b + \varepsilon_d = \varepsilon` for one edge,
    by sequential composition. Given the blocks, an edge changes one count by 1, and two degrees
    by 1 each.

    References
    ----------
    Karrer & Newman (2011), Stochastic blockmodels and community structure in networks, Physical
    Review E 83 (the model). Yuan, Zhang, Du, Wei, Guo & Chen (2023), PrivGraph, USENIX Security
    (blocks, counts and degrees with noise). Chung & Lu (2002), Connected components in random
    graphs with given expected degree sequences, Annals of Combinatorics 6.

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = PrivateBlockModel().release(karate, epsilon=8.0, rng=np.random.default_rng(0))
    >>> release.n == karate.n, abs(release.m - karate.m) < 20, release.noise is None
    (True, True, True)
    """

    id = "private_block_model"
    title = "Private block model"
    everyday = "redrawn from communities"
    summary = (
        "Draws a synthetic graph with private communities, noisy numbers of edges between them "
        "and noisy degrees. It has the large-scale shape of the true graph; which nodes are "
        "joined is drawn anew."
    )
    source = (
        "Karrer and Newman, Stochastic Blockmodels and Community Structure in Networks, "
        "Phys. Rev. E, 2011; with the private counts of Yuan et al., PrivGraph, "
        "USENIX Security 2023"
    )
    procedure = (
        "A private partition at εₚ gives blocks: one-pass labelling, or one block for nothing.",
        "The edges in and between blocks are counted with two-sided geometric noise, P(x) ∝ "
        "e^(−ε_b|x|).",
        "Every degree gets two-sided geometric noise, P(x) ∝ e^(−ε_d|x|/2).",
        "A graph is drawn from the noisy numbers: in each cell as many pairs as it counts, in "
        "proportion to the product of degrees.",
    )
    formula = (
        r"P(i \sim j) \propto \hat d_i\,\hat d_j \text{ in } (b_i, b_j),\quad "
        r"\tilde m_{bc} = m_{bc} + \mathrm{Geom}(e^{-\varepsilon_b}),\quad "
        r"\tilde d_i = d_i + \mathrm{Geom}(e^{-\varepsilon_d/2})"
    )
    assumptions = (*PUBLIC_BY_ASSUMPTION, IDEAL_CHANCES)
    proof = (
        "One edge changes one count by 1, which costs ε_b, and two degrees by 1, with noise at "
        "ε_d/2 each, which costs ε_d; these add up to ε. The graph is drawn from the noisy numbers "
        "alone."
    )
    nodes = (2, math.inf)
    otherwise = "take a larger graph"
    epsilon_range = (0.05, 20.0)
    exact_sampler = (
        f"blocks: as in the publication of the mechanism that finds them; all counts and degrees: "
        f"{INTEGER_NOISE}; the graph is drawn from these alone"
    )

    blocks: str = param(
        "one_pass_labelling",
        "Where the blocks come from. One block spends nothing on them and keeps the degrees only.",
        choices={"one_pass_labelling": "One-pass labelling", "one_block": "One block (Chung-Lu)"},
        label="Blocks from",
    )
    share: float = param(
        0.5,
        "Share of ε for the blocks. One block does not use it.",
        label="Share of the blocks",
        low=0.1,
        high=0.9,
    )
    degree_share: float = param(
        0.5,
        "Share for the degrees of what the blocks leave; the rest is for the counts of edges.",
        label="Share of the degrees in the rest",
        low=0.1,
        high=0.9,
    )
    k: int = param(
        0,
        "Blocks of the one-pass labelling. 0 takes √(n ε_b / 8), at "
        "least 2, by the number of nodes and the ε of the counts.",
        label="Number of blocks",
        low=0,
        high=MOST_BLOCKS,
    )

    def blocks_for(self, n: int, epsilon: float) -> int:
        r"""How many blocks the one-pass labelling makes of n nodes.

        As :attr:`k` says, or by rule, from what is public alone: where nodes have one edge end
        each, :math:`\sqrt{n \varepsilon_b/8}` blocks leave :math:`8/\varepsilon_b` edges for a
        pair of blocks on average, several times the noise of its count.

        Examples
        --------
        >>> [PrivateBlockModel().blocks_for(4_039, epsilon) for epsilon in (0.5, 2.0, 10.0)]
        [7, 15, 35]
        """
        by_rule = math.isqrt(int(n * self.budget(epsilon)[1] / 8.0))
        return self.k or max(2, min(by_rule, MOST_BLOCKS, MOST_DRAWS // max(n, 1)))

    def budget(self, epsilon: float) -> tuple[float, float, float]:
        """What is spent on the blocks, on the counts of edges and on the degrees.

        Examples
        --------
        >>> PrivateBlockModel().budget(2.0), PrivateBlockModel(blocks="one_block").budget(2.0)
        ((1.0, 0.5, 0.5), (0.0, 1.0, 1.0))
        """
        first = 0.0 if self.blocks == "one_block" else self.share * epsilon
        rest = epsilon - first
        return first, rest - self.degree_share * rest, self.degree_share * rest

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        partitioning, counting, weighing, generating = draws.spawn(4)
        labeller = self._labeller(graph.n, float(epsilon))
        first = part_of(epsilon, self.share) if labeller else 0 * epsilon
        nodes = part_of(epsilon - first, self.degree_share)
        cells = epsilon - first - nodes
        labels = np.zeros(graph.n, dtype=np.int64)
        if labeller is not None:
            partition = labeller._drawn(
                graph, epsilon=first, draws=partitioning.named("blocks"),
                progress=progress.between(0.0, 0.6),
            )  # fmt: skip
            sizes = np.bincount(partition.labels)
            rank = np.empty(len(sizes), dtype=np.int64)
            rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
            labels = np.minimum(rank, MOST_BLOCKS - 1)[partition.labels]  # the smallest as one
        progress(0.6, "counting edges between blocks")
        counts = block_edges(graph, labels, int(labels.max(initial=0)) + 1)
        noisy = counting.draw(
            IntegerNoise(
                "edges of blocks", cells, counts, is_coarse=True,
                fact="scale of the counts",
            )
        ).astype(np.int64)  # fmt: skip
        degrees = weighing.draw(
            IntegerNoise(
                "degrees", nodes, graph.degrees, sensitivity=2, is_coarse=True,
                fact="scale of the degrees",
            )
        ).astype(np.int64)  # fmt: skip
        edges = _generated(
            labels, noisy, degrees, budget=(float(cells), float(nodes)),
            rng=generating.generator(), progress=progress,
        )  # fmt: skip
        return self._graph(graph, edges, epsilon)

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        first = "" if self.blocks == "one_block" else "The blocks cost εₚ. "
        return self._promise(epsilon, proof=f"{first}{self.proof}")

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused as what labels the nodes does."""
        if (labeller := self._labeller(graph.n, epsilon)) is not None:
            labeller.check(graph, self.budget(epsilon)[0])

    def _labeller(self, n: int, epsilon: float) -> OnePassLabelling | None:
        if self.blocks == "one_block":
            return None
        return OnePassLabelling(k=self.blocks_for(n, epsilon))


def _generated(
    labels: Ints,
    counts: Ints,
    degrees: Ints,
    *,
    budget: tuple[float, float],
    rng: np.random.Generator,
    progress: Progress = SILENT,
) -> NDArray[np.int32]:
    """The edges of a graph drawn from noisy numbers alone."""
    weights, capacities = degrees.astype(np.float64), cell_capacities(np.bincount(labels))
    cells, nodes = budget
    by_cells, by_nodes = len(counts) * _variance(cells), len(degrees) * _variance(nodes / 2.0) / 4.0
    share = by_nodes / (by_cells + by_nodes) if by_cells + by_nodes > 0.0 else 0.5
    total = float(share * counts.sum() + (1.0 - share) * weights.sum() / 2.0)
    fitted = consistent_counts(counts.astype(np.float64), capacities, total)
    wanted = np.floor(fitted + rng.random(len(fitted))).astype(np.int64)
    progress(0.7, "drawing edges")
    edges = draw_edges(labels, _shrunk(weights, nodes), np.minimum(wanted, capacities), rng=rng)
    progress(1.0, "done")
    return edges


def _shrunk(degrees: Floats, epsilon: float) -> Floats:
    """Noisy degrees drawn to their mean by the share of their variance that is noise.

    The best linear estimate of the true ones, with the variance of the true ones estimated too.
    """
    mean, variance = float(degrees.mean()), float(degrees.var())
    signal = max(variance - _variance(epsilon / 2.0), 0.0)
    share = signal / variance if variance > 0.0 else 0.0
    return np.maximum(mean + share * (degrees - mean), LEAST_DEGREE)


def _variance(epsilon: float) -> float:
    """Of two-sided geometric noise."""
    return 2.0 * math.exp(-epsilon) / math.expm1(-epsilon) ** 2
