"""What a release shows more often than a claim allows: one event for each claim."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.neighbours import Pair
from graphdp_core.lab.audits.outcomes import Refusal
from graphdp_core.results import Partition, Scores, SpanningTree

__all__ = [
    "all_but_one",
    "as_in_the_whole_path",
    "at_most_seven",
    "clearly_above",
    "clipped_path",
    "is_refused",
    "large_score",
    "node_of_two",
    "odd_group",
    "rising_edge",
    "said_twice",
    "the_path",
]


def at_most_seven(release: Partition, pair: Pair) -> bool:
    """At most seven communities."""
    return len(release.sizes) <= 7


def odd_group(release: Partition, pair: Pair) -> bool:
    """A group of an odd number of nodes."""
    return bool((release.sizes % 2).any())


def clearly_above(release: Scores, pair: Pair) -> bool:
    """Nodes 3 and 4 far above nodes 2 and 5 in the vector."""
    x = release.values
    return bool(x[3] + x[4] - x[2] - x[5] > 1.3)


def large_score(release: Scores, pair: Pair) -> bool:
    """A score above 1."""
    return bool(np.abs(release.values).max() > 1.0)


def node_of_two(release: Graph, pair: Pair) -> bool:
    """A node with two edges or more."""
    return bool(release.degrees.max() >= 2)


def is_refused(release: Any, pair: Pair) -> bool:
    """The word “undefined” in place of scores."""
    return isinstance(release, Refusal)


def said_twice(release: Graph, pair: Pair) -> bool:
    """An edge that both coins report."""
    return release.weights is not None and bool((release.weights == 3.0).any())


def rising_edge(release: SpanningTree, pair: Pair) -> bool:
    """A tree with one of the twenty edges whose weight goes up."""
    change = np.asarray(pair.right.weights) - np.asarray(pair.left.weights)
    rising = set(map(tuple, pair.left.edges[change > 0].tolist()))
    return not rising.isdisjoint(map(tuple, release.edges.tolist()))


def all_but_one(release: Graph, pair: Pair) -> bool:
    """All edges of the graph with one edge less, and no other."""
    return release.edges.tolist() == pair.left.edges.tolist()


def as_in_the_whole_path(release: Graph, pair: Pair) -> bool:
    """Edges 1, 3, 5 and 7 of the path are there, 2, 4 and 6 are not."""
    shown = set(map(tuple, release.edges.tolist()))
    return [edge in shown for edge in clipped_path()] == [True, False] * 3 + [True]


def clipped_path() -> list[tuple[int, int]]:
    """The edges of a path of eight nodes, from the end that is cut off; in the public order."""
    walk = (2, 0, 7, 6, 5, 1, 3, 4)
    return [(min(u, v), max(u, v)) for u, v in itertools.pairwise(walk)]


def the_path(release: SpanningTree, pair: Pair) -> bool:
    """The tree is the path 0, 1, 2, 3."""
    return sorted(map(sorted, release.edges.tolist())) == [[0, 1], [1, 2], [2, 3]]
