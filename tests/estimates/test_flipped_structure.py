"""Components and eigenvalues from flips."""

from itertools import combinations, product

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.flipped_structure import without_noise
from graphdp_core.graphs.edge_noise import EdgeNoise

DRAWS, LEAST = 60, 49  # fewer hold the truth with a chance of 1e-4, where 95 % do


def released(graph, epsilon, rng):
    return gdp.mechanism("edge_flip").release(graph, epsilon=epsilon, rng=rng)


@pytest.mark.long
def test_the_leading_eigenvalue_is_held_as_often_as_said():
    graph = gdp.generate("sbm", n=150, seed=1, within=0.5, between=0.2)
    true, rng = np.linalg.eigvalsh(graph.adjacency().toarray())[-1], np.random.default_rng(2)
    rows = [
        gdp.estimate(released(graph, 3.0, rng), statistics=["eigenvalues"])["eigenvalues no. 1"]
        for _ in range(DRAWS)
    ]
    assert all(row.is_known for row in rows)
    assert sum(row.low <= true <= row.high for row in rows) >= LEAST


def test_what_pushes_eigenvalues_apart_is_taken_away():
    """Of a matrix with a bulk of its own, on average to a tenth of what was added."""
    rng, n, v = np.random.default_rng(0), 400, 0.04
    bulk = rng.normal(size=(n, n)) * np.sqrt(0.02)
    true = np.triu(bulk, 1) + np.triu(bulk, 1).T + 16.0 / n
    values, pushed, value = [], [], np.linalg.eigvalsh(true)[-1]
    for _ in range(12):
        noise = np.triu(rng.normal(size=(n, n)) * np.sqrt(v), 1)
        seen = np.linalg.eigvalsh(true + noise + noise.T)[::-1]
        spread = float(np.square(seen[4:]).mean())
        values.append(without_noise(seen[0], v, seen[1:4], n - 4, spread) - value)
        pushed.append(seen[0] - value)
    assert abs(np.mean(values)) < 0.25 * abs(np.mean(pushed))


def test_an_eigenvalue_within_the_noise_is_hidden():
    assert np.isnan(without_noise(3.0, 1.0, np.empty(0), 10, 9.0))
    sparse = gdp.generate("sbm", n=200, seed=1, within=0.05, between=0.01)
    row = gdp.estimate(released(sparse, 1.0, np.random.default_rng(0)), statistics=["eigenvalues"])[
        "eigenvalues no. 1"
    ]
    assert not row.is_known


@pytest.mark.parametrize("epsilon", [9.0, 11.0])
def test_components_are_within_the_number_of_flips(epsilon):
    graph, rng = (
        gdp.generate("sbm", n=80, seed=1, within=0.06, between=0.0),
        np.random.default_rng(3),
    )
    true = int(graph.components.max()) + 1
    rows = [
        gdp.estimate(released(graph, epsilon, rng), statistics=["components"])["components"]
        for _ in range(DRAWS)
    ]
    known = [row for row in rows if row.is_known]
    assert len(known) == DRAWS
    assert sum(row.low <= true <= row.high for row in known) >= LEAST


@pytest.mark.parametrize("epsilon", [1.0, 3.0, 6.0])
def test_components_are_held_by_the_law_whatever_the_graph_of_four_nodes(epsilon):
    """All 64 graphs, all 64 releases of each, with their chances: nothing is drawn."""
    pairs = np.array(list(combinations(range(4), 2)), dtype=np.int32)
    kept = np.array(list(product((False, True), repeat=6)))
    parts = np.array([gdp.Graph(4, pairs[k]).components.max() + 1 for k in kept])
    q = 1.0 / (1.0 + np.exp(epsilon))
    away = (kept[:, None] != kept[None]).sum(axis=-1)
    law = q**away * (1.0 - q) ** (6 - away)
    rows = [
        gdp.estimate(gdp.Graph(4, pairs[k], noise=EdgeNoise(1.0 - q, q)), statistics=["components"])
        for k in kept
    ]
    low, high, known = np.array(
        [[row.low, row.high, row.is_known] for (row,) in rows], dtype=float
    ).T  # fmt: skip
    missed = known * ((parts[:, None] < low) | (parts[:, None] > high))
    assert ((law * missed).sum(axis=1) <= 0.05 * (law @ known)).all()


@pytest.mark.parametrize(
    ("graph", "epsilon", "widest"),
    [
        (gdp.load_graph("karate"), 6.0, 4.0),
        (gdp.generate("erdos_renyi", n=2000, seed=1, p=1.5e-4), 8.0, 150.0),
    ],
    ids=["karate", "sparse"],
)  # fmt: skip
def test_components_are_told_where_invented_edges_could_join_few_or_did_join_most(
    graph, epsilon, widest
):
    """Of 60 releases of the sparse one 670 edges each are invented."""
    true, rng = int(graph.components.max()) + 1, np.random.default_rng(3)
    rows = [
        gdp.estimate(released(graph, epsilon, rng), statistics=["components"])["components"]
        for _ in range(DRAWS)
    ]
    assert all(row.is_known and row.high - row.low <= widest for row in rows)
    assert sum(row.low <= true <= row.high for row in rows) >= LEAST


@pytest.mark.long
def test_a_pair_of_nodes_that_noise_joined_is_no_eigenvalue():
    """Ten nodes joined with each other and forty alone: the second eigenvalue is 0."""
    clique = gdp.Graph.from_edges(50, list(combinations(range(10), 2)))
    rng, second, joined = np.random.default_rng(2), [], 0
    for _ in range(100):
        noisy = released(clique, 8.0, rng)
        second.append(gdp.estimate(noisy, statistics=["eigenvalues"])["eigenvalues no. 2"])
        joined += int((noisy.edges.min(axis=1) >= 10).any())
    assert joined >= 12, "two of the forty"
    assert not any(row.is_known for row in second)
