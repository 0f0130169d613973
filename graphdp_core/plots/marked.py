"""Nodes that a reader has marked: their edges by kind, and in words what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.kinds import Nodes, kind_named
from graphdp_core.plots.pair.edges import Edges, HasEdges, edge_kinds
from graphdp_core.plots.sides import Compared
from graphdp_core.results import SpanningTree

__all__ = ["marked_words"]

FEW = 4  # nodes whose ranks are told one by one


@dataclass(frozen=True, eq=False)
class _Part:
    """Some edges of a graph or tree, shape (k, 2)."""

    edges: Edges


def marked_edges(c: Compared, nodes: Sequence[int]) -> dict[str, Edges]:
    """The edges with a marked end, by what the release did to them; each edge once.

    Of the two trees where spanning trees are compared, else of the two graphs. A release that is
    no graph says nothing of edges: there are none then.

    Parameters
    ----------
    c : Comparison
    nodes : sequence of int
        Node numbers, 0 <= node < n.

    Returns
    -------
    dict of "kept", "lost", "invented" to ndarray of int, shape (k, 2)

    Notes
    -----
    *Privacy*: reads the true graph; not private. Time is linear in the number of edges.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> c = gdp.compare(path, gdp.mechanism("edge_flip"), gdp.analysis("overview"), epsilon=20.0)
    >>> {kind: pairs.tolist() for kind, pairs in marked_edges(c, [0]).items()}
    {'kept': [[0, 1]], 'lost': [], 'invented': []}
    """
    is_tree = isinstance(c.baseline, SpanningTree)
    true, released = (c.baseline, c.private) if is_tree else (c.graph, c.release)
    if not (is_tree or isinstance(released, Graph)):
        return {}
    is_marked = np.zeros(c.graph.n, dtype=np.bool_)
    is_marked[np.asarray(nodes, dtype=np.int64)] = True
    return edge_kinds(_at(true, is_marked), _at(released, is_marked))


def marked_words(c: Compared, nodes: Sequence[int]) -> str:
    """What became of the marked nodes, in one to three short sentences; "" without nodes.

    Their edges by kind, and what the page is about: who changed community, ranks before and after,
    edges of the tree, how far they moved.

    Parameters
    ----------
    c : Comparison
    nodes : sequence of int
        Node numbers, 0 <= node < n.

    Notes
    -----
    *Privacy*: reads the true graph; not private.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> karate = gdp.load_graph("karate")
    >>> c = gdp.compare(karate, gdp.mechanism("edge_flip"), gdp.analysis("louvain"), epsilon=20.0)
    >>> marked_words(c, [0, 1])
    'Their 24 edges: 24 kept, 0 invented, 0 lost. None changed community.'
    """
    if not len(nodes):
        return ""
    chosen = np.unique(np.asarray(nodes, dtype=np.int64))
    tell = kind_named(c.baseline.kind).tell
    return " ".join(filter(None, (_edge_words(c, chosen), tell(c, chosen) if tell else "")))


def _at(whole: HasEdges, is_marked: NDArray[np.bool_]) -> _Part:
    return _Part(whole.edges[is_marked[whole.edges].any(axis=1)])


def _edge_words(c: Compared, nodes: Nodes) -> str:
    kinds = marked_edges(c, nodes.tolist())
    if not kinds:
        return ""
    kept, lost, invented = (len(kinds[kind]) for kind in ("kept", "lost", "invented"))
    true, whose = kept + lost, "Its" if len(nodes) == 1 else "Their"
    what = "tree edge" if isinstance(c.baseline, SpanningTree) else "edge"
    edges = f"{true:,} {what}{'' if true == 1 else 's'}"
    return f"{whose} {edges}: {kept:,} kept, {invented:,} invented, {lost:,} lost."
