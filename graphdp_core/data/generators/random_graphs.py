"""Random graph models with exact sparse samplers: time and memory in the number of edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.generators.generator import DotProducts, Generator
from graphdp_core.data.generators.latent_points import block_positions, even_blocks
from graphdp_core.data.generators.random_pairs import pairs_between, pairs_within
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import param


@dataclass(frozen=True)
class ErdosRenyi(Generator):
    """G(n, p): every pair is an edge with probability p, independently.

    References
    ----------
    Gilbert E. N. (1959). Random graphs. Annals of Mathematical Statistics 30.
    """

    id = "erdos_renyi"
    title = "Erdős–Rényi"
    summary = "No structure at all: what an analysis finds here is noise."
    source = "Gilbert (1959), Annals of Mathematical Statistics 30"

    n: int = param(300, "Number of nodes", label="Nodes", low=1, high=100_000)
    p: float = param(0.03, "Probability of every edge", label="Edge probability", low=0.0, high=1.0)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph."""
        edges = pairs_within(self.n, self.p, rng=rng)
        title = f"Erdős–Rényi, {self.n:,} nodes, p = {self.p:g}"
        return Graph.from_edges(self.n, edges, title=title)

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts:
        """One point, for all nodes."""
        point, signature = block_positions([[self.p]])
        return DotProducts(np.repeat(point, self.n, axis=0), signature)

    def expected_edges(self) -> float:
        """n(n-1)/2 p."""
        return pair_count(self.n) * self.p


@dataclass(frozen=True)
class StochasticBlockModel(Generator):
    """Blocks of equal size; a pair is an edge with one probability inside, another across.

    References
    ----------
    Holland P. W., Laskey K. B., Leinhardt S. (1983). Stochastic blockmodels: first steps.
    Social Networks 5.
    """

    id = "sbm"
    title = "Stochastic block model"
    summary = "Known communities: see at which epsilon they can no longer be found."
    source = "Holland, Laskey and Leinhardt (1983), Social Networks 5"
    label = "block"
    at_most_n = ("blocks",)

    n: int = param(300, "Number of nodes", label="Nodes", low=1, high=100_000)
    blocks: int = param(3, "Number of blocks", low=1, high=50)
    within: float = param(
        0.2,
        "Probability of an edge inside a block",
        label="Edges inside a block",
        low=0.0,
        high=1.0,
    )
    between: float = param(
        0.02, "Probability of an edge across blocks", label="Edges across blocks", low=0.0, high=1.0
    )

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; labels are the blocks."""
        sizes = self.sizes()
        first = np.concatenate(([0], np.cumsum(sizes)))
        pieces = []
        for a in range(self.blocks):
            pieces.append(pairs_within(int(sizes[a]), self.within, rng=rng) + first[a])
            # All later blocks at once: they share one probability.
            later = int(self.n - first[a + 1])
            cross = pairs_between(int(sizes[a]), later, self.between, rng=rng)
            pieces.append(cross + first[a : a + 2])
        return Graph.from_edges(
            self.n,
            np.concatenate(pieces),
            labels=np.repeat([f"block {k + 1}" for k in range(self.blocks)], sizes),
            title=f"SBM, {self.n:,} nodes, {self.blocks} blocks",
        )

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts:
        """One point for each block; blocks that avoid their own count negatively."""
        across = even_blocks(self.blocks, within=self.within, between=self.between)
        points, signature = block_positions(across)
        return DotProducts(np.repeat(points, self.sizes(), axis=0), signature)

    def sizes(self) -> NDArray[np.int64]:
        """Nodes in each block, as equal as can be, shape (blocks,)."""
        share, rest = divmod(self.n, self.blocks)
        return np.full(self.blocks, share) + (np.arange(self.blocks) < rest)

    def expected_edges(self) -> float:
        """Pairs inside times `within` plus pairs across times `between`."""
        inside = sum(pair_count(int(size)) for size in self.sizes())
        return inside * self.within + (pair_count(self.n) - inside) * self.between


@dataclass(frozen=True)
class BarabasiAlbert(Generator):
    """Growth with preferential attachment, from a star of attach + 1 nodes.

    Every new node joins `attach` distinct nodes, drawn one after the other with probability
    proportional to degree and repeats drawn again. The number of edges is attach (n - attach).

    References
    ----------
    Barabási A.-L., Albert R. (1999). Emergence of scaling in random networks. Science 286.
    """

    id = "barabasi_albert"
    title = "Barabási–Albert"
    summary = "A few hubs and many small degrees: for rankings and centrality."
    source = "Barabási and Albert (1999), Science 286"
    no_dot_products = "Edges depend on those before them."
    below_n = ("attach",)

    n: int = param(300, "Number of nodes", label="Nodes", low=2, high=100_000)
    attach: int = param(3, "Edges that each new node brings", low=1, high=20)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph."""
        # Every edge puts both ends on the list: a uniform entry is a node in ratio to degree.
        ends = [end for leaf in range(1, self.attach + 1) for end in (0, leaf)]
        for node in range(self.attach + 1, self.n):
            chosen: dict[int, None] = {}
            while len(chosen) < self.attach:
                draws = rng.integers(0, len(ends), size=self.attach - len(chosen))
                chosen.update((ends[draw], None) for draw in draws.tolist())
            for target in chosen:
                ends += (target, node)
        edges = np.array(ends).reshape(-1, 2)
        title = f"Barabási–Albert, {self.n:,} nodes, {self.attach} edges each"
        return Graph.from_edges(self.n, edges, title=title)

    def expected_edges(self) -> float:
        """attach (n - attach), exactly."""
        return self.attach * (self.n - self.attach)
