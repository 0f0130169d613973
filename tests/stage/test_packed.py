"""The bytes of a stop depend on what is asked and on epsilon, not on where the slider began."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.stage import Packing, Stage
from tests.packed_message import decoded, gaps_of

VIEWS = (
    "overview",
    "spectral",
    "louvain",
    "spanning_tree",
    "centrality",
    "spectrum",
    "persistence",
)


def staged(analysis, epsilon):
    c = gdp.compare(
        gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis(analysis),
        epsilon=epsilon,
    )  # fmt: skip
    return Stage.of(c)


@pytest.mark.sample
@pytest.mark.parametrize("analysis", VIEWS)
def test_bytes_do_not_depend_on_where_the_slider_stood_first(analysis):
    stages = [staged(analysis, epsilon) for epsilon in (1.0, 3.0)]
    packings = [Packing.of(s, s.stop(s.first.epsilon)) for s in stages]
    assert packings[0].shared == packings[1].shared
    for epsilon in (0.5, 3.0):
        one, other = (p.stop(s.stop(epsilon)) for p, s in zip(packings, stages, strict=True))
        assert one == other


def test_what_the_shared_part_has_is_not_sent_again():
    stage = staged("louvain", 3.0)
    packing = Packing.of(stage, stop := stage.stop(1.0))
    shared, arrays = decoded(packing.shared)
    header, own = decoded(packing.stop(stop))
    assert header["shared"] == shared["id"]
    assert not arrays.keys() & own.keys()
    left, right = header["pair"]["sides"]
    places = {**arrays, **own}[left["positions"]["array"]]
    np.testing.assert_array_equal(places.reshape(-1, 2), stop.drawing.baseline.positions)
    assert right["positions"] == left["positions"]


def test_edges_of_a_crowded_graph_are_those_that_are_drawn():
    graph = gdp.generate("sbm", n=300, blocks=3, within=0.3, between=0.05, seed=0)
    stage = Stage(graph, gdp.mechanism("edge_flip"), gdp.analysis("overview"))
    stop = stage.stop(3.0)
    header, arrays = decoded(Packing.of(stage, stop).stop(stop))
    drawn = header["pair"]["sides"][0]["edges"]["kept"]
    assert drawn["n"] == graph.n
    edges = gaps_of(arrays[drawn["gaps"]], graph.n)
    np.testing.assert_array_equal(edges, np.unique(stop.drawing.baseline.edges["kept"], axis=0))


def test_the_graph_s_stop_tells_which_ties_are_released():
    stage = staged("overview", 3.0)
    stop = stage.stop(1.0)
    header, arrays = decoded(Packing.of(stage, stop).stop(stop))
    edges = gaps_of(arrays[header["released"]["gaps"]], header["released"]["n"])
    np.testing.assert_array_equal(edges, stage.comparison(1.0).release.edges)
    other = staged("louvain", 3.0)
    stop = other.stop(1.0)
    assert "released" not in decoded(Packing.of(other, stop).stop(stop))[0]
