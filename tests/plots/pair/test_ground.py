"""What stays of a pair is packed once for all stops, and is what each of them would pack."""

from dataclasses import replace

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.pair.edges import edge_kinds
from graphdp_core.plots.pair.ground import Stop, pair_ground
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.webgl import pair_payload
from graphdp_core.plots.sides import Sides


@pytest.fixture
def stops():
    """A pair at each of three epsilons, with one baseline."""
    rng = np.random.default_rng(0)
    codes = [np.sort(rng.choice(400, 60, replace=False)) for _ in range(4)]
    true, *released = (np.column_stack((c // 20, 20 + c % 20)).astype(np.int32) for c in codes)
    places = rng.normal(size=(40, 2)).astype(np.float32)
    baseline = picture(places, {"kept": true})
    return baseline, [
        picture(places + 0.1 * rng.normal(size=places.shape), kinds(true, edges))
        for edges in released
    ]


def kinds(true, released):
    def graph(edges):
        return Graph.from_edges(40, edges)

    return edge_kinds(graph(true), graph(released))


def picture(places, edges):
    n = len(places)
    return Picture(
        positions=places.astype(np.float32), categories=np.zeros(n, dtype=np.int32),
        sizes=np.full(n, 5, dtype=np.float32), edges=edges,
    )  # fmt: skip


def prepared(privates):
    return [Stop(0.5 * (k + 1), private) for k, private in enumerate(privates)]


def test_every_stop_is_packed_as_if_alone(stops):
    baseline, privates = stops
    ground = pair_ground(Pair(baseline, privates[0]), sides=Sides(0.5), stops=prepared(privates))
    for stop in prepared(privates):
        pair, sides = Pair(baseline, stop.picture), Sides(stop.epsilon)
        alone = pair_payload(pair, sides=sides, stops=prepared(privates))
        onto = pair_payload(pair, sides=sides, ground=ground)
        assert onto.shared is ground.packed
        assert onto.shared == alone.shared
        assert onto.changing() == alone.changing()
        assert onto.epsilons == alone.epsilons == (0.5, 1.0, 1.5)


@pytest.mark.parametrize(
    "changed",
    [
        lambda p: replace(p, positions=p.positions + 1),
        lambda p: replace(p, category_names=("another",)),
    ],
)
def test_another_baseline_is_packed_with_the_same_stops(stops, changed):
    baseline, privates = stops
    ground = pair_ground(Pair(baseline, privates[0]), sides=Sides(0.5), stops=prepared(privates))
    pair = Pair(changed(baseline), privates[1])
    assert not ground.carries(pair)
    made = pair_payload(pair, sides=Sides(1.0), ground=ground)
    alone = pair_payload(pair, sides=Sides(1.0), stops=prepared(privates))
    assert (made.shared, made.changing()) == (alone.shared, alone.changing())


def test_a_ground_that_cannot_be_drawn_is_refused(stops):
    baseline, privates = stops
    bad = replace(privates[0], positions=privates[0].positions[1:])
    with pytest.raises(ValueError, match="A pair shows the same nodes"):
        pair_ground(Pair(baseline, privates[0]), sides=Sides(0.5), stops=[Stop(1.0, bad)])
