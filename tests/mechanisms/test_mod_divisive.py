"""ModDivisive as a mechanism: budgets, noise of the cut, statements, limits."""

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import mod_divisive
from graphdp_core.mechanisms.mod_divisive import ModDivisive
from graphdp_core.metrics.partitions import modularity
from graphdp_core.privacy.guarantee import Status
from tests.patience import growth


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0, 3.7])
@pytest.mark.parametrize("levels", [1, 2, 5, 10])
def test_the_budgets_sum_to_epsilon_and_fall_by_the_ratio(ratio: float, levels: int) -> None:
    mechanism = ModDivisive(max_level=levels, ratio=ratio, cut_share=0.2)
    budgets = np.array(mechanism.level_budgets(3.0))
    assert len(budgets) == levels
    assert budgets.sum() + levels * mechanism.cut_budget(3.0) == pytest.approx(3.0)
    np.testing.assert_allclose(budgets[:-1] / budgets[1:], ratio)
    assert (budgets > 0).all()


def test_the_worked_example_of_the_budgets() -> None:
    mechanism = ModDivisive(max_level=5, ratio=2.0, cut_share=5 * 0.05 / 4.0)
    assert mechanism.cut_budget(4.0) == pytest.approx(0.05)
    expected = [1.9355, 0.9677, 0.4839, 0.2419, 0.1210]
    np.testing.assert_allclose(mechanism.level_budgets(4.0), expected, atol=5e-5)


def test_the_noise_of_the_cut_has_scale_two_over_eps_m(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kolmogorov-Smirnov against Lap(2/eps_m); false alarm below 1e-6."""
    seen: list[np.ndarray] = []

    def spy(tree, scores):
        assert scores[0] == 0.0
        seen.append((scores - tree.score)[1:])
        return np.zeros(len(tree.deepest), dtype=np.int64)

    monkeypatch.setattr(mod_divisive, "best_cut", spy)
    karate = gdp.load_graph("karate")
    mechanism = ModDivisive(max_level=2, k=4, burn_in=1, smallest=4, cut_share=0.3)
    rng = np.random.default_rng(7)
    for _ in range(400):
        mechanism.release(karate, epsilon=2.0, rng=rng)
    noise = np.concatenate(seen)
    scale = 2.0 / mechanism.cut_budget(2.0)
    assert scale == pytest.approx(2.0 / 0.3)
    assert len(noise) > 4000
    assert stats.kstest(noise, stats.laplace(scale=scale).cdf).pvalue > 1e-6
    assert stats.kstest(noise, stats.laplace(scale=1.25 * scale).cdf).pvalue < 1e-6


def test_the_noise_free_cut_adds_no_noise_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    exact: list[bool] = []

    def spy(tree, scores):
        exact.append(bool((scores == tree.score).all()))
        return np.zeros(len(tree.deepest), dtype=np.int64)

    monkeypatch.setattr(mod_divisive, "best_cut", spy)
    mechanism = ModDivisive(cut="noise_free")
    mechanism.release(gdp.load_graph("karate"), epsilon=1.0, rng=gdp.noise_stream(0))
    assert exact == [True]
    guarantee = mechanism.guarantee(1.0)
    assert guarantee.status is Status.AS_PUBLISHED_NOT_DP
    assert "without noise" in guarantee.statement()


def test_the_statement_guarantees_nothing_for_a_finite_run() -> None:
    guarantee = ModDivisive(burn_in=30).guarantee(2.0)
    assert guarantee.status is Status.ASYMPTOTIC
    assert not guarantee.status.is_proved
    words = guarantee.statement()
    assert words.startswith("No privacy guarantee")
    for part in ("had the Markov chains converged", "30 steps per node and level", "nothing is"):
        assert part in words


def test_planted_blocks_are_found_at_a_large_epsilon_and_lost_at_a_small_one() -> None:
    graph = gdp.generate("sbm", n=400, blocks=4, within=0.3, between=0.01, seed=3)
    mechanism = ModDivisive()
    found = [
        modularity(graph, mechanism.release(graph, epsilon=e, rng=gdp.noise_stream(1)).labels)
        for e in (0.01, 4.0)
    ]
    assert abs(found[0]) < 0.1
    assert found[1] > 0.9 * modularity(graph, graph.labels)


def test_weights_do_not_matter() -> None:
    bare = gdp.load_graph("karate")
    bare = Graph.from_edges(bare.n, bare.edges)
    heavy = Graph.from_edges(bare.n, bare.edges, weights=np.arange(1.0, bare.m + 1))
    one, two = (
        ModDivisive().release(graph, epsilon=3.0, rng=gdp.noise_stream(2))
        for graph in (bare, heavy)
    )
    np.testing.assert_array_equal(one.labels, two.labels)


def test_epsilon_zero_and_endless_chains_are_refused() -> None:
    karate = gdp.load_graph("karate")
    with pytest.raises(ValueError, match="epsilon must be above 0"):
        ModDivisive().check(karate, 0.0)
    with pytest.raises(ValueError, match="epsilon must be a number from 0 to 5000"):
        ModDivisive().release(karate, epsilon=-1.0, rng=gdp.noise_stream(0))
    large = Graph.from_edges(600_000, [])
    with pytest.raises(ValueError, match=r"600,000 nodes .* lower burn_in or max_level"):
        ModDivisive(max_level=10, burn_in=51).check(large, 1.0)
    ModDivisive(max_level=10).check(large, 1.0)


def test_chains_cost_what_their_length_says_and_too_long_ones_are_refused():
    """What a link can ask for is bounded by the number of proposals."""
    graph = gdp.generate("barabasi_albert", n=1_000, attach=10)

    def release(burn_in):
        made = ModDivisive(max_level=10, burn_in=burn_in)
        made.release(graph, epsilon=2.0, rng=np.random.default_rng(0))

    release(1)  # compiles
    assert growth(release, 10) < 10
    with pytest.raises(ValueError, match=r"at most 300,000,000 are allowed"):
        ModDivisive(max_level=10, burn_in=1000).check(Graph.from_edges(100_000, []), 2.0)
