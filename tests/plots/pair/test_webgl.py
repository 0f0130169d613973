"""The pair's binary message: what goes in comes out, small, and only what changed is sent."""

from dataclasses import replace

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.pair.clouds import cloud_pair, frame_around
from graphdp_core.plots.pair.drawings import network_pair, partition_pair, tree_pair
from graphdp_core.plots.pair.edges import edge_kinds
from graphdp_core.plots.pair.ground import pair_ground
from graphdp_core.plots.pair.message import gap_bytes
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.webgl import MOST_MARKED_EDGES, Stop, pair_payload
from graphdp_core.plots.sides import Sides
from tests.packed_message import decoded, gaps_of


class Read:
    """Both parts of a payload, with references followed."""

    def __init__(self, payload, **more):
        self.shared, shared_arrays = decoded(payload.shared)
        self.header, arrays = decoded(payload.changing(**more))
        self.arrays = shared_arrays | arrays

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

    def coded(self, side, number):
        pairs = self.arrays[side["pairs"]].reshape(-1, 2)
        bytes_ = self.arrays[side["codes"]]
        codes = (bytes_[:, None] >> np.array([6, 4, 2, 0]) & 3).ravel()[: len(pairs)]
        return pairs[codes == number]


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
    read = Read(pair_payload(Pair(baseline, private), sides=Sides(1.0)))
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
    read = Read(pair_payload(Pair(baseline, private), sides=Sides(1.0)))
    left, right = read.header["sides"]
    np.testing.assert_array_equal(read.positions(left), baseline.positions)
    step = np.ptp(private.positions, axis=0) / 65535
    assert (np.abs(read.positions(right) - private.positions) <= 0.51 * step).all()


def test_clouds_with_depth_keep_their_third_coordinate_and_one_box():
    left, right = np.random.default_rng(3).normal(size=(2, 50, 4)) * [[[1.0]], [[2.0]]]
    frame = frame_around(left, dimensions=(0, 1, 3))
    pair = cloud_pair(left, right, dimensions=(0, 1, 3), frame=frame)
    read = Read(pair_payload(pair, sides=Sides(1.0)))
    first, second = map(read.positions, read.header["sides"])
    np.testing.assert_array_equal(first, left[:, [0, 1, 3]].astype(np.float32))
    np.testing.assert_allclose(second, right[:, [0, 1, 3]], atol=1e-4)
    assert read.header["bounds"] == [list(frame)] * 2
    low, high = np.reshape(frame, (2, 3))
    assert (low < left[:, [0, 1, 3]]).all()
    assert (left[:, [0, 1, 3]] < high).all()
    outside = ((second < low) | (second > high)).any(axis=1).mean()
    assert f"{outside:.0%}" in pair.caption


def test_equal_positions_are_sent_once():
    baseline, private = random_pair()
    read = Read(pair_payload(Pair(baseline, private), sides=Sides(1.0)))
    left, right = read.header["sides"]
    assert left["positions"] == right["positions"]


def test_the_shared_part_stays_while_epsilon_moves():
    baseline, private = random_pair()
    first = pair_payload(Pair(baseline, private), sides=Sides(1.0))
    second = pair_payload(Pair(baseline, moved(private)), sides=Sides(2.0))
    assert first.shared == second.shared
    assert first.changing() != second.changing()
    assert first.header["id"] != second.header["id"]


def test_a_tree_split_differently_keeps_the_shared_part():
    rng = np.random.default_rng(0)
    positions = rng.normal(size=(50, 2))
    tree = Graph.from_edges(50, [(i, i + 1) for i in range(49)])
    others = [
        Graph.from_edges(50, [(i, i + 1) if i % k else (0, i + 1) for i in range(49)])
        for k in (3, 5)
    ]
    made = [
        pair_payload(tree_pair(positions, edge_kinds(tree, other)), sides=Sides(1.0))
        for other in others
    ]
    assert made[0].shared == made[1].shared
    read = Read(made[0])
    assert set(read.header["sides"][0]["edges"]) == {"kept", "lost"}
    np.testing.assert_array_equal(
        read.edges(read.header["sides"][0], "lost"), edge_kinds(tree, others[0])["lost"]
    )


def test_ten_thousand_points_and_fifty_thousand_edges_stay_small():
    baseline, private = random_pair(10_000, 50_000)
    payload = pair_payload(Pair(baseline, moved(private)), sides=Sides(1.0))
    assert len(payload.shared) + len(payload.changing()) < 1_000_000
    cloud = cloud_pair(baseline.positions, moved(private).positions)
    assert len(pair_payload(cloud, sides=Sides(1.0)).changing()) < 45_000
    assert len(private.edges["invented"]) > 15_000
    assert len(pair_payload(Pair(baseline, moved(private)), sides=Sides(1.0)).changing()) < 100_000


def test_stops_carry_every_edge_kind_and_the_words():
    baseline, private = random_pair()
    other = random_pair(seed=5)[1]
    stops = [
        Stop(2.0, private, "two", [("Kept", "70%")]),
        Stop(0.5, replace(other, positions=moved(private).positions), "half"),
    ]
    payload = pair_payload(Pair(baseline, private), sides=Sides(0.6), stops=stops)
    read = Read(payload)
    assert payload.epsilons == (2.0, 0.5)
    assert read.header["stop"] == 1
    assert [stop["finding"] for stop in read.shared["stops"]] == ["two", "half"]
    for stop, made in zip(read.shared["stops"], stops, strict=True):
        for number, kind in enumerate(("kept", "lost", "invented"), start=1):
            np.testing.assert_array_equal(
                read.coded(stop["side"], number), made.picture.edges[kind]
            )
    everything = np.concatenate([p.positions for p in (baseline, *(s.picture for s in stops))])
    np.testing.assert_allclose(
        read.header["bounds"][0], [*everything.min(axis=0), *everything.max(axis=0)]
    )


