"""Releases that ignore the data, wholly or but for the number of edges: what chance gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.data.generators.random_graphs import distinct_numbers, pairs_within
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, sorted_pair_ends
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import Progress

MOST_COIN_EDGES = 500_000
"""Edges expected of a release that ignores the data; with fair coins that is 1,400 nodes."""


@dataclass(frozen=True)
class DataIndependent(Mechanism[Graph]):
    """Reads public facts alone: the nodes, and the topology where that is public.

    Where edges are protected, every pair of nodes tosses a fair coin: edgeFlip at epsilon 0, with
    the same noise at the same stream. On more than about 1,400 nodes the coin is biased, so that
    half a million edges are expected. Where weights are protected on a public topology, every
    edge keeps its place and gets a weight that is uniform on the public range; so do the edges of
    the coins where a mechanism protects both. It answers at epsilon 0 alone and is not among
    :data:`graphdp_core.MECHANISMS`: nobody would choose it.

    Parameters
    ----------
    weight_range : tuple of two float, or None
        The public range of the weights, where a mechanism protects them.

    Notes
    -----
    *Privacy*: the distribution of a release is the same for all neighbours, so epsilon = 0.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> rng = np.random.default_rng(0)
    >>> DataIndependent().release(path, epsilon=0.0, rng=rng).noise
    EdgeNoise(true_positive_rate=0.5, false_positive_rate=0.5)
    """

    id = "ignoring"
    title = "Ignores the data"
    summary = "A release that says nothing: what is found in it is found by chance."
    source = "The level of chance, 2026"
    formula = r"A'_{ij} \sim \mathrm{Bernoulli}(1/2)"
    relation = EdgeFlip.relation
    returns = Graph
    epsilon_range = (0.0, 0.0)
    proof = "The release does not depend on the data."

    public_topology: bool = False
    weight_range: tuple[float, float] | None = None

    @classmethod
    def instead_of(cls, mechanism: Mechanism) -> DataIndependent:
        """What this mechanism becomes when it has nothing to say.

        Examples
        --------
        >>> from graphdp_core.mechanisms.weight_laplace import WeightLaplace
        >>> DataIndependent.instead_of(WeightLaplace())
        DataIndependent(public_topology=True, weight_range=(0.0, 10.0))
        """
        if isinstance(mechanism, DataIndependent):
            return mechanism
        settings: Any = mechanism  # those that protect weights have these two parameters
        has_range = hasattr(mechanism, "lowest") and hasattr(mechanism, "highest")
        usual = max(1.0, mechanism.epsilon_range[0])
        return cls(
            public_topology=mechanism.guarantee(usual).relation.edges_are_public,
            weight_range=(settings.lowest, settings.highest) if has_range else None,
        )

    @property
    def protects_weights(self) -> bool:  # type: ignore[override]
        """As what it stands for: so a survey, all of whose pairs are joined, is not refused."""
        return self.public_topology

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Everything is protected: nothing was read, but for edges that are public."""
        if not self.public_topology:
            return self._promise(epsilon)
        weights = NeighbouringRelation.WEIGHT_LINF
        return self._promise(epsilon, relation=weights, radius_text="any size")

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        """Draw one release in time and memory of its edges."""
        title = f"{graph.title}, ignored".strip()
        if self.public_topology:
            weights = None if graph.weights is None else self._weights(graph.m, rng)
            return Graph(
                graph.n, graph.edges, weights=weights, names=graph.names, title=title,
                near=graph.large_is_near,
            )  # fmt: skip
        tossed = _coins(graph, rng, progress)
        weights = None if graph.weights is None else self._weights(tossed.m, rng)
        return Graph(
            graph.n,
            tossed.edges,
            weights=weights,
            names=graph.names,
            noise=tossed.noise,
            near=graph.large_is_near,
            title=title,
        )

    def _weights(self, m: int, rng: np.random.Generator) -> np.ndarray | None:
        if self.weight_range is None:
            return None
        low, high = self.weight_range
        return rng.uniform(low, high, m)


@dataclass(frozen=True)
class SameSize(Mechanism[Graph]):
    """Reads the number of edges and nothing else: a uniformly random graph of so many.

    What it keeps, the number of edges alone decides: a good value there says nothing of the rest
    of the graph. It is a yardstick, not among :data:`graphdp_core.MECHANISMS`.

    Notes
    -----
    *Privacy*: none; it tells the number of edges.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> SameSize().release(path, epsilon=1.0, rng=np.random.default_rng(0)).m
    3
    """

    id = "same_size"
    title = "Random graph of the same size"
    summary = "As many edges, anywhere: what is found in it, their number alone decides."
    source = "The uniform random graph of Erdős and Rényi, 1959"
    formula = r"A' \sim \mathrm{Uniform}\{G : |E(G)| = m\}"
    relation = EdgeFlip.relation
    returns = Graph
    status = Status.AS_PUBLISHED_NOT_DP  # the number of edges is told as it is

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        """Draw the pairs that are edges, each set of them equally likely."""
        codes = distinct_numbers(pair_count(graph.n), graph.m, rng=rng)
        title = f"as large as {graph.title}".strip()
        return Graph(graph.n, sorted_pair_ends(graph.n, codes), names=graph.names, title=title)


def at_epsilon(mechanism: Mechanism, epsilon: float) -> Mechanism:
    """The mechanism that answers at this epsilon: itself, or at 0 what ignores the data.

    So that every slider has a stop at 0, also for a mechanism that starts above it.

    Examples
    --------
    >>> from graphdp_core.mechanisms.top_m_filter import TopMFilter
    >>> at_epsilon(TopMFilter(), 0.0), at_epsilon(TopMFilter(), 1.0)
    (DataIndependent(public_topology=False, weight_range=None), TopMFilter())
    """
    return mechanism if epsilon > 0 else DataIndependent.instead_of(mechanism)


def _coins(graph: Graph, rng: np.random.Generator, progress: Progress) -> Graph:
    """Edges by coins alone; by edgeFlip as long as there are few, so that noise moves smoothly."""
    pairs = pair_count(graph.n)
    if pairs <= 2 * MOST_COIN_EDGES:
        return EdgeFlip().release(graph, epsilon=0.0, rng=rng, progress=progress)
    probability = MOST_COIN_EDGES / pairs
    edges = pairs_within(graph.n, probability, rng=rng).astype(np.int32)
    return Graph(graph.n, edges, noise=EdgeNoise(probability, probability))
