"""Every generator follows its law, repeats with its seed and refuses parameters that do not fit."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest, chi2
from sklearn.neighbors import kneighbors_graph

from graphdp_core.data import GENERATORS, Generator, generate, generator
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

    def test_it_says_what_it_is_and_explains_every_parameter(self, kind: type[Generator]) -> None:
        assert all((kind.id, kind.title, kind.summary, kind.source))
        assert all(
            parameter.help and (parameter.choices or parameter.high is not None)
            for parameter in schema(kind)
        )

    def test_an_unknown_parameter_gives_the_list_of_known_ones(self, kind: type[Generator]) -> None:
        with pytest.raises(
            ValueError, match=f"'{kind.id}' has no parameter colour; its parameters are: n,"
        ):
            generate(kind.id, colour=3)

    def test_a_parameter_out_of_range_is_refused(self, kind: type[Generator]) -> None:
        with pytest.raises(ValueError, match=r"n must be an integer from .* got -5"):
            generate(kind.id, n=-5)

    def test_the_smallest_graph_can_be_drawn(self, kind: type[Generator]) -> None:
        parameters = {parameter.name: parameter for parameter in schema(kind)}
        smallest = {"n": int(parameters["n"].low or 0)}
        for name in ("blocks", "attach", "neighbours", "centres", "groups", "arms"):
            if name in parameters:
                smallest[name] = int(parameters[name].low or 1)
        if kind.id in ("lfr", "planted_partition"):
            smallest |= {"degree": parameters["degree"].low}
        if kind.id == "lfr":
            smallest |= {"smallest": 5}
        assert generate(kind.id, **smallest).n == smallest["n"]


def test_an_unknown_generator_gives_the_list_of_known_ones() -> None:
    with pytest.raises(ValueError, match=r"generator must be one of sbm, .* got 'lattice'"):
        generate("lattice")


@pytest.mark.parametrize("seed", [-1, 1.5, True, "0"])
def test_a_seed_that_is_no_whole_number_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="seed must be an integer from 0"):
        generate("sbm", seed=seed)


@pytest.mark.parametrize(
    "parameters",
    [
        {"id": "erdos_renyi", "n": 100_000, "p": 0.5},
        {"id": "sbm", "n": 100_000},
        {"id": "moons", "n": 4_000, "joined": "complete"},
        {"id": "random_geometric", "n": 100_000, "radius": 0.5},
        {"id": "degree_corrected_sbm", "n": 1_000_000, "degree": 11.0},
        {"id": "rdpg_circle", "n": 5_000, "radius": 0.1, "centre": 0.9},
        {"id": "watts_strogatz", "n": 100_000, "neighbours": 50},
        {"id": "powerlaw_cluster", "n": 50_000, "attach": 20},
    ],
)
def test_a_graph_with_too_many_edges_is_refused_before_it_is_drawn(parameters: dict) -> None:
    allowed = next(kind.most_edges for kind in GENERATORS if kind.id == parameters["id"])
    with pytest.raises(
        ValueError, match=rf"about [\d,]+ edges, {allowed:,} are allowed; use fewer"
    ):
        generator(**parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"id": "sbm", "n": 3, "blocks": 4}, "blocks must be at most n = 3, got 4"),
        ({"id": "barabasi_albert", "n": 4, "attach": 4}, "attach must be less than n = 4, got 4"),
        ({"id": "rdpg_circle", "radius": 0.3, "centre": 0.4}, "must be a number from 0.4243"),
        ({"id": "rdpg_circle", "radius": 0.3, "centre": 0.71}, "to 0.7000 for radius = 0.3"),
        ({"id": "moons", "n": 8, "neighbours": 8}, "neighbours must be less than n = 8, got 8"),
        ({"id": "watts_strogatz", "neighbours": 5}, "neighbours must be even and less than n"),
        ({"id": "watts_strogatz", "n": 6, "neighbours": 6}, "neighbours must be even and less"),
        ({"id": "powerlaw_cluster", "n": 3, "attach": 3}, "attach must be less than n = 3, got 3"),
        ({"id": "planted_partition", "n": 3, "groups": 4}, "groups must be at most n = 3, got 4"),
        ({"id": "planted_partition", "n": 40, "degree": 30.0}, "degree must be smaller for groups"),
        ({"id": "degree_corrected_sbm", "n": 3, "blocks": 4}, "blocks must be at most n = 3"),
        ({"id": "lfr", "n": 20, "degree": 6.0}, "degree must be at most n / 4 = 5 for n = 20"),
        ({"id": "lfr", "n": 20, "degree": 4.0, "smallest": 11}, "smallest must be at most n / 2"),
        ({"id": "blobs", "n": 9, "centres": 10}, "centres must be at most n = 9, got 10"),
    ],
)
def test_parameters_that_do_not_fit_together_are_refused(parameters: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        generator(**parameters)


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


@pytest.mark.long
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


@pytest.mark.parametrize("id", ["moons", "circles", "blobs", "shapes"])
def test_point_clouds_are_the_neighbour_graphs_of_scikit_learn(id: str) -> None:
    graph = generate(id, n=150, neighbours=5, seed=3)
    directed = kneighbors_graph(graph.positions, 5, mode="distance")
    expected = directed.maximum(directed.T)
    np.testing.assert_allclose(graph.adjacency(weighted=True).toarray(), expected.toarray())


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


SIDES = 1e-6  # of each two-sided test below: it fails by chance with twice this probability


def test_degree_corrected_pairs_follow_their_closed_form() -> None:
    # Edge counts of three bands of pair probabilities over 40 graphs, each with its own weights:
    # |z| < 5.2 fails with probability 2e-7 for each band, by the normal law of sums.
    kind = generator("degree_corrected_sbm", n=150, blocks=3, degree=20.0, mixing=0.3)
    block, (u, v) = kind.block_of(), np.triu_indices(150, 1)
    bands = ((0, 0.05), (0.05, 0.3), (0.3, 1.01))
    values, mean, variance = (np.zeros(3) for _ in range(3))
    for seed in range(40):
        d = kind.weights(rng=np.random.default_rng(seed))
        assert d.mean() == pytest.approx(20.0)
        graph = kind.generate(rng=np.random.default_rng(seed))
        inside = np.bincount(block, weights=d)[block[u]]
        rate = 0.3 * d[u] * d[v] / d.sum() + 0.7 * d[u] * d[v] / inside * (block[u] == block[v])
        p, present = 1 - np.exp(-rate), graph.adjacency().toarray()[u, v]
        for k, (low, high) in enumerate(bands):
            band = (p >= low) & (p < high)
            values[k] += present[band].sum()
            mean[k] += p[band].sum()
            variance[k] += (p[band] * (1 - p[band])).sum()
    assert (variance > 100).all()
    assert np.abs((values - mean) / np.sqrt(variance)).max() < 5.2


def test_degree_corrected_degrees_have_the_tail_of_the_exponent() -> None:
    # Hill's estimate over the 2,000 largest of 200,000 weights: relative error 1/sqrt(2000), so
    # five of these are exceeded with probability 6e-7 (the cut at n / 4 is far above).
    kind = generator("degree_corrected_sbm", n=200_000, exponent=2.5)
    weights = np.sort(kind.weights(rng=np.random.default_rng(3)))[-2_000:]
    hill = 1 / np.mean(np.log(weights / weights[0]))
    assert hill == pytest.approx(1.5, rel=5 / math.sqrt(2_000))


@pytest.mark.parametrize("mixing", [0.0, 1.0])
def test_degree_corrected_mixing_ranges_from_islands_to_no_blocks(mixing: float) -> None:
    graph = generate("degree_corrected_sbm", n=3_000, blocks=3, mixing=mixing)
    inside = graph.labels[graph.edges[:, 0]] == graph.labels[graph.edges[:, 1]]
    if mixing == 0:
        assert inside.all()
    else:
        # Given the weights, about sum of squared shares of the blocks; one huge hub moves these.
        assert 0.25 < inside.mean() < 0.45


@pytest.mark.long
def test_a_million_nodes_and_nearly_three_million_edges_can_be_drawn() -> None:
    graph = generate("degree_corrected_sbm", n=1_134_890, blocks=5_000, degree=6.1)
    assert graph.m > 2_900_000
    assert len(graph.label_names) == 5_000


def test_lfr_mixing_moves_the_share_of_edges_across_communities() -> None:
    # networkx adds edges until every node has enough, so that shares come out a little higher:
    # over seeds 0 to 4 they spread by less than 0.02.
    for mixing, low, high in ((0.0, 0.0, 0.0), (0.1, 0.08, 0.2), (0.3, 0.25, 0.45)):
        shares = []
        for seed in range(5):
            graph = generate("lfr", n=500, mixing=mixing, seed=seed)
            ends = graph.labels[graph.edges]
            shares.append(np.mean(ends[:, 0] != ends[:, 1]))
            assert np.bincount(graph.labels).min() >= 15
        assert low <= np.mean(shares) <= high


def test_planted_partition_has_the_wanted_degree_and_mixing() -> None:
    kind = generator("planted_partition", n=128, groups=4, degree=16.0, mixing=0.25)
    within, between = kind.probabilities()
    inside, pairs = 4 * 32 * 31 // 2, 128 * 127 // 2
    assert inside * within == pytest.approx(0.75 * 128 * 8)
    assert (pairs - inside) * between == pytest.approx(0.25 * 128 * 8)
    assert generate("planted_partition").label_names[0] == "group 1"


def test_watts_strogatz_is_a_ring_until_edges_are_led_elsewhere() -> None:
    ring = generate("watts_strogatz", n=20, neighbours=4, rewire=0.0)
    expected = {tuple(sorted((i, (i + d) % 20))) for i in range(20) for d in (1, 2)}
    assert set(map(tuple, ring.edges.tolist())) == expected
    # Each of n k / 2 = 3,000 edges stays with probability 0.7, or is led back with less than
    # 1/n: binomial test one-sided slack of 10 edges.
    graph = generate("watts_strogatz", n=1_000, neighbours=6, rewire=0.3, seed=2)
    assert graph.m == 3_000
    gap = np.abs(graph.edges[:, 0] - graph.edges[:, 1])
    stayed = int(np.sum(np.minimum(gap, 1_000 - gap) <= 3))
    assert binomtest(stayed - 5, 3_000, 0.7).pvalue > SIDES


def test_powerlaw_cluster_has_more_triangles_than_growth_alone() -> None:
    def triangles(id: str, **parameters: float) -> int:
        matrix = generate(id, n=500, attach=4, seed=1, **parameters).adjacency()
        return int((matrix @ matrix).multiply(matrix).sum() // 6)

    closed = triangles("powerlaw_cluster", triangle=1.0)
    assert closed > 2 * triangles("barabasi_albert")
    # Every closing step makes one triangle: at most 3 of the 4 edges of 496 nodes.
    assert closed > 496


@pytest.mark.sample
@pytest.mark.parametrize("radius", [0.05, 0.3, 1.5])
def test_random_geometric_edges_have_the_closed_form_mean(radius: float) -> None:
    # Mean of 60 graphs against the closed form. Counts of a graph vary by at most
    # n (pairs p (1 - p)) / 2 roughly: the spread is taken from the sample, and |t| with 59
    # degrees of freedom exceeds 6.5 with probability 2e-8.
    kind = generator("random_geometric", n=200, radius=radius)
    counts = [kind.generate(rng=np.random.default_rng(seed)).m for seed in range(60)]
    spread = np.std(counts, ddof=1) / math.sqrt(60)
    if radius == 1.5:  # above the diagonal: complete
        assert set(counts) == {200 * 199 // 2}
    assert abs(np.mean(counts) - kind.expected_edges()) <= 6.5 * spread


@pytest.mark.parametrize("id", ["moons", "circles", "blobs"])
@pytest.mark.parametrize("joined", ["nearest", "radius", "complete"])
def test_every_way_of_joining_keeps_places_and_lengths(id: str, joined: str) -> None:
    graph = generate(id, n=60, joined=joined, neighbours=4, radius=0.5)
    distances = np.linalg.norm(graph.positions[:, None] - graph.positions[None], axis=2)
    u, v = graph.edges.T
    np.testing.assert_allclose(graph.weights, distances[u, v])
    assert np.ptp(np.bincount(graph.labels)) <= 1
    if joined == "complete":
        assert graph.m == 60 * 59 // 2
    if joined == "radius":
        assert graph.m == np.sum(np.triu(distances <= 0.5, 1))


def test_a_school_day_is_spent_in_class_and_durations_are_broad() -> None:
    """Of 19 class mates each, 5 lessons of 3 minutes on average: 285 minutes a pupil."""
    days = [generate("school_day", seed=seed) for seed in range(8)]
    mates = [day.labels[day.edges[:, 0]] == day.labels[day.edges[:, 1]] for day in days]
    each = [2.0 * day.weights[near].sum() / day.n for day, near in zip(days, mates, strict=True)]
    assert 260.0 < np.mean(each) < 320.0
    away = [2.0 * (~near).sum() / day.n for day, near in zip(days, mates, strict=True)]
    assert np.mean(away) == pytest.approx(4.0 * 100 / 119, rel=0.15), "those met are of any class"
    longest = np.concatenate([day.weights for day in days])
    assert np.quantile(longest, 0.99) > 15.0 * np.median(longest)
    assert len(generate("school_day", met=0.0, lessons=0).edges) == 0