def test_a_baseline_of_fewer_or_other_edges_comes_out_of_the_same_ground():
    baseline, private = random_pair()
    stops = [Stop(1.0, private), Stop(2.0, random_pair(seed=5)[1])]
    ground = pair_ground(Pair(baseline, private), sides=Sides(1.0), stops=stops)
    for edges in (baseline.edges["kept"][::3], random_pair(seed=7)[0].edges["kept"]):
        now = Pair(replace(baseline, edges={"kept": edges}), stops[1].picture)
        payload = pair_payload(now, sides=Sides(2.0), ground=ground)
        assert payload.shared is ground.packed
        read = Read(payload)
        for side, picture in zip(read.header["sides"], now.pictures, strict=True):
            for kind, expected in picture.edges.items():
                np.testing.assert_array_equal(read.edges(side, kind), expected)


def test_selection_revision_and_height_travel_with_each_message():
    baseline, private = random_pair()
    payload = pair_payload(Pair(baseline, private), sides=Sides(1.0))
    read = Read(payload, selected=np.array([3, 5]), revision=7, height=300)
    assert (read.header["selected"], read.header["revision"], read.header["height"]) == (
        [3, 5],
        7,
        300,
    )


def test_categories_beyond_the_styles_and_symbols_and_sizes_are_kept_in_range():
    baseline, _ = random_pair(20)
    odd = replace(
        baseline,
        categories=np.arange(-1, 19, dtype=np.int32),
        symbols=np.arange(20, dtype=np.int32),
        sizes=np.linspace(0, 500, 20).astype(np.float32),
    )
    read = Read(pair_payload(Pair(odd, odd), sides=Sides(1.0)))
    side = read.header["sides"][0]
    assert read.arrays[side["categories"]].tolist() == [255, *range(16), 255, 255, 255]
    assert read.arrays[side["symbols"]].max() == 7
    assert read.arrays[side["sizes"]].max() == 255


def test_degrees_are_told_only_when_every_edge_is_drawn():
    baseline, private = random_pair()
    assert Read(pair_payload(Pair(baseline, private), sides=Sides(1.0))).header["degrees"]
    thinned = replace(private, totals=dict.fromkeys(private.edges, 10000))
    assert not Read(pair_payload(Pair(baseline, thinned), sides=Sides(1.0))).header["degrees"]


def test_strange_names_survive():
    names = ("</script>", 'quote"', "\u2028", "日本", "x" * 1000)
    baseline = replace(random_pair(5, 4)[0], names=names)
    read = Read(pair_payload(Pair(baseline, baseline), sides=Sides(1.0)))
    assert read.shared["names"] == [*names[:4], "x" * 200]


def test_nothing_at_all_can_be_packed():
    empty = Picture(
        positions=np.empty((0, 2), dtype=np.float32),
        categories=np.empty(0, dtype=np.int32),
        sizes=np.empty(0, dtype=np.float32),
    )
    payload = pair_payload(
        Pair(empty, empty), sides=Sides(1.0), stops=[Stop(1.0, empty)], draws=[empty]
    )
    assert Read(payload).header["bounds"] is None
    assert payload.n == 0


def test_partitions_share_words_and_positions():
    positions = np.random.default_rng(0).normal(size=(6, 2))
    pictures = partition_pair(positions, np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 1, 2, 3]))
    read = Read(pair_payload(pictures, sides=Sides(1.0)))
    assert read.shared["category_names"][-1] == "community 4"
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
        pair_payload(Pair(baseline, replace(baseline, **change)), sides=Sides(1.0))


def test_a_long_glide_is_refused():
    baseline, private = random_pair(20, 30)
    with pytest.raises(ValueError, match=r"0 \.\. 250 milliseconds, got 900"):
        pair_payload(Pair(baseline, private), sides=Sides(1.0), glide=900)


def test_input_is_untouched():
    baseline, private = random_pair()
    before = [baseline.positions.copy(), private.edges["kept"].copy()]
    pair_payload(Pair(baseline, private), sides=Sides(1.0), stops=[Stop(1.0, private)])
    np.testing.assert_array_equal(before[0], baseline.positions)
    np.testing.assert_array_equal(before[1], private.edges["kept"])


def test_edges_of_marked_nodes_are_sent_by_kind_even_where_the_picture_has_none():
    baseline, _ = random_pair()
    bare = replace(baseline, edges={}, totals={})
    payload = pair_payload(Pair(bare, bare), sides=Sides(1.0))
    kept, lost = np.array([[0, 3], [0, 9]], dtype=np.int32), np.array([[0, 4]], dtype=np.int32)
    read = Read(payload, selected=[0], selected_edges={"kept": kept, "lost": lost})
    arrays = {kind: read.arrays[name] for kind, name in read.header["selected_edges"].items()}
    assert {kind: pairs.tolist() for kind, pairs in arrays.items()} == {
        "kept": kept.ravel().tolist(), "lost": lost.ravel().tolist(),
    }  # fmt: skip
    assert Read(payload).header["selected_edges"] == {}


def test_of_very_many_edges_of_marked_nodes_a_part_is_sent():
    baseline, _ = random_pair()
    pairs = np.column_stack((np.zeros(9_000), np.arange(1, 9_001))).astype(np.int32)
    payload = pair_payload(Pair(baseline, baseline), sides=Sides(1.0))
    read = Read(payload, selected=[0], selected_edges={"kept": pairs, "lost": pairs[:1_000]})
    counts = {k: read.arrays[a].size // 2 for k, a in read.header["selected_edges"].items()}
    assert counts == {"kept": MOST_MARKED_EDGES * 9 // 10, "lost": MOST_MARKED_EDGES // 10}
