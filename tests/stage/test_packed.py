"""The bytes of a stop depend on what is asked and on epsilon, not on where the slider began."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.stage import Packing, Stage
from tests.packed_message import decoded

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


@pytest.mark.parametrize("analysis", VIEWS)
def test_bytes_do_not_depend_on_where_the_slider_stood_first(analysis):
    stages = [staged(analysis, epsilon) for epsilon in (1.0, 3.0)]
    packings = [Packing.of(stage) for stage in stages]
    assert packings[0].shared == packings[1].shared
    for epsilon in (0.5, 3.0):
        one, other = (p.stop(s.stop(epsilon)) for p, s in zip(packings, stages, strict=True))
        assert one == other


def test_what_the_shared_part_has_is_not_sent_again():
    stage = staged("louvain", 3.0)
    packing = Packing.of(stage)
    shared, arrays = decoded(packing.shared)
    header, own = decoded(packing.stop(stage.stop(3.0)))
    assert header["shared"] == shared["id"]
    assert not arrays.keys() & own.keys()
    left, right = header["pair"]["sides"]
    places = {**arrays, **own}[left["positions"]["array"]]
    np.testing.assert_array_equal(places.reshape(-1, 2), stage.drawn.baseline.positions)
    assert right["positions"] == left["positions"]
