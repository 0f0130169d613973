"""Persistence diagrams of point clouds and embedded graphs."""

import math

import numpy as np
import pytest

from graphdp_core.analyses.persistence import Persistence, without_narrowest
from graphdp_core.analyses.point_clouds import alpha_pairs
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.arrays import Floats
from graphdp_core.data import generate
from graphdp_core.experiment.compare import compare
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.results import Diagram


def circle(n: int) -> Floats:
    angle = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


def cloud(n: int, d: int, *, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, d))


def ring_graph(n: int = 60, reach: int = 8) -> Graph:
    """Every node joined to the next ones on a ring: its embedding is a circle."""
    return Graph.from_edges(n, [(i, (i + k) % n) for i in range(n) for k in range(1, reach + 1)])


def run(graph: Graph, analysis: Persistence) -> Diagram:
    return analysis.run(graph, rng=np.random.default_rng(0))


EDGE_CASE_CLOUDS = {
    "no point": np.empty((0, 2)),
    "no coordinate": np.empty((4, 0)),
    "one point": np.array([[1.0, 2.0]]),
    "two points": np.array([[0.0, 0.0], [3.0, 4.0]]),
    "three points": np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
    "one place": np.full((7, 3), 0.1),
    "pairs of points": np.repeat(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 2, axis=0),
    "line in space": np.outer(np.arange(6.0), [1.0, 2.0, 3.0]),
    "plane in space": np.column_stack([cloud(30, 2), np.zeros(30)]),
    "almost a plane": np.column_stack([cloud(30, 2), 1e-17 * cloud(30, 1, seed=1)]),
    "on a line": np.arange(5.0)[:, None],
    "grid": np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2),
    "far from the origin": cloud(20, 2) + 1e6,
    "tiny": 1e-150 * cloud(20, 2),
}


@pytest.mark.parametrize("name", EDGE_CASE_CLOUDS)
@pytest.mark.parametrize("complex", ["alpha", "rips", "dtm"])
def test_edge_case_clouds_give_sound_diagrams(name: str, complex: str) -> None:
    points = EDGE_CASE_CLOUDS[name]
    before = points.copy()
    diagram = Persistence(complex=complex, max_homology=2).diagram(points)
    np.testing.assert_array_equal(points, before)
    assert len(diagram.pairs) == 3
    assert np.isinf(diagram.pairs[0][:, 1]).sum() == min(len(points), 1)
    for k, pairs in enumerate(diagram.pairs):
        assert pairs.shape == (len(pairs), 2)
        assert pairs.dtype == np.float64
        assert (pairs[:, 0] < pairs[:, 1]).all()
        assert pairs.tolist() == sorted(pairs.tolist())
        assert k == 0 or np.isfinite(pairs).all()


@pytest.mark.long
def test_large_clouds_are_thinned_and_the_note_says_so() -> None:
    points = cloud(700, 3)
    alpha = Persistence(max_points=100).diagram(points)
    rips = Persistence(complex="rips").diagram(points)
    assert alpha.points is not None
    assert alpha.points.shape == (100, 3)
    assert rips.points is not None
    assert rips.points.shape == (500, 3)
    assert "100 landmarks of 700 nodes" in alpha.notes[0]
    assert Persistence().diagram(points).notes == ()


def test_the_automatic_complex_follows_the_parameters() -> None:
    assert Persistence(dimension=3).diagram(cloud(20, 3)).filtration == "alpha"
    assert Persistence(dimension=4).diagram(cloud(20, 4)).filtration == "rips"
    assert Persistence(dimension=0).diagram(cloud(20, 2)).filtration == "rips"


def test_voids_above_three_dimensions_are_left_out_with_a_note() -> None:
    diagram = Persistence(dimension=4, max_homology=2).diagram(cloud(20, 4))
    assert len(diagram.pairs) == 2
    assert any("H2" in note for note in diagram.notes)


def test_alpha_in_many_dimensions_is_refused() -> None:
    with pytest.raises(ValueError, match="up to 6 dimensions, got 7"):
        Persistence(complex="alpha").diagram(cloud(20, 7))


def test_a_ring_graph_has_one_long_loop() -> None:
    diagram = run(ring_graph(), Persistence(dimension=3))
    lengths = np.sort(np.diff(diagram.pairs[1]).ravel())[::-1]
    assert lengths[0] > 0.5
    assert len(lengths) == 1 or lengths[0] > 5 * lengths[1]


