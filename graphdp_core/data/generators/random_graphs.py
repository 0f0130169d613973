"""Random graph models with exact sparse samplers: time and memory in the number of edges.

Exact sparse sampling of node pairs: Bernoulli pairs in time and memory of the pairs drawn.

Classic random graphs: planted partition, small world, clustered hubs, near points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.dataset import people
from graphdp_core.data.generators.generator import DotProducts, Generator
from graphdp_core.data.generators.latent_points import block_positions, even_blocks
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.intake.files.numbers import sorted_distinct
from graphdp_core.params import Refused, param


def pairs_within(n: int, probability: float, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """Every pair u < v of n nodes with the same probability, independently; sorted, shape (m, 2).

    Steps: m ~ Binomial(n(n-1)/2, probability), then m distinct uniform pairs. Given its number,
    a set of independent equally likely pairs is uniform, so the distribution is exact.

    Examples
    --------
    >>> pairs_within(3, 1.0, rng=np.random.default_rng(0)).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    population = n * (n - 1) // 2
    codes = distinct_numbers(population, int(rng.binomial(population, probability)), rng=rng)
    # Counted from the last pair backwards, pair (u, v) has the code b(b-1)/2 + a with
    # a = n-1-v < b = n-1-u, so that b comes from a root, off by one at most in floating point.
    codes = population - 1 - codes
    b = ((1 + np.sqrt(1 + 8 * codes.astype(np.float64))) / 2).astype(np.int64)
    b -= b * (b - 1) // 2 > codes
    b += b * (b + 1) // 2 <= codes
    a = codes - b * (b - 1) // 2
    return np.column_stack((n - 1 - b, n - 1 - a))


