"""One edge and the likelihood: on all graphs and dendrograms of at most five nodes."""

import itertools

import pytest

from graphdp_core.sensitivities.likelihood import leaf_sensitivity, likelihood_sensitivity
from tests.dendrograms import every_dendrogram, fit, parted, places


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_likelihood_changes_by_what_is_published_and_no_more(n):
    """Of all dendrograms, by all numbers of edges at an inner node, and so for all graphs."""
    largest = 0.0
    for tree in every_dendrogram(tuple(range(n))):
        for one, other in parted(tree):
            pairs = len(one) * len(other)
            changes = [abs(fit(pairs, e + 1) - fit(pairs, e)) for e in range(pairs)]
            largest = max(largest, *changes)
    assert largest == pytest.approx(likelihood_sensitivity(n), abs=1e-12)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_places_of_a_leaf_differ_by_what_is_stated_and_no_more(n):
    """All dendrograms of n leaves, all edges of a new leaf to them, each edge taken away."""
    widest = 0.0
    rows = [set(row) for k in range(n + 1) for row in itertools.combinations(range(n), k)]
    for tree in every_dendrogram(tuple(range(n))):
        every = [groups for _, groups in places(tree, n)]
        for edge in range(n):
            group = [next(g for g in groups if edge in g) for groups in every]
            for row in rows:
                if edge in row:
                    changes = [
                        fit(len(g), len(g & row)) - fit(len(g), len(g & row) - 1) for g in group
                    ]
                    widest = max(widest, max(changes) - min(changes))
    assert widest == pytest.approx(leaf_sensitivity(n), abs=1e-12)


def test_both_grow_with_the_graph():
    for of in (leaf_sensitivity, likelihood_sensitivity):
        values = [of(n) for n in range(1, 200)]
        assert values == sorted(values)
