"""Mixed memberships: nodes that belong to several blocks at once, each by a share."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.data.generators.generator import DotProducts, Generator
from graphdp_core.data.generators.latent_points import (
    MOST_POINTS,
    block_positions,
    draw_graph,
    even_blocks,
    inner_products,
)
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import param


@dataclass(frozen=True)
class MixedMembership(Generator):
    """Every node has shares of the blocks; a pair meets in one block of each, drawn by its shares.

    The shares m_i are Dirichlet(concentration, ..., concentration), so that i and j are joined
    with probability m_i' B m_j, B with `within` on its diagonal and `between` elsewhere. That is
    an inner product of points in the simplex whose corners are the blocks' latent positions. The
    graph's positions are the same mixtures of the corners of a regular polygon.

    References
    ----------
    Airoldi E. M., Blei D. M., Fienberg S. E., Xing E. P. (2008). Mixed membership stochastic
    blockmodels. Journal of Machine Learning Research 9.
    """

    id = "mixed_membership"
    title = "Mixed membership block model"
    summary = "People in several groups at once: clusters have no borders that could be found."
    source = "Airoldi, Blei, Fienberg and Xing (2008), Journal of Machine Learning Research 9"
    label = "largest share"

    n: int = param(300, "Number of nodes", label="Nodes", low=1, high=MOST_POINTS)
    blocks: int = param(3, "Number of blocks", low=1, high=20)
    concentration: float = param(
        0.2, "How mixed the nodes are: near 0 all belong to one block, at 1 all mixtures are alike",
        low=0.01, high=10.0,
    )  # fmt: skip
    within: float = param(
        0.2, "Probability of an edge where both meet in one block", label="Edges inside a block",
        low=0.0, high=1.0,
    )  # fmt: skip
    between: float = param(
        0.02, "Probability of an edge where they meet in two", label="Edges across blocks",
        low=0.0, high=1.0,
    )  # fmt: skip

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; labels are the blocks of the largest shares."""
        shares = self.shares(rng=rng)
        latent = self._latent(shares)
        angles = math.pi / 2 + 2.0 * math.pi / self.blocks * np.arange(self.blocks)
        corners = np.column_stack((np.cos(angles), np.sin(angles)))
        names = np.array([f"block {k + 1}" for k in range(self.blocks)])
        return draw_graph(
            self.n,
            inner_products(latent.points, latent.signature),
            positions=shares @ corners,
            labels=names[shares.argmax(axis=1)],
            title=f"Mixed membership, {self.n:,} nodes, {self.blocks} blocks",
            rng=rng,
        )

    def shares(self, *, rng: np.random.Generator) -> Floats:
        """How far each node belongs to each block, shape (n, blocks); rows sum to 1."""
        return rng.dirichlet(np.full(self.blocks, self.concentration), self.n)

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts:
        """Mixtures of the blocks' positions."""
        return self._latent(self.shares(rng=rng))

    def _latent(self, shares: Floats) -> DotProducts:
        across = even_blocks(self.blocks, within=self.within, between=self.between)
        corners, signature = block_positions(across)
        return DotProducts(shares @ corners, signature)

    def expected_edges(self) -> float:
        """All pairs times the mean probability: every share is 1/k on average."""
        inside = 1.0 / self.blocks
        return pair_count(self.n) * (inside * self.within + (1.0 - inside) * self.between)