def test_the_diagram_is_that_of_the_spectral_embedding() -> None:
    graph = ring_graph()
    rng = np.random.default_rng(0)
    embedding = SpectralEmbedding(dimension=3).run(graph, rng=rng)
    ours = run(graph, Persistence(dimension=3))
    theirs = alpha_pairs(embedding.points, max_homology=1)
    for k in (0, 1):
        np.testing.assert_allclose(ours.pairs[k], theirs[k], rtol=1e-9)


def test_measure_agrees_with_a_case_worked_by_hand() -> None:
    h0 = np.array([[0.0, 1.0], [0.0, np.inf]])
    baseline = Diagram(pairs=(h0, np.array([[1.0, 5.0]])), filtration="alpha")
    loops = np.array([[1.0, 4.0], [2.0, 3.5]])
    private = Diagram(pairs=(h0[1:], loops), filtration="alpha")
    analysis = Persistence()
    metrics = analysis.measure(ring_graph(), baseline, private)
    assert metrics["bottleneck_h1"] == 1.0
    assert metrics["normalised_h1"] == 0.5
    assert metrics["wasserstein_h1"] == 1.75
    assert metrics["runner_up_h1"] == 0.5
    assert metrics["bottleneck_h0"] == 0.5
    assert metrics["normalised_h0"] == 1.0
    assert metrics["wasserstein_h0"] == 0.5
    assert math.isnan(metrics["bottleneck_h2"])
    assert "at least 50% of its length" in analysis.finding(metrics, epsilon=3.0)


def test_diagrams_on_different_scales_are_not_compared() -> None:
    alpha = Persistence(complex="alpha").diagram(circle(20))
    rips = Persistence(complex="rips").diagram(circle(20))
    metrics = Persistence().measure(ring_graph(), alpha, rips)
    assert all(math.isnan(value) for value in metrics.values())
    assert "no bar" in Persistence().finding(metrics, epsilon=1.0)


@pytest.mark.parametrize(
    ("lost", "runner_up", "words"),
    [
        (0.15, 0.1, "has a counterpart. A private bar keeps at least 85% of its length."),
        (0.15, 0.8, "but another is 80% as long as the longest."),
        (0.7, 0.1, "fades"),
        (1.3, 0.1, "is lost: noise may move it 1.3 times"),
    ],
)
def test_findings_say_what_the_numbers_mean(lost: float, runner_up: float, words: str) -> None:
    metrics = {"normalised_h1": lost, "normalised_h0": 0.2, "runner_up_h1": runner_up}
    assert words in Persistence().finding(metrics, epsilon=3.0)


def test_finding_falls_back_to_components_where_there_is_no_loop() -> None:
    metrics = {"normalised_h1": math.nan, "normalised_h0": 0.2, "runner_up_h1": math.nan}
    assert "gap between components has a counterpart" in Persistence().finding(metrics, epsilon=3.0)


def test_a_counterpart_among_loops_or_gaps_of_noise_is_doubted() -> None:
    metrics = {"normalised_h1": 0.4, "normalised_h0": 0.2, "runner_up_h1": 0.1}
    many = Persistence().finding(metrics | {"extra_loops": 3.0}, epsilon=1.0)
    assert "fades" in many
    assert "but 3 more loops of the release are that long: it may be noise." in many
    moved = metrics | {"extra_loops": 0.0, "bottleneck_h1": 0.04, "bottleneck_h0": 0.12}
    assert "gaps between nodes change by as much" in Persistence().finding(moved, epsilon=1.0)
    still = Persistence().finding(moved | {"bottleneck_h0": 0.05}, epsilon=1.0)
    assert still.endswith("has a counterpart. A private bar keeps at least 60% of its length.")


def test_only_loops_beyond_those_of_the_baseline_count_as_noise() -> None:
    true = np.array([(0.0, 1.0), (0.0, 0.9)])
    points = np.zeros((3, 2))

    def extra(*private: tuple[float, float]) -> float:
        sides = [
            Diagram((np.empty((0, 2)), np.array(bars)), "alpha", points, ())
            for bars in (true, private)
        ]
        return Persistence().measure(Graph.from_edges(3, [(0, 1)]), *sides)["extra_loops"]

    assert extra((0.0, 1.0), (0.0, 0.95)) == 0.0
    assert extra((0.0, 0.8), (0.1, 0.9), (0.0, 0.85)) == 1.0
    assert extra((0.0, 0.1)) == 0.0