def pairs_between(
    rows: int, columns: int, probability: float, *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Every pair (i, j) in rows x columns with the same probability, independently; sorted.

    Examples
    --------
    >>> pairs_between(1, 2, 1.0, rng=np.random.default_rng(0)).tolist()
    [[0, 0], [0, 1]]
    """
    population = rows * columns
    codes = distinct_numbers(population, int(rng.binomial(population, probability)), rng=rng)
    return np.column_stack(np.divmod(codes, max(columns, 1)))


def distinct_numbers(population: int, size: int, *, rng: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random subset of {0, ..., population-1} of the given size, sorted.

    Numbers are drawn with replacement until enough distinct ones are there. Given how many these
    are, their set is uniform by symmetry, and so is a uniform subset of it. More than half of a
    population is drawn by its complement.
    """
    if not 0 <= size <= population:
        raise ValueError(f"size must be an integer from 0 to {population}, got {size}.")
    if 2 * size > population:
        left_out = distinct_numbers(population, population - size, rng=rng)
        kept = np.ones(population, dtype=bool)
        kept[left_out] = False
        return np.flatnonzero(kept)
    numbers = np.empty(0, dtype=np.int64)
    while len(numbers) < size:
        # With at most half the population wanted, this many draws are enough in one or two rounds.
        missing = size - len(numbers)
        draws = missing + missing * size // max(population, 1) + 16
        more = rng.integers(0, population, size=draws)
        numbers = sorted_distinct(np.concatenate((numbers, more)))
    if len(numbers) > size:
        dropped = rng.choice(len(numbers), size=len(numbers) - size, replace=False)
        numbers = np.delete(numbers, dropped)
    return numbers


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
        pupils = people("school", self.n)
        word = "class" if pupils else "block"
        drawn = Graph.from_edges(
            self.n,
            np.concatenate(pieces),
            labels=np.repeat([f"{word} {k + 1}" for k in range(self.blocks)], sizes),
            title=f"SBM, {self.n:,} nodes, {self.blocks} blocks",
        )
        return replace(drawn, people=pupils)

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


@dataclass(frozen=True)
class PlantedPartition(Generator):
    """Groups of equal size with a mean degree and the share of edges that leave the group.

    The stochastic block model whose two probabilities follow from these; with 4 groups of 32 and
    mean degree 16 it is the benchmark of Girvan and Newman.

    References
    ----------
    Condon A., Karp R. M. (2001). Algorithms for graph partitioning on the planted partition
    model. Random Structures and Algorithms 18. Girvan M., Newman M. E. J. (2002). PNAS 99.
    """

    id = "planted_partition"
    title = "Planted partition"
    summary = "Four equal groups by default: turn up the mixing until no method finds them."
    source = "Condon and Karp (2001), Random Structures and Algorithms 18"
    label = "group"
    at_most_n = ("groups",)

    n: int = param(128, "Number of nodes", label="Nodes", low=2, high=100_000)
    groups: int = param(4, "Number of groups", low=1, high=50)
    degree: float = param(16.0, "Mean degree", low=0.1, high=200.0)
    mixing: float = param(0.2, "Share of edges that leave their group", low=0.0, high=1.0)

    def check(self) -> None:
        """Raise Refused unless the two probabilities are probabilities."""
        super().check()
        within, between = self.probabilities()
        if within > 1 or between > 1:
            raise Refused(
                f"degree must be smaller for groups of {self.n // self.groups} nodes: with degree "
                f"= {self.degree:g} a pair would be joined with probability "
                f"{max(within, between):.3g}."
            )

    def probabilities(self) -> tuple[float, float]:
        """Of an edge inside a group, and of one across groups."""
        share, rest = divmod(self.n, self.groups)
        inside = rest * pair_count(share + 1) + (self.groups - rest) * pair_count(share)
        across = pair_count(self.n) - inside
        edges = self.n * self.degree / 2
        within = edges * (1 - self.mixing) / inside if inside else 0.0
        return within, edges * self.mixing / across if across else 0.0

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; labels are the groups."""
        drawn = self._model().generate(rng=rng)
        title = f"Planted partition, {self.n:,} nodes, mixing {self.mixing:g}"
        names = tuple(f"group {name.split()[1]}" for name in drawn.label_names)
        return replace(drawn, label_names=names, title=title)

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts:
        """As of the block model that it is."""
        return self._model().dot_products(rng=rng)

    def expected_edges(self) -> float:
        """Pairs inside and across times their probabilities: n degree / 2."""
        return self.n * self.degree / 2

    def _model(self) -> StochasticBlockModel:
        within, between = self.probabilities()
        return StochasticBlockModel(n=self.n, blocks=self.groups, within=within, between=between)


@dataclass(frozen=True)
class WattsStrogatz(Generator):
    """A ring whose nodes know their nearest neighbours, with some edges led elsewhere.

    Each of n neighbours / 2 edges is, with the given probability, led to a node drawn uniformly
    from those it does not know; the number of edges stays.

    References
    ----------
    Watts D. J., Strogatz S. H. (1998). Collective dynamics of 'small-world' networks. Nature 393.
    """

    id = "watts_strogatz"
    title = "Watts–Strogatz"
    summary = "A small world: many triangles and short paths; a ring if nothing is rewired."
    source = "Watts and Strogatz (1998), Nature 393"
    no_dot_products = "Edges are led away one by one, and the ring has no few dimensions."
    most_edges = 1_000_000  # networkx takes 17 us for one

    n: int = param(200, "Number of nodes", label="Nodes", low=3, high=100_000)
    neighbours: int = param(6, "Neighbours on the ring, half on each side (even)", low=2, high=50)
    rewire: float = param(0.1, "Probability that an edge is rewired", low=0.0, high=1.0)

    def check(self) -> None:
        """Raise Refused unless neighbours is even and less than n."""
        if self.neighbours % 2 or self.neighbours >= self.n:
            raise Refused(
                f"neighbours must be even and less than n = {self.n}, got {self.neighbours}."
            )

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph, by networkx."""
        title = f"Watts–Strogatz, {self.n:,} nodes, rewiring {self.rewire:g}"
        return _by_networkx(self.id, self.n, self.neighbours, self.rewire, title=title, rng=rng)

    def expected_edges(self) -> float:
        """n neighbours / 2, exactly."""
        return self.n * self.neighbours / 2


@dataclass(frozen=True)
class PowerlawCluster(Generator):
    """Growth with preferential attachment in which many new edges close a triangle.

    References
    ----------
    Holme P., Kim B. J. (2002). Growing scale-free networks with tunable clustering. Physical
    Review E 65.
    """

    id = "powerlaw_cluster"
    title = "Power-law cluster"
    summary = "Hubs and triangles together, as in social networks: for triangle counts and ranks."
    source = "Holme and Kim (2002), Physical Review E 65"
    no_dot_products = "Edges depend on those before them."
    most_edges = 200_000  # networkx takes 100 us for one
    below_n = ("attach",)

    n: int = param(300, "Number of nodes", label="Nodes", low=2, high=50_000)
    attach: int = param(3, "Edges that each new node brings", low=1, high=20)
    triangle: float = param(0.5, "Probability that an edge closes a triangle", low=0.0, high=1.0)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph, by networkx."""
        title = f"Power-law cluster, {self.n:,} nodes, {self.attach} edges each"
        return _by_networkx(self.id, self.n, self.attach, self.triangle, title=title, rng=rng)

    def expected_edges(self) -> float:
        """attach (n - attach): an upper bound that is nearly reached."""
        return self.attach * (self.n - self.attach)


@dataclass(frozen=True)
class RandomGeometric(Generator):
    """Uniform points in the unit square, joined where they are near; positions are kept.

    References
    ----------
    Gilbert E. N. (1961). Random plane networks. Journal of the SIAM 9.
    """

    id = "random_geometric"
    title = "Random geometric graph"
    summary = "Points joined with all points near them: a graph that knows its place in the plane."
    source = "Gilbert (1961), Journal of the SIAM 9"
    no_dot_products = (
        "Near points are joined for sure: a step of the distance has no few dimensions."
    )

    n: int = param(300, "Number of points", label="Nodes", low=1, high=100_000)
    radius: float = param(0.1, "Largest length of an edge", low=0.001, high=1.5)

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph."""
        from scipy.spatial import cKDTree

        points = rng.random((self.n, 2))
        pairs = cKDTree(points).query_pairs(self.radius, output_type="ndarray")
        title = f"Random geometric graph, {self.n:,} points, radius {self.radius:g}"
        return Graph.from_edges(self.n, pairs, positions=points, title=title)

    def expected_edges(self) -> float:
        """n(n-1)/2 times the chance that two uniform points of the square are near.

        For a radius r up to 1 that is pi r^2 - 8 r^3 / 3 + r^4 / 2; all pairs are counted above.
        """
        r = self.radius
        near = math.pi * r**2 - 8 * r**3 / 3 + r**4 / 2 if r <= 1 else 1.0
        return pair_count(self.n) * near


def _by_networkx(
    id: str, n: int, *parameters: float, title: str, rng: np.random.Generator
) -> Graph:
    import networkx as nx

    graph = getattr(nx, f"{id}_graph")(n, *parameters, seed=int(rng.integers(2**31)))
    edges = np.array(list(graph.edges), dtype=np.int64).reshape(-1, 2)
    return Graph.from_edges(n, edges, title=title)
