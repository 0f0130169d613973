"""ModDivisive as a mechanism: budgets, noise of the cut, statements, limits.

The tree of ModDivisive and its best cut: identities, brute force, sensitivity.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import mod_divisive
from graphdp_core.mechanisms.mod_divisive import (
    SENSITIVITY,
    DivisionTree,
    ModDivisive,
    best_cut,
    grow,
)
from graphdp_core.metrics.partitions import modularity
from graphdp_core.privacy.guarantee import Status
from graphdp_core.progress import Progress
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


def test_planted_blocks_are_found_at_a_large_epsilon_and_lost_at_a_small_one() -> None:
    graph = gdp.generate("sbm", n=400, blocks=4, within=0.3, between=0.01, seed=3)
    mechanism = ModDivisive()
    values = [
        modularity(graph, mechanism.release(graph, epsilon=e, rng=gdp.noise_stream(1)).labels)
        for e in (0.01, 4.0)
    ]
    assert abs(values[0]) < 0.1
    assert values[1] > 0.9 * modularity(graph, graph.labels)


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


def random_graph(n: int, m: int, seed: int) -> Graph:
    pairs = np.random.default_rng(seed).integers(0, n, (m, 2))
    return Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]])


def members(tree: DivisionTree) -> list[np.ndarray]:
    """The graph nodes of each tree node, by climbing from the deepest one."""
    table = np.zeros((len(tree.parent), len(tree.deepest)), dtype=bool)
    for v, lowest in enumerate(tree.deepest):
        t = lowest
        while t >= 0:
            table[t, v] = True
            t = tree.parent[t]
    return [np.flatnonzero(row) for row in table]


def scores_of(graph: Graph, labels: np.ndarray) -> np.ndarray:
    """S of each block."""
    k = int(labels.max()) + 1
    u, v = graph.edges.T
    inside = np.bincount(labels[u][labels[u] == labels[v]], minlength=k)
    degrees = np.bincount(labels, weights=graph.degrees, minlength=k)
    return inside - (degrees**2 / (4 * graph.m) if graph.m else 0.0)


@pytest.fixture(scope="module")
def grown() -> tuple[Graph, DivisionTree]:
    graph = gdp.generate("sbm", n=240, blocks=6, within=0.4, between=0.03, seed=2)
    tree = grow(graph, budgets=[4.0, 2.0, 1.0], k=3, burn_in=20, smallest=15, key=11)
    return graph, tree


def test_the_root_scores_zero(grown: tuple[Graph, DivisionTree]) -> None:
    graph, tree = grown
    assert tree.score[0] == 0.0
    assert scores_of(graph, np.zeros(graph.n, dtype=int))[0] == pytest.approx(0.0)
    assert tree.size[0] == graph.n
    assert tree.parent[0] == -1


def test_every_set_scores_what_recomputation_says(grown: tuple[Graph, DivisionTree]) -> None:
    graph, tree = grown
    for t, nodes in enumerate(members(tree)):
        labels = np.isin(np.arange(graph.n), nodes).astype(int)
        assert len(nodes) == tree.size[t]
        expected = scores_of(graph, labels)[1] if len(nodes) < graph.n else 0.0
        assert tree.score[t] == pytest.approx(expected, abs=1e-9)


def test_children_split_their_parent(grown: tuple[Graph, DivisionTree]) -> None:
    _, tree = grown
    sets = members(tree)
    for t in range(len(tree.parent)):
        children = np.flatnonzero(tree.parent == t)
        if len(children):
            joined = np.concatenate([sets[c] for c in children])
            assert sorted(joined) == sets[t].tolist()
            assert 1 <= len(children) <= 3
            assert (tree.level[children] == tree.level[t] + 1).all()
            assert tree.size[t] >= 15
        elif tree.level[t] < 3:
            assert tree.size[t] < 15


def test_the_scores_of_any_cut_sum_to_m_times_its_modularity(
    grown: tuple[Graph, DivisionTree],
) -> None:
    graph, tree = grown
    for level in (1, 2, 3):
        chosen = tree.deepest.copy()
        while (tree.level[chosen] > level).any():
            chosen = np.where(tree.level[chosen] > level, tree.parent[chosen], chosen)
        labels = np.unique(chosen, return_inverse=True)[1]
        total = tree.score[np.unique(chosen)].sum()
        assert total == pytest.approx(graph.m * modularity(graph, labels))


def every_cut(tree: DivisionTree, root: int = 0) -> list[list[int]]:
    children = np.flatnonzero(tree.parent == root)
    cuts = [[root]]
    if len(children):
        parts = [every_cut(tree, int(c)) for c in children]
        cuts += [[t for part in choice for t in part] for choice in itertools.product(*parts)]
    return cuts


@pytest.mark.parametrize("seed", range(5))
def test_the_best_cut_is_the_best_of_all_cuts(seed: int) -> None:
    graph = random_graph(40, 120, seed)
    tree = grow(graph, budgets=[2.0, 1.0, 1.0], k=2, burn_in=5, smallest=4, key=seed)
    noisy = tree.score + np.random.default_rng(seed).laplace(size=len(tree.score))
    cuts = every_cut(tree)
    best = max(cuts, key=lambda cut: noisy[cut].sum())
    assert len(cuts) > 10
    chosen = best_cut(tree, noisy)
    assert sorted(set(chosen.tolist())) == sorted(best)
    sets = members(tree)
    for t in best:
        assert (chosen[sets[t]] == t).all()


def test_equal_scores_keep_a_set_whole() -> None:
    graph = random_graph(30, 60, 1)
    tree = grow(graph, budgets=[1.0], k=2, burn_in=3, smallest=4, key=0)
    assert set(best_cut(tree, np.zeros(len(tree.score)))) == {0}


def test_one_edge_changes_the_scores_of_a_level_by_less_than_two_in_all() -> None:
    """PRIVACY facts (ii) and (iii) on random graphs and the extremal families."""
    rng = np.random.default_rng(0)
    worst = 0.0
    for _ in range(400):
        n = int(rng.integers(3, 9))
        pairs = np.array(list(itertools.combinations(range(n), 2)))
        kept = rng.random(len(pairs)) < rng.random()
        kept[0] = False
        less = Graph.from_edges(n, pairs[kept])
        kept[0] = True
        more = Graph.from_edges(n, pairs[kept])
        labels = rng.integers(0, rng.integers(1, n + 1), n)
        change = scores_of(more, labels) - scores_of(less, labels)
        assert np.abs(change).sum() < SENSITIVITY
        assert -0.5 - 1e-12 <= change.sum() <= 2 * less.m / (less.m + 1) + 1e-12
        worst = max(worst, np.abs(change).sum())
    assert worst > 0.8
    clique = list(itertools.combinations(range(12), 2))
    labels = np.array([0] * 12 + [1, 1])
    change = scores_of(Graph.from_edges(14, [*clique, (12, 13)]), labels)
    change = change - scores_of(Graph.from_edges(14, clique), labels)
    assert 1.9 < np.abs(change).sum() < SENSITIVITY


def test_one_key_gives_one_tree_and_proposals_do_not_depend_on_the_budget() -> None:
    graph = random_graph(100, 300, 3)
    settings = {"k": 3, "burn_in": 5, "smallest": 200, "key": 4}
    assert len(grow(graph, budgets=[1.0], **settings).parent) == 1
    settings["smallest"] = 10
    one = grow(graph, budgets=[1.0, 1.0], **settings)
    two = grow(graph, budgets=[1.0, 1.0], **settings)
    np.testing.assert_array_equal(one.deepest, two.deepest)
    settings["key"] = 5
    assert not np.array_equal(one.deepest, grow(graph, budgets=[1.0, 1.0], **settings).deepest)


def test_progress_rises_to_one_and_can_stop_the_work() -> None:
    graph = random_graph(3000, 12_000, 5)
    seen: list[float] = []
    grow(
        graph, budgets=[1.0, 0.5], k=4, burn_in=400, smallest=20, key=0,
        progress=Progress(lambda fraction, text: seen.append(fraction)),
    )  # fmt: skip
    assert seen == sorted(seen)
    assert len(seen) > 4
    assert seen[-1] == pytest.approx(1.0)

    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grow(graph, budgets=[1.0], k=4, burn_in=5, smallest=20, key=0, progress=Progress(stop))
