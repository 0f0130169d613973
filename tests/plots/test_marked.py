"""Marked nodes in words and edges: counts agree with the graphs, and every kind of result tells."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.plots.marked import marked_edges, marked_words
from graphdp_core.plots.rankings import ranks

KARATE = gdp.load_graph("karate")


def comparison(analysis, mechanism="edge_flip", epsilon=2.0):
    return gdp.compare(
        KARATE, gdp.mechanism(mechanism), gdp.analysis(analysis), epsilon=epsilon, seed=3
    )


def touching(edges, nodes):
    return {(u, v) for u, v in edges.tolist() if u in nodes or v in nodes}


@pytest.mark.parametrize("nodes", [[0], [0, 1], [5, 33, 2], list(range(34))])
def test_edges_of_marked_nodes_are_those_of_both_graphs_once_each(nodes):
    c = comparison("overview")
    true, released = touching(c.graph.edges, nodes), touching(c.release.edges, nodes)
    found = {kind: set(map(tuple, p.tolist())) for kind, p in marked_edges(c, nodes).items()}
    assert found == {
        "kept": true & released, "lost": true - released, "invented": released - true,
    }  # fmt: skip
    counts = (len(true & released), len(released - true), len(true - released))
    said = marked_words(c, nodes)
    whose = "Its" if len(nodes) == 1 else "Their"
    assert said == (
        f"{whose} {len(true)} edges: {counts[0]} kept, {counts[1]} invented, {counts[2]} lost."
    )


def test_nothing_is_said_of_nothing():
    assert marked_words(comparison("overview"), []) == ""


def test_on_the_tree_its_own_edges_count():
    c = comparison("spanning_tree")
    true, released = touching(c.baseline.edges, [0]), touching(c.private.edges, [0])
    said = marked_words(c, [0])
    assert said.startswith(f"Its {len(true)} tree edge")
    assert f": {len(true & released)} kept, {len(released - true)} invented" in said


def test_communities_say_who_changed():
    c = comparison("louvain", epsilon=1.0)
    every = list(range(KARATE.n))
    one_by_one = [marked_words(c, [node]) for node in every]
    changed = sum("changed from community" in words for words in one_by_one)
    assert 0 < changed < KARATE.n
    assert f" {changed} of {KARATE.n} changed community." in marked_words(c, every)
    still = [node for node, words in enumerate(one_by_one) if "stays in" in words]
    assert marked_words(c, still).endswith("None changed community.")


def test_a_ranking_says_ranks_before_and_after():
    c = comparison("centrality")
    before, after = ranks(c.baseline.values), ranks(c.private.values)
    assert marked_words(c, [33]).endswith(f"Rank: 34 {before[33]} → {after[33]}.")
    many = list(range(8))
    moved = np.abs(after[many] - before[many])
    assert marked_words(c, many).endswith(f"and by {moved.max()} at most.")


def test_an_embedding_says_how_far_nodes_moved():
    still = comparison("spectral", epsilon=20.0)
    assert "It moved by less than 0.01% of the cloud's radius" in marked_words(still, [0])
    assert "by 0%" not in marked_words(comparison("spectral", epsilon=1.0), [0])


def test_a_release_without_edges_says_nothing_of_them():
    c = comparison("centrality", mechanism="noisy_degrees")
    assert marked_edges(c, [0]) == {}
    assert marked_words(c, [0]).startswith("Rank: 1 ")
