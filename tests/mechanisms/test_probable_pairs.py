"""The most probable pairs in strips: the same as from all pairs at once, and how ties are drawn."""

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.mechanisms import low_rank_posterior
from graphdp_core.mechanisms.low_rank_posterior import Best, Listed, most_probable, pair_log_odds


@pytest.mark.parametrize("rows", [7, 256])
def test_strips_give_what_all_pairs_at_once_give(rows, monkeypatch):
    monkeypatch.setattr(low_rank_posterior, "ROWS", rows)
    rng = np.random.default_rng(0)
    seen = gdp.generate("erdos_renyi", n=90, p=0.2, seed=1)
    values, vectors = np.array([9.0, -4.0, 2.0]), np.linalg.qr(rng.normal(size=(90, 3)))[0]
    for count in (0, 1, 300, 2500, pair_count(90)):
        odds = pair_log_odds(values, vectors, count / pair_count(90))
        odds[pair_numbers(90, *seen.edges.T)] += np.float32(1.5)
        found = most_probable(values, vectors, count, seen=Listed(seen), bonus=1.5, rng=rng)
        assert len(found) == count
        assert (np.diff(found) > 0).all()
        # Which of equal pairs are taken is random; their scores are not.
        assert np.sort(odds[found]) == pytest.approx(np.sort(odds)[len(odds) - count :])


def test_all_log_odds_are_those_of_the_matrix():
    rng = np.random.default_rng(1)
    values, vectors = np.array([3.0, 1.0]), np.linalg.qr(rng.normal(size=(30, 2)))[0]
    p = np.clip((vectors * values) @ vectors.T, 0.02 * 0.1, 0.98)[np.triu_indices(30, 1)]
    assert pair_log_odds(values, vectors, 0.1) == pytest.approx(np.log(p / (1 - p)), abs=1e-4)


def test_equal_scores_have_equal_chances_whenever_they_come():
    """Six equal ones in three parts, two places left beside a better one; level 1e-6."""
    rng, tally, draws = np.random.default_rng(2), np.zeros(7), 3000
    for _ in range(draws):
        best = Best(3, rng)
        for places in ([0, 1, 2, 3], [4, 6], [5]):
            scores = np.array([2.0 if place == 6 else 1.0 for place in places])
            best.offer(np.array(places), scores)
        tally[best.places()] += 1
    assert tally[6] == draws
    # Two of six are taken: the variance of a count is draws 2/9, and they hang together.
    spread = ((tally[:6] - draws / 3) ** 2 / (draws * 2 / 9)).sum() * 5 / 6
    assert stats.chi2.sf(spread, 5) > 1e-6


def test_few_candidates_are_held_at_a_time():
    best, rng = Best(50, np.random.default_rng(3)), np.random.default_rng(4)
    for start in range(0, 100_000, 1000):
        best.offer(np.arange(start, start + 1000), rng.random(1000))
        assert sum(len(places) for places, _, _ in best._held) <= 100 + 1000
    assert len(best.places()) == 50


def test_nothing_offered_gives_nothing():
    assert Best(3, np.random.default_rng(0)).places().tolist() == []
    empty = Listed(Graph.from_edges(2, []))
    none = np.empty(0), np.empty((2, 0))
    assert most_probable(*none, 1, seen=empty, bonus=1.0, rng=np.random.default_rng(0)).size == 1


def test_without_directions_all_reported_edges_have_equal_chances():
    """Two of six edges in 3,000 draws, then all six and one pair more; level 1e-6."""
    rng, path, tally = (
        np.random.default_rng(5),
        Graph.from_edges(7, [(i, i + 1) for i in range(6)]),
        {},
    )
    known = pair_numbers(7, *path.edges.T).tolist()
    none = np.empty(0), np.empty((7, 0))
    for _ in range(3000):
        for pair in most_probable(*none, 2, seen=Listed(path), bonus=1.0, rng=rng).tolist():
            tally[pair] = tally.get(pair, 0) + 1
    assert sorted(tally) == known
    spread = ((np.array(list(tally.values())) - 1000) ** 2 / (3000 * 2 / 9)).sum() * 5 / 6
    assert stats.chi2.sf(spread, 5) > 1e-6
    more = most_probable(*none, 7, seen=Listed(path), bonus=1.0, rng=rng).tolist()
    assert set(known) < set(more)