def test_a_void_longer_than_every_loop_is_the_finding() -> None:
    metrics = {"normalised_h1": 0.9, "normalised_h0": 0.2, "normalised_h2": 0.3}
    void = Persistence().finding(metrics | {"void_over_loop": 4.0}, epsilon=3.0)
    assert "longest void has a counterpart. A private bar keeps at least 70% of" in void
    loop = metrics | {"void_over_loop": 0.5, "runner_up_h1": 0.1}
    assert "longest loop fades" in Persistence().finding(loop, epsilon=3.0)


@pytest.mark.sample
@pytest.mark.parametrize("complex", ["alpha", "rips", "dtm"])
@pytest.mark.parametrize("epsilon", [2.0, 6.0])
def test_no_bottleneck_distance_exceeds_the_stability_bound(complex: str, epsilon: float) -> None:
    graph = generate("rdpg", n=120, seed=1)
    c = compare(graph, EdgeFlip(), Persistence(complex=complex), epsilon=epsilon, repeats=3)
    for row in c.repeats:
        assert max(row["bottleneck_h0"], row["bottleneck_h1"]) <= row["stability_bound"]
        assert row["shift_invariant_h1"] >= 0.0


def test_without_all_points_there_is_no_stability_bound() -> None:
    graph = generate("rdpg", n=120, seed=1)
    c = compare(graph, EdgeFlip(), Persistence(max_points=50), epsilon=3.0)
    assert math.isnan(c.metrics["stability_bound"])


def test_the_raw_shape_shrinks_and_the_best_change_of_size_says_by_how_much() -> None:
    # A figure eight of 600 nodes, raw, at epsilon 4: sqrt(1 - 2 pi) = 0.98, and the noise
    # thickens the curve, so that loops are born later and die earlier.
    graph = generate("rdpg", n=600, shape="circle", seed=0)
    raw = compare(graph, EdgeFlip(), Persistence(correction="raw"), epsilon=1.0)
    fair = compare(graph, EdgeFlip(), Persistence(), epsilon=1.0)
    assert raw.metrics["best_scale_h1"] < fair.metrics["best_scale_h1"]


def test_the_figure_eight_has_two_clear_loops() -> None:
    graph = generate("rdpg", n=400, seed=0)
    c = compare(graph, EdgeFlip(), Persistence(), epsilon=8.0)
    assert c.metrics["loops_baseline"] == c.metrics["loops_private"] == 2.0


def test_a_sphere_without_its_density_has_one_void() -> None:
    # The void of a unit sphere shrunk by the root of 1/2: from about 0.2 up to 0.7.
    graph = generate("rdpg", n=400, shape="sphere", seed=0)
    release = EdgeFlip().release(graph, epsilon=3.0, rng=np.random.default_rng(0))
    whole = Persistence(dimension=4, flatten=True, max_homology=2)
    for seen in (graph, release):
        diagram = run(seen, whole)
        assert diagram.filtration == "alpha"
        lengths = np.sort(np.ptp(diagram.pairs[2], axis=1))[::-1]
        assert lengths[0] > 0.3 > 0.02 > lengths[1]
    metrics = whole.measure(graph, run(graph, whole), run(release, whole))
    assert metrics["void_over_loop"] > 2.0
    assert metrics["normalised_h2"] < 0.3
    flat = run(graph, Persistence(dimension=3, max_homology=2))
    assert np.ptp(flat.pairs[2], axis=1).max() < 0.02


@pytest.mark.parametrize("name", EDGE_CASE_CLOUDS)
def test_the_narrowest_direction_is_left_out_of_any_cloud(name: str) -> None:
    points = EDGE_CASE_CLOUDS[name]
    flat = without_narrowest(points)
    assert flat.shape == (len(points), max(points.shape[1] - 1, min(points.shape[1], 1)))
    if name in ("line in space", "plane in space", "almost a plane"):
        gaps, left = (np.linalg.norm(x[:, None] - x[None], axis=2) for x in (points, flat))
        np.testing.assert_allclose(left, gaps, atol=1e-9)
