"""edgeFlip and LaplaceFlip: what is released, refused, repeated and guaranteed."""

import math

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.kernels.flips import BLOCK_PAIRS
from graphdp_core.mechanisms import pair_coins
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.randomised_response import (
    LARGER,
    MAX_EXPECTED_FLIPS,
    RandomisedResponse,
)
from graphdp_core.privacy.guarantee import NeighbouringRelation, Status

EPSILONS = [0.0, 0.1, 0.5, 1.0, 2.0, 4.6, 7.0, 12.0, 20.0]

both = pytest.mark.parametrize("mechanism", [EdgeFlip(), LaplaceFlip()], ids=lambda m: m.id)


def sparse_graph(n: int, m: int, seed: int = 0) -> Graph:
    pairs = np.random.default_rng(seed).integers(0, n, size=(2 * m, 2))
    return Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]][:m])


def codes(graph: Graph) -> set[int]:
    u, v = graph.edges.astype(np.int64).T
    return set((u * graph.n + v).tolist())


def release(mechanism: RandomisedResponse, graph: Graph, epsilon: float, seed: int = 0) -> Graph:
    return mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))


@both
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_a_release_is_a_tidy_graph_whatever_the_input(mechanism, epsilon, edge_case_graph):
    noisy = release(mechanism, edge_case_graph, epsilon)
    assert noisy.edges.dtype == np.int32
    assert noisy.edges.shape == (noisy.m, 2)
    again = Graph.from_edges(noisy.n, noisy.edges)  # checks range and loops, sorts, makes unique
    assert np.array_equal(again.edges, noisy.edges)


@both
def test_only_topology_and_names_are_released(mechanism):
    graph = Graph.from_edges(
        3, [(0, 1), (1, 2)], weights=[2.0, 5.0], labels=[0, 1, 1],
        positions=[[0, 0], [1, 0], [2, 0]], names=["a", "b", "c"], title="three",
    )  # fmt: skip
    noisy = release(mechanism, graph, 1.0)
    assert noisy.names == ("a", "b", "c")
    assert noisy.weights is None
    assert noisy.labels is None
    assert noisy.label_names == ()
    assert noisy.positions is None
    pi = mechanism.flip_probability(1.0)
    assert noisy.noise == EdgeNoise(true_positive_rate=1 - pi, false_positive_rate=pi)
    assert noisy.title == f"three by {mechanism.title}, ε = 1"


@pytest.mark.sample
@both
def test_flips_of_one_seed_are_nested_over_epsilon(mechanism):
    """A pair flipped at a larger epsilon is flipped at every smaller one; n spans 8 blocks."""
    graph = sparse_graph(1000, 5000)
    truth, larger = codes(graph), None
    for epsilon in [0.0, 1e-9, 0.01, 0.3, 0.300001, 1, 1.5, 2, 3, 5, 6.5, 8, 9, 11, 14, 17, 20]:
        flips = codes(release(mechanism, graph, epsilon, 3)) ^ truth
        assert larger is None or flips <= larger
        larger = flips


def test_flips_do_not_depend_on_the_graph():
    """Common random numbers: the noise of one seed is the same set of pairs on every graph."""
    empty, full = Graph.from_edges(700, []), sparse_graph(700, 30_000)
    flips = codes(release(EdgeFlip(), empty, 1.0, 5))
    assert codes(release(EdgeFlip(), full, 1.0, 5)) ^ codes(full) == flips


def test_laplace_flip_is_edge_flip_at_its_exact_epsilon_draw_by_draw():
    """Equal flip probabilities up to rounding, so equal draws (differ with P < 1e-8)."""
    graph = sparse_graph(600, 3000)
    for epsilon in [0.0, 0.5, 1.0, 3.0, 10.0, 20.0]:
        exact = LaplaceFlip().guarantee(epsilon).effective_epsilon
        assert np.array_equal(
            release(LaplaceFlip(), graph, epsilon, 2).edges,
            release(EdgeFlip(), graph, exact, 2).edges,
        )


@both
def test_progress_rises_to_one_and_changes_nothing(mechanism):
    graph = sparse_graph(20_000, 40_000)
    seen: list[float] = []
    noisy = mechanism.release(
        graph, epsilon=9.0, rng=np.random.default_rng(0),
        progress=lambda fraction, text: seen.append(fraction),
    )  # fmt: skip
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert noisy == release(mechanism, graph, 9.0)


