"""Every generator follows its law, repeats with its seed and refuses knobs that do not fit."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest, chi2
from sklearn.neighbors import kneighbors_graph

from graphdp_core.datasets import GENERATORS, Generator, generate, generator
from graphdp_core.params import schema


@pytest.mark.parametrize("kind", GENERATORS, ids=lambda kind: kind.id)
class TestEveryGenerator:
    def test_one_seed_gives_one_graph_and_another_seed_another(self, kind: type[Generator]) -> None:
        first = generate(kind.id, seed=7)
        assert generate(kind.id, seed=7) == first
        assert generate(kind.id, seed=8) != first

    def test_the_graph_has_as_many_nodes_as_asked_and_a_readable_title(
        self, kind: type[Generator]
    ) -> None:
        graph = generate(kind.id, n=120)
        assert graph.n == 120
        assert "120" in graph.title

    def test_labels_are_there_exactly_if_they_are_named(self, kind: type[Generator]) -> None:
        assert (generate(kind.id).labels is not None) == bool(kind.label)

    def test_it_says_what_it_is_and_explains_every_knob(self, kind: type[Generator]) -> None:
        assert all((kind.id, kind.title, kind.summary, kind.source))
        assert all(knob.help and (knob.choices or knob.high is not None) for knob in schema(kind))

    def test_an_unknown_knob_gives_the_list_of_known_ones(self, kind: type[Generator]) -> None:
        with pytest.raises(ValueError, match=f"'{kind.id}' has no knob colour; its knobs are: n,"):
            generate(kind.id, colour=3)

    def test_a_knob_out_of_range_is_refused(self, kind: type[Generator]) -> None:
        with pytest.raises(ValueError, match=r"n must be a whole number from .* got -5"):
            generate(kind.id, n=-5)

    def test_the_smallest_graph_can_be_drawn(self, kind: type[Generator]) -> None:
        knobs = {knob.name: knob for knob in schema(kind)}
        smallest = {"n": int(knobs["n"].low or 0)}
        for name in ("blocks", "attach", "neighbours", "centres"):
            if name in knobs:
                smallest[name] = 1
        assert generate(kind.id, **smallest).n == smallest["n"]


def test_an_unknown_generator_gives_the_list_of_known_ones() -> None:
    with pytest.raises(ValueError, match=r"generator must be one of sbm, .* got 'lattice'"):
        generate("lattice")


@pytest.mark.parametrize("seed", [-1, 1.5, True, "0"])
def test_a_seed_that_is_no_whole_number_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="seed must be a whole number from 0"):
        generate("sbm", seed=seed)


@pytest.mark.parametrize(
    "knobs",
    [
        {"id": "erdos_renyi", "n": 100_000, "p": 0.5},
        {"id": "sbm", "n": 100_000},
        {"id": "rdpg_circle", "n": 5_000, "radius": 0.1, "centre": 0.9},
    ],
)
def test_a_graph_with_too_many_edges_is_refused_before_it_is_drawn(knobs: dict) -> None:
    with pytest.raises(ValueError, match=r"about [\d,]+ edges, 5,000,000 are allowed; use fewer"):
        generator(**knobs)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"id": "sbm", "n": 3, "blocks": 4}, "blocks must be at most n = 3, got 4"),
        ({"id": "barabasi_albert", "n": 4, "attach": 4}, "attach must be less than n = 4, got 4"),
        (
            {"id": "rdpg_circle", "radius": 0.3, "centre": 0.4},
            "centre must be a number from 0.4243",
        ),
        ({"id": "rdpg_circle", "radius": 0.3, "centre": 0.71}, "to 0.7000 for radius = 0.3"),
        ({"id": "moons", "n": 8, "neighbours": 8}, "neighbours must be less than n = 8, got 8"),
        ({"id": "blobs", "n": 9, "centres": 10}, "centres must be at most n = 9, got 10"),
    ],
)
def test_knobs_that_do_not_fit_together_are_refused(knobs: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generator(**knobs)


def test_erdos_renyi_has_the_expected_number_of_edges() -> None:
    # Two-sided binomial test at 1e-6 over 100 graphs.
    total = sum(generate("erdos_renyi", n=100, p=0.05, seed=seed).m for seed in range(100))
    assert binomtest(total, 100 * 4950, 0.05).pvalue > 1e-6


def test_sbm_block_counts_follow_the_binomial_law() -> None:
    # Sum of z^2 over 100 graphs x 6 block pairs against chi-square, two-sided, at 1e-6 each side.
    kind = generator("sbm", n=91, blocks=3, within=0.3, between=0.1)
    sizes = kind.sizes()
    assert sizes.tolist() == [31, 30, 30]
    total = 0.0
    for seed in range(100):
        graph = kind.generate(rng=np.random.default_rng(seed))
        ends = np.sort(graph.labels[graph.edges], axis=1)
        for a in range(3):
            for b in range(a, 3):
                pairs = sizes[a] * (sizes[a] - 1) / 2 if a == b else sizes[a] * sizes[b]
                p = 0.3 if a == b else 0.1
                count = np.sum((ends[:, 0] == a) & (ends[:, 1] == b))
                total += (count - pairs * p) ** 2 / (pairs * p * (1 - p))
    assert 1e-6 < chi2.cdf(total, 600) < 1 - 1e-6


def test_sbm_with_sure_and_impossible_edges_is_a_union_of_cliques() -> None:
    graph = generate("sbm", n=10, blocks=2, within=1.0, between=0.0)
    assert graph.m == 20
    assert (graph.labels[graph.edges[:, 0]] == graph.labels[graph.edges[:, 1]]).all()


@pytest.mark.parametrize(("n", "attach"), [(2, 1), (10, 9), (50, 1), (300, 3), (1000, 20)])
def test_barabasi_albert_has_attach_edges_for_every_new_node(n: int, attach: int) -> None:
    graph = generate("barabasi_albert", n=n, attach=attach)
    assert graph.m == attach * (n - attach)
    assert (graph.degrees[attach + 1 :] >= attach).all()


def test_barabasi_albert_prefers_large_degrees() -> None:
    # Four nodes, one edge each: the last joins the middle of a path of three with probability 1/2,
    # which makes a star. Two-sided binomial test at 1e-6.
    stars = sum(
        generate("barabasi_albert", n=4, attach=1, seed=seed).degrees.max() == 3
        for seed in range(2_000)
    )
    assert binomtest(int(stars), 2_000, 0.5).pvalue > 1e-6


@pytest.mark.parametrize(
    ("radius", "centre"), [(0.35, 0.6), (0.41, 0.59), (0.41, 0.58), (0.01, 0.99), (0.01, 0.02)]
)
def test_rdpg_inner_products_are_probabilities(radius: float, centre: float) -> None:
    graph = generate("rdpg_circle", n=200, radius=radius, centre=centre)
    products = graph.positions @ graph.positions.T
    assert products.min() >= 0
    assert products.max() <= 1
    middle = centre / math.sqrt(2)
    distances = np.linalg.norm(graph.positions - middle, axis=1)
    np.testing.assert_allclose(distances, radius)


def test_rdpg_edges_follow_the_inner_products() -> None:
    # z-scores of edge counts among pairs with low, middle and high probability: |z| < 5.2, which
    # fails with probability 2e-7 for each.
    graph = generate("rdpg_circle", n=400)
    u, v = np.triu_indices(400, 1)
    p = np.einsum("ij,ij->i", graph.positions[u], graph.positions[v])
    present = graph.adjacency().toarray()[u, v]
    for low, high in ((0, 0.2), (0.2, 0.5), (0.5, 1)):
        band = (p >= low) & (p < high)
        spread = np.sqrt(np.sum(p[band] * (1 - p[band])))
        assert band.sum() > 1000
        assert abs(np.sum(present[band] - p[band])) < 5.2 * spread


@pytest.mark.parametrize("id", ["moons", "circles", "blobs", "shapes"])
def test_point_clouds_are_the_neighbour_graphs_of_scikit_learn(id: str) -> None:
    graph = generate(id, n=150, neighbours=5, seed=3)
    directed = kneighbors_graph(graph.positions, 5, mode="distance")
    expected = directed.maximum(directed.T)
    np.testing.assert_allclose(graph.adjacency(weighted=True).toarray(), expected.toarray())


@pytest.mark.parametrize("id", ["moons", "circles", "blobs"])
def test_point_cloud_weights_are_lengths_and_clusters_are_labels(id: str) -> None:
    graph = generate(id, n=100)
    u, v = graph.edges.T
    lengths = np.linalg.norm(graph.positions[u] - graph.positions[v], axis=1)
    np.testing.assert_allclose(graph.weights, lengths)
    assert np.ptp(np.bincount(graph.labels)) <= 1


@pytest.mark.parametrize("id", ["moons", "circles", "blobs", "shapes"])
def test_points_can_be_joined_within_a_radius_or_all_with_all(id: str) -> None:
    near = generate(id, n=90, joined="radius", seed=4)
    whole = generate(id, n=90, joined="complete", seed=4)
    np.testing.assert_array_equal(near.positions, whole.positions)
    assert whole.m == 90 * 89 // 2
    radius = generator(id).radius
    within = whole.weights <= radius
    np.testing.assert_array_equal(near.edges, whole.edges[within])
    np.testing.assert_allclose(near.weights, whole.weights[within])
    assert 0 < near.m < whole.m
    assert f"{radius:g}" in near.title


def test_the_nearest_neighbours_do_not_count_where_all_are_joined() -> None:
    assert generate("moons", n=5, neighbours=8, joined="complete").m == 10


def test_too_many_pairs_within_a_radius_are_refused_before_they_are_listed() -> None:
    with pytest.raises(ValueError, match=r"pairs of points lie within the radius, 5,000,000"):
        generate("moons", n=4000, joined="radius", radius=10.0)
    with pytest.raises(ValueError, match=r"5,000,000 are allowed; use fewer"):
        generator("moons", n=4000, joined="complete")


def test_shapes_are_well_separated_at_noise_one() -> None:
    # Five shapes whose nearest points are 7 or more apart; no point of a shape is as far from it.
    for seed in range(5):
        graph = generate("shapes", joined="complete", seed=seed)
        assert len(graph.label_names) == 5
        u, v = graph.edges.T
        apart = graph.labels[u] != graph.labels[v]
        nearest = np.full(graph.n, np.inf)
        for ends in (u, v):
            np.minimum.at(nearest, ends[~apart], graph.weights[~apart])
        assert graph.weights[apart].min() > 7.0
        assert nearest.max() < 5.0


def test_blobs_have_as_many_labels_as_centres() -> None:
    assert len(generate("blobs", centres=7).label_names) == 7
