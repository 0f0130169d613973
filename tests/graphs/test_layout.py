"""Layouts: finite, repeatable, inside the box, true to the structure."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from scipy.spatial.distance import pdist

from graphdp_core.graphs import layout
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.kernels.layout import repulsion


def blocks(size: int = 60) -> Graph:
    """Two dense blocks with a few edges between them."""
    rng = np.random.default_rng(5)
    pairs = np.array([(u, v) for u in range(2 * size) for v in range(u + 1, 2 * size)])
    same = (pairs[:, 0] < size) == (pairs[:, 1] < size)
    return Graph.from_edges(2 * size, pairs[rng.random(len(pairs)) < np.where(same, 0.3, 0.01)])


def test_layouts_are_finite_and_fit_the_box(edge_case_graph: Graph) -> None:
    places = layout_positions(edge_case_graph)
    assert places.shape == (edge_case_graph.n, 2)
    assert places.dtype == np.float32
    assert np.isfinite(places).all()
    assert np.abs(places).max(initial=0) <= 1 + 1e-6


def test_layouts_repeat_exactly(edge_case_graph: Graph) -> None:
    np.testing.assert_array_equal(
        layout_positions(edge_case_graph), layout_positions(edge_case_graph)
    )


def test_blocks_lie_apart() -> None:
    places = layout_positions(blocks())
    one, two = places[:60], places[60:]
    apart = np.linalg.norm(one.mean(axis=0) - two.mean(axis=0))
    spread = max(np.linalg.norm(half - half.mean(axis=0), axis=1).mean() for half in (one, two))
    assert apart > 2 * spread


def test_neighbours_are_closer_than_strangers() -> None:
    ring = Graph.from_edges(100, [(i, (i + 1) % 100) for i in range(100)])
    places = layout_positions(ring)
    lengths = np.linalg.norm(places[ring.edges[:, 0]] - places[ring.edges[:, 1]], axis=1)
    assert lengths.max() < 0.25  # of a box of side 2


def test_isolated_nodes_do_not_squash_the_rest() -> None:
    core = blocks()
    graph = Graph.from_edges(core.n + 10, core.edges)
    places = layout_positions(graph)
    assert np.ptp(places[: core.n], axis=0).max() > 1.2  # of 2
    assert np.linalg.norm(places[core.n :], axis=1).max() < 1.5


def test_a_graph_keeps_its_own_plane_coordinates() -> None:
    square = np.array([[0, 0], [4, 0], [4, 2], [0, 2]], dtype=float)
    graph = Graph.from_edges(4, [(0, 1)], positions=square)
    np.testing.assert_allclose(
        layout_positions(graph), [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]], atol=1e-6
    )


def test_space_coordinates_are_laid_out_anew() -> None:
    graph = Graph.from_edges(3, [(0, 1), (1, 2)], positions=np.eye(3))
    assert layout_positions(graph).shape == (3, 2)


def test_progress_is_told_and_may_stop_the_work() -> None:
    class Stopped(Exception):
        pass

    told: list[float] = []

    def stop(fraction: float, _text: str) -> None:
        told.append(fraction)
        raise Stopped

    with pytest.raises(Stopped):
        layout_positions(blocks(), progress=stop)
    assert told[0] == pytest.approx(0)


@pytest.mark.parametrize("levels", [1, 2, 4, 5])
def test_repulsion_agrees_with_the_sum_over_all_pairs(levels: int) -> None:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(400, 2)) * [3.0, 1.0]
    mass = rng.uniform(1, 3, 400)
    field = np.empty((400, 2))
    repulsion(points, mass, levels, 400, field)
    apart = points[:, None] - points[None]
    square = (apart**2).sum(axis=2) + np.eye(400)
    exact = (mass[None, :, None] * apart / square[..., None]).sum(axis=1)
    error = np.linalg.norm(field - exact, axis=1) / np.linalg.norm(exact, axis=1).mean()
    assert error.max() < (1e-4 if levels == 1 else 0.2)
    assert error.mean() < 0.05


@pytest.mark.long
def test_a_thousand_nodes_are_laid_out_as_well_as_by_ten_times_the_steps(monkeypatch) -> None:
    network = nx.stochastic_block_model(
        [200] * 5, [[0.04 if i == j else 0.002 for j in range(5)] for i in range(5)], seed=1
    )
    graph = Graph.from_networkx(network)

    def edge_length() -> float:
        places = layout_positions(graph).astype(float)
        edges = np.linalg.norm(places[graph.edges[:, 0]] - places[graph.edges[:, 1]], axis=1)
        return edges.mean() / pdist(places).mean()

    usual = edge_length()
    monkeypatch.setattr(layout, "STEPS", 500)
    assert usual < 0.48
    assert usual == pytest.approx(edge_length(), rel=0.02)