@pytest.mark.long
def test_progress_is_called_often_and_can_stop_the_work():
    """44 million blocks are cut into calls of at most 10 million, some 60 ms each."""
    graph = Graph.from_edges(2_400_000, [(0, 1), (5, 1_000_000)])
    seen: list[float] = []

    def stop_in_the_middle(fraction: float, text: str) -> None:
        seen.append(fraction)
        if len(seen) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        EdgeFlip().release(
            graph, epsilon=19.0, rng=np.random.default_rng(0), progress=stop_in_the_middle
        )
    assert 0 < seen[0] < seen[1] < 1


def test_calls_of_any_length_give_the_same_release(monkeypatch):
    """One block a call (79 calls) or one call: the cursor carries everything over."""
    graph = sparse_graph(3200, 20_000)
    whole = release(EdgeFlip(), graph, 2.0)
    real = pair_coins.flip_blocks
    calls = []

    def one_block(first, stop, *rest):
        for block in range(first, stop):
            calls.append(block)
            real(block, block + 1, *rest)
        return stop

    monkeypatch.setattr(pair_coins, "flip_blocks", one_block)
    assert release(EdgeFlip(), graph, 2.0) == whole
    assert len(calls) == -(-pair_count(3200) // BLOCK_PAIRS)


def test_a_draw_larger_than_foreseen_gets_more_room(monkeypatch):
    graph = sparse_graph(1500, 200_000)
    whole = release(EdgeFlip(), graph, 0.5)
    monkeypatch.setattr(pair_coins, "_room", lambda pairs, m, probability: 10)
    assert release(EdgeFlip(), graph, 0.5) == whole


@both
@pytest.mark.parametrize("epsilon", [-0.1, 5000.1, math.nan, math.inf, "x", True, None])
def test_an_epsilon_out_of_range_is_refused_by_name(mechanism, epsilon):
    with pytest.raises(ValueError, match="epsilon must be a number from 0 to 5000, got"):
        release(mechanism, Graph.from_edges(2, []), epsilon)


@both
def test_a_release_that_is_too_large_is_refused_with_a_remedy_that_works(mechanism):
    graph = Graph.from_edges(100_000, [])
    with pytest.raises(ValueError, match="too many for") as refusal:
        release(mechanism, graph, 1.0)
    words = str(refusal.value)
    flips = pair_count(graph.n) * mechanism.flip_probability(1.0)
    assert f"{flips:,.0f} node pairs" in words
    assert f"{MAX_EXPECTED_FLIPS:,}" in words
    assert "epsilon" not in words, "what a computer holds is no reason to protect less"
    for id in LARGER:
        other = gdp.mechanism(id)
        assert other.title in words
        assert other.relation is mechanism.relation
        assert not other.refusal(graph, 1.0)
    largest = int(words.split("at most ")[1].split(maxsplit=1)[0].replace(",", ""))
    mechanism.check(Graph.from_edges(largest, []), 1.0)
    with pytest.raises(ValueError, match="node pairs"):
        mechanism.check(Graph.from_edges(largest + 1, []), 1.0)


@both
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_claimed_epsilon_is_the_log_likelihood_ratio_of_one_bit(mechanism, epsilon):
    """P(a' = 1 | a = 1)/P(a' = 1 | a = 0) = (1 - pi)/pi, and the inverse for a' = 0."""
    guarantee = mechanism.guarantee(epsilon)
    pi = mechanism.flip_probability(epsilon)
    assert guarantee.effective_epsilon == pytest.approx(math.log((1 - pi) / pi), abs=1e-9)
    assert guarantee.effective_epsilon <= epsilon
    assert guarantee.epsilon == epsilon
    assert guarantee.relation is NeighbouringRelation.EDGE
    assert guarantee.status is Status.PROVED_PURE
    assert guarantee.delta == 0.0


def test_the_exact_epsilon_of_laplace_flip_is_the_published_table():
    table = {0.5: 0.450, 1: 0.832, 2: 1.490, 3: 2.075, 5: 3.151, 10: 5.690}
    for nominal, exact in table.items():
        guarantee = LaplaceFlip().guarantee(float(nominal))
        assert guarantee.exact_epsilon == pytest.approx(exact, abs=5e-4)
        assert f"ε = {exact:.3g}"[:7] in guarantee.statement()
        assert "flips more than it must" in guarantee.statement()
