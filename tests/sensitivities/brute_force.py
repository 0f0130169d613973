"""Local sensitivity by its definition: every neighbour graph is built and scored anew."""

import itertools
from collections.abc import Callable, Iterator

import networkx as nx
import numpy as np

from graphdp_core.centralities import edge_weights
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities.neighbours import ThetaEdges

__all__ = ["largest_move", "neighbours_of", "random_graph", "walk"]


def random_graph(seed: int, *, n: int = 9, weighted: bool = True, p: float = 0.45) -> Graph:
    """A connected random graph."""
    rng = np.random.default_rng(seed)
    while True:
        plain = nx.gnp_random_graph(n, p, seed=int(rng.integers(1 << 30)))
        if nx.is_connected(plain):
            break
    weights = rng.uniform(0.3, 2.0, plain.number_of_edges()) if weighted else None
    return Graph.from_edges(n, list(plain.edges), weights=weights)


def with_weight(graph: Graph, u: int, v: int, weight: float) -> Graph:
    """The graph with one pair set to a weight; 0 removes the edge."""
    table = {
        (int(a), int(b)): float(w)
        for (a, b), w in zip(graph.edges, edge_weights(graph), strict=True)
    }
    table[u, v] = weight
    table = {pair: w for pair, w in table.items() if w > 0}
    return Graph.from_edges(graph.n, list(table), weights=list(table.values()))


def neighbours_of(
    graph: Graph, relation: ThetaEdges, *, pairs: str = "all", shares: tuple[float, ...] = (1.0,)
) -> Iterator[Graph]:
    """All neighbours by steps of the given shares of the largest allowed ones."""
    present = {
        (int(a), int(b)): float(w)
        for (a, b), w in zip(graph.edges, edge_weights(graph), strict=True)
    }
    for pair in itertools.combinations(range(graph.n), 2):
        w, targets = present.get(pair), set()
        if w is not None:
            up = min(relation.theta, relation.highest - w)
            down = min(relation.theta, w - relation.lowest)
            targets |= {w + share * up for share in shares}
            targets |= {w - share * down for share in shares if w - share * down > 0}
            if relation.support != "fixed" and w <= relation.theta:
                targets.add(0.0)
        elif relation.support != "fixed" and pairs == "all":
            low, high = relation.lowest, min(relation.theta, relation.highest)
            if low <= high:
                targets |= {low + share * (high - low) for share in (*shares, 0.0)} - {0.0}
        for target in targets - {w}:
            other = with_weight(graph, *pair, target)
            if relation.support != "connected" or nx.is_connected(other.to_networkx()):
                yield other


def largest_move(
    graph: Graph,
    relation: ThetaEdges,
    measure: Callable[[Graph], np.ndarray],
    *,
    pairs: str = "all",
    shares: tuple[float, ...] = (1.0,),
) -> float:
    """The local sensitivity by brute force."""
    here = measure(graph)
    return max(
        (
            float(np.abs(measure(other) - here).sum())
            for other in neighbours_of(graph, relation, pairs=pairs, shares=shares)
        ),
        default=0.0,
    )


def walk(graph: Graph, relation: ThetaEdges, length: int, seed: int) -> list[Graph]:
    """A random walk from neighbour to neighbour, the start included."""
    rng = np.random.default_rng(seed)
    graphs = [graph]
    for _ in range(length):
        options = list(neighbours_of(graphs[-1], relation, shares=(1.0, 0.5)))
        graphs.append(options[rng.integers(len(options))])
    return graphs
