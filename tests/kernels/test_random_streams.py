"""The one random stream of the kernels: splitmix64 itself, and what every user of it draws."""

import hashlib

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.divisive import place_nodes, stream_of
from graphdp_core.kernels.flips import flip_blocks
from graphdp_core.kernels.local_moving import node_order
from graphdp_core.kernels.random_streams import GOLDEN, mixed, mixed_each, next_uniform, stream
from graphdp_core.plots.pair.picture import _queue

RING = Graph.from_edges(400, [(i, (i + 1) % 400) for i in range(400)])


def digest(numbers: np.ndarray) -> str:
    return hashlib.blake2b(np.ascontiguousarray(numbers).tobytes(), digest_size=8).hexdigest()


def flips() -> np.ndarray:
    out, cursor = np.empty((80_000, 2), dtype=np.int32), np.zeros(3, dtype=np.int64)
    flip_blocks(0, 2, RING.n, RING.edges, 0.01, 42, out, cursor)
    return out[: cursor[2]]


def one_pass() -> np.ndarray:
    labels, sizes = np.full(400, -1, dtype=np.int32), np.zeros(5, dtype=np.int64)
    place_nodes(np.arange(400), *RING.neighbours, 1.0, 0.01, np.uint64(42), labels, sizes, 0, 400)
    return labels


def divisive() -> np.ndarray:
    return stream_of(np.arange(50, dtype=np.uint64), np.arange(50))


@pytest.mark.parametrize(
    ("draw", "recorded"),
    [
        (flips, "b4fc182e2b388486"),
        (one_pass, "b20347a8ac4cc07a"),
        (divisive, "6c7c5eee28c681d9"),
        (lambda: node_order(10_000, np.uint64(42)), "926bd9cd3a7602ec"),
        (lambda: _queue(np.arange(1000) << 32), "c7926210f4c355b4"),
    ],
    ids=["flips", "one pass", "divisive", "node order", "thinned edges"],
)
def test_a_seed_gives_what_it_always_gave(draw, recorded: str) -> None:
    assert digest(draw()) == recorded


def test_the_stream_is_splitmix64() -> None:
    """The first numbers of key 1234567, as its authors' program prints them."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    steps = np.arange(1, 6, dtype=np.uint64) * GOLDEN + np.uint64(1234567)
    assert [int(mixed(step)) for step in steps] == expected
    assert mixed_each(steps).tolist() == expected
    state = stream(1234567)
    assert [next_uniform(state) for _ in range(5)] == [(z >> 11) * 2.0**-53 for z in expected]
