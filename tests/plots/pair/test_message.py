"""Pictures on their way to the browser: what goes in comes out, small, and once."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.pair.clouds import cloud_pair, frame_around
from graphdp_core.plots.pair.drawings import network_pair, partition_pair, tree_pair
from graphdp_core.plots.pair.message import gap_bytes
from graphdp_core.plots.pair.picture import Pair, Picture, edge_kinds
from graphdp_core.plots.sides import Sides
from graphdp_core.stage import Packing, Stop
from tests.packed_message import decoded, gaps_of


@dataclass
class Asked:
    """What a stage is asked of, as far as the bytes go."""

    graph: Graph
    key: str = "any"


def packed(pair, *, names=None, **more):
    """The shared part of a pair's stage, and its stop."""
    stop = Stop(1.0, pair, Sides(1.0), "", **more)
    graph = Graph.from_edges(len(pair.baseline.positions), [], names=names)
    packing = Packing.of(Asked(graph), stop)
    return packing.shared, packing.stop(stop)


class Read:
    """Both parts, with references followed."""

    def __init__(self, pair, **more):
        shared, stop = packed(pair, **more)
        self.shared, shared_arrays = decoded(shared)
        header, arrays = decoded(stop)
        self.header, self.arrays = header["pair"], shared_arrays | arrays

    def positions(self, side):
        reference = side["positions"]
        raw = self.arrays[reference["array"]].reshape(-1, reference["dimensions"])
        if "bounds" not in reference:
            return raw
        low, high = np.array(reference["bounds"]).reshape(2, -1)
        return low + raw * (high - low) / 65535

    def edges(self, side, kind):
        reference = side["edges"][kind]
        if "gaps" in reference:
            return gaps_of(self.arrays[reference["gaps"]].tolist(), reference["n"])
        pairs = self.arrays[reference["pairs"]].reshape(-1, 2)
        if "mask" in reference:
            pairs = pairs[np.unpackbits(self.arrays[reference["mask"]])[: len(pairs)] == 1]
        return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def random_pair(n=200, m=600, seed=0):
    rng = np.random.default_rng(seed)
    graph = Graph.from_edges(n, _pairs(rng, n, m), labels=rng.integers(0, 3, n))
    released = Graph.from_edges(
        n, np.concatenate((graph.edges[rng.random(graph.m) < 0.7], _pairs(rng, n, m // 3)))
    )
    positions = rng.normal(size=(n, 2)).astype(np.float32)
    return network_pair(graph, released, positions, limit=200_000).pictures


def _pairs(rng, n, m):
    pairs = np.sort(rng.integers(0, n, (2 * m, 2)), axis=1)
    return np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0)[:m].astype(np.int32)


def moved(picture, seed=1, scale=0.1):
    noise = np.random.default_rng(seed).normal(scale=scale, size=picture.positions.shape)
    return replace(picture, positions=(picture.positions + noise).astype(np.float32))


@pytest.mark.parametrize("n", [200, 70_000])
def test_edges_come_out_as_they_went_in(n):
    baseline, private = random_pair(n)
    read = Read(Pair(baseline, private))
    for side, picture in zip(read.header["sides"], (baseline, private), strict=True):
        for kind, pairs in picture.edges.items():
            np.testing.assert_array_equal(read.edges(side, kind), pairs)
            assert side["totals"][kind] == len(pairs)


@pytest.mark.parametrize("n", [2, 130, 20_000, 10_000_000])
def test_gaps_of_any_size_come_back(n):
    rng = np.random.default_rng(n)
    pairs = np.unique(np.sort(rng.integers(0, n, (40, 2)), axis=1), axis=0)
    assert (gaps_of(gap_bytes(pairs, n).tolist(), n) == pairs).all()
    assert gap_bytes(pairs[:0], n).size == 0


def test_positions_are_exact_on_the_left_and_within_a_step_on_the_right():
    baseline, private = random_pair()
    private = moved(private)
    read = Read(Pair(baseline, private))
    left, right = read.header["sides"]
    np.testing.assert_array_equal(read.positions(left), baseline.positions)
    step = np.ptp(private.positions, axis=0) / 65535
    assert (np.abs(read.positions(right) - private.positions) <= 0.51 * step).all()


def test_clouds_with_depth_keep_their_third_coordinate_and_one_box():
    left, right = np.random.default_rng(3).normal(size=(2, 50, 4)) * [[[1.0]], [[2.0]]]
    frame = frame_around(left, dimensions=(0, 1, 3))
    pair = cloud_pair(left, right, dimensions=(0, 1, 3))
    read = Read(pair)
    first, second = map(read.positions, read.header["sides"])
    np.testing.assert_allclose(first, left[:, [0, 1, 3]], atol=1e-4)
    np.testing.assert_allclose(second, right[:, [0, 1, 3]], atol=1e-4)
    assert read.header["bounds"] == [list(frame)] * 2
    low, high = np.reshape(frame, (2, 3))
    assert (low < left[:, [0, 1, 3]]).all()
    assert (left[:, [0, 1, 3]] < high).all()
    outside = ((second < low) | (second > high)).any(axis=1).mean()
    assert f"{outside:.0%}" in pair.caption


def test_a_frame_of_many_is_not_decided_by_a_few_far_nodes():
    points = np.random.default_rng(0).normal(size=(5_000, 2))
    far = np.vstack((points, [[1e4, 0.0], [0.0, -1e4]]))
    assert np.abs(frame_around(far)).max() < 10
    few = far[-500:]
    low, high = np.reshape(frame_around(few), (2, 2))
    assert ((few > low) & (few < high)).all(), "of few nodes all are in sight"


def test_a_tree_split_differently_keeps_the_shared_part():
    rng = np.random.default_rng(0)
    positions = rng.normal(size=(50, 2))
    tree = Graph.from_edges(50, [(i, i + 1) for i in range(49)])
    others = [
        Graph.from_edges(50, [(i, i + 1) if i % k else (0, i + 1) for i in range(49)])
        for k in (3, 5)
    ]
    made = [tree_pair(tree, positions, edge_kinds(tree, other)) for other in others]
    assert packed(made[0])[0] == packed(made[1])[0]
    read = Read(made[0])
    assert set(read.header["sides"][0]["edges"]) == {"kept", "lost"}
    np.testing.assert_array_equal(
        read.edges(read.header["sides"][0], "lost"), edge_kinds(tree, others[0])["lost"]
    )


def test_ten_thousand_points_and_fifty_thousand_edges_stay_small():
    baseline, private = random_pair(10_000, 50_000)
    shared, stop = packed(Pair(baseline, moved(private)))
    assert len(private.edges["invented"]) > 15_000
    assert len(shared) < 900_000
    assert len(stop) < 100_000
    assert len(packed(cloud_pair(baseline.positions, moved(private).positions))[1]) < 85_000


def test_categories_beyond_the_styles_and_sizes_are_kept_in_range():
    baseline, _ = random_pair(20)
    odd = replace(
        baseline,
        categories=np.arange(-1, 19, dtype=np.int32),
        sizes=np.linspace(0, 500, 20).astype(np.float32),
    )
    read = Read(Pair(odd, odd))
    side = read.header["sides"][0]
    assert read.arrays[side["categories"]].tolist() == [255, *range(16), 255, 255, 255]
    assert read.arrays[side["sizes"]].max() == 255


def test_degrees_are_told_only_when_every_edge_is_drawn():
    baseline, private = random_pair()
    assert Read(Pair(baseline, private)).header["degrees"]
    thinned = replace(private, totals=dict.fromkeys(private.edges, 10000))
    assert not Read(Pair(baseline, thinned)).header["degrees"]


def test_strange_names_survive():
    names = ("</script>", 'quote"', "\u2028", "日本", "x" * 1000)
    baseline = random_pair(5, 4)[0]
    read = Read(Pair(baseline, baseline), names=names)
    assert read.shared["names"] == [*names[:4], "x" * 200]


def test_nothing_at_all_can_be_packed():
    empty = Picture(
        positions=np.empty((0, 2), dtype=np.float32),
        categories=np.empty(0, dtype=np.int32),
        sizes=np.empty(0, dtype=np.float32),
    )
    assert Read(Pair(empty, empty), repeats=[empty]).header["bounds"] is None


def test_partitions_share_words_and_positions():
    positions = np.random.default_rng(0).normal(size=(6, 2))
    pictures = partition_pair(positions, np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 1, 2, 3]))
    read = Read(pictures)
    assert read.header["category_names"][-1] == "community 4"
    assert read.header["sides"][0]["positions"] == read.header["sides"][1]["positions"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"positions": np.zeros((3, 2), dtype=np.float32)}, "same nodes"),
        ({"positions": np.zeros((20, 3), dtype=np.float32)}, "same nodes"),
        ({"positions": np.full((20, 2), np.nan, dtype=np.float32)}, "finite"),
        ({"names": ("a",)}, "names must be 20"),
        ({"edges": {"kept": np.zeros((200_001, 2), dtype=np.int32)}}, "at most 200,000"),
    ],
)
def test_pictures_that_do_not_fit_are_refused(change, words):
    baseline, _ = random_pair(20, 30)
    with pytest.raises(ValueError, match=words):
        packed(Pair(baseline, replace(baseline, **change)))
