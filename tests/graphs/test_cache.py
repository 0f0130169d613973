"""Results kept by a graph's fingerprint: found again by equal graphs, few, and no graph held."""

import gc
import weakref

import pytest

from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph


def path(n):
    return Graph.from_edges(n, [(i, i + 1) for i in range(n - 1)])


def test_an_equal_graph_finds_what_was_made_and_another_key_or_graph_does_not():
    cache = GraphCache(size=8)
    assert cache.get(path(3), "m", lambda: 1) == 1
    assert cache.get(path(3), "m", lambda: 2) == 1
    assert cache.get(path(3), "n", lambda: 3) == 3
    assert cache.get(path(4), "m", lambda: 4) == 4


def test_the_least_recently_used_leaves_first():
    cache = GraphCache(size=2)
    for n in (2, 3, 2, 4):
        cache.get(path(n), "m", lambda n=n: n)
    assert len(cache) == 2
    assert cache.get(path(2), "m", lambda: -1) == 2
    assert cache.get(path(3), "m", lambda: -1) == -1


def test_no_graph_is_held_and_no_error_is_kept():
    cache, graph = GraphCache(size=2), path(5)
    with pytest.raises(ZeroDivisionError):
        cache.get(graph, "m", lambda: 1 // 0)
    assert len(cache) == 0
    assert cache.get(graph, "m", lambda m=graph.m: m) == 4
    gone = weakref.ref(graph)
    del graph
    gc.collect()
    assert gone() is None
