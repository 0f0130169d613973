"""Settings of all mechanisms, and neighbours that tempt them to behave differently."""

import dataclasses
import itertools

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import surveys_apart
from graphdp_core.params import schema
from graphdp_core.privacy.guarantee import NeighbouringRelation

__all__ = ["fitted", "settings", "tempting"]

PERSONS = (NeighbouringRelation.PERSON_ADD, NeighbouringRelation.PERSON_REPLACE)
PUBLIC_EDGES = (
    NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT,
    NeighbouringRelation.WEIGHT_L1,
    NeighbouringRelation.WEIGHT_LINF,
    NeighbouringRelation.WEIGHT_ONE,
)


def settings(kind):
    """The default and every other choice of every parameter, one parameter at a time."""
    yield kind()
    for parameter in schema(kind):
        values = parameter.choices or ((False, True) if parameter.type is bool else ())
        for value in (*values, *parameter.examples):
            if value != parameter.default:
                yield kind(**{parameter.name: value})
                if kind.id == "noisy_centrality" and parameter.name == "calibration":
                    yield kind(calibration=value, score="eigenvector")
                    yield kind(calibration=value, score="closeness")
                    yield kind(calibration=value, score="closeness", support="fixed")


def tempting(made):
    """Pairs of neighbours, under the promised relation, that tempt to behave differently."""
    relation = made.guarantee(1.0).relation
    if relation in PERSONS:
        pairs = surveys_apart(replaced=relation is NeighbouringRelation.PERSON_REPLACE)
        for _, left, right in itertools.islice(pairs, 0, None, 7):
            yield _named(left), _named(right)
    elif relation in PUBLIC_EDGES:
        yield from _weights_apart(made)
    elif relation is NeighbouringRelation.NODE:
        yield from _nodes_apart()
    elif relation is NeighbouringRelation.NODE_ADD:
        yield from _nodes_more()
    else:
        yield from _edges_apart(made)


def _weights_apart(made):
    ring = [(i, (i + 1) % 12) for i in range(12)] + [(0, 6), (2, 9)]
    below, above = np.ones(14), np.ones(14)
    yield _graph(12, ring, below), _graph(12, ring, np.append(above[1:], 1.5))
    if made.id != "noisy_centrality":  # its public range starts above 0
        for low, high in ((0.0, -0.5), (1e12, 1e12 + 0.5), (-1e12, -1e12 - 0.5)):
            below[0], above[0] = low, high
            yield _graph(12, ring, below), _graph(12, ring, above)


def _nodes_apart():
    """All edges of the last node, among others with no, some and all edges."""
    for n in (12, 6):
        star = [(i, n - 1) for i in range(n - 1)]
        path = [(i, i + 1) for i in range(n - 2)]
        for rest in ([], path, list(itertools.combinations(range(n - 1), 2))):
            yield _graph(n, rest), _graph(n, rest + star)
            yield _graph(n, rest + star[:1]), _graph(n, rest + star[-1:])


def _nodes_more():
    """One node more, with some edges: also the first, and one beyond any public limit."""
    for n in (1, 5, 12):
        star = [(i, n) for i in range(n)]
        for rest in ([], list(itertools.combinations(range(n), 2))):
            for own in ([], star):
                yield _graph(n, rest), _graph(n + 1, rest + own)
    yield _graph(2_000, [(0, 1)]), _graph(2_001, [(0, 1)])


def _edges_apart(made):
    """One edge, which does not touch the node that a release is for."""
    complete = list(itertools.combinations(range(12), 2))
    triangles = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
    path = [(i, i + 1) for i in range(11)]
    yield _graph(12, []), _graph(12, [(1, 2)])
    yield _graph(12, complete[:-1]), _graph(12, complete)
    if getattr(made, "support", "") != "connected":
        yield _graph(6, triangles), _graph(6, [*triangles, (2, 3)])
        yield _graph(12, path[:5] + path[6:]), _graph(12, path)


def _named(graph):
    """The same survey with what else a graph may carry, none of which may be released."""
    labels = np.arange(graph.n, dtype=np.int32) % 2
    names = tuple(f"question {i}" for i in range(graph.n))
    return dataclasses.replace(
        graph, labels=labels, label_names=("a", "b"), names=names, title="a graph"
    )


def _graph(n, edges, weights=None):
    return Graph.from_edges(
        n, edges, weights=weights, labels=[i % 2 for i in range(n)],
        positions=np.random.default_rng(0).random((n, 2)), names=[f"node {i}" for i in range(n)],
        title="a graph",
    )  # fmt: skip


def fitted(made):
    """Weights of the test graphs lie in 1 to 1.5: a range that is public here."""
    if made.id == "noisy_centrality" and made.support == "fixed":
        return dataclasses.replace(made, highest=2.0)
    return made
